// Looks at the bucket of a client, for the tests of one file. Each test has an account and a bucket of its own.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { toWav } from '../audio/wav.js';
import { BucketStub } from '../stubs/bucket-stub.js';
import { WatchingApp } from './watching-app.js';

/** A tenth of a second. */
export const RECORDING = toWav(new Int16Array(800), 8_000);
export const LONG_AGO = new Date('2024-01-01T00:00:00Z');

const DAY_MS = 86_400_000;

export const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS);
/** As in `2026/11/20`. */
export const folderOf = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '/');

export class WatchingFixture {
  app!: WatchingApp;
  stub!: BucketStub;
  accountId!: string;
}

/** Started before the tests of the file and stopped after them. */
export function useWatching(): WatchingFixture {
  const on = new WatchingFixture();
  beforeAll(async () => {
    on.app = await WatchingApp.start();
  });
  beforeEach(async () => {
    on.stub = new BucketStub('acme-recordings');
    await on.stub.listen();
    on.accountId = await on.app.account();
  });
  afterEach(() => on.stub.close());
  afterAll(() => on.app?.stop());
  return on;
}
