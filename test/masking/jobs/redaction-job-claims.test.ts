// What a worker may write of a job that masks stored calls, how its calls are counted, and when it ends. On real Postgres.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimedJob, RedactionJobClaims, type Step } from '../../../src/masking/jobs/redaction-job-claims.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { ClaimLost } from '../../../src/work/claim.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openPool } from '../../support/apps/running-service.js';
import { storeAccount, storeCall } from '../../support/builders/evaluated-calls.js';

/** Longer than a slow machine takes from one statement to the next. */
const LEASE_MS = 3_600_000;
const WANTED = { mode: 'text', types: ['card_number'], custom: [] };

let database: FreshDatabase;
let dataSource: DataSource;
let db: pg.Pool;
let claims: RedactionJobClaims;
let account: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 3)).initialize();
  db = openPool(database.url);
  const { worker, ...config } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  claims = new RedactionJobClaims(dataSource, { ...config, worker: { ...worker, leaseMs: LEASE_MS } });
});
beforeEach(async () => {
  await db.query('DELETE FROM account');
  account = await storeAccount(db);
});
afterAll(async () => {
  await db?.end();
  await dataSource?.destroy();
  await database?.drop();
});

async function job(total: number, set = ''): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO redaction (id, account_id, livemode, wanted, filter, request_id, total, webhook_url, webhook_events)
     VALUES ($1, $2, true, $3, '{"agent_id":"agent-7"}', 'r', $4, 'https://example.com/hook', '{redaction.completed}')`,
    [id, account, JSON.stringify(WANTED), total],
  );
  if (set !== '') await db.query(`UPDATE redaction SET ${set} WHERE id = $1`, [id]);
  return id;
}
const read = async (id: string, columns: string) =>
  (await db.query(`SELECT ${columns} FROM redaction WHERE id = $1`, [id])).rows[0];
const COUNTS = 'status, total, completed, failed, skipped, settled_at IS NOT NULL AS settled';

async function claim(): Promise<ClaimedJob> {
  const claimed = await claims.claimNext();
  if (!claimed) throw new Error('A job that waits could not be claimed');
  return claimed;
}

const someCall = () => ({
  id: randomUUID(),
  createdAt: new Date('2026-11-20T10:00:00Z'),
  isScenario: false,
  livemode: true,
  durationMs: 0,
});
const step = (held: ClaimedJob, what: Step) => claims.recordStep(dataSource, held, someCall(), what);
const recordLast = (held: ClaimedJob) => dataSource.transaction((tx) => claims.recordLast(tx, held));
const countEnded = (id: string, limit = 100) => dataSource.transaction((tx) => claims.countEnded(tx, id, limit));

/** A call that the job has taken. @returns the id of the call */
async function taken(redactionId: string, status = 'processing'): Promise<string> {
  const analysisId = await storeCall(db, account);
  await db.query(
    `INSERT INTO call_redaction (id, account_id, analysis_id, livemode, request_id, is_scenario, redaction_id, wanted, is_text_masked, delivered_before, status,
       settled_at)
     VALUES ($1, $2, $3, true, 'r', false, $4, '{}', true, '[]', $5, CASE WHEN $5 <> 'processing' THEN now() END)`,
    [randomUUID(), account, analysisId, redactionId, status],
  );
  return analysisId;
}
const end = (analysisId: string, status: 'completed' | 'failed') =>
  db.query('UPDATE call_redaction SET status = $2, settled_at = now() WHERE analysis_id = $1', [analysisId, status]);

describe('the claim on a job that masks stored calls', () => {
  it('gives the worker all that it needs of the row, each value in its place', async () => {
    const cursor = { id: randomUUID(), createdAt: new Date('2026-10-20T12:00:00Z') };
    const id = await job(
      9,
      `created_at = '2026-11-02 10:00Z', cursor_created_at = '2026-10-20 12:00Z', cursor_id = '${cursor.id}', failures = 2,
       fence = 6`,
    );
    expect(await claim()).toEqual({
      id,
      accountId: account,
      livemode: true,
      requestId: 'r',
      wanted: WANTED,
      calls: {
        filter: expect.objectContaining({ accountId: account, agentId: 'agent-7' }),
        search: null,
        settledBy: new Date('2026-11-02T10:00:00Z'),
      },
      cursor,
      failures: 2,
      fence: 7,
    });
    expect(await claims.claimNext(), 'another worker claims a job that is held').toBeNull();
  });

  it('is lost to a worker that is late: it passes over no call, and does not end the job', async () => {
    const id = await job(3);
    const late = await claim();
    await db.query("UPDATE redaction SET lease_until = now() - interval '1 second'");
    const held = await claim();
    await expect(step(late, 'taken')).rejects.toBeInstanceOf(ClaimLost);
    await expect(recordLast(late)).rejects.toBeInstanceOf(ClaimLost);
    await expect(claims.renew(late)).rejects.toBeInstanceOf(ClaimLost);
    await step(held, 'skipped');
    expect(await read(id, 'passed, skipped')).toEqual({ passed: 1, skipped: 1 });
  });

  it('is handed back after its turn, behind the others', async () => {
    const [first, second] = [await job(1, "run_after = now() - interval '2 seconds'"), await job(1)];
    const held = await claim();
    expect(held.id).toBe(first);
    await claims.handBack(held, 0);
    expect((await claim()).id).toBe(second);
  });

  it('tells how often the next call could not be taken, until it is passed over', async () => {
    await job(2);
    const held = await claim();
    await claims.recordFailure(held);
    await claims.handBack(held, 0);
    const again = await claim();
    expect(again.failures).toBe(1);
    await step(again, 'failed');
    expect(await read(again.id, 'failures, failed, passed')).toEqual({ failures: 0, failed: 1, passed: 1 });
  });
});

describe('a job that masks stored calls', () => {
  it('counts each call once, when its masking has ended, and completes with the last one', async () => {
    const id = await job(4);
    const held = await claim();
    const calls = [await taken(id), await taken(id), await taken(id)];
    for (const _ of calls) await step(held, 'taken');
    await step(held, 'skipped');
    expect(await recordLast(held), 'it is complete while its calls are at work').toBeNull();
    await end(calls[0] as string, 'completed');
    await end(calls[1] as string, 'failed');
    expect(await claims.findEnded(10)).toEqual([{ id, accountId: account }]);
    expect(await Promise.all([countEnded(id), countEnded(id)])).toEqual([null, null]);
    expect(await read(id, COUNTS)).toEqual({
      status: 'processing',
      total: 4,
      completed: 1,
      failed: 1,
      skipped: 1,
      settled: false,
    });
    expect(await claims.findEnded(10)).toEqual([]);
    await end(calls[2] as string, 'completed');
    expect(await countEnded(id)).toEqual({
      id,
      accountId: account,
      livemode: true,
      webhookUrl: 'https://example.com/hook',
      webhookEvents: ['redaction.completed'],
    });
    expect(await read(id, COUNTS)).toMatchObject({ status: 'completed', completed: 2, settled: true });
    expect(await countEnded(id), 'told of twice').toBeNull();
  });

  it('does not complete before the last call is found, however many are counted', async () => {
    const id = await job(1);
    const held = await claim();
    await taken(id, 'completed');
    await step(held, 'taken');
    expect(await countEnded(id)).toBeNull();
    expect((await recordLast(held))?.id).toBe(id);
    expect(await read(id, 'filter, cursor_id')).toEqual({ filter: '{}', cursor_id: null });
  });

  it('counts as many calls at a time as it is told', async () => {
    const id = await job(3);
    for (let n = 0; n < 3; n++) await taken(id, 'completed');
    await countEnded(id, 2);
    expect(await read(id, 'completed')).toEqual({ completed: 2 });
    await countEnded(id, 2);
    expect(await read(id, 'completed')).toEqual({ completed: 3 });
  });

  it('skips calls that were deleted before their turn, and those that were deleted at work', async () => {
    const id = await job(3);
    const held = await claim();
    const gone = await taken(id);
    await step(held, 'taken');
    await recordLast(held);
    expect(await read(id, COUNTS)).toMatchObject({ status: 'processing', skipped: 2 });
    expect(await claims.findShort(10), 'while a call is at work').toEqual([]);
    await db.query('DELETE FROM analysis WHERE id = $1', [gone]);
    const [short] = await claims.findShort(10);
    expect(short).toEqual({ id, accountId: account, missing: 1 });
    const close = () => dataSource.transaction((tx) => claims.closeShort(tx, short as never));
    expect((await close())?.id).toBe(id);
    await expect(close(), 'closed twice').rejects.toBeInstanceOf(ClaimLost);
    expect(await read(id, COUNTS)).toMatchObject({ status: 'completed', total: 3, skipped: 3 });
  });

  it('takes no further call once it is canceled, and counts those that it has taken', async () => {
    const id = await job(3);
    const held = await claim();
    const call = await taken(id);
    await step(held, 'taken');
    const cancel = () => dataSource.transaction((tx) => claims.cancel(tx, id));
    expect([await cancel(), await cancel()]).toEqual([true, false]);
    await expect(step(held, 'taken')).rejects.toBeInstanceOf(ClaimLost);
    expect(await claims.claimNext()).toBeNull();
    await end(call, 'completed');
    expect(await countEnded(id), 'a canceled job is told of').toBeNull();
    expect(await read(id, COUNTS)).toMatchObject({ status: 'canceled', completed: 1, settled: true });
    expect(await claims.findShort(10)).toEqual([]);
  });

  it('knows how many of its calls are at work, up to a bound', async () => {
    const id = await job(9);
    for (const status of ['processing', 'processing', 'completed', 'processing']) await taken(id, status);
    expect([await claims.countAtWork(id, 2), await claims.countAtWork(id, 9)]).toEqual([2, 3]);
  });
});
