// Where a recording goes that became a call, also after a kill in the middle of its way.
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putAway } from '../../../src/commands/watch/put-away.js';

let folder: string;
let from: string;
let to: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'put-away-'));
  await mkdir(join(folder, 'moved'));
  [from, to] = [join(folder, 'call.wav'), join(folder, 'moved', 'call.wav')];
  await writeFile(from, 'heard');
});
afterEach(() => rm(folder, { recursive: true }));

it('leaves one file where a run was killed between both places', async () => {
  await link(from, to);
  await putAway(from, to);
  expect(await readdir(folder)).toEqual(['moved']);
  expect(await readdir(join(folder, 'moved'))).toEqual(['call.wav']);
  expect(await readFile(to, 'utf8')).toBe('heard');
});

it('keeps another recording of the same name, though its bytes are the same', async () => {
  await writeFile(to, 'heard');
  await putAway(from, to);
  expect((await readdir(join(folder, 'moved'))).toSorted()).toEqual(['call.wav', 'call~2.wav']);
});
