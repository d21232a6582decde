// Whose turn is it among the jobs over many objects? Accounts take turns, however many jobs each has open. On real Postgres.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BatchClaims } from '../../../src/arrivals/batches/batch-claims.js';
import { TrialClaims } from '../../../src/judging/trials/trial-claims.js';
import { RedactionJobClaims } from '../../../src/masking/jobs/redaction-job-claims.js';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { RescoreClaims } from '../../../src/scorecards/rescores/rescore-claims.js';
import { WatchClaims } from '../../../src/scorecards/watch/watch-claims.js';
import { jobTurns } from '../../../src/work/jobs/job-claims.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openPool } from '../../support/apps/running-service.js';
import { heard, storeAccount, storeCard } from '../../support/builders/evaluated-calls.js';

const LEASE_MS = 3_600_000;
/** Pages of 8 kB that one look may read. A look that walks the rows of an account reads hundreds. */
const MAX_PAGES_READ = 40;
const OPEN = 10;

interface Turns {
  claimNext(): Promise<{ readonly id: string; readonly accountId: string; readonly requestId: string } | null>;
}
interface Jobs {
  readonly table: string;
  /** A process of its own, as far as turns go. */
  readonly open: (dataSource: DataSource, config: Config) => Turns;
  /** SQL of the columns that a job must have, and of their values. */
  readonly columns: (card: string) => Readonly<Record<string, string>>;
  /** SQL condition: the job waits for a turn. */
  readonly waits: string;
}

const JOBS: readonly Jobs[] = [
  {
    table: 'batch',
    open: (dataSource, config) => new BatchClaims(dataSource, config),
    columns: () => ({ defaults: "'{}'", on_quota: "'wait'", status: "'processing'" }),
    waits: "status IN ('processing', 'waiting_for_quota') AND NOT all_taken",
  },
  {
    table: 'engine_trial',
    open: (dataSource, config) => new TrialClaims(dataSource, config),
    columns: () => ({
      task: "'analysis'",
      engines: "'{a,b}'",
      calls: '1',
      estimate: "'{}'",
      total: '2',
      total_test: '0',
    }),
    waits: `status = 'processing' AND NOT EXISTS (
      SELECT FROM engine_trial_item i WHERE i.trial_id = engine_trial.id AND i.status = 'processing')`,
  },
  {
    table: 'redaction',
    open: (dataSource, config) => new RedactionJobClaims(dataSource, config),
    columns: () => ({ wanted: "'{}'", filter: "'{}'", total: '1', webhook_events: "'{}'" }),
    waits: "status = 'processing' AND NOT expanded",
  },
  {
    table: 'rescore',
    open: (dataSource, config) => new RescoreClaims(dataSource, config),
    columns: (card) => ({ scorecard_id: `'${card}'`, revision: '1', filter: "'{}'", estimate: "'{}'", total: '1' }),
    waits: "status = 'processing' AND NOT expanded",
  },
  {
    table: 'scorecard_watch',
    open: (dataSource, config) => new WatchClaims(dataSource, config),
    columns: () => ({ scorecard_id: CARD_OF_JOB }),
    waits: "status = 'processing'",
  },
];
/** A scorecard has one watch: each job has its own. $1: the account, n: the number of the job. */
const CARD_OF_JOB = "md5($1::uuid || ' ' || n)::uuid";

let database: FreshDatabase;
let dataSource: DataSource;
let db: pg.Pool;
let config: Config;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  db = openPool(database.url);
  const { worker, ...others } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  config = { ...others, worker: { ...worker, leaseMs: LEASE_MS } };
});
afterAll(async () => {
  await db?.end();
  await dataSource?.destroy();
  await database?.drop();
});

it('every table of jobs is tested here', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = sources.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(/= jobTurns\(\s*'(\w+)'/g)].map(([, table]) => table),
  );
  expect(found.sort()).toEqual(JOBS.map(({ table }) => table).sort());
});

