// Acknowledgements and disputes of evaluations, over the interface: opened, listed, resolved.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpDisputes } from '../support/apps/disputing-service.js';
import type { TestService } from '../support/apps/running-service.js';
import {
  REVIEWED_FORM,
  type ReviewableCall,
  storeEvaluation,
  storeReviewableCall,
} from '../support/builders/reviewable-call.js';
import { type DisputeRequests, ON_OFFER } from '../support/clients/dispute-requests.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;
let at: DisputeRequests;

setUpDisputes((given) => {
  ({ service, accountId, ask, call, at } = given);
});

describe('acknowledging', () => {
  it('stands in the evaluation, and the last one counts', async () => {
    expect(await at.evaluation()).toMatchObject({ acknowledged: null, open_dispute: null });
    const before = Math.floor(Date.now() / 1000);
    const first = await at.acknowledge({ agent_id: 'agent-7', note: 'Noted.' });
    await expect(first).toAnswer(200);
    expect(first.body).toMatchObject({
      object: 'evaluation',
      acknowledged: { at: expect.any(Number), note: 'Noted.' },
    });
    expect(first.body.acknowledged.at).toBeGreaterThanOrEqual(before);
    expect((await at.acknowledge({ agent_id: 'agent-7' })).body.acknowledged).toMatchObject({ note: null });
    expect(await at.evaluation()).toMatchObject({ acknowledged: { note: null } });
  });

  it('is for the agent of the call, of a completed evaluation', async () => {
    const detail = 'The evaluation is of another agent';
    await expect(await at.acknowledge({ agent_id: 'agent-8' })).toAnswer(400, { detail });
    await expect(await at.acknowledge({})).toAnswer(422);
    await service.db.query("UPDATE evaluation SET status = 'processing', settled_at = NULL WHERE id = $1", [
      call.evaluationId,
    ]);
    const early = { detail: 'Only a completed evaluation can be acknowledged or disputed' };
    await expect(await at.acknowledge({ agent_id: 'agent-7' })).toAnswer(400, early);
    await expect(await at.dispute()).toAnswer(400, early);
  });
});

