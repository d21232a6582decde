// The cases of the contract of ObjectStore in which the disk or the server fails, breaks off, or answers oddly.
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { actionsOn, failureOf, newKey } from '../support/builders/object-actions.js';
import { isCase, type NoCase } from './no-case.js';

export interface ObjectStoreFaults {
  store(): ObjectStore;
  /** A store whose disk or server fails, and what its errors must not tell a client. */
  failing(): Promise<{ readonly store: ObjectStore; readonly secrets: readonly string[] }>;
  /** A store before which something answers everything with this status and a page of its own. */
  readonly odd: ((status: 200 | 404) => Promise<ObjectStore>) | NoCase;
  /** Makes the next read of an object break off in the middle. */
  readonly cutNextRead: (() => void) | NoCase;
}

type Action = keyof ReturnType<typeof actionsOn>;
const ACTIONS: readonly Action[] = [
  'put',
  'get',
  'fetchTo',
  'find',
  'list',
  'delete',
  'deleteMany',
  'readMark',
  'writeMark',
  'check',
];

export function describeObjectStoreFaults({ store, failing, odd, cutNextRead }: ObjectStoreFaults): void {
  it.each(ACTIONS)(
    '%s: reports a store that fails as a retryable ProviderError without its details',
    async (action) => {
      const { store: failed, secrets } = await failing();
      const error = await failureOf(`${action} of a store that fails`, actionsOn(failed)[action]());
      expectStoreError(error, action);
      for (const secret of secrets) expect(String(error), `the error of ${action}`).not.toContain(secret);
    },
  );

  if (isCase(odd)) {
    it.each(ACTIONS)('%s: takes no page of a proxy for an answer of the store', async (action) => {
      const store = await odd(200);
      expectStoreError(await failureOf(`${action} that a page answers`, actionsOn(store)[action]()), action);
    });

    // Of an object alone that is asked for without its body, the answer is its status and nothing else.
    const answersWithBody = ACTIONS.filter((action) => action !== 'find');
    it.each(answersWithBody)('%s: takes no "404 Not Found" of a proxy for an answer of the store', async (action) => {
      const store = await odd(404);
      expectStoreError(await failureOf(`${action} that a page answers`, actionsOn(store)[action]()), action);
    });
  }

  if (isCase(cutNextRead)) {
    it.each(['get', 'fetchTo'] as const)('%s: reports an object that breaks off in the middle', async (action) => {
      const key = newKey();
      await store().put(key, Readable.from([randomBytes(300_000)]));
      const path = join(tmpdir(), randomUUID());
      cutNextRead();
      const read =
        action === 'get' ? store().get(key).then(buffer) : store().fetchTo(key, path, new AbortController().signal);
      expectStoreError(await failureOf(`${action} of half an object`, read), action);
      await rm(path, { force: true });
    });
  }
}

function expectStoreError(error: unknown, action: Action): void {
  expect(error, `the error of ${action}`).toBeInstanceOf(ProviderError);
  expect(error, `the error of ${action}`).toMatchObject({
    retryable: true,
    message: 'The recording store is not available',
  });
}
