// The compiled service beside the packages that `npm ci --omit=dev` installs: what the image holds.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { builtFile } from './build.js';

const run = promisify(execFile);
const MODULES = 'node_modules/';

/**
 * Made from the installed packages, without the network: those that the lock file does not mark as development only.
 * @returns a folder outside of the repository, from which no package of the repository can be found. The caller deletes it.
 */
export async function installForProduction(): Promise<string> {
  builtFile('program/call-analysis.js');
  const folder = await mkdtemp(join(tmpdir(), 'call-analysis-production-'));
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean }>;
  };
  const packages = Object.entries(lock.packages)
    .filter(
      ([path, { dev }]) => path.startsWith(MODULES) && !path.slice(1).includes(MODULES) && !dev && existsSync(path),
    )
    .map(([path]) => path);
  for (const scope of new Set(packages.map(dirname))) {
    await mkdir(join(folder, scope), { recursive: true });
    const paths = packages.filter((path) => dirname(path) === scope);
    await link(paths, join(folder, scope));
  }
  await link(['dist', 'package.json', 'run'], folder);
  return folder;
}

/** Hard links are made in a second; copies, where the folder for temporary files is another file system. */
async function link(paths: readonly string[], folder: string): Promise<void> {
  await run('cp', ['-al', ...paths, folder]).catch(() => run('cp', ['-af', ...paths, folder]));
}
