// What an owner does to a call in progress, beside the worker that holds it: what is billed, and what is released.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NoPayments } from '../../src/adapters/stripe/no.payments.js';
import { reconcile } from '../../src/billing/reconciliation/reconciliation.js';
import { AnalysisRecords } from '../../src/calls/analysis-records.js';
import { AnalysisClaims, type ClaimedCall } from '../../src/calls/claims/analysis-claims.js';
import type { SentStretch } from '../../src/calls/claims/sent-stretch.js';
import { RecordingDeletions } from '../../src/calls/retention/recording-deletions.js';
import { asMember } from '../../src/platform/audit/record-audit.js';
import { ObjectStore } from '../../src/ports/object-store.js';
import { ClaimLost } from '../../src/work/claim.js';
import { casesOf } from '../gates/cases-of.js';
import { type BillingClasses, newAccount, startBillingClasses, submit, sums } from '../support/apps/billing-classes.js';

const MINUTE = 60_000;
const NOTHING = { entries: 0, hundredths: 0, reserved: 0, reservations: 0 };
const COMPLETED = {
  ...{ transcript: '{}', words: '{}', results: '{}', metrics: '{}', engine: '{}' },
  ...{ envelopes: null, redaction: null, redactions: null, use: '{}' },
};
/** Keys that were deleted from the store. */
const deleted: string[] = [];

let billing: BillingClasses;
let claims: AnalysisClaims;
let records: AnalysisRecords;
let account: string;
beforeAll(async () => {
  billing = await startBillingClasses();
  const deleting: Pick<ObjectStore, 'deleteMany'> = {
    deleteMany: async (keys) => {
      deleted.push(...keys);
      return [];
    },
  };
  const store: ObjectStore = Object.assign(Object.create(ObjectStore.prototype), deleting);
  claims = new AnalysisClaims(billing.dataSource, billing.config);
  records = new AnalysisRecords(billing.dataSource, billing.ledger, new RecordingDeletions(billing.dataSource, store));
});
afterAll(() => billing?.close());
beforeEach(async () => {
  account = await newAccount(billing);
});

const owner = () => ({ ...asMember(account, account), livemode: true });
const query = (text: string, parameters: unknown[] = []) => billing.dataSource.query(text, parameters);
const erase = () =>
  billing.dataSource.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [account]);
    return records.eraseAccount(tx, account);
  });

const heard = (startMs: number, endMs: number, channel: number | null = null): SentStretch => ({
  purpose: 'transcription',
  channel,
  startMs,
  endMs,
});
const judged: SentStretch = { purpose: 'analysis', channel: null, startMs: 0, endMs: 2 * MINUTE };
const PROGRESS = { stage: 'transcribing', percent: 20 } as const;

/** A call of two minutes that a worker has claimed and measured, and of which this was sent. */
async function working(...sent: readonly SentStretch[]) {
  const id = await submit(billing, account, 2 * MINUTE);
  const call = await claims.claim(id);
  if (!call) throw new Error('The call could not be claimed');
  await billing.dataSource.transaction(async (tx) => {
    const measured = { durationMs: 2 * MINUTE, sourceChannels: 2, damaged: false };
    await claims.recordMeasurement(tx, call, 'measure', measured, { stage: 'transcribing', percent: 15 });
    await billing.ledger.correct(tx, id, 2 * MINUTE);
  });
  await claims.recordSent(call, sent);
  return { id, call };
}

const announced = (call: ClaimedCall) => claims.recordCheckpoint(null, call, 'plan', 0, {}, PROGRESS, [judged]);

const ways = [
  ['deletion', (id: string) => records.delete(owner(), id)],
  ['erasure of the account', erase],
] as const;

it.each(ways)('%s takes all recordings of a call: as it was sent, and masked', async (_, end) => {
  const { id } = await working();
  const keys = ['heard', 'sent', 'masked'].map((name) => `recordings/${name}-${id}`).sort();
  await query('UPDATE analysis SET storage_key = $2, original_key = $3, redacted_key = $4 WHERE id = $1', [
    id,
    ...keys,
  ]);
  deleted.length = 0;
  await end(id);
  const noted = await query('SELECT storage_key FROM recording_deletion WHERE storage_key = ANY($1)', [keys]);
  expect([...deleted, ...noted.map(({ storage_key: key }: { storage_key: string }) => key)].sort()).toEqual(keys);
});

