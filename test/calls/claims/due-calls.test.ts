// Whose turn is it? Ten thousand calls of one account and ten thousand other accounts cost a look as little as none.
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Lane, NEXT_DUE_CALL } from '../../../src/calls/claims/due-calls.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { findNextDue, type Turn } from '../../../src/work/due-work.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

/**
 * Pages of 8 kB that one look may read: a few seeks into the index, and the row that is found (8 to 20, as deep as the index is
 * by then). A look that walks the rows reads thousands.
 */
const MAX_PAGES_READ = 40;

let database: FreshDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  // No entry of an audit log is lost here.
  await dataSource.query('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_whole');
});
// Not DELETE: each connection keeps the plans of its cascades. Where autovacuum came while the tables were nearly empty, they
// read whole tables, and deleting the ten thousand accounts of the last test took 30 s.
beforeEach(() => dataSource.query('TRUNCATE account CASCADE'));
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

/** Ids that sort in the order of their numbers. */
const accountOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function openAccounts(from: number, to: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO account (id, email, email_folded, password_hash)
     SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', n || '@example.com', 'x'
     FROM generate_series($1::int, $2::int) AS n`,
    [from, to],
  );
}

/** The first call of each account is the oldest. */
async function addCalls(account: number, count: number, lane: Lane = 'work', dueInSeconds = -60): Promise<void> {
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, source_url, scenario, run_after)
     SELECT gen_random_uuid(), $1, n % 2 = 0, 'a', 'c', n::text, CASE WHEN $3 = 'work' THEN 'key' END,
       CASE WHEN $3 = 'fetch' THEN 'http://127.0.0.1/' END, CASE WHEN $3 = 'sandbox' THEN 'good_call' END, now() + ($4 + n / 1000.0) * interval '1 second'
     FROM generate_series(1, $2::int) AS n`,
    [accountOf(account), count, lane, dueInSeconds],
  );
}

const TURN: Turn = { after: accountOf(0), except: [], among: 1, dueForMs: 0 };

/** Takes turns as a worker does: each call is leased. @returns the numbers of the accounts, in order */
async function takeTurns(lane: Lane, count: number, turn: Turn = TURN): Promise<number[]> {
  const taken: number[] = [];
  let { after } = turn;
  while (taken.length < count) {
    const due = await findNextDue(dataSource, NEXT_DUE_CALL[lane], { ...turn, after });
    if (!due) break;
    await dataSource.query("UPDATE analysis SET lease_until = now() + interval '1 hour' WHERE id = $1", [due.id]);
    taken.push(Number(due.accountId.slice(-12)));
    after = due.accountId;
  }
  return taken;
}

