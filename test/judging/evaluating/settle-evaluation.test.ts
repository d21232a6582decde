// To which usage month an evaluation that fails is given back, and what one that completes leaves in doubt.

import type { Queue } from 'bull';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EvaluationLimit } from '../../../src/billing/usage/evaluation-limit.js';
import { readJudgedResults, writeVerdicts } from '../../../src/calls/results/verdict-storage.js';
import { overrule } from '../../../src/judgement/overrule.js';
import { RescoreNotices } from '../../../src/judging/evaluating/rescoring/rescore-notices.js';
import { SettleEvaluation } from '../../../src/judging/evaluating/settle-evaluation.js';
import { judgedForm } from '../../../src/judging/evaluating/threads/judging-task.js';
import type { EvaluationClaims } from '../../../src/scorecards/evaluations/evaluation-claims.js';
import { questionsOf } from '../../../src/scorecards/form/form.js';
import { RescoreClaims } from '../../../src/scorecards/rescores/rescore-claims.js';
import { Deliveries } from '../../../src/webhooks/deliveries.service.js';
import { writtenAnswers, writtenForm } from '../../scorecards/written-forms.js';
import {
  type BillingClasses,
  letPass,
  livePeriods,
  newAccount,
  startBillingClasses,
} from '../../support/apps/billing-classes.js';
import { openPool } from '../../support/apps/running-service.js';
import { heard, storeCall, storeCard, storeOrder, storeRescoreOfOne } from '../../support/builders/evaluated-calls.js';
import { evaluationClaims } from '../../support/builders/evaluation-claims.js';

const FAILURE = { code: 'provider_refused', sentence: 'The analysis provider refused the request.' } as const;

let billing: BillingClasses;
let db: pg.Pool;
let limit: EvaluationLimit;
let claims: EvaluationClaims;
let settle: SettleEvaluation;
beforeAll(async () => {
  billing = await startBillingClasses();
  const { dataSource, config, periods } = billing;
  db = openPool(billing.databaseUrl);
  limit = new EvaluationLimit(config, periods);
  claims = evaluationClaims(dataSource, config);
  // No job here names an address, so nothing is enqueued.
  const deliveries = new Deliveries(dataSource, {} as Queue);
  const rescores = new RescoreClaims(dataSource, config);
  settle = new SettleEvaluation(dataSource, claims, rescores, new RescoreNotices(deliveries), limit, deliveries);
});
afterAll(async () => {
  await db?.end();
  await billing?.close();
});

const take = (account: string, evaluations: number) =>
  billing.dataSource.transaction((tx) => limit.take(tx, account, true, evaluations));

/** An account that has counted 5 evaluations in the month before, and 3 in the present one. */
async function accountOfTwoMonths(): Promise<string> {
  const account = await newAccount(billing);
  await take(account, 5);
  await letPass(billing, account, 1);
  await take(account, 3);
  return account;
}

async function fail(evaluationId: string): Promise<void> {
  const claimed = await claims.claim(evaluationId);
  if (!claimed) throw new Error('The evaluation could not be claimed');
  await settle.fail(claimed, FAILURE);
}

async function counted(account: string): Promise<number[]> {
  const months = await livePeriods(billing, account);
  return Promise.all(months.map(({ id }) => limit.used(billing.dataSource, id)));
}

it('gives one of a job back to the month in which the job has started, which counted all of them', async () => {
  const account = await accountOfTwoMonths();
  const card = await storeCard(db, account, [heard('q0')]);
  const { rescore, evaluation } = await storeRescoreOfOne(db, account, await storeCall(db, account), card);
  // The job has started in the month before, and made this evaluation in the present one.
  await db.query(
    'UPDATE rescore SET created_at = (SELECT min(starts_at) FROM usage_period WHERE account_id = $2) WHERE id = $1',
    [rescore, account],
  );
  await fail(evaluation);
  expect(await counted(account), 'evaluations of the month before, and of the present one').toEqual([4, 3]);
});

it('gives one that a client has ordered back to the month of its order', async () => {
  const account = await accountOfTwoMonths();
  const card = await storeCard(db, account, [heard('q0')]);
  await fail(await storeOrder(db, account, await storeCall(db, account), card));
  expect(await counted(account), 'evaluations of the month before, and of the present one').toEqual([5, 2]);
});

/** Of a form with one question, which the greeting answers with no, and which the judge has flagged. */
async function completeUnsure(account: string, analysisId: string): Promise<void> {
  const followsGreeting = { kind: 'finding', finding: 'greeting', answer: 'yes', otherwise: 'no' } as const;
  const form = writtenForm('opening 100: greeting 10', {});
  const questions = questionsOf(form).map((one) => ({ ...one, judge: followsGreeting }));
  const card = await storeCard(db, account, questions);
  const claimed = await claims.claim(await storeOrder(db, account, analysisId, card));
  if (!claimed) throw new Error('The evaluation could not be claimed');
  const flagged = { flagged: true, confidence: 0.5, source: 'finding' } as const;
  const judged = writtenAnswers('greeting=no').map((one) => ({ ...one, ...flagged }));
  const ofCard = { ...form, sections: form.sections.map((section) => ({ ...section, questions })) };
  await settle.complete(claimed, { ...judgedForm(ofCard, judged), provenance: '{}' });
}

const DECIDED = { answer: 'yes', citations: [], reviewId: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' } as const;

const tasks = async (analysisId: string) =>
  (await db.query('SELECT reasons, worth FROM review_task WHERE analysis_id = $1', [analysisId])).rows;

it('has a person look at the call where a flagged answer stands', async () => {
  const account = await newAccount(billing);
  const call = await storeCall(db, account);
  await completeUnsure(account, call);
  expect(await tasks(call)).toEqual([{ reasons: ['flagged'], worth: 0.5 }]);
});

it('has no one look again where the answer follows from what a person has decided', async () => {
  const account = await newAccount(billing);
  const call = await storeCall(db, account);
  await billing.dataSource.transaction(async (tx) => {
    const judged = await readJudgedResults(tx, call);
    if (!judged) throw new Error('The call is completed');
    const verdicts = { findings: { 'quality.greeting': DECIDED }, violations: [] };
    await writeVerdicts(tx, call, { results: overrule(judged.system, verdicts), verdicts });
  });
  await completeUnsure(account, call);
  expect(await tasks(call)).toEqual([]);
});
