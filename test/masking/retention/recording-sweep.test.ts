import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findUnbilled } from '../../../src/billing/reconciliation/unbilled-requests.js';
import { sweepByHand } from '../../../src/commands/sweep-by-hand.js';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { OrphanRecordings } from '../../../src/recordings/orphan-recordings.js';
import { storedEvaluation } from '../../support/builders/stored-scorecards.js';
import { Deployment, later, type OpenStore, openDisk, openS3 } from '../../support/builders/swept-store.js';

Logger.overrideLogger(false);

describe.each([
  { kind: 'disk', open: openDisk },
  { kind: 's3', open: openS3 },
])('the sweep of recordings on $kind', ({ open }) => {
  let opened: OpenStore;
  let store: ObjectStore;
  const deployments: Deployment[] = [];

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await opened.close();
    for (const deployment of deployments.splice(0)) await deployment.close();
  });
  afterAll(() => expect(deployments).toEqual([]));

  const openDeployment = async (): Promise<Deployment> => {
    const deployment = await Deployment.open();
    deployments.push(deployment);
    return deployment;
  };
  const storeAll = async (ids: readonly string[]): Promise<readonly string[]> => {
    for (const id of ids) await store.put(`recordings/${id}`, Readable.from([Buffer.from('audio')]));
    return ids;
  };
  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());
  const storedCount = async (ids: readonly string[]): Promise<number> => {
    const found = await Promise.all(ids.map((id) => store.find(`recordings/${id}`)));
    return found.filter((object) => object !== null).length;
  };

  it('deletes recordings that no analysis owns, once they are too old for an upload in progress, and logs each', async () => {
    const deployment = await openDeployment();
    await deployment.sweep(store).sweep(Date.now());
    const [orphan = ''] = await storeAll(newIds(1));
    const owned = await storeAll([...(await deployment.addAnalyses(1, 1)), ...(await deployment.addAnalyses(1, null))]);
    await deployment.sweep(store).sweep(Date.now());
    expect(await storedCount([orphan]), 'young orphans that are stored').toBe(1);
    const log = vi.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    expect(await deployment.sweepAndCount(store, 'done'), 'sweeps that were done').toBe(1);
    expect([await storedCount([orphan]), await storedCount(owned)]).toEqual([0, 2]);
    expect(log.mock.calls).toEqual([
      [{ recording: `recordings/${orphan}` }, 'Deleted a recording that no analysis owned'],
    ]);
  });

  it('keeps masked recordings and originals, and deletes what no column of a call names', async () => {
    const deployment = await openDeployment();
    await deployment.sweep(store).sweep(Date.now());
    const [masked = '', waiting = '', orphan = '', other = ''] = newIds(4);
    const [kept, withheld, deleted, working] = await deployment.addMasked(1, [
      { storage: masked, original: '{id}', redacted: null },
      { storage: null, original: '{id}', redacted: null },
      { storage: other, original: null, redacted: null },
      { storage: '{id}', original: null, redacted: waiting },
    ]);
    const owned = await storeAll([masked, waiting, kept ?? '', withheld ?? '', working ?? '']);
    // The original of a call that keeps none, should it come back, is no one's.
    const unowned = await storeAll([orphan, deleted ?? '']);
    expect(await deployment.sweepAndCount(store, 'done'), 'sweeps that were done').toBe(1);
    expect([await storedCount(owned), await storedCount(unowned)]).toEqual([5, 0]);
  });

  it('ends the retention of masked recordings and of originals alike, and tells that the original is deleted', async () => {
    const deployment = await openDeployment();
    const [masked = '', waiting = ''] = newIds(2);
    const calls = await deployment.addMasked(31, [
      { storage: masked, original: '{id}', redacted: null },
      { storage: null, original: '{id}', redacted: null },
      { storage: '{id}', original: null, redacted: waiting },
    ]);
    const due = await storeAll([masked, waiting, ...calls]);
    const [young = ''] = await storeAll(
      await deployment.addMasked(1, [{ storage: null, original: '{id}', redacted: null }]),
    );
    await deployment.retention(store, { AUDIO_RETENTION_DAYS: '30' }).end();
    expect([await storedCount(due), await storedCount([young])]).toEqual([0, 1]);
    const left = 'FROM analysis WHERE num_nonnulls(storage_key, original_key, redacted_key) > 0';
    expect(await deployment.count(left), 'calls with a recording').toBe(1);
    const told = 'FROM analysis_payload WHERE redaction LIKE \'%"original":"deleted"%\'';
    expect(await deployment.count(told), 'calls that tell that their original is deleted').toBe(3);
    await deployment.retention(store, { ANALYSIS_RETENTION_DAYS: '1' }).end();
    expect(await storedCount([young]), 'recordings after the end of their analysis').toBe(0);
  });

  it('deletes nothing from the store of another deployment', async () => {
    const owner = await openDeployment();
    await owner.sweep(store).sweep(Date.now());
    const recordings = await storeAll(await owner.addAnalyses(20, 1));
    const other = await openDeployment();
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    expect(await other.sweepAndCount(store, 'stopped'), 'sweeps that were stopped').toBe(1);
    expect(await storedCount(recordings), 'recordings of the other deployment').toBe(20);
    expect(log).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ mark: await store.readMark() }),
      expect.stringContaining('belongs to another deployment'),
    );
    expect(await owner.sweepAndCount(store, 'done'), 'sweeps that were done by the owner').toBe(1);
  });

  it('deletes nothing from a store without a mark whose recordings the database does not know', async () => {
    const empty = await openDeployment();
    const recordings = await storeAll(newIds(20));
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    expect(await empty.sweepAndCount(store, 'stopped'), 'sweeps that were stopped').toBe(1);
    expect(await storedCount(recordings), 'recordings that are stored').toBe(20);
    expect(log).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.stringContaining('knows few of the recordings'),
    );
    expect(await store.readMark()).toBeNull();
  });

  it('marks an empty store, and after an upgrade one whose recordings the database knows', async () => {
    const deployment = await openDeployment();
    await storeAll(await deployment.addAnalyses(20, 1));
    await storeAll(newIds(10));
    await deployment.sweep(store).sweep(Date.now());
    const [row] = await deployment.dataSource.query('SELECT id FROM deployment');
    expect(await store.readMark()).toBe(row.id);
  });

  it('stops before the first deletion when more than a hundred and more than a hundredth are orphans', async () => {
    const deployment = await openDeployment();
    await deployment.sweep(store).sweep(Date.now());
    const owned = await storeAll(await deployment.addAnalyses(30, 1));
    const orphans = await storeAll(newIds(101));
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    expect(await deployment.sweepAndCount(store, 'stopped'), 'sweeps that were stopped').toBe(1);
    expect(await storedCount(orphans), 'orphans that are stored').toBe(101);
    expect(log).toHaveBeenCalledExactlyOnceWith(
      { orphans: 101, recordings: 131 },
      expect.stringContaining('call-analysis recordings:sweep'),
    );
    // A hundred are few, whatever their share.
    await store.delete(`recordings/${orphans[0]}`);
    expect(await deployment.sweepAndCount(store, 'done'), 'sweeps that were done').toBe(1);
    expect([await storedCount(orphans), await storedCount(owned)]).toEqual([0, 30]);
  });

  it('by hand shows what would go, and deletes it when confirmed', async () => {
    const deployment = await openDeployment();
    await deployment.sweep(store).sweep(Date.now());
    const owned = await storeAll(await deployment.addAnalyses(3, 1));
    const orphans = await storeAll(newIds(120));
    const byHand = new OrphanRecordings(deployment.dataSource, store);
    vi.spyOn(Date, 'now').mockReturnValue(later());
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(await sweepByHand(byHand, { confirm: false, adopt: false }, print), 'the listing succeeds').toBe(true);
    expect(lines).toContain('Recordings            123');
    expect(lines).toContain('Without an analysis   120, 0.0 MB');
    expect(lines).toContain('  and 100 more');
    expect(await storedCount(orphans), 'orphans that are stored after the listing').toBe(120);
    expect(await sweepByHand(byHand, { confirm: true, adopt: false }, print), 'the deletion succeeds').toBe(true);
    expect(lines.at(-1)).toBe('Deleted 120 of 120.');
    expect(lines).toContain(`Deleted recordings/${orphans[0]}`);
    expect([await storedCount(orphans), await storedCount(owned)]).toEqual([0, 3]);
  });

  it('by hand refuses the store of another deployment until it is adopted', async () => {
    await (await openDeployment()).sweep(store).sweep(Date.now());
    const orphans = await storeAll(newIds(2));
    const byHand = new OrphanRecordings((await openDeployment()).dataSource, store);
    vi.spyOn(Date, 'now').mockReturnValue(later());
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(
      await sweepByHand(byHand, { confirm: true, adopt: false }, print),
      'the store of another deployment is swept',
    ).toBe(false);
    expect(await storedCount(orphans), 'orphans in the store of another deployment').toBe(2);
    expect(lines.at(-1)).toContain('call-analysis recordings:sweep --adopt');
    expect(await sweepByHand(byHand, { confirm: true, adopt: true }, print), 'the adopted store is swept').toBe(true);
    expect(await storedCount(orphans), 'orphans in the adopted store').toBe(0);
  });

  it('ends the retention of more rows than one statement takes, skips locked rows, and is stopped by no brake', async () => {
    const deployment = await openDeployment();
    await deployment.sweep(store).sweep(Date.now());
    const due = await deployment.addAnalyses(1_201, 100);
    await storeAll(due.slice(0, 150));
    const { dataSource } = deployment;
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM analysis WHERE id = $1 FOR UPDATE', [due[0]]);
    await deployment.sweep(store, { AUDIO_RETENTION_DAYS: '90' }).sweep(later());
    expect(
      await deployment.count('FROM analysis WHERE storage_key IS NOT NULL'),
      'analyses with a recording: the locked one',
    ).toBe(1);
    expect(await storedCount(due.slice(0, 150)), 'recordings that are stored: that of the locked row').toBe(1);
    await deployment.sweep(store, { ANALYSIS_RETENTION_DAYS: '90' }).sweep(later());
    expect(await deployment.count('FROM analysis'), 'analyses that are left: the locked one').toBe(1);
    await holder.rollbackTransaction();
    await holder.release();
    await deployment.sweep(store, { ANALYSIS_RETENTION_DAYS: '90' }).sweep(later());
    expect(await deployment.count('FROM analysis'), 'analyses that are left').toBe(0);
    expect(await storedCount(due.slice(0, 150)), 'recordings that are stored').toBe(0);
    expect(await deployment.count('FROM recording_deletion'), 'deletions that are still to be done').toBe(0);
  });

  it('ends the retention of recordings and of analyses, and leaves the recent', async () => {
    const deployment = await openDeployment();
    const old = await storeAll(await deployment.addAnalyses(1, 40));
    const recent = await storeAll(await deployment.addAnalyses(1, 5));
    await deployment.sweep(store, { AUDIO_RETENTION_DAYS: '30' }).sweep(Date.now());
    expect([await storedCount(old), await storedCount(recent)]).toEqual([0, 1]);
    expect(
      await deployment.count('FROM analysis WHERE id = ANY($1)', [old]),
      'old analyses after the retention of recordings',
    ).toBe(1);
    await deployment.sweep(store, { ANALYSIS_RETENTION_DAYS: '30' }).sweep(Date.now());
    expect(
      await deployment.count('FROM analysis WHERE id = ANY($1)', [old]),
      'old analyses after their retention',
    ).toBe(0);
    expect(await deployment.count('FROM analysis WHERE id = ANY($1)', [recent]), 'recent analyses').toBe(1);
  });

  it('forgets what was heard of a failed call with its recording, and keeps what was paid for it on record', async () => {
    const deployment = await openDeployment();
    const ids = await deployment.addAnalyses(2, 40);
    const { dataSource } = deployment;
    await dataSource.query("UPDATE analysis SET status = 'failed', duration_ms = 60000");
    await dataSource.query(
      `INSERT INTO analysis_checkpoint (analysis_id, step, payload) SELECT id, 'piece', '"heard"' FROM analysis`,
    );
    await dataSource.query(
      `INSERT INTO sent_request (analysis_id, purpose, channel, start_ms, end_ms)
       SELECT id, 'transcription', -1, 0, 30000 FROM analysis`,
    );
    await dataSource.query("UPDATE analysis SET settled_at = now() - interval '5 days' WHERE id = $1", [ids[1]]);
    await deployment.sweep(store, { AUDIO_RETENTION_DAYS: '30' }).sweep(Date.now());
    expect(
      await deployment.count('FROM analysis_checkpoint WHERE analysis_id = $1', [ids[0]]),
      'pieces without a recording',
    ).toBe(0);
    expect(await deployment.count('FROM analysis_checkpoint'), 'pieces that a retry can use').toBe(1);
    expect(await deployment.count('FROM sent_request'), 'requests on record').toBe(2);
    await deployment.sweep(store, { ANALYSIS_RETENTION_DAYS: '30' }).sweep(Date.now());
    expect(await deployment.count('FROM sent_request'), 'requests of the calls that there are').toBe(1);
    expect(await findUnbilled(dataSource), 'what was paid and billed to no one').toEqual({ calls: 2, sentMs: 60_000 });
  });

  it('deletes analyses of test mode after 30 days with all that belongs to them, or as it is told', async () => {
    const deployment = await openDeployment();
    const { dataSource } = deployment;
    const [live, old, recent] = [
      await storeAll(await deployment.addAnalyses(2, 40)),
      await storeAll(await deployment.addAnalyses(2, 31)),
      await storeAll(await deployment.addAnalyses(1, 29)),
    ];
    await dataSource.query('UPDATE analysis SET livemode = false WHERE id = ANY($1)', [[...old, ...recent]]);
    const [{ account }] = await dataSource.query('SELECT account_id AS account FROM analysis LIMIT 1');
    for (const analysisId of old)
      await storedEvaluation(dataSource, { accountId: account, analysisId, livemode: false });
    const belonging = () =>
      deployment.count(
        'FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id WHERE analysis_id = ANY($1)',
        [old],
      );
    const left = (ids: readonly string[]) => deployment.count('FROM analysis WHERE id = ANY($1)', [ids]);
    await deployment.sweep(store, { TEST_RETENTION_DAYS: '0' }).sweep(Date.now());
    expect([await left(old), await belonging()], 'analyses of test mode that are kept').toEqual([2, 2]);
    await deployment.sweep(store).sweep(Date.now());
    expect([await left(old), await belonging(), await storedCount(old)]).toEqual([0, 0, 0]);
    expect([await left(live), await left(recent)], 'live analyses, and recent ones of test mode').toEqual([2, 1]);
    expect(await storedCount(live), 'recordings of live analyses').toBe(2);
    await deployment.sweep(store, { TEST_RETENTION_DAYS: '28' }).sweep(Date.now());
    expect(await left(recent)).toBe(0);
  });

  it('forgets the address of a recording that was never stored, with the retention of recordings or after 30 days', async () => {
    const deployment = await openDeployment();
    for (const days of [31, 20, 5]) {
      const [id] = await deployment.addAnalyses(1, days);
      await deployment.dataSource.query(
        "UPDATE analysis SET status = 'failed', storage_key = NULL, source_url = 'https://x/?signature=s' WHERE id = $1",
        [id],
      );
    }
    const left = () => deployment.count('FROM analysis WHERE source_url IS NOT NULL');
    await deployment.sweep(store).sweep(Date.now());
    expect(await left(), 'addresses after 30 days').toBe(2);
    await deployment.sweep(store, { AUDIO_RETENTION_DAYS: '10' }).sweep(Date.now());
    expect(await left(), 'addresses after the retention of recordings').toBe(1);
  });

  it('deletes in the next round what a killed process or a failing store left of a retention', async () => {
    const deployment = await openDeployment();
    await deployment.sweep(store).sweep(Date.now());
    const due = await storeAll(await deployment.addAnalyses(150, 100));
    const env = { AUDIO_RETENTION_DAYS: '90' };
    vi.spyOn(store, 'deleteMany').mockRejectedValueOnce(new Error('the store is away'));
    await expect(deployment.sweep(store, env).sweep(later())).rejects.toThrow('the store is away');
    // The rows have lost their recordings, which are no orphans all the same.
    expect(await deployment.count('FROM analysis WHERE storage_key IS NOT NULL'), 'analyses with a recording').toBe(0);
    expect(
      (await new OrphanRecordings(deployment.dataSource, store).survey(later())).orphans,
      'recordings of a retention that are taken for orphans',
    ).toBe(0);
    await deployment.sweep(store, env).sweep(later());
    expect(await storedCount(due), 'recordings that are stored').toBe(0);
    expect(await deployment.count('FROM recording_deletion'), 'deletions that are still to be done').toBe(0);
  });
});
