import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderLock } from '../../../src/commands/watch/folder-lock.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

it('is held by one, and free once it is released', async () => {
  const first = await FolderLock.take(path);
  await first.assertHeld();
  await expect(FolderLock.take(path)).rejects.toThrow(`Another process (${process.pid}) watches this folder already.`);
  await first.release();
  await (await FolderLock.take(path)).release();
});

it('goes to one alone of many that come for the lock of a process that is gone', async () => {
  const dead = await FolderLock.take(path);
  await dead.release();
  // As a process on another machine left it: whether that lives cannot be seen, and nothing touches the lock.
  await writeFile(path, JSON.stringify({ pid: 1, place: 'elsewhere', started: null }));
  const taken = await Promise.allSettled(Array.from({ length: 5 }, () => FolderLock.take(path)));
  const held = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(held, 'locks').toHaveLength(1);
  await held[0]?.assertHeld();
  await held[0]?.release();
});

it('stays with a process on another machine that touches it', async () => {
  await writeFile(path, JSON.stringify({ pid: 1, place: 'elsewhere', started: null }));
  const beat = setInterval(() => void utimes(path, new Date(), new Date()), 500);
  await expect(FolderLock.take(path)).rejects.toThrow('Another process (1) watches this folder already.');
  clearInterval(beat);
});

it('is not held any more where another process took it', async () => {
  const lock = await FolderLock.take(path);
  await rm(path);
  const other = await FolderLock.take(path);
  await expect(lock.assertHeld()).rejects.toThrow('Another process has taken the folder over');
  await lock.release();
  await other.assertHeld();
  await other.release();
});
