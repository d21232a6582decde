// Facts of the package, read once.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const PACKAGE = z.object({ version: z.string(), license: z.string() });

/** The nearest `package.json` above this file: it lies beside `src`, and beside `dist` when that was built. */
function packageFile(): URL {
  let file = new URL('package.json', import.meta.url);
  while (!existsSync(file)) {
    const above = new URL('../package.json', file);
    if (above.href === file.href) throw new Error('There is no package.json above this file');
    file = above;
  }
  return file;
}

export const packageFacts = PACKAGE.parse(JSON.parse(readFileSync(packageFile(), 'utf8')));
