// The words of a month are a table of their own: made ahead, and dropped whole once no call of the month is kept.
import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { dropMonths, makeNextMonths } from '../../../src/calls/words/months-of-words.js';
import { makeSearchable } from '../../../src/calls/words/searchable-calls.js';
import { findCalls } from '../../../src/insight/search/find-calls.js';
import { parseSearch } from '../../../src/insight/search/parse-search.js';
import { queriesOf } from '../../../src/insight/search/search-queries.js';
import { RetentionRounds } from '../../../src/masking/retention/retention-rounds.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { addSaidCall, addUnsearchableCall } from '../../support/builders/said-calls.js';
import { openDisk } from '../../support/builders/swept-store.js';

Logger.overrideLogger(false);

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;

beforeEach(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  accountId = await addAccount(dataSource);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await dataSource?.destroy();
  await database?.drop();
});

/** The clock of the tests. */
const NOW = '2026-12-31T23:59:59.999Z';
const DAYS = 30;
const OCTOBER = { first: '2026-10-01T00:00:00.000Z', last: '2026-10-31T23:59:59.999Z' };

/** Postgres finds this function before its own, in sessions that begin from now on. */
async function shiftClock(at: string): Promise<void> {
  await dataSource.query(`CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz STABLE LANGUAGE sql
    AS $$ SELECT '${at}'::timestamptz $$`);
  await dataSource.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
  );
  await dataSource.destroy();
  dataSource = await openDataSource(database.url);
}

const said = (createdAt: string, livemode = true) => ({
  segments: [{ speaker: 'agent', text: 'full refund' }],
  createdAt: new Date(createdAt),
  livemode,
});
const add = (createdAt: string, livemode?: boolean) => addSaidCall(dataSource, accountId, said(createdAt, livemode));

/** How many calls are searchable, by partition; only what the tests have made. */
async function months(): Promise<Record<string, number>> {
  const rows = await dataSource.query(
    `SELECT c.relname AS name, (SELECT count(*)::int FROM call_words w WHERE w.tableoid = c.oid) AS n
     FROM pg_class c WHERE c.relname ~ '^call_words_\\d{6}$' AND c.relkind = 'r' AND c.relname = ANY ($1) ORDER BY 1`,
    [['call_words_202609', 'call_words_202610', 'call_words_202611', 'call_words_202612', 'call_words_202701']],
  );
  return Object.fromEntries(rows.map(({ name, n }: { name: string; n: number }) => [name, n]));
}
const filesOf = async (name: string) =>
  (await dataSource.query('SELECT relname FROM pg_class WHERE relname LIKE $1', [`${name}%`])).length;

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.directUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

it('makes the months ahead, and puts a call at the edge of two months into its own', async () => {
  await shiftClock(NOW);
  await makeNextMonths(dataSource);
  await add('2026-12-31T23:59:59.999Z');
  await add('2027-01-01T00:00:00.000Z');
  expect(await months()).toMatchObject({ call_words_202612: 1, call_words_202701: 1 });
  await shiftClock('2026-01-31T12:00:00Z');
  await makeNextMonths(dataSource);
  const [{ made }] = await dataSource.query("SELECT to_regclass('call_words_202602') IS NOT NULL AS made");
  expect(made, 'the month after the 31st of January').toBe(true);
});

it('drops a month whose calls are all due, and leaves nothing of it; others stay as they are', async () => {
  await shiftClock(NOW);
  await add('2026-09-30T23:59:59.999Z');
  await add(OCTOBER.first);
  await add(OCTOBER.last);
  await add('2026-11-01T00:00:00.000Z');
  await add('2026-12-15T00:00:00.000Z');
  const before = await months();
  expect(await dropMonths(dataSource, DAYS, 0)).toEqual(['call_words_202609', 'call_words_202610']);
  const { call_words_202609: _, call_words_202610: __, ...others } = before;
  expect(await months()).toEqual(others);
  expect([await filesOf('call_words_202609'), await filesOf('call_words_202610')]).toEqual([0, 0]);
  expect(await dropMonths(dataSource, DAYS, 0), 'months dropped by the next round').toEqual([]);
});

it('keeps a month of which one call is not due, in its own mode', async () => {
  await shiftClock(NOW);
  await add(OCTOBER.last);
  const late = await add(OCTOBER.first);
  await dataSource.query("UPDATE analysis SET settled_at = '2026-12-20' WHERE id = $1", [late]);
  await add('2026-09-10T00:00:00Z', false);
  const before = await months();
  expect(await dropMonths(dataSource, 0, 0), 'without retention').toEqual([]);
  expect(await dropMonths(dataSource, DAYS, DAYS)).toEqual(['call_words_202609']);
  const { call_words_202609: _, ...others } = before;
  expect(await months()).toEqual(others);
});

