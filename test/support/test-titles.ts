// Finds the titles of the tests in a file, so that a list of tests can be checked against the files it names.
import { existsSync, readFileSync } from 'node:fs';

/**
 * A call whose first argument is a literal and whose second is a function: `it('…', async () => …)`,
 * `it.each(…)('…', …)`.
 */
const TITLE = /(\w*)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;

/**
 * @param file under `test`, without `.test.ts`. A file that does not exist has no titles.
 * @returns for each title the titles of the `describe` blocks around the test, outermost first
 */
export function titlesOf(file: string): ReadonlyMap<string, readonly string[]> {
  const titles = new Map<string, readonly string[]>();
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return titles;
  const source = readFileSync(path, 'utf8');
  const blocks: { readonly indent: number; readonly title: string }[] = [];
  for (const match of source.matchAll(TITLE)) {
    const line = source.slice(source.lastIndexOf('\n', match.index) + 1, match.index + match[0].length);
    // The formatter indents what is inside a block.
    const indent = line.search(/\S/);
    const title = (match[3] ?? '').replace(/\\(.)/g, '$1');
    while ((blocks.at(-1)?.indent ?? -1) >= indent) blocks.pop();
    if (line.trimStart().startsWith('describe')) blocks.push({ indent, title });
    else if (!titles.has(title))
      titles.set(
        title,
        blocks.map((block) => block.title),
      );
  }
  return titles;
}