/** @returns the pages that one look reads, by the counters of Postgres */
async function pagesRead(lane: Lane, turn: Turn): Promise<number> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect();
    await runner.query('VACUUM ANALYZE analysis');
    // As after many executions: a plan that does not know the account.
    await runner.query('SET plan_cache_mode = force_generic_plan');
    const look = NEXT_DUE_CALL[lane].text;
    await runner.query(`PREPARE look (uuid, uuid[], int, float8) AS ${look}`);
    const rows: { 'QUERY PLAN': [{ Plan: Record<string, number> }] }[] = await runner.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
       EXECUTE look ('${turn.after}', '{${turn.except.join(',')}}', ${turn.among - 1}, ${turn.dueForMs})`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  } finally {
    // Not ALL: the connection goes on to use the statements that it has prepared.
    await runner.query('DEALLOCATE look; RESET plan_cache_mode');
    await runner.release();
  }
}

it('a call of the sandbox is found in its own lane alone', async () => {
  await openAccounts(1, 1);
  await addCalls(1, 1, 'sandbox');
  expect(await takeTurns('fetch', 1), 'calls that are downloaded').toEqual([]);
  expect(await takeTurns('work', 1), 'calls whose recording is heard').toEqual([]);
  expect(await takeTurns('sandbox', 1), 'calls that are played').toEqual([1]);
});

describe.each<Lane>(['fetch', 'work'])('the next call in the lane "%s"', (lane) => {
  it('is of the next account, and the one that has been due for longest of that account', async () => {
    await openAccounts(1, 3);
    for (const account of [1, 2, 3]) await addCalls(account, 3, lane);
    expect(await takeTurns(lane, 10)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
    const { rows } = await firstLeased();
    expect(rows).toEqual(['1', '2', '3']);
  });

  it('is of the other account after one turn, however many calls the first account has waiting', async () => {
    await openAccounts(1, 2);
    await addCalls(1, 10_000, lane, -3_600);
    expect(await takeTurns(lane, 3)).toEqual([1, 1, 1]);
    await addCalls(2, 1, lane);
    expect(await takeTurns(lane, 3, { ...TURN, after: accountOf(1) })).toEqual([2, 1, 1]);
  });

  it('is none in the other lane, none before it is due, none that a worker holds, and none that is settled', async () => {
    await openAccounts(1, 4);
    await addCalls(1, 1, lane === 'work' ? 'fetch' : 'work');
    await addCalls(2, 1, lane, 3_600);
    await addCalls(3, 1, lane);
    await addCalls(4, 1, lane);
    await dataSource.query("UPDATE analysis SET status = 'failed', settled_at = now() WHERE account_id = $1", [
      accountOf(4),
    ]);
    expect(await takeTurns(lane, 5)).toEqual([3]);
    await dataSource.query("UPDATE analysis SET lease_until = now() - interval '1 second' WHERE account_id = $1", [
      accountOf(3),
    ]);
    expect(await takeTurns(lane, 5)).toEqual([3]);
  });

  it('is a single one of the account, before those that came with many, however long these have been due', async () => {
    await openAccounts(1, 2);
    await addCalls(1, 1_000, lane, -3_600);
    await dataSource.query('UPDATE analysis SET bulk = true');
    await addCalls(1, 2, lane, -1);
    await addCalls(2, 1, lane, -1);
    expect(await takeTurns(lane, 5)).toEqual([1, 2, 1, 1, 1]);
    const [{ singles }] = await dataSource.query(
      'SELECT count(*)::int AS singles FROM analysis WHERE NOT bulk AND lease_until IS NULL',
    );
    expect(singles, 'single calls that wait').toBe(0);
  });

  it('skips the accounts that have as many calls at work as they may', async () => {
    await openAccounts(1, 5);
    for (const account of [1, 2, 3, 4, 5]) await addCalls(account, 2, lane);
    const except = [1, 2, 4].map(accountOf);
    expect(await takeTurns(lane, 9, { ...TURN, except })).toEqual([3, 5, 3, 5]);
    expect(await takeTurns(lane, 9, { ...TURN, after: accountOf(3), except: [accountOf(4)] })).toEqual([1, 2, 1, 2]);
  });

  it('is one of the next few where another worker took the first, and one that has been due for long where asked', async () => {
    await openAccounts(1, 1);
    await addCalls(1, 20, lane);
    const found = new Set<string>();
    for (let look = 0; look < 200; look++) {
      found.add((await findNextDue(dataSource, NEXT_DUE_CALL[lane], { ...TURN, among: 4 }))?.requestId ?? '');
    }
    expect([...found].sort()).toEqual(['1', '2', '3', '4']);
    expect(await findNextDue(dataSource, NEXT_DUE_CALL[lane], { ...TURN, dueForMs: 3_600_000 })).toBeNull();
    expect(await findNextDue(dataSource, NEXT_DUE_CALL[lane], { ...TURN, dueForMs: 30_000 })).toMatchObject({
      accountId: accountOf(1),
    });
  });

  it('costs a few pages: beside 10,000 calls of one account, beside 10,000 accounts, and where one of them is skipped', async () => {
    await openAccounts(1, 10_002);
    await addCalls(5_000, 10_000, lane);
    await dataSource.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, source_url)
       SELECT gen_random_uuid(), id, true, 'a', 'c', 'r', CASE WHEN $1 = 'work' THEN 'key' END,
         CASE WHEN $1 = 'fetch' THEN 'http://127.0.0.1/' END FROM account`,
      [lane],
    );
    for (const turn of [
      TURN,
      { ...TURN, after: accountOf(4_999) },
      { ...TURN, after: accountOf(4_999), except: [accountOf(5_000)] },
      { ...TURN, after: accountOf(10_002) },
    ]) {
      expect(await pagesRead(lane, turn)).toBeLessThan(MAX_PAGES_READ);
    }
  });
});

/** The request ids of the first three calls that were leased, which all have the number of their place in the account. */
async function firstLeased(): Promise<{ rows: string[] }> {
  const found: { request_id: string }[] = await dataSource.query(
    'SELECT DISTINCT request_id FROM analysis WHERE lease_until IS NOT NULL ORDER BY request_id',
  );
  return { rows: found.map(({ request_id }) => request_id) };
}