describe.each(ways)('%s of a call in progress', (_, end) => {
  it('releases its minutes before anything was sent, whatever was done without a provider [settled 23]', async () => {
    const { id, call } = await working();
    // As an engine of this machine leaves it.
    for (const step of ['voices', 'plan', 'piece', 'transcript'])
      await claims.recordCheckpoint(null, call, step, 0, {}, PROGRESS);
    expect(await sums(billing, account)).toMatchObject({ reserved: 200 });
    await end(id);
    expect(await sums(billing, account)).toMatchObject(NOTHING);
    expect(await reconcile(billing.dataSource, new NoPayments())).toEqual([]);
  });

  it.each<[string, readonly SentStretch[], number]>([
    ['a first piece whose answer never came', [heard(0, 30_001)], 30_001],
    ['two pieces', [heard(0, 30_000), heard(40_000, 55_000)], 45_000],
    [
      'pieces that were cut again, so that some of it was sent twice',
      [heard(0, 30_000), heard(20_000, 50_000)],
      50_000,
    ],
    ['a piece of each channel', [heard(0, 30_000, 0), heard(0, 20_000, 1)], 50_000],
    ['more than the recording has', [heard(0, 2 * MINUTE, 0), heard(0, 2 * MINUTE, 1)], 2 * MINUTE],
    ['the transcript, which is about the whole call', [heard(0, 10_000), judged], 2 * MINUTE],
    ['the transcript of what this machine heard', [judged], 2 * MINUTE],
  ])('bills the minutes that were sent: %s [settled 23]', async (_what, sent, ms) => {
    const { id } = await working(...sent);
    await end(id);
    expect(await sums(billing, account)).toMatchObject({ ...NOTHING, entries: 1, hundredths: Math.ceil(ms / 600) });
    expect(await query('SELECT duration_ms::int AS ms FROM ledger_entry WHERE analysis_id = $1', [id])).toEqual([
      { ms },
    ]);
    expect(await reconcile(billing.dataSource, new NoPayments())).toEqual([]);
  });

  it('bills a piece once that was sent twice, and none that was refused unread', async () => {
    const { id, call } = await working(heard(0, 30_000));
    await claims.recordCheckpoint(null, call, 'plan', 0, {}, PROGRESS, [heard(0, 30_000), heard(30_000, 60_000)]);
    await claims.recordSent(call, [heard(0, 30_000), heard(30_000, 60_000)]);
    await claims.withdrawSent(call, [heard(0, 30_000), heard(30_000, 60_000)]);
    expect(
      await query('SELECT start_ms, requests FROM sent_request WHERE analysis_id = $1 ORDER BY start_ms', [id]),
      'The rows are not those that the plan announced',
    ).toEqual([
      { start_ms: 0, requests: 1 },
      { start_ms: 30_000, requests: 0 },
    ]);
    await end(id);
    expect(await sums(billing, account)).toMatchObject({ ...NOTHING, entries: 1, hundredths: 50 });
  });

  it('beside the worker that sends: either the deletion finds the row, or nothing is sent', async () => {
    for (let round = 0; round < 25; round += 1) {
      account = await newAccount(billing);
      const { id, call } = await working();
      const sends = round % 2 === 0 ? claims.recordSent(call, [judged]) : announced(call);
      const [sent] = await Promise.allSettled([sends, end(id)]);
      if (sent.status === 'rejected') expect(sent.reason).toBeInstanceOf(ClaimLost);
      expect(await sums(billing, account)).toMatchObject({
        entries: sent.status === 'fulfilled' ? 1 : 0,
        reservations: 0,
      });
    }
    expect(await reconcile(billing.dataSource, new NoPayments())).toEqual([]);
  });

  it('beside the worker that settles it: exactly one entry, whoever is first [settled 23]', async () => {
    for (let round = 0; round < 25; round += 1) {
      account = await newAccount(billing);
      const { id, call } = await working(judged);
      const settle = billing.dataSource.transaction(async (tx) => {
        await claims.complete(tx, call, COMPLETED);
        await billing.ledger.bill(tx, { analysisId: id, accountId: account, livemode: true }, 2 * MINUTE);
      });
      const [settled] = await Promise.allSettled([settle, end(id)]);
      if (settled.status === 'rejected') expect(settled.reason).toBeInstanceOf(ClaimLost);
      expect(await sums(billing, account)).toMatchObject({ entries: 1, hundredths: 200, reservations: 0 });
    }
    expect(await reconcile(billing.dataSource, new NoPayments())).toEqual([]);
  });
});

