import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import { S3ObjectStore } from '../../../src/adapters/storage/s3.object-store.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';
import type { ObjectStore, StoredObject } from '../../../src/ports/object-store.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { type S3Stub, startS3Stub } from '../../support/s3-stub.js';

const newKey = () => `recordings/${randomUUID()}`;
const MEBIBYTE = 1024 * 1024;

let directory: string;
let stub: S3Stub;
let disk: DiskObjectStore;
let s3: S3ObjectStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
  stub = await startS3Stub();
  const config = loadConfig({ DATA_DIR: directory });
  disk = new DiskObjectStore(
    { directory: join(directory, 'objects'), publicUrl: 'https://calls.example.com' },
    new SignedLinks(config),
  );
  s3 = new S3ObjectStore({
    bucket: stub.bucket,
    region: 'eu-central-1',
    endpoint: stub.endpoint,
    forcePathStyle: true,
    accessKeyId: 'test-access-key',
    secretAccessKey: 'test-secret-key',
  });
});

afterAll(async () => {
  s3.onApplicationShutdown();
  await stub.close();
  await rm(directory, { recursive: true });
});

async function collect(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of objects) all.push(object);
  return all;
}

/** Everything the store holds, finished or not, seen from outside. */
const leftovers: Record<'disk' | 's3', (key: string) => Promise<readonly string[]>> = {
  disk: async (key) => {
    const files = await readdir(join(directory, 'objects'), { recursive: true, withFileTypes: true });
    const kept = files.filter((file) => file.isFile());
    return kept.filter((file) => file.parentPath.endsWith('.incoming') || key.endsWith(file.name)).map((f) => f.name);
  },
  s3: async (key) => [...stub.openUploads.keys(), ...[...stub.objects.keys()].filter((name) => name === key)],
};

/** What people and their tools leave: a note, and what S3's console makes for a folder. */
const addStrays: Record<'disk' | 's3', () => Promise<unknown>> = {
  disk: () => writeFile(join(directory, 'objects', 'recordings', 'README.txt'), 'Not to be deleted by hand'),
  s3: async () => stub.objects.set('recordings/', { body: Buffer.alloc(0), modifiedAt: new Date() }),
};

