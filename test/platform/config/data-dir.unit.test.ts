import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dataDirFault, prepareDataDir } from '../../../src/platform/config/data-dir.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('DATA_DIR is made where it is missing, and holds no trace of the check', async () => {
  const dataDir = join(folder, 'a/b');
  prepareDataDir(dataDir);
  expect(await readdir(dataDir)).toEqual([]);
  await mkdir(join(dataDir, 'work'));
  prepareDataDir(dataDir);
  expect(await readdir(dataDir)).toEqual(['work']);
});

it.each(['file', 'file/below'])('DATA_DIR is refused where a file stands in its place: %s', async (path) => {
  await writeFile(join(folder, 'file'), '');
  const dataDir = join(folder, path);
  expect(() => prepareDataDir(dataDir)).toThrow(
    `DATA_DIR: a file stands at ${dataDir}, or at a folder above it; name a folder`,
  );
});

it.each([
  ['EROFS', /read-only file system; mount a writable volume there/],
  ['EACCES', /cannot be written by the user of this process.*; give the folder to that user/],
  ['ENOSPC', /the disk of \/data is full; make room/],
])('a start without DATA_DIR says what %s means', (code, sentence) => {
  expect(dataDirFault('/data', Object.assign(new Error('no'), { code }))).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(sentence),
  });
});

it('an error that says nothing about DATA_DIR stays as it is', () => {
  const error = new Error('something else');
  expect(dataDirFault('/data', error)).toBe(error);
});
