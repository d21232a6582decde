// What a worker may write of a job that judges stored calls again, and when the job ends.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTER } from '../../../src/calls/listing/analysis-filter.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import {
  type ClaimedRescore,
  RescoreClaims,
  type RescorePage,
} from '../../../src/scorecards/rescores/rescore-claims.js';
import { ClaimLost } from '../../../src/work/claim.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openPool } from '../../support/apps/running-service.js';
import {
  heard,
  storeAccount,
  storeCall,
  storeCard,
  storeOrder,
  storeRescore,
} from '../../support/builders/evaluated-calls.js';
import { eventually } from '../../support/processes/eventually.js';

/** Longer than a slow machine takes from one statement to the next. */
const LEASE_MS = 3_600_000;

let database: FreshDatabase;
let dataSource: DataSource;
let db: pg.Pool;
let rescores: RescoreClaims;
let account: string;
let card: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 3)).initialize();
  db = openPool(database.url);
  const { worker, ...config } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  rescores = new RescoreClaims(dataSource, { ...config, worker: { ...worker, leaseMs: LEASE_MS } });
});
beforeEach(async () => {
  await db.query('DELETE FROM account');
  account = await storeAccount(db);
  card = await storeCard(db, account, [heard('q0')]);
});
afterAll(async () => {
  await db?.end();
  await dataSource?.destroy();
  await database?.drop();
});

const change = (id: string, set: string) => db.query(`UPDATE rescore SET ${set} WHERE id = $1`, [id]);
const read = async (id: string, columns: string) =>
  (await db.query(`SELECT ${columns} FROM rescore WHERE id = $1`, [id])).rows[0];
const COUNTS = 'status, total, completed, failed, skipped, settled_at IS NOT NULL AS settled';

/** A job whose calls are not all found yet. */
async function waiting(total: number, set?: string): Promise<string> {
  const id = await storeRescore(db, account, card, total);
  await change(id, 'expanded = false');
  if (set !== undefined) await change(id, set);
  return id;
}
async function claim(): Promise<ClaimedRescore> {
  const claimed = await rescores.claimNext();
  if (!claimed) throw new Error('A job that waits could not be claimed');
  return claimed;
}
const live = (evaluations: number) => ({ live: evaluations, test: 0 });
const NONE = live(0);
const record = (claimed: ClaimedRescore, page: Partial<RescorePage>) =>
  dataSource.transaction((tx) =>
    rescores.recordPage(tx, claimed, { cursor: null, made: NONE, skipped: 0, isLast: false, ...page }),
  );
const count = (id: string, what: 'completed' | 'failed' | 'skipped', calls?: number) =>
  dataSource.transaction(async (tx) => (await rescores.count(tx, id, what, calls)).settled);
const order = async (rescoreId: string) => storeOrder(db, account, await storeCall(db, account), card, { rescoreId });

