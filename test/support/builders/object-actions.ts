// What tests do with an ObjectStore.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { ObjectStore, StoredObject } from '../../../src/ports/object-store.js';

export const newKey = () => `recordings/${randomUUID()}`;
export const bodyOf = (text: string) => Readable.from([Buffer.from(text)]);

export async function textOf(store: ObjectStore, key: string): Promise<string> {
  return (await buffer(await store.get(key))).toString();
}

export function collect(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  return Readable.from(objects).toArray();
}

/** Each of the actions that ask the disk or the server, on objects that are not stored. */
export function actionsOn(store: ObjectStore) {
  const noFile = join(tmpdir(), randomUUID(), 'copy');
  return {
    put: () => store.put(newKey(), bodyOf('x')),
    get: () => store.get(newKey()),
    fetchTo: () => store.fetchTo(newKey(), noFile, new AbortController().signal),
    find: () => store.find(newKey()),
    list: () => collect(store.list('recordings/')),
    delete: () => store.delete(newKey()),
    deleteMany: () => store.deleteMany([newKey(), newKey()]),
    readMark: () => store.readMark(),
    writeMark: () => store.writeMark('x'),
    check: () => store.check(),
  } satisfies Partial<Record<keyof ObjectStore, () => Promise<unknown>>>;
}

export async function failureOf(what: string, action: Promise<unknown>): Promise<unknown> {
  const succeeded = () => expect.fail(`${what} succeeded`);
  return action.then(succeeded, (error: unknown) => error);
}
