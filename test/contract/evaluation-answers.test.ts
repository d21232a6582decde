// Answers that persons give in an evaluation, one at a time. No worker runs; the tests settle evaluations as one does.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writtenForm } from '../scorecards/written-forms.js';
import { type SettlingService, startSettlingService } from '../support/apps/settling-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { REVIEWED_FORM, type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { refusalOf } from '../support/clients/refusal.js';

let at: SettlingService;

beforeAll(async () => {
  at = await startSettlingService({ RATE_LIMIT_DEFAULT: '100000' });
});
afterAll(() => at?.close());

describe('PUT /evaluations/{id}/answers/{question}', () => {
  async function completed(answers: string) {
    const account = await at.accountWith();
    const { id } = await account.evaluate(account.callId);
    await at.settle(id, answers);
    const answer = (question: string, body: { answer: string; rationale?: string; reviewer_id?: string }) =>
      account.api.put('/evaluations/{id}/answers/{question}', { path: { id, question }, body });
    return { ...account, id, answer };
  }

  it('answers a question for a person, and recalculates the figures', async () => {
    const { id, api, answer, accountId } = await completed('notice=yes sale=yes offer=yes tone=fair');
    // 40 × 1 + 60 × 20/20 by 100; the coverage 40 + 60 × 20/40.
    const before = await api.get('/evaluations/{id}', { path: { id } });
    expect(before).toMatchObject({ score: 100, coverage: 0.7, outcome: 'passed' });

    // Closing: 20 of 30.
    const after = await answer('solved', { answer: 'no', rationale: 'Promised, not done.', reviewer_id: 'anna' });
    expect(after).toMatchObject({ id, score: 80, coverage: 0.85, outcome: 'passed' });
    expect(after.answers.find(({ question }) => question === 'solved')).toEqual({
      question: 'solved',
      state: 'answered',
      answer: 'no',
      confidence: 1,
      points: 0,
      flagged: false,
      rationale: 'Promised, not done.',
      citations: [],
      source: 'human',
      reason: null,
      reviewer_id: 'anna',
      system: null,
    });
    expect(await api.get('/evaluations/{id}', { path: { id } })).toEqual(after);
    expect(await api.get('/evaluations', { query: { score_min: 80, score_max: 80 } })).toMatchObject({ total: 1 });
    expect(await api.get('/evaluations', { query: { score_min: 100 } })).toMatchObject({ total: 0 });
    expect(after.completed_at).toBe(before.completed_at);
    const [row] = await at.dataSource.query('SELECT judged FROM evaluation_payload WHERE evaluation_id = $1', [id]);
    const stored = `"reviewerId":"anna","principal":{"kind":"person","id":"${accountId}"}`;
    expect(row.judged, 'the answer with who sent it').toContain(stored);
  });

  it('confirms or corrects a suggestion, and may be repeated', async () => {
    const { answer } = await completed('notice=yes sale=yes offer=yes solved=@yes tone=good');
    expect(await answer('tone', { answer: 'good' })).toMatchObject({ score: 100, coverage: 1, outcome: 'passed' });
    expect(await answer('tone', { answer: 'bad' })).toMatchObject({ outcome: 'auto_failed', auto_fails: ['tone'] });
    expect(await answer('tone', { answer: 'na' })).toMatchObject({ score: 100, coverage: 1, auto_fails: [] });
  });

  it('loses no answer of reviewers who answer at the same time', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => `q${i}`);
    const form = writtenForm(`only 10: ${keys.map((key) => `${key} 1 human`).join('; ')}`);
    const { api, evaluate, callId } = await at.accountWith(1, form);
    const { id } = await evaluate(callId);
    await at.settle(id, '', form);
    await Promise.all(
      keys.map((question, i) =>
        api.put('/evaluations/{id}/answers/{question}', {
          path: { id, question },
          body: { answer: i % 4 === 0 ? 'no' : 'yes' },
        }),
      ),
    );
    expect(await api.get('/evaluations/{id}', { path: { id } })).toMatchObject({ score: 75, coverage: 1 });
  });

  it('overrules what a judge answered, and gives way to the judge again', async () => {
    const { answer } = await completed('notice=yes sale=yes offer=yes solved=@yes tone=@good');
    const overruled = await answer('notice', { answer: 'no', reviewer_id: 'anna' });
    expect(overruled).toMatchObject({ score: 60, system_score: 100, system_outcome: 'passed' });
    expect(overruled.answers[0]).toMatchObject({
      answer: 'no',
      source: 'human',
      confidence: 1,
      reviewer_id: 'anna',
      system: { answer: 'yes', source: 'model', reviewer_id: null },
    });
    const withdrawn = await answer('notice', { answer: 'withdraw' });
    expect(withdrawn.answers[0]).toMatchObject({ answer: 'yes', source: 'model', reviewer_id: null, system: null });
    expect(withdrawn.score).toBe(100);
  });

  it('refuses what does not apply, is unknown or comes too early', async () => {
    const { answer, evaluate, callId, api } = await completed('notice=yes sale=no offer=yes tone=fair');
    await expect(await refusalOf(answer('offer', { answer: 'yes' }))).toAnswer(400, {
      detail: 'This question does not apply to the call',
    });
    await expect(await refusalOf(answer('other', { answer: 'no' }))).toAnswer(404, { detail: 'Question not found' });
    await expect(await refusalOf(answer('solved', { answer: 'maybe' }))).toAnswer(422, {
      detail: [
        {
          type: 'enum',
          loc: ['body', 'answer'],
          msg: "Input should be 'yes', 'no', 'na' or 'withdraw'",
          input: 'maybe',
        },
      ],
    });
    const processing = await evaluate(callId, { revision: 1 });
    const early = { path: { id: processing.id, question: 'solved' }, body: { answer: 'yes' } };
    await expect(await refusalOf(api.put('/evaluations/{id}/answers/{question}', early))).toAnswer(400, {
      detail: 'Only a completed evaluation can be answered',
    });
  });
});

