// What rounds of retention enter in the audit log: each ended call once, also of rounds that fail in the middle.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { Deployment, type OpenStore, openDisk } from '../../support/builders/swept-store.js';

let deployment: Deployment;
let disk: OpenStore;
beforeAll(async () => {
  disk = await openDisk();
});
afterAll(() => disk?.close());
beforeEach(async () => {
  deployment = await Deployment.open();
  return () => deployment.close();
});

const endAll = (store: ObjectStore) => deployment.retention(store, { ANALYSIS_RETENTION_DAYS: '30' }).end();
const entries = async (): Promise<unknown[]> =>
  deployment.dataSource.query(
    "SELECT account_id, actor_kind, details FROM audit_entry WHERE action = 'retention.round' ORDER BY at",
  );
const entryOf = (analyses: number) => ({
  account_id: deployment.account,
  actor_kind: 'service',
  details: { recordings: 0, originals: 0, transcripts: 0, analyses },
});

/** A store that fails from its first deletion on, as one that has gone away in the middle of a round. */
const failing = (): ObjectStore =>
  new Proxy(disk.store, {
    get: (store, name) =>
      String(name).startsWith('delete')
        ? () => Promise.reject(new ProviderError('The store is away', { retryable: true }))
        : Reflect.get(store, name),
  });

describe('a round of retention', () => {
  it('is one entry for each account, whatever number of batches it takes, and none where nothing has ended', async () => {
    await deployment.addAnalyses(1_200, 40);
    await deployment.addAnalyses(3, 20);
    await endAll(disk.store);
    await endAll(disk.store);
    expect(await entries()).toEqual([entryOf(1_200)]);
    expect(await deployment.count('FROM analysis')).toBe(3);
  });

  it('that fails in the middle has its calls entered by the next one, each once', async () => {
    await deployment.addAnalyses(1_200, 40);
    await expect(endAll(failing())).rejects.toThrow('The store is away');
    const left = (await deployment.count('FROM analysis')) ?? 0;
    expect(left, 'calls that the failed round has left').toBeGreaterThan(0);
    expect(left, 'calls that the failed round has left').toBeLessThan(1_200);
    expect(await entries()).toEqual([]);
    await endAll(disk.store);
    expect(await entries()).toEqual([entryOf(1_200)]);
  });

  it('leaves the calls of a closed account to its erasure, and waits for none', async () => {
    await deployment.addAnalyses(2, 40);
    await deployment.dataSource.query('UPDATE account SET closed_at = now()');
    await endAll(disk.store);
    expect(await deployment.count('FROM analysis')).toBe(2);
  });
});
