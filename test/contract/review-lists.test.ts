// The lists that show reviews, and what is reviewed. No worker runs.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: '100000' });
  const account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  call = await storeReviewableCall(service.db, accountId);
});

const review = (json: object, callId = call.callId) =>
  ask(`/analysis/${callId}/reviews`, { json: { reviewer_id: 'mara', ...json } });
const answered = (question: string, answer: string) => ({
  answers: [{ evaluation_id: call.evaluationId, question, answer }],
});

describe('the lists of reviews', () => {
  it('are newest first, by reviewer, agent, scorecard and time', async () => {
    const agent = `agent-${randomUUID()}`;
    const [mara, ben] = [`mara-${randomUUID()}`, `ben-${randomUUID()}`];
    const other = await storeReviewableCall(service.db, accountId);
    await service.db.query('UPDATE analysis SET agent_id = $2 WHERE id = $1', [call.callId, agent]);
    const written = [];
    for (const [callId, reviewer_id] of [
      [call.callId, mara],
      [other.callId, mara],
      [call.callId, ben],
    ] as const)
      written.push((await review({ reviewer_id }, callId)).body);
    const [first, second, third] = written.map(({ id }) => id);
    const list = async (query: string) => {
      const { body } = await ask(`/reviews?${query}`);
      return [body.items.map((one: { id: string }) => one.id), body.total];
    };
    expect(await list(`reviewer_id=${mara}`)).toEqual([[second, first], 2]);
    expect(await list(`agent_id=${agent}`)).toEqual([[third, first], 2]);
    expect(await list(`scorecard_id=${call.cardId}`)).toEqual([[third, first], 2]);
    expect(await list(`scorecard_id=${call.cardId}&reviewer_id=${mara}`)).toEqual([[first], 1]);
    expect(await list(`reviewer_id=${mara}&skip=1&limit=1`)).toEqual([[first], 2]);
    expect(await list(`reviewer_id=${mara}&skip=20000`)).toEqual([[], 2]);
    await service.db.query(`UPDATE review SET created_at = '2026-01-01T00:00:00.500Z' WHERE id = $1`, [first]);
    const at = Date.parse('2026-01-01T00:00:00Z') / 1000;
    expect(await list(`reviewer_id=${mara}&created_before=${at}`)).toEqual([[first], 1]);
    expect(await list(`reviewer_id=${mara}&created_after=${at}`)).toEqual([[second], 1]);
    expect(await list(`reviewer_id=${randomUUID()}`)).toEqual([[], 0]);
  });

  it('mark what is reviewed in the lists of analyses and evaluations', async () => {
    const other = await storeReviewableCall(service.db, accountId);
    await service.db.query('UPDATE analysis SET agent_id = $1 WHERE id = ANY($2)', [
      call.callId,
      [call.callId, other.callId],
    ]);
    await service.db.query('UPDATE evaluation SET agent_id = $1 WHERE analysis_id = ANY($2)', [
      call.callId,
      [call.callId, other.callId],
    ]);
    const ids = async (path: string) => {
      const { data, items } = (await ask(path)).body;
      return (data ?? items).map((one: { id: string }) => one.id);
    };
    const analyses = (reviewed: boolean) => ids(`/analysis?agent_id=${call.callId}&reviewed=${reviewed}`);
    const evaluations = (reviewed: boolean) => ids(`/evaluations?agent_id=${call.callId}&reviewed=${reviewed}`);
    expect([await analyses(true), (await analyses(false)).length]).toEqual([[], 2]);
    await review({});
    expect([await analyses(true), await analyses(false)]).toEqual([[call.callId], [other.callId]]);
    expect([await evaluations(true), (await evaluations(false)).length]).toEqual([[], 2]);
    await review(answered('notice', 'no'));
    await review(answered('notice', 'withdraw'));
    expect([await evaluations(true), await evaluations(false)]).toEqual([[call.evaluationId], [other.evaluationId]]);
  });
});
