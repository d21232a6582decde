// Builds the release before the last change of the schema from the Git history.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD = 'src/commands/build/build.mjs';

/** The parent of the commit that added the newest migration; null without Git history. */
export async function earlierRelease(): Promise<string | null> {
  const lastChange = ['log', '-1', '--diff-filter=A', '--format=%H', '--', 'src/platform/database/migrations'];
  try {
    const { stdout } = await run('git', lastChange);
    return (await run('git', ['rev-parse', '--verify', `${stdout.trim()}^`])).stdout.trim();
  } catch {
    return null;
  }
}

/** @param home an empty folder; the build is in its `dist` afterwards */
export async function buildRelease(commit: string, home: string): Promise<void> {
  const archive = join(home, 'release.tar');
  await run('git', ['archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', home]);
  const [from, to] = [resolve('node_modules'), join(home, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) await symlink(join(from, name), join(to, name));
  const build = join(home, BUILD);
  if (existsSync(build)) {
    await run(process.execPath, [build], { cwd: home });
  } else {
    // A release that the compiler built. The table of assets goes with the build.
    await cp('nest-cli.json', join(home, 'nest-cli.json'));
    await run(process.execPath, [resolve(BUILD)], { cwd: home });
  }
}
