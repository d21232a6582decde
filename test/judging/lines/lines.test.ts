// Lines in a running service: found from what people rated when a session is closed, and applied to what is scored after that.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '../../../src/scorecards/form/form.js';
import { setUpEvaluations } from '../../support/apps/evaluating-service.js';
import { type Account, type TestService, until } from '../../support/apps/running-service.js';
import { asked, readEvaluation, storeCall, storeCard, storeOrder } from '../../support/builders/evaluated-calls.js';
import { storeEvaluation } from '../../support/builders/reviewable-call.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { Gate } from '../../support/processes/gate.js';
import { completeWith } from '../../support/stubs/openai-stub.js';

const FORM: Form = {
  language: null,
  pass_mark: 80,
  min_coverage: 0.5,
  sections: [{ key: 'only', title: 'Only', weight: 1, questions: [asked('q0'), asked('q1')] }],
};

const model = new Gate();
let sure = 0.9;
let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let cardId: string;

setUpEvaluations(
  model,
  () =>
    completeWith({
      answers: ['q0', 'q1'].map((question) => ({
        question,
        quotes: [{ segment_id: 0, quote: 'This call is recorded.' }],
        answer: 'yes',
        confidence: sure,
        rationale: 'The agent says so.',
      })),
    }),
  (given) => {
    ({ service, account, accountId } = given);
  },
);
beforeAll(async () => {
  model.open();
  ask = askAs(service, account);
  cardId = await storeCard(service.db, accountId, [asked('q0'), asked('q1')]);
});

const put = (path: string, json: unknown) => ask(path, { method: 'PUT', json });

/** A closed session over calls that the machine answered with a confidence. @param agreeing how many people agree with */
async function rate(groups: readonly { readonly n: number; readonly confidence: number; readonly agreeing: number }[]) {
  const rated: { readonly id: string; readonly agrees: boolean }[] = [];
  for (const { n, confidence, agreeing } of groups)
    for (let at = 0; at < n; at++) {
      const callId = await storeCall(service.db, accountId);
      const evaluation = await storeEvaluation(service.db, { accountId, callId, cardId }, FORM, 'q0=yes q1=?');
      await service.db.query(
        `UPDATE evaluation_payload SET answers = replace(answers, '"confidence":0.9', $2) WHERE evaluation_id = $1`,
        [evaluation, `"confidence":${confidence}`],
      );
      rated.push({ id: callId, agrees: at < agreeing });
    }
  const session = await ask('/calibrations', {
    json: { scorecard_id: cardId, analysis_ids: rated.map(({ id }) => id), reviewer_ids: ['mara', 'jonas'] },
  });
  await expect(session).toAnswer(201);
  for (const { id, agrees } of rated) {
    const answers = { answers: ['q0', 'q1'].map((question) => ({ question, answer: agrees ? 'yes' : 'no' })) };
    const rating = await put(`/calibrations/${session.body.id}/items/${id}/ratings/mara`, answers);
    await expect(rating).toAnswer(200);
  }
  await expect(await ask(`/calibrations/${session.body.id}/close`, { method: 'POST' })).toAnswer(200);
  return rated;
}

const lineOf = async (question: string, query = '') => {
  const { body } = await ask(`/scorecards/${cardId}/agreement${query}`);
  return body.questions.find((one: { question: string }) => one.question === question).line;
};

async function scored(confidence: number) {
  sure = confidence;
  const callId = await storeCall(service.db, accountId);
  const id = await storeOrder(service.db, accountId, callId, cardId);
  await until(async () => (await readEvaluation(service.db, id))?.status === 'completed', 'a scored call');
  const { body } = await ask(`/evaluations/${id}`);
  return { callId, id, body };
}