it('deletes, submits, settles and fails at the same time without a deadlock, and the sums stay right', async () => {
  const calls: Awaited<ReturnType<typeof working>>[] = [];
  for (let call = 0; call < 24; call += 1) calls.push(await working(...(call % 2 === 0 ? [judged] : [])));
  const outcomes = await Promise.allSettled([
    ...calls.map(({ id, call }, index) => {
      if (index % 3 === 0) return records.delete(owner(), id);
      return billing.dataSource.transaction(async (tx) => {
        if (index % 3 === 1) {
          await claims.complete(tx, call, COMPLETED);
          await billing.ledger.bill(tx, { analysisId: id, accountId: account, livemode: true }, 2 * MINUTE);
        } else {
          await claims.fail(tx, call, { code: 'not_processable', sentence: 'It failed' });
          await billing.ledger.release(tx, id);
        }
      });
    }),
    ...Array.from({ length: 12 }, () => submit(billing, account, MINUTE)),
  ]);
  expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual([]);
  // Eight completed, four deleted past the first piece; twelve new ones at work.
  expect(await sums(billing, account)).toMatchObject({ entries: 12, hundredths: 2_400, reserved: 1_200 });
  expect(await reconcile(billing.dataSource, new NoPayments())).toEqual([]);
});

it('erases an account with thousands of calls in progress without work that grows with their square', async () => {
  await query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
     SELECT gen_random_uuid(), $1, true, 'agent', 'contact', 'request', 'key' || n FROM generate_series(1, $2) AS n`,
    [account, casesOf(10_000, 1_000)],
  );
  const { id } = await billing.dataSource.transaction((tx) => billing.periods.lockCurrent(tx, account, true));
  await query(
    `INSERT INTO minutes_reservation (analysis_id, period_id, hundredths)
     SELECT id, $2, 1 FROM analysis WHERE account_id = $1`,
    [account, id],
  );
  const updates = await billing.dataSource.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [account]);
    // With those of earlier transactions of the connection that Postgres has not passed on to its statistics, within a second.
    const count = async () =>
      (await tx.query(`SELECT pg_stat_get_xact_tuples_updated('usage_period'::regclass)::int AS n`))[0].n;
    const before = await count();
    await records.eraseAccount(tx, account);
    return (await count()) - before;
  });
  // Each update of one row in a transaction reads all its earlier versions.
  expect(updates, 'updates of the one usage period').toBeLessThan(10);
  expect(await sums(billing, account)).toMatchObject(NOTHING);
});

it('has the whole patience with a provider again when it is started again', async () => {
  const { id, call } = await working();
  await billing.dataSource.transaction(async (tx) => {
    await claims.fail(tx, call, { code: 'provider_failed', sentence: 'The provider was away' });
    await billing.ledger.release(tx, id);
  });
  await query("UPDATE analysis SET created_at = now() - interval '2 days' WHERE id = $1", [id]);
  await query(
    `UPDATE engine_pause SET since = now() - interval '2 days', paused_until = now() + interval '1 hour'
      WHERE engine = 'transcription'`,
  );
  await billing.dataSource.transaction(async (tx) => {
    const { livemode, durationMs } = await records.restart(tx, id);
    await billing.ledger.reserve(tx, { analysisId: id, accountId: account, livemode }, durationMs);
  });
  const outOfPatience = await claims.findOutOfPatience('transcription', 24 * 60 * MINUTE, 100);
  expect(outOfPatience.map((found) => found.id)).not.toContain(id);
  expect(await sums(billing, account)).toMatchObject({ reserved: 200 });
  await query("UPDATE engine_pause SET since = NULL, paused_until = NULL WHERE engine = 'transcription'");
});

it('keeps the source address of a call that fails before its recording is stored, for a retry, and forgets it once it is', async () => {
  const id = randomUUID();
  await billing.dataSource.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, source_url)
       VALUES ($1, $2, true, 'agent', 'contact', 'request', 'https://example.com/call.wav?signature=secret')`,
      [id, account],
    );
    await billing.ledger.reserve(tx, { analysisId: id, accountId: account, livemode: true }, null);
  });
  const call = await claims.claim(id);
  if (!call) throw new Error('The call could not be claimed');
  await billing.dataSource.transaction(async (tx) => {
    await claims.fail(tx, call, { code: 'url_refused', sentence: 'It is not there' });
    await billing.ledger.release(tx, id);
  });
  const address = () => query('SELECT source_url FROM analysis WHERE id = $1', [id]);
  expect(await address()).toEqual([{ source_url: 'https://example.com/call.wav?signature=secret' }]);

  const { isToFetch } = await billing.dataSource.transaction(async (tx) => {
    const restarted = await records.restart(tx, id);
    await billing.ledger.reserve(tx, { analysisId: id, accountId: account, livemode: true }, null);
    return restarted;
  });
  expect(isToFetch, 'The recording is not fetched again').toBe(true);
  const again = await claims.claim(id);
  if (!again) throw new Error('The call could not be claimed again');
  await claims.recordRecording(again, { storageKey: 'stored', sizeBytes: 1, format: 'wav' });
  expect(await address()).toEqual([{ source_url: null }]);
});