describe.each([
  ['disk', () => disk],
  ['s3', () => s3],
] as const)('object store on %s', (kind, choose) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = choose();
  });

  it('gives back what was put, whole and in parts', async () => {
    const key = newKey();
    const bytes = randomBytes(300_000);
    expect(await store.put(key, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({
      sizeBytes: 300_000,
    });
    expect((await buffer(await store.get(key))).equals(bytes)).toBe(true);
    expect(await buffer(await store.get(key, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
    expect(await buffer(await store.get(key, { start: 299_990, end: 400_000 }))).toEqual(bytes.subarray(299_990));
    await expect(store.get(key, { start: 300_000, end: 300_001 })).rejects.toMatchObject({ retryable: false });
    const found = await store.find(key);
    expect(found).toMatchObject({ key, sizeBytes: 300_000 });
    expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('stores a stream of many parts without holding it whole', async () => {
    const key = newKey();
    const chunk = randomBytes(MEBIBYTE);
    let produced = 0;
    const source = Readable.from(
      (function* () {
        for (; produced < 20; produced++) yield chunk;
      })(),
    );
    expect(await store.put(key, source)).toEqual({ sizeBytes: 20 * MEBIBYTE });
    const stored = await buffer(await store.get(key));
    expect(stored.length).toBe(20 * MEBIBYTE);
    expect(stored.subarray(17 * MEBIBYTE, 18 * MEBIBYTE).equals(chunk)).toBe(true);
  });

  it('takes an empty object', async () => {
    const key = newKey();
    expect(await store.put(key, Readable.from([]))).toEqual({ sizeBytes: 0 });
    expect(await store.find(key)).toMatchObject({ sizeBytes: 0 });
  });

  it.each([100, 20 * MEBIBYTE])('leaves nothing of a put aborted after %i bytes', async (sizeBytes) => {
    const key = newKey();
    const abort = new AbortController();
    const source = new PassThrough();
    const putting = store.put(key, source, abort.signal);
    const outcome = expect(putting).rejects.toThrow('the client went away');
    const block = Buffer.alloc(64 * 1024);
    for (let sent = 0; sent < sizeBytes; sent += block.length) {
      if (!source.write(block.subarray(0, sizeBytes - sent))) await once(source, 'drain');
    }
    abort.abort(new Error('the client went away'));
    await outcome;
    expect(await leftovers[kind](key)).toEqual([]);
    expect(source.destroyed).toBe(true);
  });

  it('does not begin a put whose signal has already fired', async () => {
    const key = newKey();
    const source = Readable.from([Buffer.from('x')]);
    await expect(store.put(key, source, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(await leftovers[kind](key)).toEqual([]);
  });

  it.each([1, 12 * MEBIBYTE])(
    "passes on the source's own failure after %i bytes and leaves nothing",
    async (sizeBytes) => {
      const key = newKey();
      const failure = new TypeError('not what was promised');
      const source = Readable.from(
        (function* () {
          yield Buffer.alloc(sizeBytes);
          throw failure;
        })(),
      );
      await expect(store.put(key, source)).rejects.toBe(failure);
      expect(await leftovers[kind](key)).toEqual([]);
    },
  );

  it('replaces an object of the same key', async () => {
    const key = newKey();
    await store.put(key, Readable.from([Buffer.from('first, longer')]));
    await store.put(key, Readable.from([Buffer.from('second')]));
    expect((await buffer(await store.get(key))).toString()).toBe('second');
  });

  it('deletes, also what is not there', async () => {
    const key = newKey();
    await store.put(key, Readable.from([Buffer.from('x')]));
    await store.delete(key);
    await store.delete(key);
    expect(await store.find(key)).toBeNull();
    await expect(store.get(key)).rejects.toBeInstanceOf(ProviderError);
    await expect(store.get(key)).rejects.toMatchObject({ retryable: false });
  });

  it('lists every object below a prefix and nothing unfinished, nor what is not of its making', async () => {
    for (const { key } of await collect(store.list('recordings/'))) await store.delete(key);
    await addStrays[kind]();
    const keys = [newKey(), newKey(), newKey(), newKey(), newKey()];
    for (const key of keys) await store.put(key, Readable.from([Buffer.from('abc')]));
    const listed = await collect(store.list('recordings/'));
    expect(listed.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(listed.every(({ sizeBytes }) => sizeBytes === 3)).toBe(true);
    const one = keys[0] ?? '';
    expect((await collect(store.list(one))).map(({ key }) => key)).toEqual([one]);
  });

  it.each([
    '../secret',
    'recordings/../../etc/passwd',
    'recordings/x',
    `recordings/${randomUUID()}/..`,
    `recordings/${randomUUID()}\0`,
    `/recordings/${randomUUID()}`,
    '',
  ])('refuses the key %j everywhere', async (key) => {
    const wrong = 'An object key must have the form recordings/<uuid>';
    await expect(store.put(key, Readable.from([]))).rejects.toThrow(wrong);
    await expect(store.get(key)).rejects.toThrow(wrong);
    await expect(store.find(key)).rejects.toThrow(wrong);
    await expect(store.delete(key)).rejects.toThrow(wrong);
    await expect(store.link({ key, contentType: 'audio/wav', fileName: 'a.wav', expiresInSeconds: 1 })).rejects.toThrow(
      wrong,
    );
  });

  it('can be used', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});

describe('the disk store', () => {
  it('removes only what a killed process left behind long ago', async () => {
    const incoming = join(directory, 'objects', '.incoming');
    const old = join(incoming, randomUUID());
    const recent = join(incoming, randomUUID());
    await writeFile(old, 'half an upload');
    await writeFile(recent, 'still coming');
    await utimes(old, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
    await disk.onApplicationBootstrap();
    disk.onModuleDestroy();
    const names = await readdir(incoming);
    expect(names.map((name) => join(incoming, name))).toEqual([recent]);
  });

  it('makes its folders again when they are gone', async () => {
    await rm(join(directory, 'objects'), { recursive: true });
    const key = newKey();
    await disk.put(key, Readable.from([Buffer.from('after it')]));
    expect(await buffer(await disk.get(key))).toEqual(Buffer.from('after it'));
  });

  it('flushes the names of those that come together at once', async () => {
    const keys = Array.from({ length: 20 }, newKey);
    const folder = await open(directory);
    const flush = vi.spyOn(Object.getPrototypeOf(folder), 'sync');
    try {
      await Promise.all(keys.map((key) => disk.put(key, Readable.from([Buffer.from(key)]))));
      const flushes = flush.mock.calls.length;
      expect(flushes).toBeGreaterThan(0);
      expect(flushes).toBeLessThan(keys.length);
      for (const key of keys) expect(await disk.find(key)).not.toBeNull();
    } finally {
      flush.mockRestore();
      await folder.close();
    }
  });

  it('tells a failing disk without telling its path', async () => {
    const path = join(directory, 'not-a-directory');
    await writeFile(path, '');
    const broken = new DiskObjectStore(
      { directory: path, publicUrl: 'http://x' },
      new SignedLinks(loadConfig({ DATA_DIR: directory })),
    );
    const failure = await broken.put(newKey(), Readable.from([Buffer.from('x')])).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ retryable: true, message: 'The recording store is not available' });
    await expect(broken.check()).rejects.toBeInstanceOf(ProviderError);
  });

  it('tells a disk that fails behind a recording that has come whole', async () => {
    const key = newKey();
    const before = await leftovers.disk(key);
    const source = Readable.from([randomBytes(1_000)]);
    const flush = vi.spyOn(fs, 'fsync').mockImplementationOnce((_, done) => {
      expect(source.destroyed).toBe(true);
      done(Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC', syscall: 'fsync' }));
    });
    try {
      const failure = await disk.put(key, source).catch((error: unknown) => error);
      expect(flush).toHaveBeenCalled();
      expect(failure).toBeInstanceOf(ProviderError);
      expect(failure).toMatchObject({ retryable: true, message: 'The recording store is not available' });
      expect(await leftovers.disk(key)).toEqual(before);
    } finally {
      flush.mockRestore();
    }
  });
});

describe('the S3 store', () => {
  it('tells a failing store as something to try again', async () => {
    stub.failing = true;
    try {
      const failure = { name: 'ProviderError', retryable: true, message: 'The recording store is not available' };
      await expect(s3.put(newKey(), Readable.from([Buffer.from('x')]))).rejects.toMatchObject(failure);
      await expect(s3.find(newKey())).rejects.toMatchObject(failure);
      await expect(s3.check()).rejects.toMatchObject(failure);
    } finally {
      stub.failing = false;
    }
  });

  it('leaves what stands under the key when it is told to stop after all of it was stored', async () => {
    const key = newKey();
    await s3.put(key, Readable.from([Buffer.from('of who holds the call now')]));
    const abort = new AbortController();
    stub.stored = async () => abort.abort(new Error('the call is held by another worker'));
    try {
      await s3.put(key, Readable.from([Buffer.from('of who held it')]), abort.signal).catch(() => undefined);
    } finally {
      stub.stored = null;
    }
    expect(abort.signal.aborted).toBe(true);
    expect(await s3.find(key)).not.toBeNull();
  });

  it('presigns a link that opens without credentials, with a range and a safe name', async () => {
    const key = newKey();
    await s3.put(key, Readable.from([Buffer.from('0123456789')]));
    const link = await s3.link({ key, contentType: 'audio/wav', fileName: 'Gespräch "1".wav', expiresInSeconds: 60 });
    expect(link).toContain('X-Amz-Expires=60');
    const answer = await fetch(link, { headers: { range: 'bytes=2-4' } });
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe('234');
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Gespr_ch _1_.wav"; filename*=UTF-8''Gespr%C3%A4ch%20%221%22.wav`,
    );
  });
});