describe('the claim on a job', () => {
  it('gives the worker all that it needs of the row, each value in its place', async () => {
    const filter = {
      agent_id: 'agent-7',
      contact_id: 'cust-42',
      status_filter: 'completed',
      livemode: true,
      search: '2026-11-01T00:00:00Z',
      created_after: '2026-10-01T00:00:00Z',
      created_before: '2026-11-01T00:00:00Z',
    };
    const cursor = { id: randomUUID(), createdAt: new Date('2026-10-20T12:00:00Z') };
    const id = await waiting(
      9,
      `created_at = '2026-11-02 10:00Z', judge = 'model', filter = '${JSON.stringify(filter)}',
      cursor_created_at = '2026-10-20 12:00Z', cursor_id = '${cursor.id}', skipped = 1, made = 2, taken = 3, fence = 6`,
    );
    expect(await claim(), 'A member of the claimed job has not the value of its column').toEqual({
      id,
      accountId: account,
      livemode: true,
      requestId: 'r',
      scorecardId: card,
      revision: 1,
      modelKey: 'model',
      calls: {
        filter: {
          ...NO_FILTER,
          accountId: account,
          status: 'completed',
          agentId: 'agent-7',
          contactId: 'cust-42',
          livemode: true,
          createdAfter: new Date('2026-10-01T00:00:00Z'),
          createdBefore: new Date('2026-11-01T00:00:00Z'),
        },
        search: '2026-11-01T00:00:00Z',
        settledBy: new Date('2026-11-02T10:00:00Z'),
      },
      cursor,
      total: 9,
      skipped: 1,
      made: live(2),
      taken: live(3),
      fence: 7,
    });
    const leased = `lease_until BETWEEN now() + interval '${LEASE_MS / 2} ms' AND now() + interval '${LEASE_MS} ms' AS leased`;
    expect(await read(id, leased), 'The claim is not leased for the length of a lease').toEqual({ leased: true });
  });

  it('begins without a cursor, and without a search where the filter has none', async () => {
    await waiting(1, `filter = '{"created_after":null}'`);
    expect(await claim()).toMatchObject({ cursor: null, calls: { search: null, filter: { createdAfter: null } } });
  });

  it.each([
    ['none of its calls is left to be found', 'expanded = true'],
    ['it is not due', "run_after = now() + interval '1 hour'"],
    ['another worker holds it', "lease_until = now() + interval '1 hour'"],
    ['it is canceled', "status = 'canceled', settled_at = now()"],
  ])('is refused where %s', async (_, set) => {
    await waiting(1, set);
    expect(await rescores.claimNext(), 'A worker got a job that it must leave alone').toBeNull();
  });

  it('goes to the jobs in turn: first the one that has waited longest, also where a lease has expired', async () => {
    const second = await waiting(5, "run_after = now() - interval '1 minute'");
    const first = await waiting(
      5,
      `run_after = now() - interval '2 minutes', lease_until = now() - interval '1 second'`,
    );
    const claimed = await claim();
    expect(claimed.id).toBe(first);
    await record(claimed, {});
    const next = await claim();
    expect(next.id, 'A job took its next page before the other had its turn').toBe(second);
    await rescores.handBack(next, 3_600_000.4);
    expect((await claim()).id, 'A job that was handed back did not wait').toBe(first);
    const state = `lease_until IS NULL AS free, run_after BETWEEN now() + interval '30 minutes' AND now() + interval '1 hour' AS waits`;
    expect(await read(second, state)).toEqual({ free: true, waits: true });
  });
});

describe('a page of a job', () => {
  const PAGE = { id: randomUUID(), createdAt: new Date('2026-10-20T12:00:00Z') };
  const STATE = `cursor_id, cursor_created_at, made, taken, expanded, total, skipped, lease_until, status`;

  it('is added to those before, and releases the job', async () => {
    const id = await waiting(9, 'made = 2, taken = 8');
    expect(await record(await claim(), { cursor: PAGE, made: live(3), skipped: 1 })).toBeNull();
    const state = { taken: 8, expanded: false, total: 9, lease_until: null, status: 'processing' };
    const cursor = { cursor_id: PAGE.id, cursor_created_at: PAGE.createdAt };
    expect(await read(id, STATE)).toEqual({ ...cursor, ...state, made: 5, skipped: 1 });
    expect(await record(await claim(), {})).toBeNull();
    expect(await read(id, STATE), 'An empty page moved the cursor').toEqual({
      ...cursor,
      ...state,
      made: 5,
      skipped: 1,
    });
  });

  it.each([
    ['as many calls as were counted at the start', 4, { total: 9, skipped: 5 }],
    ['fewer: those that were deleted meanwhile are skipped', 2, { total: 9, skipped: 7 }],
    ['more: the total grows', 6, { total: 11, skipped: 5 }],
  ])('is the last: it has found %s', async (_, made, expected) => {
    const id = await waiting(9, 'made = 0, taken = 8, skipped = 2');
    expect(await record(await claim(), { made: live(made), skipped: 3, isLast: true })).toBeNull();
    const rest = { expanded: true, made, taken: made, status: 'processing' };
    expect(await read(id, 'total, skipped, expanded, made, taken, status')).toEqual({ ...expected, ...rest });
  });

  it('completes the job where all of its calls were skipped, and tells of it once', async () => {
    const id = await waiting(2, `webhook_url = 'http://hook/', webhook_events = '{rescore.completed}'`);
    expect(await record(await claim(), { skipped: 2, isLast: true })).toEqual({
      id,
      accountId: account,
      livemode: true,
      scorecardId: card,
      webhookUrl: 'http://hook/',
      webhookEvents: ['rescore.completed'],
    });
    expect(await read(id, COUNTS)).toEqual({
      status: 'completed',
      total: 2,
      completed: 0,
      failed: 0,
      skipped: 2,
      settled: true,
    });
  });

  it.each([
    ['another worker has taken over', 'fence = fence + 1'],
    ['the job is canceled', "status = 'canceled', settled_at = now()"],
  ])('is refused where %s', async (_, set) => {
    const id = await waiting(9);
    const late = await claim();
    await change(id, set);
    const before = await read(id, '*');
    await expect(record(late, { made: live(1) }), 'A late page was recorded').rejects.toBeInstanceOf(ClaimLost);
    await rescores.handBack(late, 0);
    expect(await read(id, '*'), 'A worker that lost its claim changed the job').toEqual(before);
  });
});

