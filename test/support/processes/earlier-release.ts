// Builds the release before the last change of the schema from the Git history.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

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
  // A build knows packages by their place below its folder, so a link to ours would hide them. Hard links cost the least.
  const packages = (await readdir('node_modules'))
    .filter((name) => name !== '.cache')
    .map((name) => resolve('node_modules', name));
  const to = join(home, 'node_modules');
  await mkdir(to);
  await run('cp', ['-al', ...packages, to]).catch(async () => {
    // The folder is on another disk.
    await rm(to, { recursive: true });
    await mkdir(to);
    await run('cp', ['-a', ...packages, to]);
  });
  await run(process.execPath, ['src/commands/build/build.mjs'], { cwd: home });
}
