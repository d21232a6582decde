// What a worker may write of an evaluation, and which one it takes next.
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { type Asker, NEXT_DUE_EVALUATION } from '../../../src/scorecards/evaluations/due-evaluations.js';
import {
  type ClaimedEvaluation,
  type CompletedEvaluation,
  type EvaluationClaims,
  isOfRescore,
} from '../../../src/scorecards/evaluations/evaluation-claims.js';
import { ClaimLost } from '../../../src/work/claim.js';
import { findNextDue, type Turn } from '../../../src/work/due-work.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openPool } from '../../support/apps/running-service.js';
import {
  heard,
  readEvaluation,
  storeAccount,
  storeCall,
  storeCard,
  storeOrder,
  storeRescore,
} from '../../support/builders/evaluated-calls.js';
import { evaluationClaims } from '../../support/builders/evaluation-claims.js';

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
/** Longer than a slow machine takes from one statement to the next. */
const LEASE_MS = 3_600_000;
const FROM_THE_START: Turn = { after: '00000000-0000-0000-0000-000000000000', except: [], among: 1, dueForMs: 0 };
/** Pages of 8 kB that one look may read: a few seeks into the index, and the row that is found. */
const MAX_PAGES_READ = 30;

let database: FreshDatabase;
let dataSource: DataSource;
let db: ReturnType<typeof openPool>;
let claims: EvaluationClaims;
let account: string;
let card: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 3)).initialize();
  db = openPool(database.url);
  const { worker, ...config } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  claims = evaluationClaims(dataSource, { ...config, worker: { ...worker, leaseMs: LEASE_MS } });
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
  it('writes no batch, no failure and no end: those of the next worker stay [fault 93]', async () => {
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
    expect(await claims.getFailures(next)).toMatchObject({ providerFailures: 0, failingForMs: null });

    await end(next);
    expect(await readEvaluation(db, id)).toMatchObject({ status: 'completed', score: 100, batches_left: 0 });
    await expect(end(next)).rejects.toBeInstanceOf(ClaimLost);
  });
});

/** SQL expressions over a row of `evaluation`. */
const read = async (id: string, columns: string) =>
  (await db.query(`SELECT ${columns} FROM evaluation WHERE id = $1`, [id])).rows[0];
const change = (id: string, set: string) => db.query(`UPDATE evaluation SET ${set} WHERE id = $1`, [id]);
/** The lease ends at least half a lease from now, and not later than the lease is long. */
const LEASED = `lease_until BETWEEN now() + interval '${LEASE_MS / 2} ms' AND now() + interval '${LEASE_MS} ms' AS leased`;

describe('the claim on an evaluation', () => {
  it('gives the worker all that it needs of the row, each value in its place', async () => {
    const rescoreId = await storeRescore(db, account, card, 1);
    const analysisId = await storeCall(db, account);
    const id = await storeOrder(db, account, analysisId, card, { rescoreId, judge: 'model' });
    await change(
      id,
      `created_at = '2026-11-01 10:00Z', kept = true, counted = false, fence = 6, crashes = 2, provider_failures = 3,
      failing_since = now() - interval '100 seconds', trace_parent = '00-trace'`,
    );
    expect(await claim(id), 'A member of the claimed evaluation has not the value of its column').toEqual({
      id,
      accountId: account,
      analysisId,
      livemode: true,
      requestId: 'r',
      createdAt: new Date('2026-11-01T10:00:00Z'),
      scorecardId: card,
      revision: 1,
      modelKey: 'model',
      rescoreId,
      kept: true,
      counted: false,
      fence: 7,
      crashes: 2,
      providerFailures: 3,
      failingForMs: expect.toSatisfy((ms: number) => ms >= 100_000 && ms < 400_000),
      traceParent: '00-trace',
    });
    expect(await read(id, LEASED), 'The claim is not leased for the length of a lease').toEqual({ leased: true });
  });

  it('gives way to fresh calls where a job alone has asked for it', async () => {
    const rescoreId = await storeRescore(db, account, card, 2);
    const [asked, rescored, kept] = [await order(), await order({ rescoreId }), await order({ rescoreId })];
    await change(kept, 'kept = true');
    const givesWay = async (id: string) => isOfRescore(await claim(id));
    expect([await givesWay(asked), await givesWay(rescored), await givesWay(kept)]).toEqual([false, true, false]);
  });
});

