// The release before the last change of the schema, from the history of this copy.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The commit before the one that brought the newest migration; null in a copy without history. */
export async function earlierRelease(): Promise<string | null> {
  const lastChange = ['log', '-1', '--diff-filter=A', '--format=%H', '--', 'src/platform/database/migrations'];
  try {
    const { stdout } = await run('git', lastChange);
    return (await run('git', ['rev-parse', '--verify', `${stdout.trim()}^`])).stdout.trim();
  } catch {
    return null;
  }
}

/** @param home an empty folder; its `dist` is the release afterwards */
export async function buildRelease(commit: string, home: string): Promise<void> {
  const archive = join(home, 'release.tar');
  await run('git', ['archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', home]);
  const [from, to] = [resolve('node_modules'), join(home, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) await symlink(join(from, name), join(to, name));
  await run(process.execPath, [join(to, 'typescript/bin/tsc'), '-p', home, '--noCheck']);
  // As the build does with what is no code.
  await cp(join(home, 'src/adapters'), join(home, 'dist/src/adapters'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
}
