// A lock file keeps work apart, of calls in one process too.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withExclusiveLock } from '../../src/embedded/exclusive-lock.js';

const TIMEOUT_MS = 30_000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-analysis-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('lets one call of a process work at a time', async () => {
  const path = join(folder, 'work.lock');
  let [working, most] = [0, 0];
  const work = () =>
    withExclusiveLock(path, TIMEOUT_MS, async () => {
      working += 1;
      most = Math.max(most, working);
      for (let turns = 0; turns < 20; turns += 1) await turn();
      working -= 1;
    });
  await Promise.all(Array.from({ length: 40 }, work));
  expect(most, 'calls that worked at once').toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

it('takes over the lock that an earlier process with the same id left behind', async () => {
  const path = join(folder, 'work.lock');
  await writeFile(path, String(process.pid));
  expect(await withExclusiveLock(path, TIMEOUT_MS, () => Promise.resolve('done'))).toBe('done');
});