describe('the answers to a batch of questions', () => {
  it('are kept by batch, and replaced where they are recorded again', async () => {
    const held = await claim(await order());
    await claims.recordCheckpoint(held, 0, { said: 'a NUL \u0000' });
    await claims.recordCheckpoint(held, 0, { said: 'once more' });
    await claims.recordCheckpoint(held, 1, {});
    expect(await claims.readCheckpoints(held)).toEqual(
      new Map([
        [0, { said: 'once more' }],
        [1, {}],
      ]),
    );
  });
});

describe('the end of an evaluation', () => {
  const END = `status, outcome, score, coverage, error_message, error_code, lease_until, settled_at IS NOT NULL AS settled,
    (SELECT count(*) FROM evaluation_checkpoint WHERE evaluation_id = id)::int AS checkpoints`;

  async function withBatch(options: Parameters<typeof order>[0] = {}) {
    const call = await storeCall(db, account, { webhookUrl: 'http://hook/' });
    const id = await storeOrder(db, account, call, card, options);
    const held = await claim(id);
    await claims.recordCheckpoint(held, 0, {});
    return held;
  }
  const complete = (evaluation: ClaimedEvaluation, completed: CompletedEvaluation) =>
    dataSource.transaction((tx) => claims.complete(tx, evaluation, completed));

  it('keeps each part of the result in its place, and drops the checkpoints of this one alone', async () => {
    const [held, other] = [await withBatch(), await withBatch()];
    const parts = {
      judged: '["judged"]',
      sections: '["sections"]',
      answers: '[{"rationale":"a NUL \\u0000"}]',
      autoFails: '["fails"]',
      provenance: '{"p":1}',
    };
    const webhook = { webhookUrl: 'http://hook/', webhookEvents: ['evaluation.completed'] };
    const figures = { outcome: 'failed', score: 40, coverage: 0.75 } as const;
    const told = await complete(held, { ...figures, ...parts });
    expect(told).toEqual({ askedFor: true, analysisLivemode: true, ...webhook, reviewed: null });
    const end = { error_message: null, error_code: null, lease_until: null, settled: true, checkpoints: 0 };
    expect(await read(held.id, END)).toEqual({ status: 'completed', ...figures, ...end });
    const { rows } = await db.query('SELECT * FROM evaluation_payload WHERE evaluation_id = $1', [held.id]);
    const { autoFails, ...same } = parts;
    expect(rows).toEqual([
      { evaluation_id: held.id, ...same, auto_fails: autoFails, answers: '[{"rationale":"a NUL \\ufffd"}]' },
    ]);
    expect((await claims.readCheckpoints(other)).size, 'The checkpoints of another evaluation are gone').toBe(1);
  });

  it('keeps the reason of a failure', async () => {
    const held = await withBatch();
    const failure = { code: 'provider_failed', sentence: 'The provider failed' } as const;
    const told = await dataSource.transaction((tx) => claims.fail(tx, held, failure));
    expect(told).toMatchObject({ askedFor: true, webhookUrl: 'http://hook/' });
    const figures = { outcome: null, score: null, coverage: null };
    const end = { status: 'failed', error_message: failure.sentence, error_code: failure.code, lease_until: null };
    expect(await read(held.id, END)).toEqual({ ...figures, ...end, settled: true, checkpoints: 0 });
  });

  it.each([
    ['not told of', false],
    ['told of where a client has asked for it meanwhile', true],
  ])('that a job asked for is %s', async (_, kept) => {
    const held = await withBatch({ rescoreId: await storeRescore(db, account, card, 1) });
    await change(held.id, `kept = ${kept}`);
    expect(await complete(held, COMPLETED)).toMatchObject({ askedFor: kept });
  });

  it.each([
    ['account', 'SELECT 1 FROM account WHERE id = $1 FOR UPDATE NOWAIT', (held: ClaimedEvaluation) => held.accountId],
    ['call', 'SELECT 1 FROM analysis WHERE id = $1 FOR UPDATE NOWAIT', (held: ClaimedEvaluation) => held.analysisId],
  ])('keeps its %s from being erased before it is committed', async (_, lock, idOf) => {
    const held = await withBatch();
    await dataSource.transaction(async (tx) => {
      await claims.fail(tx, held, { code: 'provider_failed', sentence: 'No' });
      await expect(db.query(lock, [idOf(held)]), 'An erasure came between').rejects.toThrow(/lock/);
    });
  });
});

describe('the next evaluation', () => {
  const next = (asker: Asker, askModel = true) =>
    findNextDue(dataSource, NEXT_DUE_EVALUATION[asker][askModel ? 'any' : 'withoutModel'], FROM_THE_START);

  it('of a job is none that a client or a call has asked for, and the reverse [fault 96]', async () => {
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

  it('asks no model while none may be asked [fault 95]', async () => {
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