describe('target_agreement', () => {
  it('is refused outside of its bounds, stays where it is omitted, and goes by null', async () => {
    const wrong = await put(`/scorecards/${cardId}`, { name: 'Card', target_agreement: 0.5 });
    await expect(wrong).toAnswer(422);
    const set = await put(`/scorecards/${cardId}`, { name: 'Card', target_agreement: 0.85 });
    await expect(set).toAnswer(200);
    expect(set.body.target_agreement).toBe(0.85);
    expect((await put(`/scorecards/${cardId}`, { name: 'Card' })).body.target_agreement).toBe(0.85);
    const gone = await put(`/scorecards/${cardId}`, { name: 'Card', target_agreement: null });
    expect(gone.body.target_agreement).toBeNull();
    const other = askAs(service, await service.openAccount());
    const theirs = await other(`/scorecards/${cardId}`, { method: 'PUT', json: { name: 'x', target_agreement: 0.8 } });
    await expect(theirs).toAnswer(404, { detail: 'Scorecard not found' });
  });

  it('has less certain answers wait for a person, who confirms them, and those to a question without a line', async () => {
    await rate([
      { n: 40, confidence: 0.9, agreeing: 40 },
      { n: 10, confidence: 0.7, agreeing: 2 },
    ]);
    expect(await lineOf('q0'), 'a line without a target').toBeNull();
    expect((await scored(0.5)).body.answers[0]).toMatchObject({ state: 'answered', reason: null });

    await put(`/scorecards/${cardId}`, { name: 'Card', target_agreement: 0.85 });
    expect(await lineOf('q0')).toEqual({ confidence: 0.9, share_above: 0.8 });
    expect(await lineOf('q1')).toBeNull();
    const above = await scored(0.9);
    expect(above.body.answers).toMatchObject([
      { question: 'q0', state: 'answered', answer: 'yes', reason: null },
      { question: 'q1', state: 'awaiting_human', answer: 'yes', confidence: 0.9, reason: 'below_target' },
    ]);
    const below = await scored(0.8);
    expect(below.body).toMatchObject({ score: null, outcome: 'not_assessable' });
    expect(below.body.answers).toMatchObject([
      { question: 'q0', state: 'awaiting_human', answer: 'yes', points: 1, reason: 'below_target' },
      { question: 'q1', reason: 'below_target' },
    ]);
    const { body: queue } = await ask('/review-queue?reason=awaiting_human');
    const waiting = queue.items.map(({ analysis_id: call }: { analysis_id: string }) => call);
    expect(waiting.sort()).toEqual([above.callId, below.callId].sort());

    const answer = await put(`/evaluations/${below.id}/answers/q0`, { answer: 'yes', reviewer_id: 'mara' });
    await expect(answer).toAnswer(200);
    expect(answer.body.answers[0]).toMatchObject({ state: 'answered', source: 'human', reason: null });
    expect(answer.body.answers[0].system).toMatchObject({ state: 'awaiting_human', reason: 'below_target' });
    const back = await put(`/evaluations/${below.id}/answers/q0`, { answer: 'withdraw', reviewer_id: 'mara' });
    expect(back.body.answers[0]).toMatchObject({ state: 'awaiting_human', reason: 'below_target' });
  });

  it('is found again with each session that is closed and each other target, and stays when rated calls go', async () => {
    const calls = await rate([{ n: 40, confidence: 0.7, agreeing: 40 }]);
    expect(await lineOf('q0')).toEqual({ confidence: 0.9, share_above: 40 / 90 });
    await put(`/scorecards/${cardId}`, { name: 'Card', target_agreement: 0.75 });
    expect(await lineOf('q0')).toEqual({ confidence: 0.7, share_above: 1 });
    await service.db.query('DELETE FROM analysis WHERE id = ANY($1)', [calls.map(({ id }) => id)]);
    expect(await lineOf('q0')).toEqual({ confidence: 0.7, share_above: 1 });
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    const ofTest = await ask(`/scorecards/${cardId}/agreement`, { credential: testKey });
    expect(ofTest.body.questions[0].line).toBeNull();
    expect(await lineOf('q0', '?between=people')).toBeUndefined();
  });
});
