// The compiled service that process tests start. A build older than the source would test yesterday's code.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * @param path below `dist`, as in `src/main.js`
 * @returns the absolute path of the compiled file
 * @throws Error when there is no build, or when a source file is newer than it
 */
export function builtFile(path: string): string {
  const built = statSync('dist/.built', { throwIfNoEntry: false });
  if (!built) throw new Error('This test starts the compiled service: run npm run build first');
  const newer = sourceFiles().find((file) => statSync(file).mtimeMs > built.mtimeMs);
  if (newer)
    throw new Error(`This test starts the compiled service, and ${newer} has changed since: run npm run build`);
  return resolve('dist', path);
}

function sourceFiles(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.(ts|json)$/.test(file)).map((file) => join('src', file));
}
