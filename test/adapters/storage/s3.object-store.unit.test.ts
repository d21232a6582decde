import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { S3ObjectStore } from '../../../src/adapters/storage/s3.object-store.js';
import { describeObjectStore, type PutHook } from '../../ports/object-store.contract.js';
import { bodyOf, failureOf, newKey } from '../../support/builders/object-actions.js';
import { eventually } from '../../support/processes/eventually.js';
import { type S3Stub, startS3Stub } from '../../support/stubs/s3-stub.js';

let stub: S3Stub;
let failingStub: S3Stub;
let s3: S3ObjectStore;
let failingS3: S3ObjectStore;

beforeAll(async () => {
  stub = await startS3Stub();
  s3 = storeAt(stub);
  failingStub = await startS3Stub();
  failingStub.failing = true;
  failingS3 = storeAt(failingStub);
});

afterAll(async () => {
  s3.onApplicationShutdown();
  failingS3.onApplicationShutdown();
  await stub.close();
  await failingStub.close();
});

function storeAt({ bucket, endpoint }: Pick<S3Stub, 'bucket' | 'endpoint'>, publicEndpoint: string | null = null) {
  return new S3ObjectStore({
    bucket,
    region: 'eu-central-1',
    endpoint,
    publicEndpoint,
    forcePathStyle: true,
    accessKeyId: 'test-access-key',
    secretAccessKey: 'test-secret-key',
  });
}

function hookOf(name: 'beforeStored' | 'afterStored', action: () => void): PutHook {
  stub[name] = action;
  return {
    remove: () => {
      stub[name] = null;
    },
  };
}

async function storeBehindPages(status: 200 | 404) {
  const pages = await startS3Stub();
  pages.pageInstead = () => status;
  const store = storeAt(pages);
  onTestFinished(async () => {
    store.onApplicationShutdown();
    await pages.close();
  });
  return { pages, store };
}

describeObjectStore('s3', {
  store: () => s3,
  leftovers: async (key) => [...stub.openUploads.keys(), ...[...stub.objects.keys()].filter((name) => name === key)],
  // The console of S3 creates such an object for a folder.
  addStrays: async () => stub.objects.set('recordings/', { body: Buffer.alloc(0), modifiedAt: new Date() }),
  beforePublish: (action) => hookOf('beforeStored', action),
  afterPublish: (action) => hookOf('afterStored', action),
  keepFromDeletion: async (key) => {
    stub.undeletable.add(key);
    return async () => void stub.undeletable.delete(key);
  },
  stuckCopy: (at) => {
    const stuck = new Promise<void>((then) => {
      stub.stuck = { at, then };
    });
    return { started: () => stuck };
  },
  cutNextRead: () => {
    stub.cutsNext = true;
  },
  odd: async (status) => (await storeBehindPages(status)).store,
  failing: async () => ({ store: failingS3, secrets: [failingStub.bucket, failingStub.endpoint, 'InternalError'] }),
});

describe('the S3 store', () => {
  it('signs links for the host by which clients reach the store', async () => {
    const key = newKey();
    // The service's own way to the store is another than that of its clients.
    const publicEndpoint = stub.endpoint.replace('127.0.0.1', 'localhost');
    const store = storeAt(stub, publicEndpoint);
    await store.put(key, bodyOf('0123456789'));
    const wanted = { key, contentType: 'audio/wav', fileName: 'a.wav', expiresInSeconds: 60 };
    vi.useFakeTimers({ toFake: ['Date'] });
    const link = await store.link(wanted);
    const signedForClients = await storeAt({ bucket: stub.bucket, endpoint: publicEndpoint }).link(wanted);
    vi.useRealTimers();
    expect(new URL(link).origin).toBe(publicEndpoint);
    expect(link).toBe(signedForClients);
    expect(await (await fetch(link.replace('localhost', '127.0.0.1'))).text()).toBe('0123456789');
  });

  it('deletes a thousand objects with one request', async () => {
    const keys = Array.from({ length: 2_500 }, newKey);
    for (const key of keys) stub.objects.set(key, { body: Buffer.alloc(1), modifiedAt: new Date() });
    stub.deletions.length = 0;
    expect(await s3.deleteMany(keys)).toEqual([]);
    expect(stub.deletions).toEqual([1_000, 1_000, 500]);
    expect(
      keys.filter((key) => stub.objects.has(key)),
      'keys that are still stored',
    ).toEqual([]);
  });

  it('deletes one by one where the store does not know the request for many', async () => {
    const keys = Array.from({ length: 20 }, newKey);
    for (const key of keys) await s3.put(key, bodyOf('x'));
    const [kept = ''] = keys;
    stub.deletesOneAtATime = true;
    stub.undeletable.add(kept);
    try {
      expect(await s3.deleteMany(keys)).toEqual([kept]);
    } finally {
      stub.deletesOneAtATime = false;
      stub.undeletable.clear();
    }
    expect(keys.filter((key) => stub.objects.has(key))).toEqual([kept]);
  });

  it.each([
    ['the beginning', (method, query) => method === 'POST' && query.has('uploads')],
    ['a part', (method, query) => method === 'PUT' && query.has('partNumber')],
    ['the end', (method, query) => method === 'POST' && query.has('uploadId')],
  ] satisfies [string, (method: string | undefined, query: URLSearchParams) => boolean][])(
    'takes no page of a proxy for %s of an upload in parts',
    async (step, isAnsweredByPage) => {
      const key = newKey();
      stub.pageInstead = (method, query) => (isAnsweredByPage(method, query) ? 200 : null);
      onTestFinished(() => {
        stub.pageInstead = null;
      });
      const source = Readable.from([Buffer.alloc(6 * 1024 * 1024)]);
      const error = await failureOf(`A put whose request for ${step} a page answers`, s3.put(key, source));
      expect(error, 'the error of put').toMatchObject({
        retryable: true,
        message: 'The recording store is not available',
      });
      expect([...stub.openUploads], 'uploads that were neither completed nor aborted').toEqual([]);
      expect(stub.objects.has(key), 'the object is stored').toBe(false);
    },
  );

  it('deletes an object in a store that answers with an empty 200', async () => {
    const key = newKey();
    await s3.put(key, bodyOf('x'));
    stub.deletionStatus = 200;
    onTestFinished(() => {
      stub.deletionStatus = 204;
    });
    await expect(s3.delete(key)).resolves.toBeUndefined();
    expect(stub.objects.has(key), 'the object is still stored').toBe(false);
  });

  it('closes the connection of a page that it does not read', async () => {
    const { pages, store } = await storeBehindPages(200);
    await failureOf('get that a page answers', store.get(newKey()));
    await eventually(async () => expect(await pages.openConnections(), 'connections that a page keeps open').toBe(0));
  });
});