describe('the count of a job', () => {
  it('ends it with its last call, once, and never while its calls are still being read', async () => {
    const id = await waiting(3);
    expect([await count(id, 'completed'), await count(id, 'failed'), await count(id, 'skipped')]).toEqual([
      null,
      null,
      null,
    ]);
    await change(id, 'expanded = true, skipped = 0');
    const ends = await Promise.all([count(id, 'completed'), count(id, 'completed')]);
    expect(ends.filter((end) => end !== null)).toMatchObject([{ id, accountId: account }]);
    expect(await read(id, COUNTS)).toEqual({
      status: 'completed',
      total: 3,
      completed: 3,
      failed: 1,
      skipped: 0,
      settled: true,
    });
  });

  it('says when the job has started, which took all of its evaluations from the limit', async () => {
    const id = await waiting(3, "created_at = '2026-10-31 23:59Z'");
    const counted = await dataSource.transaction((tx) => rescores.count(tx, id, 'failed'));
    expect(counted).toEqual({ startedAt: new Date('2026-10-31T23:59:00Z'), settled: null });
  });

  it('is nothing where the job was erased with its account', async () => {
    const counted = await dataSource.transaction((tx) => rescores.count(tx, randomUUID(), 'completed'));
    expect(counted).toEqual({ startedAt: null, settled: null });
  });

  it('goes on behind the end of a canceled job, which stays canceled', async () => {
    const id = await storeRescore(db, account, card, 1);
    await change(id, "status = 'canceled', settled_at = '2026-11-01 10:00Z'");
    expect(await count(id, 'failed')).toBeNull();
    expect(await read(id, 'status, failed, settled_at')).toEqual({
      status: 'canceled',
      failed: 1,
      settled_at: new Date('2026-11-01T10:00:00Z'),
    });
  });
});

