// Serves the pages of `docs` as Markdown below /docs, and their list at /llms.txt (https://llmstxt.org). The texts are read when
// the process starts: a request selects one of them and never a file on the disk.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { keepResponses } from '../../platform/http/openapi/kept-responses.js';
import { packageFolder } from './package-facts.js';

const LIST = '/docs/README.md';
/** Other paths that the service serves: links to them stay. */
const ALSO_SERVED: readonly string[] = ['/openapi.json'];

/** Matches code, which stays unchanged, or a link. */
const CODE_OR_LINK = /```[\s\S]*?```|`[^`\n]*`|\[([^\]]+)\]\(([^()\s]+)\)/g;

/** Call before `init()`, and before Swagger UI, whose folder has a README.md of its own. */
export function serveDocuments(app: NestExpressApplication, publicUrl: string): void {
  const documents = readDocuments(publicUrl);
  const keep = keepResponses(new Map([...documents.keys()].map((path) => [path, 'no-cache'])));
  app.use((...[request, response, next]: Parameters<typeof keep>) => {
    const text = documents.get(request.path);
    if (text === undefined || !['GET', 'HEAD'].includes(request.method)) next();
    else keep(request, response, () => response.type(typeOf(request.path)).send(text));
  });
}

const typeOf = (path: string) => `${path.endsWith('.md') ? 'text/markdown' : 'text/plain'}; charset=utf-8`;

/** Pages by path, such as `/docs/results.md`. Empty where the folder was not installed with the program. */
function readDocuments(publicUrl: string): ReadonlyMap<string, string> {
  const folder = new URL('docs/', packageFolder);
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const sources = new Map(files.map((file) => [`/docs/${file}`, readFileSync(new URL(file, folder), 'utf8')]));
  const isServed = (path: string) => sources.has(path) || ALSO_SERVED.includes(path);
  const pages = [...sources].map(([path, text]) => [path, withoutDeadLinks(text, path, isServed)] as const);
  const list = listOf(sources.get(LIST) ?? '', publicUrl, isServed);
  return new Map([...pages, ['/llms.txt', list]]);
}

/** Replaces links to files that are not served by their text and path. */
function withoutDeadLinks(text: string, page: string, isServed: (path: string) => boolean): string {
  return text.replace(CODE_OR_LINK, (found: string, label?: string, target?: string) => {
    const path = target === undefined ? null : pathOf(target, page);
    return path === null || isServed(path) ? found : `${label} (\`${path.slice(1)}\` in the source)`;
  });
}

/** List of the pages with absolute addresses, without entries that are not served. */
function listOf(text: string, publicUrl: string, isServed: (path: string) => boolean): string {
  return text.replace(/^- \[([^\]]+)\]\(([^()\s]+)\)(.*\n)/gm, (_, label: string, target: string, rest: string) => {
    const path = pathOf(target, LIST);
    return path !== null && isServed(path) ? `- [${label}](${publicUrl}${path})${rest}` : '';
  });
}

/** Null for a link to another site. */
function pathOf(target: string, page: string): string | null {
  return /^[a-z]+:/.test(target) ? null : new URL(target, `http://source${page}`).pathname;
}
