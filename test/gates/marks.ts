// The two gates. The short one is what every change must pass (`.ci/run`); the whole one (`npm run test:all`) runs everything.
// A mark at the end of the first comment of a test file moves the file: `[whole]` takes it out of the short gate, `[smoke]` takes
// one of the faults, the pages or the clients into it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Mark = 'whole' | 'smoke';

/** @returns the mark of a file with this text; null where it has none */
export function markOf(text: string): Mark | null {
  return (/^\/\/ .*\[(whole|smoke)\]$/m.exec(text.split('\n').slice(0, 3).join('\n'))?.[1] as Mark | undefined) ?? null;
}

/** @returns the paths of the test files with the mark, from the top of the repository */
export function marked(mark: Mark): string[] {
  const paths = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) => join('test', path));
  return paths.filter((path) => path.endsWith('.test.ts') && markOf(readFileSync(path, 'utf8')) === mark).sort();
}