describe('PUT /evaluations/{id}/answers/{question}, of an answer that the service gave', () => {
  let ask: Ask;
  let call: ReviewableCall;
  beforeEach(async () => {
    const account = await at.service.openAccount();
    ask = askAs(at.service, account);
    call = await storeReviewableCall(at.service.db, await accountIdOf(at.service.db, account.email));
  });
  const answerOf = (shown: { answers: { question: string }[] }, key: string) =>
    shown.answers.find(({ question }) => question === key);
  const put = (question: string, json: object) =>
    ask(`/evaluations/${call.evaluationId}/answers/${question}`, { method: 'PUT', json });

  it('answers a question that a model judged, and writes a review of one answer', async () => {
    const answer = await put('offer', {
      answer: 'yes',
      quotes: [{ segment_id: 4, quote: 'I have sent the refund' }],
    });
    await expect(answer).toAnswer(200);
    expect(answerOf(answer.body, 'offer')).toMatchObject({
      answer: 'yes',
      source: 'human',
      citations: [{ segment_id: 4, quote: 'I have sent the refund' }],
      system: { answer: 'no' },
    });
    const { items, total } = (await ask(`/analysis/${call.callId}/reviews`)).body;
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      reviewer_id: null,
      findings: [],
      answers: [{ evaluation_id: call.evaluationId, question: 'offer', answer: 'yes', rationale: '' }],
    });
    const back = await put('offer', { answer: 'withdraw', reviewer_id: 'mara' });
    expect(answerOf(back.body, 'offer')).toMatchObject({ answer: 'no', source: 'model', system: null });
  });

  it('is shown with the form that was judged by, where that is asked for', async () => {
    const list = (query: string) => ask(`/analysis/${call.callId}/evaluations${query}`);
    const shown = await list('?include=form&limit=100');
    await expect(shown).toAnswer(200, {
      items: [expect.objectContaining({ id: call.evaluationId, form: REVIEWED_FORM })],
      total: 1,
      skip: 0,
      limit: 10,
    });
    const [plain] = (await list('')).body.items;
    expect(plain).not.toHaveProperty('form');
    await expect(await list('?include=all')).toAnswer(422);
  });

  it('names its own members in what it refuses', async () => {
    const answer = await put('offer', { answer: 'perhaps' });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'answer']);
    await expect(await put('offer', { answer: 'yes', quotes: [{ segment_id: 0, quote: 'the refund' }] })).toAnswer(
      400,
      {
        detail: 'The quotation “the refund” is not in segment 0',
      },
    );
    await expect(
      await ask(`/evaluations/${randomUUID()}/answers/offer`, { method: 'PUT', json: { answer: 'yes' } }),
    ).toAnswer(404, { detail: 'Evaluation not found' });
  });
});
