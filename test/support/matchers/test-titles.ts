// Finds the titles of the tests in a file, so that lists can be made of tests.
import { existsSync, readFileSync } from 'node:fs';

/**
 * A call whose first argument is a literal and whose second is a function: `it('…', async () => …)`,
 * `it.each(…)('…', …)`.
 */
const TITLE = /(\w*)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;

export interface TestTitle {
  readonly title: string;
  /** The titles of the `describe` blocks around the test, outermost first. */
  readonly blocks: readonly string[];
}

/** @param file under `test`, without `.test.ts`. A file that does not exist has no titles. */
export function titlesOf(file: string): readonly TestTitle[] {
  const titles: TestTitle[] = [];
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return titles;
  const source = readFileSync(path, 'utf8');
  let blocks: readonly { readonly start: number; readonly indent: number; readonly title: string }[] = [];
  for (const match of source.matchAll(TITLE)) {
    const start = source.lastIndexOf('\n', match.index) + 1;
    const line = source.slice(start, match.index + match[0].length);
    const title = (match[3] ?? '').replace(/\\(.)/g, '$1');
    // The formatter indents the closing brace of a block like its first line.
    blocks = blocks.filter(
      (block) => !new RegExp(`^ {${block.indent}}[})]`, 'm').test(source.slice(block.start, start)),
    );
    if (/^\s*describe\b/.test(line)) blocks = [...blocks, { start, indent: line.search(/\S/), title }];
    else titles.push({ title, blocks: blocks.map((block) => block.title) });
  }
  return titles;
}