it('drops an empty month without retention, but neither the last one nor this nor the next', async () => {
  await shiftClock(NOW);
  const ids = [await add(OCTOBER.first), await add('2026-11-20T00:00:00Z')];
  await makeNextMonths(dataSource);
  await dataSource.query('DELETE FROM analysis WHERE id = ANY ($1)', [ids]);
  expect(await dropMonths(dataSource, 0, 0)).toEqual(['call_words_202610']);
  expect(await months()).toEqual({ call_words_202611: 0, call_words_202612: 0, call_words_202701: 0 });
});

it('leaves the month whole where the process is killed in the middle', async () => {
  await shiftClock(NOW);
  await add(OCTOBER.first);
  const killed = await connect();
  await killed.query('BEGIN');
  await killed.query("SELECT drop_call_words_partition('call_words_202610', 'infinity', 'infinity')");
  const { rows } = await killed.query('SELECT pg_backend_pid() AS pid');
  await dataSource.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await until(
    async () => (await dataSource.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [rows[0].pid])).length === 0,
    'the killed session to end',
  );
  expect(await months()).toMatchObject({ call_words_202610: 1 });
  expect(await dropMonths(dataSource, DAYS, 0)).toEqual(['call_words_202610']);
});

it('gives way to a search, which holds no one up', async () => {
  await shiftClock(NOW);
  await add(OCTOBER.first);
  const searching = await connect();
  await searching.query('BEGIN; SELECT count(*) FROM call_words');
  expect(await dropMonths(dataSource, DAYS, 0)).toEqual([]);
  expect((await searching.query('SELECT count(*)::int AS n FROM call_words')).rows).toEqual([{ n: 1 }]);
  await searching.query('COMMIT');
  expect(await dropMonths(dataSource, DAYS, 0)).toEqual(['call_words_202610']);
  await searching.end();
});

it('refuses neither a deletion nor a new transcript of a month that is dropped beside it', async () => {
  await shiftClock(NOW);
  const due = await add(OCTOBER.first);
  const late = await addUnsearchableCall(dataSource, accountId, said(OCTOBER.last));
  const [dropping, watching] = [await connect(), await connect()];
  await dropping.query("BEGIN; SELECT drop_call_words_partition('call_words_202610', 'infinity', 'infinity')");
  const both = Promise.all([
    dataSource.query('DELETE FROM analysis WHERE id = $1', [due]),
    makeSearchable(dataSource, late),
  ]);
  await until(async () => (await watching.query(WAITING)).rowCount === 2, 'both to wait for the month');
  await dropping.query('COMMIT');
  await both;
  await makeSearchable(dataSource, late);
  expect(await months()).toMatchObject({ call_words_202610: 1 });
  await Promise.all([dropping.end(), watching.end()]);
});

it('is done by the retention of calls, of which none is left either', async () => {
  const { store, close } = await openDisk();
  const due = await add('2020-02-29T12:00:00Z');
  const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const config = loadConfig({ ANALYSIS_RETENTION_DAYS: '30' });
  const retention = new RetentionRounds(dataSource, new RecordingDeletions(dataSource, store), config);
  await retention.end();
  expect(await filesOf('call_words_202002')).toBe(0);
  expect(await dataSource.query('SELECT id FROM analysis WHERE id = $1', [due])).toEqual([]);
  // The user of the database may not drop tables, for example.
  const later = await add('2020-03-01T00:00:00Z');
  await dataSource.query('DROP FUNCTION drop_call_words_partition');
  await retention.end();
  expect(await dataSource.query('SELECT id FROM analysis WHERE id = $1', [later])).toEqual([]);
  expect(warn.mock.calls.map(([, text]) => text)).toEqual([
    'Could not drop months of words; the next sweep tries again',
  ]);
  await close();
});

it('reads the months of a search alone', async () => {
  for (const at of ['2026-09-10', '2026-10-10', '2026-11-10']) await add(`${at}T12:00:00Z`);
  const search = {
    ...{ accountId, sight: null, livemode: true, agentId: null, contactId: null, skip: 0, limit: 20 },
    ...{ createdAfter: new Date(OCTOBER.first), createdBefore: new Date('2026-11-01T00:00:00Z') },
    queries: queriesOf(parseSearch('refund'), null),
  };
  const plans = await dataSource.transaction(async (tx) => {
    const query = vi.spyOn(tx, 'query');
    const found = await findCalls(tx, search, Number.POSITIVE_INFINITY);
    expect(found.total).toBe(1);
    const read = query.mock.calls.filter(([text]) => text.includes('FROM call_words w'));
    return Promise.all(read.map(([text, values]) => tx.query(`EXPLAIN (FORMAT JSON) ${text}`, values)));
  });
  const tables = [...JSON.stringify(plans).matchAll(/"Relation Name":"(\w+)"/g)].map(([, table]) => table);
  expect([...new Set(tables)]).toEqual(['call_words_202610']);
});
