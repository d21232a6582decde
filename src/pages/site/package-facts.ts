// Facts of the package, read once.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const PACKAGE = z.object({ version: z.string(), license: z.string() });

/** Holds the nearest `package.json` above this file: it lies beside `src`, and beside `dist` when that was built. */
export const packageFolder = findPackageFolder();
export const packageFacts = PACKAGE.parse(JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')));

function findPackageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('There is no package.json above this file');
    folder = above;
  }
  return folder;
}
