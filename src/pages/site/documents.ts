// Serves the pages of `docs` as Markdown below /docs, and their list at /llms.txt (https://llmstxt.org). The texts are read when
// the process starts: a request chooses among them and names no file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { keepResponses } from '../../platform/http/openapi/kept-responses.js';
import { packageFolder } from './package-facts.js';

const LIST = '/docs/README.md';
/** Links to these stay too: the service answers them. */
const ALSO_SERVED: readonly string[] = ['/openapi.json'];

/** Matches code, which is left alone, or a link. */
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

/** By path, as in `/docs/results.md`. None where the folder was not installed beside the program. */
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

/** A link to what only the source has becomes its text and the path there. */
function withoutDeadLinks(text: string, page: string, isServed: (path: string) => boolean): string {
  return text.replace(CODE_OR_LINK, (found: string, label?: string, target?: string) => {
    const path = target === undefined ? null : pathOf(target, page);
    return path === null || isServed(path) ? found : `${label} (\`${path.slice(1)}\` in the source)`;
  });
}

/** The list of the pages with whole addresses, without the entries that only the source has. */
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
