// Finds the titles of the tests in a file, so that a list of tests can be checked against the files it names.
import { existsSync, readFileSync } from 'node:fs';

/**
 * A call whose first argument is a literal and whose second is a function: `it('…', async () => …)`,
 * `it.each(…)('…', …)`.
 */
const TITLE = /(\w*)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;

/** @param file under `test`, without `.test.ts`. A file that does not exist has no titles. */
export function titlesOf(file: string): ReadonlySet<string> {
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return new Set();
  const found = [...readFileSync(path, 'utf8').matchAll(TITLE)].filter(([, name]) => name !== 'describe');
  return new Set(found.map(([, , , title = '']) => title.replace(/\\(.)/g, '$1')));
}
