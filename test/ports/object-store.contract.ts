// The cases that every implementation of ObjectStore must pass. The test file of each adapter registers them.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../src/ports/provider-error.js';
import { bodyOf, collect, failureOf, newKey, textOf } from '../support/builders/object-actions.js';
import { isCase, type NoCase } from './no-case.js';
import { describeObjectStoreFaults, type ObjectStoreFaults } from './object-store-faults.contract.js';
import { describeLinks } from './object-store-links.contract.js';

export interface ObjectStoreSetup extends ObjectStoreFaults {
  /** What the store holds of unfinished puts, and under the key, seen from outside. Empty when there is nothing. */
  leftovers(key: string): Promise<readonly string[]>;
  /** Adds what people and tools leave beside the objects. */
  addStrays(): Promise<unknown>;
  /** Runs the action once, in the next put, when all bytes are written and the key does not name them yet. */
  beforePublish(action: () => void): PutHook;
  /** Runs the action once, in the next put, when the key names the new object and the put has not resolved yet. */
  afterPublish(action: () => void): PutHook;
  /** Makes the next copy wait there. `started` resolves once it waits. */
  readonly stuckCopy: ((at: 'answer' | 'half') => { started(): Promise<unknown> }) | NoCase;
  /** Makes the store refuse to delete the object, until the returned function is called. */
  keepFromDeletion(key: string): Promise<() => Promise<void>>;
}

export interface PutHook {
  remove(): void;
}

const MEBIBYTE = 1024 * 1024;

export function describeObjectStore(name: string, setup: ObjectStoreSetup): void {
  describe(`the contract of ObjectStore: ${name}`, () => {
    describeStoring(setup);
    describeCopies(setup);
    describeAbortedPuts(setup);
    describeFailedPuts(setup);
    describeDeletions(setup);
    describeListing(setup);
    describeMark(setup);
    describeKeys(setup);
    describeLinks(setup);
    describeCheck(setup);
    describeObjectStoreFaults(setup);
  });
}