describe('a dispute', () => {
  it('is open, in the evaluation, in the lists and in the queue', async () => {
    const opened = await at.dispute();
    await expect(opened).toAnswer(201);
    expect(opened.body).toEqual({
      id: expect.any(String),
      object: 'dispute',
      created: expect.any(Number),
      livemode: true,
      analysis_id: call.callId,
      evaluation_id: call.evaluationId,
      scorecard_id: call.cardId,
      agent_id: 'agent-7',
      raised_by: 'agent-7',
      via: 'token',
      answers: [{ ...ON_OFFER, answer: 'no', answered_by: null }],
      status: 'open',
      decision: null,
      reviewer_id: null,
      note: null,
      review_id: null,
      resolved_at: null,
    });
    const { id, created } = opened.body;
    expect((await ask(`/disputes/${id}`)).body).toEqual(opened.body);
    const open_dispute = { id, created, raised_by: 'agent-7', questions: ['offer'] };
    expect(await at.evaluation()).toMatchObject({ open_dispute });
    expect((await ask(`/evaluations?scorecard_id=${call.cardId}`)).body.items).toMatchObject([{ open_dispute }]);
    const page = { items: [opened.body], total: 1, skip: 0, limit: 20 };
    for (const query of [
      '',
      '?status=open',
      '?agent_id=agent-7',
      `?analysis_id=${call.callId}`,
      `?scorecard_id=${call.cardId}&status=open`,
      '?livemode=true',
    ])
      expect((await ask(`/disputes${query}`)).body, query).toEqual(page);
    for (const query of [
      '?status=resolved',
      '?agent_id=agent-8',
      '?livemode=false',
      `?analysis_id=${randomUUID()}`,
      `?scorecard_id=${randomUUID()}`,
      '?skip=1',
    ])
      expect((await ask(`/disputes${query}`)).body.items, query).toEqual([]);
    expect(await at.queue('?reason=disputed')).toMatchObject({
      total: 1,
      items: [
        {
          analysis_id: call.callId,
          reasons: ['disputed'],
          doubts: [{ reason: 'disputed', subject: id, scorecard_id: null }],
          severity: 2,
          worth: 0.3,
        },
      ],
    });
    expect(await at.queue(`?reason=disputed&scorecard_id=${call.cardId}`)).toMatchObject({ total: 1 });
    const claimed = await ask('/review-queue/claim', { json: { reviewer_id: 'jonas', reason: 'disputed' } });
    await expect(claimed).toAnswer(200);
    const other = askAs(service, await service.openAccount());
    for (const path of [`/disputes/${id}`, `/evaluations/${call.evaluationId}`])
      await expect(await other(path)).toAnswer(404);
    expect((await other('/disputes')).body.total).toBe(0);
  });

  it('is the only open one of its evaluation, and of an answer that is there', async () => {
    const refusals: [object, number, unknown][] = [
      [{ answers: [{ ...ON_OFFER, claim: 'no' }] }, 422, ['body', 'answers', '0', 'claim']],
      [{ answers: [{ ...ON_OFFER, claim: 'maybe' }] }, 422, ['body', 'answers', '0', 'claim']],
      [{ answers: [{ ...ON_OFFER, question: 'else' }] }, 422, ['body', 'answers', '0', 'question']],
      [{ answers: [ON_OFFER, ON_OFFER] }, 422, ['body', 'answers', '1', 'question']],
      [{ answers: [{ ...ON_OFFER, note: '' }] }, 422, ['body', 'answers', '0', 'note']],
      [{ answers: [] }, 422, ['body', 'answers']],
      [{ raised_by: ' ' }, 422, ['body', 'raised_by']],
    ];
    for (const [json, status, loc] of refusals) {
      const answer = await at.dispute(json);
      await expect(answer).toAnswer(status);
      expect(answer.body.detail[0].loc).toEqual(loc);
    }
    const same = await at.dispute({ answers: [{ ...ON_OFFER, claim: 'no' }] });
    expect(same.body.detail[0].type).toBe('value_error');
    const [first] = [
      await at.dispute({ answers: [ON_OFFER, { question: 'solved', claim: 'na', note: 'No matter.' }] }),
    ];
    await expect(first).toAnswer(201);
    expect(first.body.answers[1]).toMatchObject({ answer: null, claim: 'na' });
    await expect(await at.dispute()).toAnswer(400, { detail: 'A dispute of this evaluation is open' });
    await expect(await at.uphold(first.body.id)).toAnswer(200);
    await expect(await at.dispute()).toAnswer(201);
  });

  it('of a question that does not apply is refused', async () => {
    await expect(await at.answerTo('notice', { answer: 'no', reviewer_id: 'mara' })).toAnswer(200);
    await expect(await at.dispute()).toAnswer(400, { detail: 'This question does not apply to the call' });
  });

  it('comes within the window of the scorecard', async () => {
    const path = `/scorecards/${call.cardId}`;
    expect((await ask(path)).body.dispute_window_days).toBe(14);
    const settle = (day: string) =>
      service.db.query('UPDATE evaluation SET settled_at = $2 WHERE id = $1', [call.evaluationId, day]);
    await settle('2026-11-06T23:30:00Z');
    const disputableUntil = async () => (await at.evaluation()).disputable_until;
    expect(await disputableUntil()).toBe(Date.parse('2026-11-20T23:30:00Z') / 1000);
    const closed = { detail: 'The dispute window closed on 2026-11-20' };
    await expect(await at.dispute()).toAnswer(400, closed);
    const write = (dispute_window_days: unknown) =>
      ask(path, { method: 'PUT', json: { name: 'Card', dispute_window_days } });
    await expect(await write(-1)).toAnswer(422);
    expect((await write(1)).body.dispute_window_days).toBe(1);
    await expect(await at.dispute()).toAnswer(400, { detail: 'The dispute window closed on 2026-11-07' });
    expect((await write(0)).body.dispute_window_days).toBe(0);
    expect(await disputableUntil(), 'without end').toBeNull();
    const opened = await at.dispute();
    await expect(opened).toAnswer(201);
    expect((await ask(path, { method: 'PUT', json: { name: 'Card' } })).body.dispute_window_days, 'left out').toBe(0);
    await expect(await at.resolve(opened.body.id)).toAnswer(200);
  });
});

