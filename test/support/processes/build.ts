// The compiled service that process tests start. A build older than the source would test yesterday's code.
import { resolve } from 'node:path';
import { staleSource } from '../../../src/commands/build/stale-source.mjs';

/**
 * @param path below `dist`, as in `src/program/main.js`
 * @returns the absolute path of the compiled file
 * @throws Error when there is no build, or when a source file is newer than it
 */
export function builtFile(path: string): string {
  const reason = staleSource();
  if (reason !== null) throw new Error(`This test starts the compiled service, and ${reason}: run npm run build`);
  return resolve('dist', path);
}
