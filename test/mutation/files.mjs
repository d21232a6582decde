import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @returns {string[]} the file itself, or every file below the folder, in the order of their names */
export function filesUnder(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .filter((name) => statSync(name).isFile())
    .sort();
}
