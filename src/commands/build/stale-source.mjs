// Tells whether the compiled service is older than its sources. Plain JavaScript, since it runs before there is a build.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run build` touches it when everything is compiled. */
const BUILT = join('dist', '.built');
/** What the service is compiled from: its own sources, the console, and the client library that both use. */
const FOLDERS = ['src', 'web', 'clients/typescript/src'];
const SETTINGS = ['tsconfig.json', 'nest-cli.json', 'ormconfig.ts', 'package-lock.json'];

/** @returns why the build does not count; null where it is newer than every source */
export function staleSource() {
  const built = statSync(BUILT, { throwIfNoEntry: false });
  if (!built) return 'there is no build';
  const newer = sources().find((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && found.mtimeMs > built.mtimeMs;
  });
  return newer ? `${newer} has changed since` : null;
}

/** The folders too: a file that was deleted or renamed changes nothing else. */
function sources() {
  const entries = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const compiled = entries.filter((entry) => entry.isDirectory() || /\.(tsx?|json|css|mjs)$/.test(entry.name));
  return [...SETTINGS, ...FOLDERS, ...compiled.map(({ parentPath, name }) => join(parentPath, name))];
}
