// Where the program of a thread lies. Threads start from compiled files; the service may run from its source.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const SOURCE = resolve(import.meta.dirname, '../..');

/** The compiled file in that folder; where this runs from its source, the one that the build has made of it. */
export function threadProgram(folder: string, fileName: string): string {
  const beside = join(folder, fileName);
  return existsSync(beside) ? beside : resolve(SOURCE, '../dist/src', relative(SOURCE, folder), fileName);
}
