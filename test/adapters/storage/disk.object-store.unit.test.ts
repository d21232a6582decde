import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { describeObjectStore, type PutHook } from '../../ports/object-store.contract.js';
import { type ServedStore, serveDiskStore } from '../../support/apps/recording-links.js';
import { bodyOf, newKey } from '../../support/builders/object-actions.js';

let directory: string;
let served: ServedStore;
let disk: DiskObjectStore;
/** The class of file handles, which node:fs does not export. */
let fileHandles: { sync(): Promise<void> };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
  served = await serveDiskStore(directory);
  disk = served.store;
  const handle = await open(directory);
  fileHandles = Object.getPrototypeOf(handle);
  await handle.close();
});
afterAll(async () => {
  await served.close();
  await rm(directory, { recursive: true });
});

function isOnAnotherDisk(folder: string): boolean {
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.dev !== fs.statSync(tmpdir()).dev;
}

/** The files of unfinished puts, and the file of the key. */
async function leftovers(key: string): Promise<string[]> {
  const entries = await readdir(join(directory, 'objects'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && (entry.parentPath.endsWith('.incoming') || key.endsWith(entry.name)))
    .map(({ name }) => name);
}

/** The flush of the file's bytes is the last step before its rename to the key. */
function beforePublish(action: () => void): PutHook {
  const spy = vi.spyOn(fs, 'fsync').mockImplementationOnce((_, done) => {
    action();
    done(null);
  });
  return { remove: () => spy.mockRestore() };
}

/** The flush of the folder follows the rename. */
function afterPublish(action: () => void): PutHook {
  const spy = vi.spyOn(fileHandles, 'sync').mockImplementationOnce(async () => action());
  return { remove: () => spy.mockRestore() };
}

async function failing() {
  const path = join(directory, 'not-a-directory');
  await writeFile(path, '');
  const store = new DiskObjectStore({ directory: path, publicUrl: 'https://calls.example.com' }, served.links);
  return { store, secrets: [path] };
}

describeObjectStore('disk', {
  store: () => disk,
  leftovers,
  addStrays: () => writeFile(join(directory, 'objects', 'recordings', 'README.txt'), 'Do not delete by hand'),
  beforePublish,
  afterPublish,
  failing,
  stuckCopy: { noCase: 'The system copies the file in one step.' },
  odd: { noCase: 'The system answers, and no proxy stands before it.' },
  cutNextRead: { noCase: 'The system reads the file, and no connection breaks.' },
  // A folder under the name of the file: `rm` without `recursive` refuses it, whoever asks.
  keepFromDeletion: async (key) => {
    const path = join(directory, 'objects', key);
    await rm(path);
    await mkdir(path);
    return async () => {
      await rm(path, { recursive: true });
      await disk.put(key, bodyOf('x'));
    };
  },
});

describe('the disk store', () => {
  it('rejects a put that is aborted after its write, before it is published', async () => {
    const key = newKey();
    const abort = new AbortController();
    const hook = beforePublish(() => abort.abort(new Error('the claim was lost')));
    try {
      await expect(disk.put(key, bodyOf('x'), abort.signal)).rejects.toThrow('the claim was lost');
    } finally {
      hook.remove();
    }
    expect(await leftovers(key)).toEqual([]);
  });

  it('removes only the old files that killed processes left', async () => {
    const incoming = join(directory, 'objects', '.incoming');
    const old = join(incoming, randomUUID());
    const recent = join(incoming, randomUUID());
    await writeFile(old, 'half an upload');
    await writeFile(recent, 'an upload that goes on');
    await utimes(old, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
    await disk.onApplicationBootstrap();
    disk.onModuleDestroy();
    const names = await readdir(incoming);
    expect(names.map((name) => join(incoming, name))).toEqual([recent]);
    await rm(recent);
  });

  it.runIf(isOnAnotherDisk('/dev/shm'))(
    'copies a recording to another file system, where it cannot have a second name',
    async () => {
      const elsewhere = await mkdtemp(join('/dev/shm', 'object-store-'));
      const path = join(elsewhere, 'copy');
      try {
        const key = newKey();
        await disk.put(key, bodyOf('stored'));
        await writeFile(path, 'what lay there before');
        await disk.fetchTo(key, path, new AbortController().signal);
        expect(await readFile(path, 'utf8')).toBe('stored');
      } finally {
        await rm(elsewhere, { recursive: true });
      }
    },
  );

  it('creates its folders again after they were deleted', async () => {
    await rm(join(directory, 'objects'), { recursive: true });
    const key = newKey();
    await disk.put(key, bodyOf('after it'));
    expect(await buffer(await disk.get(key))).toEqual(Buffer.from('after it'));
  });

  it('flushes the folder once for several concurrent puts', async () => {
    const keys = Array.from({ length: 20 }, newKey);
    const flush = vi.spyOn(fileHandles, 'sync');
    try {
      await Promise.all(keys.map((key) => disk.put(key, bodyOf(key))));
      const flushes = flush.mock.calls.length;
      expect(flushes).toBeGreaterThan(0);
      expect(flushes).toBeLessThan(keys.length);
      for (const key of keys) expect(await disk.find(key)).not.toBeNull();
    } finally {
      flush.mockRestore();
    }
  });

  it('reports a disk that fails after the whole recording has arrived [fault 27]', async () => {
    const key = newKey();
    const source = Readable.from([randomBytes(1_000)]);
    const flush = vi.spyOn(fs, 'fsync').mockImplementationOnce((_, done) => {
      expect(source.destroyed, 'the source is closed').toBe(true);
      done(Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC', syscall: 'fsync' }));
    });
    try {
      const failure = await disk.put(key, source).catch((error: unknown) => error);
      expect(flush).toHaveBeenCalled();
      expect(failure).toBeInstanceOf(ProviderError);
      expect(failure).toMatchObject({ retryable: true, message: 'The recording store is not available' });
      expect(await leftovers(key)).toEqual([]);
    } finally {
      flush.mockRestore();
    }
  });
});