describe('resolving', () => {
  it('overturns by a review in the same transaction', async () => {
    const { body: opened } = await at.dispute();
    const before = await at.evaluation();
    const resolved = await at.resolve(opened.id);
    await expect(resolved).toAnswer(200);
    const { items } = await at.reviews();
    expect(items).toMatchObject([
      {
        reviewer_id: 'jonas',
        note: 'She offers it.',
        answers: [{ evaluation_id: call.evaluationId, question: 'offer', answer: 'yes' }],
      },
    ]);
    expect(resolved.body).toEqual({
      ...opened,
      status: 'resolved',
      decision: 'overturned',
      reviewer_id: 'jonas',
      note: 'She offers it.',
      review_id: items[0].id,
      resolved_at: expect.any(Number),
    });
    const after = await at.evaluation();
    expect(after).toMatchObject({ open_dispute: null, system_score: before.score });
    expect(after.score).toBeGreaterThan(before.score);
    expect(after.answers[1]).toMatchObject({ answer: 'yes', source: 'human', reviewer_id: 'jonas' });
    expect(await at.queue()).toMatchObject({ total: 0 });
    await expect(await at.resolve(opened.id)).toAnswer(400, { detail: 'The dispute is resolved' });
    await expect(await at.uphold(opened.id)).toAnswer(400, { detail: 'The dispute is resolved' });
    expect((await ask('/disputes?status=resolved')).body.items).toEqual([resolved.body]);
  });

  it('upholds without a review, and leaves other doubts in the queue', async () => {
    const doubts = { call: { reasons: ['flagged'], worth: 0.1, items: [] } };
    await service.db.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       VALUES ($1, $2, true, now(), 'agent-7', '{}', $3)`,
      [call.callId, accountId, JSON.stringify(doubts)],
    );
    const { body: opened } = await at.dispute();
    expect((await at.queue()).items[0].reasons).toEqual(['flagged', 'disputed']);
    const before = await at.evaluation();
    const withAnswers = await at.uphold(opened.id, { answers: [{ question: 'offer', answer: 'yes' }] });
    await expect(withAnswers).toAnswer(422);
    expect(withAnswers.body.detail[0]).toMatchObject({ type: 'value_error', loc: ['body', 'answers'] });
    const resolved = await at.uphold(opened.id);
    expect(resolved.body).toMatchObject({ status: 'resolved', decision: 'upheld', review_id: null });
    expect((await at.reviews()).total).toBe(0);
    expect(await at.evaluation()).toEqual({ ...before, open_dispute: null });
    expect((await at.queue()).items[0].reasons).toEqual(['flagged']);
  });

  it('needs the answers that are right', async () => {
    const two = { answers: [ON_OFFER, { question: 'solved', claim: 'yes', note: 'It was.' }] };
    const { body: opened } = await at.dispute(two);
    const missing = async (json: object) => {
      const answer = await at.resolve(opened.id, json);
      await expect(answer).toAnswer(422);
      return answer.body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, ...loc]);
    };
    expect(await missing({ answers: [] })).toEqual([['missing', 'body', 'answers']]);
    expect(await missing({ answers: undefined, decision: 'partly' })).toEqual([['missing', 'body', 'answers']]);
    expect(await missing({})).toEqual([['missing', 'body', 'answers', 'solved']]);
    const other = [{ question: 'notice', answer: 'yes' }];
    expect(await missing({ answers: other, decision: 'partly' })).toEqual([
      ['missing', 'body', 'answers', 'offer'],
      ['missing', 'body', 'answers', 'solved'],
    ]);
    expect(await missing({ answers: [{ question: 'offer', answer: 'maybe' }], decision: 'partly' })).toEqual([
      ['enum', 'body', 'answers', '0', 'answer'],
    ]);
    const partly = await at.resolve(opened.id, { decision: 'partly' });
    await expect(partly).toAnswer(200);
    expect(partly.body).toMatchObject({ decision: 'partly', review_id: expect.any(String) });
  });

  it('is refused to the reviewer who gave the disputed answer, also after another review', async () => {
    await expect(await at.answerTo('solved', { answer: 'no', reviewer_id: 'mara' })).toAnswer(200);
    const { body: opened } = await at.dispute({ answers: [{ question: 'solved', claim: 'yes', note: 'It was.' }] });
    expect(opened.answers[0]).toMatchObject({ answer: 'no', answered_by: 'mara' });
    await expect(await at.answerTo('solved', { answer: 'na', reviewer_id: 'jonas' })).toAnswer(200);
    const json = { answers: [{ question: 'solved', answer: 'yes' }], reviewer_id: 'mara' };
    const detail = 'mara gave the disputed answer';
    await expect(await at.resolve(opened.id, json)).toAnswer(400, { detail });
    await expect(await at.uphold(opened.id, { reviewer_id: 'mara' })).toAnswer(400, { detail });
    expect((await at.reviews()).total, 'reviews beside the two answers').toBe(2);
    await expect(await at.resolve(opened.id, { ...json, reviewer_id: 'jonas' })).toAnswer(200);
  });

  it('goes to the evaluation in the place of one that was superseded or is gone', async () => {
    const { body: opened } = await at.dispute();
    await service.db.query('UPDATE evaluation SET superseded = true WHERE id = $1', [call.evaluationId]);
    await expect(await at.dispute()).toAnswer(400);
    const whose = { accountId, callId: call.callId, cardId: call.cardId };
    const later = await storeEvaluation(service.db, whose, REVIEWED_FORM, 'notice=yes offer=no');
    expect((await ask(`/evaluations/${later}`)).body.open_dispute).toMatchObject({ id: opened.id });
    await service.db.query('DELETE FROM evaluation WHERE id = $1', [call.evaluationId]);
    const again = await ask(`/evaluations/${later}/disputes`, { json: { raised_by: 'a', answers: [ON_OFFER] } });
    await expect(again).toAnswer(400, { detail: 'A dispute of this evaluation is open' });
    await expect(await at.resolve(opened.id)).toAnswer(200);
    expect((await at.reviews()).items[0].answers).toMatchObject([{ evaluation_id: later, answer: 'yes' }]);
  });
});

it('keeps the call in the queue, whatever else is reviewed or dismissed', async () => {
  const { body: opened } = await at.dispute();
  const review = await ask(`/analysis/${call.callId}/reviews`, { json: { reviewer_id: 'mara' } });
  await expect(review).toAnswer(201);
  expect((await at.queue('?reason=disputed')).total).toBe(1);
  await expect(await ask(`/review-queue/${call.callId}/dismiss`, { json: { reviewer_id: 'mara' } })).toAnswer(400, {
    detail: 'A dispute of this call is open: resolve it',
  });
  const other = await storeReviewableCall(service.db, accountId);
  const whose = { accountId, callId: call.callId, cardId: other.cardId };
  const second = await storeEvaluation(service.db, whose, REVIEWED_FORM, 'notice=yes offer=no');
  await ask(`/evaluations/${second}/disputes`, { json: { raised_by: 'agent-7', answers: [ON_OFFER] } });
  expect((await at.queue()).items[0]).toMatchObject({ reasons: ['disputed'], doubts: [{ subject: opened.id }, {}] });
  await at.uphold(opened.id);
  expect((await at.queue()).items[0].doubts, 'open disputes').toHaveLength(1);
});
