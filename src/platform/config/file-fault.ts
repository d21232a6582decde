import { accessSync, constants, statSync } from 'node:fs';

/** One sentence on why the file cannot be read, which starts with the name of the variable; null where it can. */
export function fileFault(name: string, path: string | undefined): string | null {
  if (!path) return null;
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return `${name}: there is no such file`;
    if (!found.isFile()) return `${name}: ${path} is not a file`;
    accessSync(path, constants.R_OK);
    return null;
  } catch {
    return `${name}: ${path} cannot be read by the user of this process; give that user the right to read it`;
  }
}
