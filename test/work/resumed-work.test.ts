// Work that waits since a provider failed is due at once where an account has replaced its key. On real Postgres.
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resumeCalls } from '../../src/calls/claims/due-calls.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { resumeEvaluations } from '../../src/scorecards/evaluations/due-evaluations.js';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { openPool } from '../support/apps/running-service.js';
import { CLAIMABLE_TABLES } from '../support/builders/claimable-rows.js';
import { storeAccount, storeRescore } from '../support/builders/evaluated-calls.js';

let database: FreshDatabase;
let dataSource: DataSource;
let db: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  db = openPool(database.url);
});
afterAll(async () => {
  await db?.end();
  await dataSource?.destroy();
  await database?.drop();
});

const FAILED = "run_after = now() + interval '1 hour', failing_since = now()";

describe.each([
  ['analysis', resumeCalls],
  ['evaluation', resumeEvaluations],
] as const)('a row of %s that waits', (table, resume) => {
  let account: string;
  const of = CLAIMABLE_TABLES.find((one) => one.table === table);
  beforeEach(async () => {
    account = await storeAccount(db);
  });

  async function stored(set: string, accountId = account): Promise<string> {
    if (of === undefined) throw new Error(`No one claims rows of ${table}`);
    const id = await of.store(db, accountId);
    await db.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);
    return id;
  }
  async function isDue(id: string): Promise<boolean> {
    await dataSource.transaction((tx) => resume(tx, account));
    return (await db.query(`SELECT FROM ${table} WHERE id = $1 AND run_after <= now()`, [id])).rowCount === 1;
  }

  it('for a provider is due at once', async () => {
    expect(await isDue(await stored(FAILED)), 'it is due').toBe(true);
  });

  it.each([
    ['for something else', "run_after = now() + interval '1 hour'"],
    ['while a worker holds it', `${FAILED}, lease_until = now() + interval '1 hour'`],
  ])('%s stays as it is', async (_, set) => {
    expect(await isDue(await stored(set)), 'it is due').toBe(false);
  });

  it('of another account stays as it is', async () => {
    expect(await isDue(await stored(FAILED, await storeAccount(db))), 'it is due').toBe(false);
  });

  it.runIf(table === 'evaluation')('for a job that scores stored calls again is due too', async () => {
    const id = await stored(FAILED);
    const { rows } = await db.query<{ scorecard_id: string }>('SELECT scorecard_id FROM evaluation WHERE id = $1', [
      id,
    ]);
    const rescore = await storeRescore(db, account, String(rows[0]?.scorecard_id), 1);
    await db.query('UPDATE evaluation SET rescore_id = $2 WHERE id = $1', [id, rescore]);
    expect(await isDue(id), 'it is due').toBe(true);
  });
});
