// Finds the program file of a worker thread or a child process. Both start from compiled files, but tests run the service from
// its source.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const SOURCE = resolve(import.meta.dirname, '../..');

/**
 * @param folder of the module that starts it
 * @param fileName with the extension `.js`
 * @returns the file in that folder; where the service runs from its source, the file that the build has made of it
 */
export function threadProgram(folder: string, fileName: string): string {
  const beside = join(folder, fileName);
  return existsSync(beside) ? beside : resolve(SOURCE, '../dist/src', relative(SOURCE, folder), fileName);
}
