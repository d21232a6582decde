// Which folders of a bucket hold the recordings of the last days.
import { expect, it } from 'vitest';
import { findDatedFolders } from '../../../../src/arrivals/sources/watching/dated-folders.js';

const DAYS = ['20261128', '20261127', '20261126', '20261125'];

/** Finds the folders of the days above among these keys. */
async function find(keys: readonly string[], prefix = 'rec/'): Promise<{ found: string[] | null; requests: number }> {
  let requests = 0;
  const list = async (root: string) => {
    requests += 1;
    const deeper = keys.filter((key) => key.startsWith(root)).map((key) => key.slice(root.length));
    const folders = new Set(deeper.filter((key) => key.includes('/')).map((key) => `${root}${key.split('/')[0]}/`));
    const objects = deeper
      .filter((key) => !key.includes('/'))
      .map((key) => ({ key: `${root}${key}`, version: '1', sizeBytes: 1, modifiedAt: new Date(0) }));
    return { objects, folders: [...folders].sort(), isLast: true, next: null, ignoresAfter: false };
  };
  const found = await findDatedFolders(list, prefix, DAYS);
  return { found: found?.map((folder) => folder.prefix) ?? null, requests };
}

it('finds those beside the years too, as Amazon Connect has for its menus', async () => {
  const { found, requests } = await find([
    'rec/2025/11/27/a.wav',
    'rec/2026/11/26/a.wav',
    'rec/2026/11/27/a.wav',
    'rec/ivr/2026/11/27/a.wav',
    'rec/ivr/2026/10/27/a.wav',
  ]);
  expect(found).toEqual(['rec/2026/11/27/', 'rec/2026/11/26/', 'rec/ivr/2026/11/27/']);
  expect(requests, 'list requests').toBeLessThanOrEqual(6);
});

it('finds none where something lies beside them that has no days', async () => {
  const dated = 'rec/2026/11/27/a.wav';
  for (const other of ['rec/a.wav', 'rec/ivr/a.wav', 'rec/ivr/2026/a.wav', 'rec/ivr/2026/11/x/a.wav'])
    expect((await find([dated, other])).found, other).toBeNull();
  const many = ['b', 'c'].map((name) => `rec/${name}/2026/11/27/a.wav`);
  expect((await find([dated, ...many])).found, 'two folders beside').toBeNull();
});
