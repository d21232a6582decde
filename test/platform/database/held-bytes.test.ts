// What each account holds, after random writes, deletions and rollbacks: equal to a count from scratch.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  HELD_TABLES,
  HeldBytes1790000060000,
} from '../../../src/platform/database/migrations/1790000060000-held-bytes.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { HELD_ROWS, HOLDERS, INSERT_ACCOUNT } from '../../support/builders/held-rows.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { Random } from '../../support/builders/random.js';

const STEPS = Number(process.env.HELD_BYTES_STEPS ?? 400);
const SEED = Number(process.env.SEED ?? 1);

let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.directUrl, max: 8, options: '-c lock_timeout=2s' });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const SUMMED = `SELECT account_id, kind, sum(bytes)::float8 AS bytes FROM held_bytes GROUP BY 1, 2 HAVING sum(bytes) <> 0 ORDER BY 1, 2`;
const RECOUNTED = `SELECT account_id, kind, bytes::float8 AS bytes FROM held_bytes_recounted() ORDER BY 1, 2`;
const rowsOf = async (statement: string) => (await pool.query(statement)).rows;

async function openAccount(): Promise<string> {
  const id = randomUUID();
  await pool.query(INSERT_ACCOUNT, [id]);
  return id;
}

/** In an order in which each row finds what it belongs to. */
const TABLES = [...Object.keys(HOLDERS), ...Object.keys(HELD_ROWS)];
const oneOf = (table: string) => `ctid = (SELECT ctid FROM ${table} WHERE account_id = $1 ORDER BY random() LIMIT 1)`;

/** One write of one account. */
async function write(sql: pg.ClientBase | pg.Pool, random: Random, accountId: string): Promise<void> {
  const table = random.of(TABLES);
  const text = 'ä'.repeat(random.below(4_000));
  const column = HELD_ROWS[table]?.text;
  const kind = random.below(5);
  if (kind === 0) await sql.query(`DELETE FROM ${table} WHERE ${oneOf(table)}`, [accountId]);
  else if (kind === 1 && column)
    await sql.query(`UPDATE ${table} SET ${column} = $2::text WHERE ${oneOf(table)}`, [
      accountId,
      text === '' ? null : text,
    ]);
  else await sql.query(HELD_ROWS[table]?.insert ?? HOLDERS[table] ?? '', [accountId, text]);
}

it(`the sum equals a count from scratch after ${STEPS} steps of three at a time (SEED=${SEED})`, async () => {
  const accounts = [await openAccount(), await openAccount()];
  const live = async (seed: number, steps: number) => {
    const random = new Random(seed);
    const client = await pool.connect();
    for (let step = 0; step < steps; step++) {
      await client.query('BEGIN');
      try {
        for (let writes = 1 + random.below(3); writes > 0; writes--) await write(client, random, random.of(accounts));
        await client.query(random.below(4) === 0 ? 'ROLLBACK' : 'COMMIT');
      } catch (error) {
        // Two lives lock the same rows in another order, or one takes the number of a row that the other has.
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (!['40P01', '55P03', '23502', '23503', '23505', 'P0001'].includes(code ?? '')) throw error;
        await client.query('ROLLBACK');
      }
    }
    client.release();
  };
  const kinds = new Set<string>();
  for (let part = 0; part < 4; part++) {
    await Promise.all([0, 1, 2].map((life) => live(SEED + 10 * part + life, STEPS / 12)));
    const summed = await rowsOf(SUMMED);
    expect(summed).toEqual(await rowsOf(RECOUNTED));
    for (const { kind } of summed) kinds.add(kind);
  }
  expect(kinds.size, 'kinds that were held').toBe(14);

  await pool.query("UPDATE hold SET status = 'released', released_at = now() WHERE status = 'active'");
  await pool.query('DELETE FROM account WHERE id = $1', [accounts[0]]);
  expect(await rowsOf(SUMMED)).toEqual(await rowsOf(RECOUNTED));
  expect(new Set((await rowsOf('SELECT account_id FROM held_bytes')).map(({ account_id }) => account_id))).toEqual(
    new Set([accounts[1]]),
  );
});

it('two transactions of an account that write the same kind do not wait for each other', async () => {
  const account = await openAccount();
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  for (const client of clients) {
    await client.query('BEGIN');
    await client.query(HELD_ROWS.redaction?.insert ?? '', [account, 'a filter']);
  }
  for (const client of clients) {
    await client.query('COMMIT');
    client.release();
  }
  const { rows } = await pool.query('SELECT bytes::int AS bytes FROM held_bytes WHERE account_id = $1', [account]);
  expect(rows).toEqual(Array(3).fill({ bytes: 208 }));
  await pool.query(HELD_ROWS.redaction?.insert ?? '', [account, '']);
  expect((await pool.query('SELECT FROM held_bytes WHERE account_id = $1', [account])).rowCount).toBe(3);
});

it('the migration counts what is there, also where a run was killed between two tables', async () => {
  const account = await openAccount();
  // Tables of later migrations count by those; these two share a kind with a table of this one.
  await pool.query('DELETE FROM dispute; DELETE FROM evaluation_acknowledgement');
  const counted = HELD_TABLES.map(({ table }) => table);
  for (const table of [...Object.keys(HOLDERS), ...counted])
    await pool.query(HELD_ROWS[table]?.insert ?? HOLDERS[table] ?? '', [account, table]);
  const before = await rowsOf(SUMMED);
  const { rows: triggers } = await pool.query(
    `SELECT DISTINCT trigger_name AS name, event_object_table AS table FROM information_schema.triggers
     WHERE trigger_name ~ '_held_' AND event_object_table <> 'review' AND event_object_table = ANY ($1)`,
    [counted],
  );
  for (const { name, table } of triggers) await pool.query(`DROP TRIGGER ${name} ON ${table}`);
  await pool.query(`
    UPDATE transcript_version SET account_id = NULL;
    UPDATE batch_line SET account_id = NULL;
    DELETE FROM held_bytes WHERE kind NOT IN ('reviews', 'calibrations', 'engine_trials', 'holds', 'erasures')`);

  const dataSource = await openDataSource(database.directUrl);
  const runner = dataSource.createQueryRunner();
  await new HeldBytes1790000060000().up(runner);
  await runner.release();
  await dataSource.destroy();
  expect(await rowsOf(SUMMED)).toEqual(before);
  expect(await rowsOf(RECOUNTED)).toEqual(
    before.filter(({ kind }) => !['calibrations', 'engine_trials', 'holds', 'erasures'].includes(kind)),
  );
});
