// What a worker may write of an evaluation, and which one it takes next.
import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClaimLost } from '../../src/analysis/analysis-claims.js';
import type { Turn } from '../../src/analysis/due-calls.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { type Asker, DueEvaluations, NEXT_DUE_EVALUATION } from '../../src/scorecards/due-evaluations.js';
import { type CompletedEvaluation, EvaluationClaims } from '../../src/scorecards/evaluation-claims.js';
import { RescoreClaims } from '../../src/scorecards/rescore-claims.js';
import { type FreshDatabase, freshDatabase } from '../support/backing.js';
import {
  heard,
  readEvaluation,
  storeAccount,
  storeCall,
  storeCard,
  storeOrder,
  storeRescore,
} from '../support/evaluated-calls.js';

const COMPLETED: CompletedEvaluation = {
  outcome: 'passed',
  score: 100,
  coverage: 1,
  judged: '[]',
  sections: '[]',
  answers: '[]',
  autoFails: '[]',
  provenance: '{}',
};
const FROM_THE_START: Turn = {
  after: '00000000-0000-0000-0000-000000000000',
  except: [],
  among: 1,
  dueForMs: 0,
};
/** Pages of 8 kB that one look may read: a few seeks into the index, and the row that is found. */
const MAX_PAGES_READ = 30;

let database: FreshDatabase;
let dataSource: DataSource;
let db: pg.Pool;
let claims: EvaluationClaims;
let due: DueEvaluations;
let account: string;
let card: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 3)).initialize();
  db = new pg.Pool({ connectionString: database.url, max: 2 });
  claims = new EvaluationClaims(dataSource, loadConfig({ JWT_SECRET: 'x'.repeat(32) }));
  due = new DueEvaluations(dataSource);
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

const order = async (options: Parameters<typeof storeOrder>[4] = {}) =>
  storeOrder(db, account, await storeCall(db, account), card, options);
const claim = async (id: string) => (await claims.claim(id)) ?? Promise.reject(new Error('It could not be claimed'));
const expireLease = (id: string) =>
  db.query("UPDATE evaluation SET lease_until = now() - interval '1 second' WHERE id = $1", [id]);

describe('a worker that lost its lease', () => {
  it('writes no batch, no failure and no end: those of the next worker stay', async () => {
    const id = await order();
    const first = await claim(id);
    expect(await claims.claim(id)).toBeNull();
    await expireLease(id);
    const next = await claim(id);
    expect(next).toMatchObject({ crashes: 1 });
    await claims.recordCheckpoint(next, 0, { answered: 'and paid for' });

    await expect(claims.recordCheckpoint(first, 0, {})).rejects.toBeInstanceOf(ClaimLost);
    await expect(claims.renew(first)).rejects.toBeInstanceOf(ClaimLost);
    await claims.handBack(first, 0, 'provider-failed');
    const end = (evaluation: typeof first) =>
      dataSource.transaction((tx) => claims.complete(tx, evaluation, COMPLETED));
    await expect(end(first)).rejects.toBeInstanceOf(ClaimLost);
    expect(await claims.readCheckpoints(next)).toEqual(new Map([[0, { answered: 'and paid for' }]]));
    expect(await claims.getFailures(next)).toEqual({ providerFailures: 0, failingForMs: null });

    await end(next);
    expect(await readEvaluation(db, id)).toMatchObject({ status: 'completed', score: 100, batches_left: 0 });
    await expect(end(next)).rejects.toBeInstanceOf(ClaimLost);
  });

  it('is counted as a crash until a batch is recorded', async () => {
    const id = await order();
    await claim(id);
    await expireLease(id);
    const next = await claim(id);
    await claims.recordCheckpoint(next, 0, {});
    await claims.handBack(next, 0, 'stopping');
    expect(await claim(id)).toMatchObject({ crashes: 0 });
  });
});

describe('a worker that stops', () => {
  it('leaves the evaluation free, also when a heartbeat comes behind the hand-back: the next one claims it without a crash', async () => {
    const id = await order();
    const first = await claim(id);
    await claims.handBack(first, 0, 'stopping');
    await expect(claims.renew(first)).rejects.toBeInstanceOf(ClaimLost);
    expect(await claim(id)).toMatchObject({ crashes: 0 });
  });
});

describe('the count of a job', () => {
  it('ends it with its last call, once, and never while its calls are still being read', async () => {
    const rescores = new RescoreClaims(dataSource, loadConfig({ JWT_SECRET: 'x'.repeat(32) }));
    const rescore = await storeRescore(db, account, card, 3);
    const count = (what: 'completed' | 'failed' | 'skipped') =>
      dataSource.transaction((tx) => rescores.count(tx, rescore, what));
    await db.query('UPDATE rescore SET expanded = false WHERE id = $1', [rescore]);
    expect([await count('completed'), await count('failed'), await count('skipped')]).toEqual([null, null, null]);
    await db.query('UPDATE rescore SET expanded = true, skipped = 0 WHERE id = $1', [rescore]);
    const ends = await Promise.all([count('completed'), count('completed')]);
    expect(ends.filter((end) => end !== null)).toMatchObject([{ id: rescore, accountId: account }]);
    const { rows } = await db.query('SELECT status, completed, failed, skipped FROM rescore');
    expect(rows).toEqual([{ status: 'completed', completed: 3, failed: 1, skipped: 0 }]);
  });
});

describe('the next evaluation', () => {
  const next = (asker: Asker, askModel = true) => due.next(asker, FROM_THE_START, askModel);

  it('of a job is none that a client or a call has asked for, and the reverse', async () => {
    const rescore = await storeRescore(db, account, card, 2);
    const [asked, rescored, kept] = [
      await order(),
      await order({ rescoreId: rescore }),
      await order({ rescoreId: rescore }),
    ];
    await db.query("UPDATE evaluation SET kept = true, run_after = now() - interval '1 hour' WHERE id = $1", [kept]);
    expect(await next('asked')).toMatchObject({ id: kept });
    await claim(kept);
    expect(await next('asked')).toMatchObject({ id: asked });
    expect(await next('rescore')).toMatchObject({ id: rescored });
  });

  it('asks no model while none may be asked', async () => {
    await order();
    expect(await next('asked', false)).toBeNull();
    const withoutModel = await order({ judge: '' });
    expect(await next('asked', false)).toMatchObject({ id: withoutModel });
  });

  it.each(['asked', 'rescore'] as const)('is found by an index (%s), however many wait', async (asker) => {
    const call = await storeCall(db, account);
    const rescore = asker === 'rescore' ? await storeRescore(db, account, card, 5_000) : null;
    await db.query(
      `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
         transcript_hash, rescore_id)
       SELECT gen_random_uuid(), $1, $2, true, 'r', 'a', 'c', $3, 1, int4send(n), $4 FROM generate_series(1, 5000) AS n`,
      [account, call, card, rescore],
    );
    await db.query('VACUUM ANALYZE evaluation');
    const { after, except, dueForMs } = FROM_THE_START;
    const literals = [`'${after}'`, `'{${except.join()}}'`, '0', String(dueForMs)];
    const text = NEXT_DUE_EVALUATION[asker].any.text.replaceAll(/\$(\d)/g, (_, number) => literals[number - 1] ?? '');
    const { rows } = await db.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(MAX_PAGES_READ);
  });
});