describe.each(JOBS.map((jobs) => [jobs.table, jobs] as const))('the turns of %s', (table, { open, columns, waits }) => {
  let busy: string;
  let other: string;
  beforeEach(async () => {
    await db.query('DELETE FROM account');
    [busy, other] = [await storeAccount(db), await storeAccount(db)];
  });

  /** The first job has waited longest; the request of each has its number. */
  async function add(account: string, count: number): Promise<void> {
    const card = table === 'rescore' ? await storeCard(db, account, [heard('q0')]) : '';
    const given = columns(card);
    if (table === 'scorecard_watch')
      await db.query(
        `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision)
         SELECT ${CARD_OF_JOB}, $1::uuid, true, 'Card', 1, 1 FROM generate_series(1, $2::int) AS n`,
        [account, count],
      );
    await db.query(
      `INSERT INTO ${table} (id, account_id, livemode, request_id, run_after, ${Object.keys(given)})
       SELECT gen_random_uuid(), $1::uuid, true, n::text, now() - interval '1 hour' + n * interval '1 second', ${Object.values(given)}
       FROM generate_series(1, $2::int) AS n`,
      [account, count],
    );
  }
  /** Puts the job behind the others of its account, as the end of each turn does. */
  const handBack = async (id: string) => {
    await db.query(`UPDATE ${table} SET lease_until = NULL, run_after = now() WHERE id = $1`, [id]);
  };

  const accountOf = (turn: string) => turn.split(' ')[0];
  async function takeTurns(turns: Turns, count: number, atEnd = handBack): Promise<string[]> {
    const taken: string[] = [];
    for (let n = 0; n < count; n++) {
      const job = await turns.claimNext();
      if (!job) break;
      taken.push(`${job.accountId === busy ? 'busy' : 'other'} ${job.requestId}`);
      await atEnd(job.id);
    }
    return taken;
  }

  it('go to each account in its turn, and within it to the job that has waited longest', async () => {
    await add(busy, OPEN);
    const turns = open(dataSource, config);
    expect(await takeTurns(turns, 2)).toEqual(['busy 1', 'busy 2']);
    await add(other, 1);
    expect(await takeTurns(turns, 6)).toEqual(['other 1', 'busy 3', 'other 1', 'busy 4', 'other 1', 'busy 5']);
  });

  it('go to each account in its turn in every process, and to no job twice', async () => {
    await add(busy, OPEN);
    await add(other, 2);
    const processes = Array.from({ length: 3 }, () => open(dataSource, config));
    const held = async () => undefined;
    const taken: string[] = [];
    for (const turns of processes.slice(0, 2)) {
      const first = await takeTurns(turns, 2, held);
      expect(first.map(accountOf).sort(), 'two turns of a process').toEqual(['busy', 'other']);
      taken.push(...first);
    }
    taken.push(...(await Promise.all(processes.map((turns) => takeTurns(turns, OPEN, held)))).flat());
    expect(new Set(taken).size, 'jobs that a worker holds').toBe(OPEN + 2);
    expect(taken, 'claims').toHaveLength(OPEN + 2);
    // The workers are killed.
    await db.query(`UPDATE ${table} SET lease_until = now() - interval '1 second'`);
    const after = await takeTurns(open(dataSource, config), 2);
    expect(after.map(accountOf).sort()).toEqual(['busy', 'other']);
  });

  it('pass over a job whose row a transaction has locked, without waiting', async () => {
    await add(busy, 2);
    const client = await db.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT FROM ${table} WHERE request_id = '1' FOR UPDATE`);
      expect(await takeTurns(open(dataSource, config), 2, async () => undefined)).toEqual(['busy 2']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('cost a few pages, beside thousands of jobs of one account', async () => {
    await add(busy, 3_000);
    await add(other, 1);
    await db.query(`VACUUM ANALYZE ${table}`);
    const { text } = jobTurns(table, 'id', waits).next;
    const { rows } = await db.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [busy, [], 0, 0]);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(MAX_PAGES_READ);
  });
});
