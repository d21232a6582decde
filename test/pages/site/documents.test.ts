// The pages of `docs` as a running service serves them, and their list at /llms.txt.
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksIn } from '../../docs/markdown.js';
import { startTestService, type TestService } from '../../support/apps/running-service.js';

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', PUBLIC_URL: 'https://calls.example.org' });
});
afterAll(() => service?.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.rootUrl}${path}`, { headers });

/** As it is written: `fetch` would resolve `..` and encode spaces. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.rootUrl);
    const sent = request({ hostname, port, path }, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
  });
}

describe('a page of docs', () => {
  it.each(pages)('%s is served as Markdown, and every link in it leads somewhere', async (page) => {
    const response = await get(`/docs/${page}`);
    const text = await response.clone().text();
    await expect(response).toAnswer(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text.split('\n')[0]).toBe(readFileSync(`docs/${page}`, 'utf8').split('\n')[0]);
    const links = linksIn(text).filter((link) => !/^([a-z]+:|#)/.test(link));
    const addresses = new Set(links.map((link) => new URL(link, `${service.rootUrl}/docs/${page}`).pathname));
    for (const address of addresses) await expect(await get(address), `${page}: ${address}`).toAnswer(200);
  });

  it('leaves code as it stands, and names what only the source has', async () => {
    const source = readFileSync('docs/extending.md', 'utf8');
    const served = await (await get('/docs/extending.md')).text();
    const codeOf = (text: string) => text.match(/```[\s\S]*?```/g);
    expect(codeOf(served)).toEqual(codeOf(source));
    expect(source).toContain('](../src/adapters/rules/README.md)');
    expect(served).toContain('(`src/adapters/rules/README.md` in the source)');
  });

  it('is asked for again only when it has changed, and is compressed', async () => {
    const first = await get('/docs/results.md', { 'accept-encoding': 'gzip' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    await expect(await get('/docs/results.md', { 'accept-encoding': 'gzip', 'if-none-match': etag })).toAnswer(304);
    const head = await fetch(`${service.rootUrl}/docs/results.md`, { method: 'HEAD' });
    await expect(head).toAnswer(200, '');
  });

  it.each([
    '/docs/nothing.md',
    '/docs/operations',
    '/docs/schema.sql',
    '/docs/pictures/call.png',
    '/docs/../package.json',
    '/docs/../docs/../README.md',
    '/docs/..%2fREADME.md',
    '/docs/%2e%2e/README.md',
    '/docs/operations/../../package.json',
    '/docs/results.md/',
    '/docs/RESULTS.md',
    '/llms.txt/',
  ])('that is none is 404: %s', async (path) => expect(await statusOf(path)).toBe(404));
});

describe('/llms.txt', () => {
  it('is a title, a summary, and lists of links with whole addresses, as llmstxt.org asks', async () => {
    const response = await get('/llms.txt');
    await expect(response.clone()).toAnswer(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('etag')).not.toBeNull();
    const [title, , summary, ...rest] = (await response.text()).split('\n');
    expect(title).toBe('# Call Analysis Service');
    expect(summary).toMatch(/^> /);
    const listed = rest.filter((line) => line.startsWith('- '));
    expect(listed.length).toBeGreaterThan(15);
    const entry = /^- \[[^\]]+\]\(https:\/\/calls\.example\.org(\/(?:docs\/[\w./-]+\.md|openapi\.json))\): \w/;
    expect(listed.filter((line) => !entry.test(line))).toEqual([]);
    const paths = listed.map((line) => entry.exec(line)?.[1] ?? '');
    for (const path of paths) await expect(await get(path), path).toAnswer(200);
    const own = pages.filter((page) => !page.startsWith('decisions/') && page !== 'README.md');
    expect(
      own.filter((page) => !paths.includes(`/docs/${page}`)),
      'pages without an entry in docs/README.md',
    ).toEqual([]);
  });

  it('stands in no OpenAPI document', async () => {
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, unknown> };
    expect(Object.keys(paths).filter((path) => /llms|\.md/.test(path))).toEqual([]);
  });
});