function describeStoring({ store }: ObjectStoreSetup): void {
  it('returns the stored bytes, whole and in ranges', async () => {
    const key = newKey();
    const bytes = randomBytes(300_000);
    expect(await store().put(key, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({
      sizeBytes: 300_000,
    });
    expect(await buffer(await store().get(key))).toHaveBytes(bytes);
    expect(await buffer(await store().get(key, { start: 10, end: 19 }))).toHaveBytes(bytes.subarray(10, 20));
    expect(await buffer(await store().get(key, { start: 299_990, end: 400_000 }))).toHaveBytes(bytes.subarray(299_990));
    await expect(store().get(key, { start: 300_000, end: 300_001 })).rejects.toMatchObject({ retryable: false });
    const found = await store().find(key);
    expect(found).toMatchObject({ key, sizeBytes: 300_000 });
    expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('stores a stream of many parts', async () => {
    const key = newKey();
    const chunk = randomBytes(MEBIBYTE);
    const source = Readable.from(
      (function* () {
        for (let produced = 0; produced < 20; produced++) yield chunk;
      })(),
    );
    expect(await store().put(key, source)).toEqual({ sizeBytes: 20 * MEBIBYTE });
    const stored = await buffer(await store().get(key));
    expect(stored.length, 'bytes that are stored').toBe(20 * MEBIBYTE);
    expect(stored.subarray(17 * MEBIBYTE, 18 * MEBIBYTE)).toHaveBytes(chunk);
  });

  it.each([null, 0, 10, 20 * MEBIBYTE])(
    'stores all bytes where the sender announced %s, and sent others',
    async (announced) => {
      const key = newKey();
      const bytes = randomBytes(6 * MEBIBYTE);
      expect(await store().put(key, Readable.from([bytes]), undefined, announced)).toEqual({ sizeBytes: bytes.length });
      expect(await buffer(await store().get(key))).toHaveBytes(bytes);
    },
  );

  it('stores an empty object', async () => {
    const key = newKey();
    expect(await store().put(key, Readable.from([]))).toEqual({ sizeBytes: 0 });
    expect(await store().find(key)).toMatchObject({ sizeBytes: 0 });
  });

  it('replaces an object of the same key', async () => {
    const key = newKey();
    await store().put(key, bodyOf('first, longer'));
    await store().put(key, bodyOf('second'));
    expect(await textOf(store(), key)).toBe('second');
  });

  it('deletes an object; deleting a missing one succeeds', async () => {
    const key = newKey();
    await store().put(key, bodyOf('x'));
    await store().delete(key);
    await store().delete(key);
    expect(await store().find(key)).toBeNull();
    const error = await failureOf('get of a deleted object', store().get(key));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ retryable: false });
  });
}

function describeCopies({ store, stuckCopy }: ObjectStoreSetup): void {
  const never = new AbortController().signal;
  const withFile = async (use: (path: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'object-copy-'));
    await use(join(folder, 'copy')).finally(() => rm(folder, { recursive: true }));
  };
  const putNew = async (text: string) => {
    const key = newKey();
    await store().put(key, bodyOf(text));
    return key;
  };

  it('copies an object to a file, in place of what the file held', () =>
    withFile(async (path) => {
      const key = newKey();
      const bytes = randomBytes(300_000);
      await store().put(key, Readable.from([bytes]));
      await writeFile(path, randomBytes(400_000));
      await store().fetchTo(key, path, never);
      expect(await readFile(path)).toHaveBytes(bytes);
    }));

  it('keeps the object when its copy is replaced, and the copy when its object is', () =>
    withFile(async (path) => {
      const [one, other] = [await putNew('one'), await putNew('other')];
      await store().fetchTo(one, path, never);
      await store().fetchTo(other, path, never);
      expect(await textOf(store(), one), 'the first object after its copy was replaced').toBe('one');
      await store().put(other, bodyOf('a newer one'));
      expect(await readFile(path, 'utf8'), 'the copy after its object was replaced').toBe('other');
      await store().delete(other);
      expect(await readFile(path, 'utf8'), 'the copy after its object was deleted').toBe('other');
    }));

  it('says of a copy whether the object or the file is at fault', () =>
    withFile(async (path) => {
      const missing = await failureOf('fetchTo of a missing object', store().fetchTo(newKey(), path, never));
      expect(missing).toBeInstanceOf(ProviderError);
      expect(missing).toMatchObject({ retryable: false });
      const key = await putNew('x');
      const unwritable = await failureOf(
        'fetchTo into a missing folder',
        store().fetchTo(key, join(path, 'in-a-missing-folder'), never),
      );
      expect(unwritable).not.toBeInstanceOf(ProviderError);
      expect(unwritable).toMatchObject({ code: 'ENOENT' });
    }));

  it('does not copy once it is aborted', () =>
    withFile(async (path) => {
      const reason = new Error('The worker stops');
      const copying = store().fetchTo(await putNew('x'), path, AbortSignal.abort(reason));
      await expect(copying, 'a copy that was given up is made, or ends with another error').rejects.toBe(reason);
    }));

  it('keeps the copy when the signal aborts after it', () =>
    withFile(async (path) => {
      const key = await putNew('stored');
      const abort = new AbortController();
      await store().fetchTo(key, path, abort.signal);
      abort.abort(new Error('The worker stops'));
      expect(await readFile(path, 'utf8'), 'the end of the work takes the copy away').toBe('stored');
    }));

  if (!isCase(stuckCopy)) return;
  it.each([
    ['before the first byte', 'answer'],
    ['in the middle', 'half'],
  ] as const)("rejects with the signal's reason when the copy is aborted %s", (_when, at) =>
    withFile(async (path) => {
      const key = await putNew('x'.repeat(MEBIBYTE));
      const { started } = stuckCopy(at);
      const abort = new AbortController();
      const copying = store().fetchTo(key, path, abort.signal);
      await Promise.race([started(), copying]);
      const reason = new Error('The worker stops');
      abort.abort(reason);
      await expect(copying, 'a copy that was given up goes on, or ends with another error').rejects.toBe(reason);
    }),
  );
}

function describeDeletions({ store, keepFromDeletion }: ObjectStoreSetup): void {
  it('deletes more than a thousand objects, with missing ones among them', async () => {
    const keys = Array.from({ length: 1_010 }, newKey);
    const stored = [...keys.slice(0, 15), ...keys.slice(-15)];
    const other = newKey();
    for (const key of [...stored, other]) await store().put(key, bodyOf('x'));
    expect(await store().deleteMany(keys)).toEqual([]);
    for (const key of stored) expect(await store().find(key)).toBeNull();
    expect(await store().find(other)).not.toBeNull();
    expect(await store().deleteMany([])).toEqual([]);
  });

  it('deletes the others when it cannot delete one, and says which; throws when it cannot delete any', async () => {
    const [kept, deleted] = [newKey(), newKey()];
    for (const key of [kept, deleted]) await store().put(key, bodyOf('x'));
    const release = await keepFromDeletion(kept);
    try {
      expect(await store().deleteMany([kept, deleted])).toEqual([kept]);
      expect(await failureOf('deleteMany of an object that stays', store().deleteMany([kept]))).toMatchObject({
        retryable: true,
      });
    } finally {
      await release();
    }
    expect(await store().find(deleted)).toBeNull();
    expect(await store().deleteMany([kept])).toEqual([]);
    expect(await store().find(kept)).toBeNull();
  });
}

function describeMark({ store }: ObjectStoreSetup): void {
  it('keeps a mark beside the objects, which replaces the one before', async () => {
    expect(await store().readMark()).toBeNull();
    for (const mark of [randomUUID(), randomUUID()]) {
      await store().writeMark(mark);
      expect(await store().readMark()).toBe(mark);
    }
    expect(
      (await collect(store().list(''))).filter(({ key }) => !key.startsWith('recordings/')),
      'keys outside of recordings',
    ).toEqual([]);
  });
}

function describeAbortedPuts({ store, leftovers, beforePublish, afterPublish }: ObjectStoreSetup): void {
  it.each([100, 20 * MEBIBYTE])('leaves nothing of a put that is aborted after %i bytes', async (sizeBytes) => {
    const key = newKey();
    const abort = new AbortController();
    const source = new PassThrough();
    const putting = store().put(key, source, abort.signal);
    const outcome = expect(putting).rejects.toThrow('the client disconnected');
    const block = Buffer.alloc(64 * 1024);
    for (let sent = 0; sent < sizeBytes; sent += block.length) {
      if (!source.write(block.subarray(0, sizeBytes - sent))) await once(source, 'drain');
    }
    abort.abort(new Error('the client disconnected'));
    await outcome;
    expect(await leftovers(key)).toEqual([]);
    expect(source.destroyed, 'the source is closed').toBe(true);
  });

  it('does not begin a put whose signal has aborted before', async () => {
    const key = newKey();
    await expect(store().put(key, bodyOf('x'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(await leftovers(key)).toEqual([]);
  });

  it.each([10, 12 * MEBIBYTE])(
    'a put of %i bytes, aborted after its write, before it is published: rejects and leaves the key, or resolves and replaces it',
    async (sizeBytes) => {
      const key = newKey();
      await store().put(key, bodyOf('of the new owner'));
      const abort = new AbortController();
      const hook = beforePublish(() => abort.abort(new Error('the claim was lost')));
      const source = Readable.from([Buffer.alloc(sizeBytes)]);
      const outcome = await store()
        .put(key, source, abort.signal)
        .catch((error: Error) => error.message)
        .finally(() => hook.remove());
      expect(abort.signal.aborted, 'the put was aborted before it was published').toBe(true);
      const { sizeBytes: storedBytes } = (await store().find(key)) ?? {};
      if (outcome === 'the claim was lost') expect(storedBytes).toBe('of the new owner'.length);
      else expect([outcome, storedBytes]).toEqual([{ sizeBytes }, sizeBytes]);
    },
  );

  it('a signal that aborts after the object is stored has no effect', async () => {
    const key = newKey();
    const abort = new AbortController();
    const hook = afterPublish(() => abort.abort(new Error('the claim was lost')));
    try {
      expect(await store().put(key, bodyOf('stored'), abort.signal)).toEqual({ sizeBytes: 6 });
    } finally {
      hook.remove();
    }
    expect(abort.signal.aborted, 'the signal aborted after the object was stored').toBe(true);
    expect(await textOf(store(), key)).toBe('stored');
  });
}

function describeFailedPuts({ store, leftovers }: ObjectStoreSetup): void {
  it.each([1, 12 * MEBIBYTE])(
    "throws the source's own error after %i bytes unchanged and leaves nothing",
    async (sizeBytes) => {
      const key = newKey();
      const failure = new TypeError('the source failed');
      const source = Readable.from(
        (function* () {
          yield Buffer.alloc(sizeBytes);
          throw failure;
        })(),
      );
      await expect(store().put(key, source)).rejects.toBe(failure);
      expect(await leftovers(key)).toEqual([]);
    },
  );
}

function describeListing({ store, addStrays }: ObjectStoreSetup): void {
  it('lists every object below a prefix, no unfinished put, and no file of others', async () => {
    for (const { key } of await collect(store().list('recordings/'))) await store().delete(key);
    await addStrays();
    const keys = [newKey(), newKey(), newKey(), newKey(), newKey()];
    for (const key of keys) await store().put(key, bodyOf('abc'));
    const listed = await collect(store().list('recordings/'));
    expect(listed.map(({ key }) => key).sort()).toEqual([...keys].sort());
    const otherSizes = listed.filter(({ sizeBytes }) => sizeBytes !== 3);
    expect(otherSizes, 'objects of another size').toEqual([]);
    const one = keys[0] ?? '';
    expect((await collect(store().list(one))).map(({ key }) => key)).toEqual([one]);
  });
}

function describeKeys({ store }: ObjectStoreSetup): void {
  it.each([
    '../secret',
    'recordings/../../etc/passwd',
    'recordings/x',
    `recordings/${randomUUID()}/..`,
    `recordings/${randomUUID()}\0`,
    `/recordings/${randomUUID()}`,
    '',
  ])('refuses the key %j in every method', async (key) => {
    const wrong = 'An object key must be a folder of the service and a UUID, as in recordings/<uuid>';
    await expect(store().put(key, Readable.from([]))).rejects.toThrow(wrong);
    await expect(store().get(key)).rejects.toThrow(wrong);
    await expect(store().find(key)).rejects.toThrow(wrong);
    await expect(store().deleteMany([newKey(), key])).rejects.toThrow(wrong);
    await expect(store().delete(key)).rejects.toThrow(wrong);
    const link = { key, contentType: 'audio/wav', fileName: 'a.wav', expiresInSeconds: 1 };
    await expect(store().link(link)).rejects.toThrow(wrong);
  });
}

function describeCheck({ store }: ObjectStoreSetup): void {
  it('passes its check', async () => {
    await expect(store().check()).resolves.toBeUndefined();
  });
}