describe('a job that is canceled', () => {
  const cancel = (id: string) => dataSource.transaction((tx) => rescores.cancel(tx, id));
  const deleteUnsettled = (id: string, which: 'all' | 'free') =>
    dataSource.transaction((tx) => rescores.deleteUnsettled(tx, id, which));

  it('gives back what was counted for it and not made, once, and its worker loses its claim', async () => {
    const id = await waiting(9, 'made = 2, taken = 8');
    const held = await claim();
    expect(await cancel(id)).toEqual(live(6));
    expect(await cancel(id), 'A job was canceled twice').toBeNull();
    expect(await read(id, 'status, settled_at IS NOT NULL AS settled, lease_until')).toEqual({
      status: 'canceled',
      settled: true,
      lease_until: null,
    });
    await expect(record(held, { made: live(1) })).rejects.toBeInstanceOf(ClaimLost);
    expect(await cancel(await waiting(1, 'made = 3, taken = 2')), 'More was given back than taken').toEqual(NONE);
  });

  it('loses its evaluations that are not settled, but for those that a client asked for too', async () => {
    const [id, other] = [await storeRescore(db, account, card, 4), await storeRescore(db, account, card, 1)];
    const [kept, settled, held] = [await order(id), await order(id), await order(id)];
    const stays = await order(other);
    await order(id);
    await db.query('UPDATE evaluation SET kept = true WHERE id = $1', [kept]);
    await db.query("UPDATE evaluation SET status = 'failed', settled_at = now() WHERE id = $1", [settled]);
    expect(await rescores.countUnsettled(id, 10), 'calls that are left to judge').toBe(3);
    expect(await rescores.countUnsettled(id, 2), 'More was counted than asked for').toBe(2);
    const holder = await db.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM evaluation WHERE id = $1 FOR UPDATE', [held]);
      expect(await deleteUnsettled(id, 'free'), 'An evaluation that is held was waited for').toEqual(live(1));
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(await rescores.findLeftOver(10), 'A job that goes on was taken for a canceled one').toEqual([]);
    await change(id, "status = 'canceled', settled_at = now(), created_at = '2026-11-01 10:00Z'");
    const leftOver = { id, accountId: account, startedAt: new Date('2026-11-01T10:00:00Z') };
    expect(await rescores.findLeftOver(10)).toEqual([leftOver]);
    expect(await rescores.findLeftOver(0)).toEqual([]);
    expect(await deleteUnsettled(id, 'all'), 'evaluations that were deleted').toEqual(live(1));
    expect(await rescores.findLeftOver(10)).toEqual([]);
    const { rows } = await db.query('SELECT id FROM evaluation');
    expect(rows.map((row) => row.id).sort()).toEqual([kept, settled, stays].sort());
  });

  it('keeps an evaluation that is settled while its deletion waits for it', async () => {
    const id = await storeRescore(db, account, card, 1);
    const settled = await order(id);
    const holder = await db.connect();
    try {
      await holder.query('BEGIN');
      await holder.query("UPDATE evaluation SET status = 'failed', settled_at = now() WHERE id = $1", [settled]);
      const deleting = deleteUnsettled(id, 'all');
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => expect((await db.query(waiting)).rowCount, 'deletions that wait').toBe(1));
      await holder.query('COMMIT');
      expect(await deleting, 'results that were deleted').toEqual(NONE);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});

describe('a job whose calls were deleted', () => {
  it('is found when it waits for nothing any more, and completed with what is missing', async () => {
    const id = await storeRescore(db, account, card, 9);
    await change(id, "completed = 2, failed = 1, skipped = 1, created_at = '2026-11-01 10:00Z'");
    const short = { id, accountId: account, startedAt: new Date('2026-11-01T10:00:00Z'), missing: 5, missingTest: 0 };
    const evaluation = await order(id);
    expect(await rescores.findShort(10), 'A job that has an evaluation to wait for was closed').toEqual([]);
    await db.query('DELETE FROM evaluation WHERE id = $1', [evaluation]);
    expect(await rescores.findShort(0)).toEqual([]);
    expect(await rescores.findShort(10)).toEqual([short]);
    const close = (found: typeof short) => dataSource.transaction((tx) => rescores.closeShort(tx, found));
    await expect(close({ ...short, missing: 4 }), 'It has changed since').rejects.toBeInstanceOf(ClaimLost);
    expect(await close(short)).toMatchObject({ id });
    expect(await read(id, COUNTS)).toEqual({
      status: 'completed',
      total: 9,
      completed: 2,
      failed: 1,
      skipped: 6,
      settled: true,
    });
    await expect(close(short), 'It was closed twice').rejects.toBeInstanceOf(ClaimLost);
    expect(await rescores.findShort(10)).toEqual([]);
  });

  it('is not closed while its calls are still being read', async () => {
    const id = await waiting(2);
    const short = { id, accountId: account, startedAt: new Date(), missing: 2, missingTest: 0 };
    expect(await rescores.findShort(10)).toEqual([]);
    const closing = dataSource.transaction((tx) => rescores.closeShort(tx, short));
    await expect(closing, 'A job with calls to come was closed').rejects.toBeInstanceOf(ClaimLost);
  });
});
