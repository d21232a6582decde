// Acknowledgements and disputes of evaluations, over the interface.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { casesOf } from '../gates/cases-of.js';
import { writtenForm } from '../scorecards/written-forms.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type ReviewableCall, storeEvaluation, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { storeMember } from '../support/builders/stored-members.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

const FORM = writtenForm('opening 60: notice 10; offer 10 if=notice:yes / closing 40: solved 10 human');
const HOOK = 'https://hooks.example.com/disputes';
const CARD_NUMBER = '4111 1111 1111 1111';
const ON_OFFER = { question: 'offer', claim: 'yes', note: 'I offered it at once.' };

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
  call = await storeReviewableCall(service.db, accountId);
});

const dispute = (more: object = {}, credential?: string) =>
  ask(`/evaluations/${call.evaluationId}/disputes`, {
    json: { raised_by: 'agent-7', answers: [ON_OFFER], ...more },
    ...(credential !== undefined && { credential }),
  });
const acknowledge = (json: object, credential?: string) =>
  ask(`/evaluations/${call.evaluationId}/acknowledge`, { json, ...(credential !== undefined && { credential }) });
const resolve = (id: string, json: object = {}, credential?: string) =>
  ask(`/disputes/${id}/resolve`, {
    json: {
      reviewer_id: 'jonas',
      decision: 'overturned',
      answers: [{ question: 'offer', answer: 'yes' }],
      note: 'She offers it.',
      ...json,
    },
    ...(credential !== undefined && { credential }),
  });
const uphold = (id: string, more: object = {}) => resolve(id, { decision: 'upheld', answers: [], ...more });
const evaluation = async () => (await ask(`/evaluations/${call.evaluationId}`)).body;
const queue = async (query = '') => (await ask(`/review-queue${query}`)).body;
const reviews = async () => (await ask(`/analysis/${call.callId}/reviews`)).body;
const answerTo = async (question: string, json: object) =>
  expect(await ask(`/evaluations/${call.evaluationId}/answers/${question}`, { method: 'PUT', json })).toAnswer(200);

async function linkSession(may: readonly string[], reviewer_id = 'agent-7'): Promise<string> {
  const made = await ask(`/analysis/${call.callId}/review-links`, { json: { reviewer_id, may } });
  await expect(made).toAnswer(201);
  const token = String(made.body.url).split('#review=')[1];
  return (await ask('/review/session', { json: { token }, credential: null })).body.access_token;
}

async function deliveriesOf(table: string, id: string) {
  const { rows } = await service.db.query(
    `SELECT event, status, detail_id FROM webhook_delivery WHERE ${table}_id = $1 ORDER BY created_at, event`,
    [id],
  );
  return rows;
}

describe('acknowledging', () => {
  it('stands in the evaluation, and the last one counts', async () => {
    expect(await evaluation()).toMatchObject({ acknowledged: null, open_dispute: null });
    const before = Math.floor(Date.now() / 1000);
    const first = await acknowledge({ agent_id: 'agent-7', note: 'Noted.' });
    await expect(first).toAnswer(200);
    expect(first.body).toMatchObject({
      object: 'evaluation',
      acknowledged: { at: expect.any(Number), note: 'Noted.' },
    });
    expect(first.body.acknowledged.at).toBeGreaterThanOrEqual(before);
    expect((await acknowledge({ agent_id: 'agent-7' })).body.acknowledged).toMatchObject({ note: null });
    expect(await evaluation()).toMatchObject({ acknowledged: { note: null } });
  });

  it('is for the agent of the call, of a completed evaluation', async () => {
    const detail = 'The evaluation is of another agent';
    await expect(await acknowledge({ agent_id: 'agent-8' })).toAnswer(400, { detail });
    await expect(await acknowledge({})).toAnswer(422);
    await service.db.query("UPDATE evaluation SET status = 'processing', settled_at = NULL WHERE id = $1", [
      call.evaluationId,
    ]);
    const early = { detail: 'Only a completed evaluation can be acknowledged or disputed' };
    await expect(await acknowledge({ agent_id: 'agent-7' })).toAnswer(400, early);
    await expect(await dispute()).toAnswer(400, early);
  });
});

describe('a dispute', () => {
  it('is open, in the evaluation, in the lists and in the queue', async () => {
    const opened = await dispute();
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
    expect(await evaluation()).toMatchObject({ open_dispute });
    expect((await ask(`/evaluations?scorecard_id=${call.cardId}`)).body.items).toMatchObject([{ open_dispute }]);
    const page = { items: [opened.body], total: 1, skip: 0, limit: 20 };
    for (const query of ['', '?status=open', '?agent_id=agent-7', `?scorecard_id=${call.cardId}&status=open`])
      expect((await ask(`/disputes${query}`)).body, query).toEqual(page);
    for (const query of ['?status=resolved', '?agent_id=agent-8', `?scorecard_id=${randomUUID()}`, '?skip=1'])
      expect((await ask(`/disputes${query}`)).body.items, query).toEqual([]);
    expect(await queue('?reason=disputed')).toMatchObject({
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
    expect(await queue(`?reason=disputed&scorecard_id=${call.cardId}`)).toMatchObject({ total: 1 });
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
      const answer = await dispute(json);
      await expect(answer).toAnswer(status);
      expect(answer.body.detail[0].loc).toEqual(loc);
    }
    const same = await dispute({ answers: [{ ...ON_OFFER, claim: 'no' }] });
    expect(same.body.detail[0].type).toBe('value_error');
    const [first] = [await dispute({ answers: [ON_OFFER, { question: 'solved', claim: 'na', note: 'No matter.' }] })];
    await expect(first).toAnswer(201);
    expect(first.body.answers[1]).toMatchObject({ answer: null, claim: 'na' });
    await expect(await dispute()).toAnswer(400, { detail: 'A dispute of this evaluation is open' });
    await expect(await uphold(first.body.id)).toAnswer(200);
    await expect(await dispute()).toAnswer(201);
  });

  it('of a question that does not apply is refused', async () => {
    await answerTo('notice', { answer: 'no', reviewer_id: 'mara' });
    await expect(await dispute()).toAnswer(400, { detail: 'This question does not apply to the call' });
  });

  it('comes within the window of the scorecard', async () => {
    const path = `/scorecards/${call.cardId}`;
    expect((await ask(path)).body.dispute_window_days).toBe(14);
    const settle = (day: string) =>
      service.db.query('UPDATE evaluation SET settled_at = $2 WHERE id = $1', [call.evaluationId, day]);
    await settle('2026-11-06T23:30:00Z');
    const closed = { detail: 'The dispute window closed on 2026-11-20' };
    await expect(await dispute()).toAnswer(400, closed);
    const write = (dispute_window_days: unknown) =>
      ask(path, { method: 'PUT', json: { name: 'Card', dispute_window_days } });
    await expect(await write(-1)).toAnswer(422);
    expect((await write(1)).body.dispute_window_days).toBe(1);
    await expect(await dispute()).toAnswer(400, { detail: 'The dispute window closed on 2026-11-07' });
    expect((await write(0)).body.dispute_window_days).toBe(0);
    const opened = await dispute();
    await expect(opened).toAnswer(201);
    expect((await ask(path, { method: 'PUT', json: { name: 'Card' } })).body.dispute_window_days).toBe(14);
    await expect(await resolve(opened.body.id)).toAnswer(200);
  });
});

describe('resolving', () => {
  it('overturns by a review in the same transaction', async () => {
    const { body: opened } = await dispute();
    const before = await evaluation();
    const resolved = await resolve(opened.id);
    await expect(resolved).toAnswer(200);
    const { items } = await reviews();
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
    const after = await evaluation();
    expect(after).toMatchObject({ open_dispute: null, system_score: before.score });
    expect(after.score).toBeGreaterThan(before.score);
    expect(after.answers[1]).toMatchObject({ answer: 'yes', source: 'human', reviewer_id: 'jonas' });
    expect(await queue()).toMatchObject({ total: 0 });
    await expect(await resolve(opened.id)).toAnswer(400, { detail: 'The dispute is resolved' });
    await expect(await uphold(opened.id)).toAnswer(400, { detail: 'The dispute is resolved' });
    expect((await ask('/disputes?status=resolved')).body.items).toEqual([resolved.body]);
  });

  it('upholds without a review, and leaves other doubts in the queue', async () => {
    const doubts = { call: { reasons: ['flagged'], worth: 0.1, items: [] } };
    await service.db.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       VALUES ($1, $2, true, now(), 'agent-7', '{}', $3)`,
      [call.callId, accountId, JSON.stringify(doubts)],
    );
    const { body: opened } = await dispute();
    expect((await queue()).items[0].reasons).toEqual(['flagged', 'disputed']);
    const before = await evaluation();
    const withAnswers = await uphold(opened.id, { answers: [{ question: 'offer', answer: 'yes' }] });
    await expect(withAnswers).toAnswer(422);
    expect(withAnswers.body.detail[0]).toMatchObject({ type: 'value_error', loc: ['body', 'answers'] });
    const resolved = await uphold(opened.id);
    expect(resolved.body).toMatchObject({ status: 'resolved', decision: 'upheld', review_id: null });
    expect((await reviews()).total).toBe(0);
    expect(await evaluation()).toEqual({ ...before, open_dispute: null });
    expect((await queue()).items[0].reasons).toEqual(['flagged']);
  });

  it('needs the answers that are right', async () => {
    const two = { answers: [ON_OFFER, { question: 'solved', claim: 'yes', note: 'It was.' }] };
    const { body: opened } = await dispute(two);
    const missing = async (json: object) => {
      const answer = await resolve(opened.id, json);
      await expect(answer).toAnswer(422);
      return answer.body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, ...loc]);
    };
    expect(await missing({ answers: [] })).toEqual([['missing', 'body', 'answers']]);
    expect(await missing({ answers: undefined, decision: 'partly' })).toEqual([['missing', 'body', 'answers']]);
    expect(await missing({})).toEqual([['missing', 'body', 'answers', 'solved']]);
    const other = [{ question: 'notice', answer: 'yes' }];
    expect(await missing({ answers: other, decision: 'partly' })).toHaveLength(2);
    expect(await missing({ answers: [{ question: 'offer', answer: 'maybe' }], decision: 'partly' })).toEqual([
      ['enum', 'body', 'answers', '0', 'answer'],
    ]);
    const partly = await resolve(opened.id, { decision: 'partly' });
    await expect(partly).toAnswer(200);
    expect(partly.body).toMatchObject({ decision: 'partly', review_id: expect.any(String) });
  });

  it('is not for whoever gave the disputed answer, whatever came after it', async () => {
    await answerTo('solved', { answer: 'no', reviewer_id: 'mara' });
    const { body: opened } = await dispute({ answers: [{ question: 'solved', claim: 'yes', note: 'It was.' }] });
    expect(opened.answers[0]).toMatchObject({ answer: 'no', answered_by: 'mara' });
    await answerTo('solved', { answer: 'na', reviewer_id: 'jonas' });
    const json = { answers: [{ question: 'solved', answer: 'yes' }], reviewer_id: 'mara' };
    const detail = 'mara gave the disputed answer';
    await expect(await resolve(opened.id, json)).toAnswer(400, { detail });
    await expect(await uphold(opened.id, { reviewer_id: 'mara' })).toAnswer(400, { detail });
    expect((await reviews()).total, 'reviews beside the two answers').toBe(2);
    await expect(await resolve(opened.id, { ...json, reviewer_id: 'jonas' })).toAnswer(200);
  });

  it('goes to the evaluation of the present transcript', async () => {
    const { body: opened } = await dispute();
    await service.db.query('UPDATE evaluation SET superseded = true WHERE id = $1', [call.evaluationId]);
    await expect(await dispute()).toAnswer(400);
    const whose = { accountId, callId: call.callId, cardId: call.cardId };
    const later = await storeEvaluation(service.db, whose, FORM, 'notice=yes offer=no');
    await expect(await resolve(opened.id)).toAnswer(200);
    expect((await reviews()).items[0].answers).toMatchObject([{ evaluation_id: later, answer: 'yes' }]);
  });
});

it('keeps the call in the queue, whatever else is reviewed or dismissed', async () => {
  const { body: opened } = await dispute();
  const review = await ask(`/analysis/${call.callId}/reviews`, { json: { reviewer_id: 'mara' } });
  await expect(review).toAnswer(201);
  expect((await queue('?reason=disputed')).total).toBe(1);
  await expect(await ask(`/review-queue/${call.callId}/dismiss`, { json: { reviewer_id: 'mara' } })).toAnswer(400, {
    detail: 'A dispute of this call is open: resolve it',
  });
  const other = await storeReviewableCall(service.db, accountId);
  const whose = { accountId, callId: call.callId, cardId: other.cardId };
  const second = await storeEvaluation(service.db, whose, FORM, 'notice=yes offer=no');
  await ask(`/evaluations/${second}/disputes`, { json: { raised_by: 'agent-7', answers: [ON_OFFER] } });
  expect((await queue()).items[0]).toMatchObject({ reasons: ['disputed'], doubts: [{ subject: opened.id }, {}] });
  await uphold(opened.id);
  expect((await queue()).items[0].doubts).toHaveLength(1);
});

describe('who', () => {
  it('opens a link acknowledges and disputes under its name, and only as it may', async () => {
    const [may, mayNot] = [await linkSession(['acknowledge', 'dispute']), await linkSession(['read'])];
    const acknowledged = await acknowledge({ note: 'Seen.' }, may);
    await expect(acknowledged).toAnswer(200);
    await expect(await acknowledge({ agent_id: 'agent-8' }, may)).toAnswer(403);
    await expect(await acknowledge({ agent_id: 'agent-7' }, mayNot)).toAnswer(403, {
      detail: 'This link does not allow acknowledgements',
    });
    await expect(await dispute({}, mayNot)).toAnswer(403, { detail: 'This link does not allow disputes' });
    await expect(await acknowledge({ agent_id: 'mara' }, await linkSession(['acknowledge'], 'mara'))).toAnswer(400);
    const opened = await dispute({ raised_by: undefined }, may);
    await expect(opened).toAnswer(201);
    expect(opened.body).toMatchObject({ raised_by: 'agent-7', via: 'review_link' });
    const headers = { authorization: `Bearer ${may}` };
    for (const path of ['', `/${opened.body.id}`]) {
      const response = await fetch(`${service.baseUrl}/disputes${path}`, { headers });
      expect(response.status, path).toBe(403);
    }
    const decided = await fetch(`${service.baseUrl}/disputes/${opened.body.id}/resolve`, { method: 'POST', headers });
    expect(decided.status).toBe(403);
    const elsewhere = await storeReviewableCall(service.db, accountId);
    const path = `/evaluations/${elsewhere.evaluationId}/acknowledge`;
    await expect(await ask(path, { json: {}, credential: may })).toAnswer(404);
  });

  it('is an agent acts on own evaluations alone', async () => {
    const agent = await storeMember(service, account, 'agent', { agentId: 'agent-7' });
    const other = await storeMember(service, account, 'agent', { agentId: 'agent-8' });
    await expect(await acknowledge({}, agent.token)).toAnswer(200);
    await expect(await acknowledge({ agent_id: 'agent-8' }, agent.token)).toAnswer(422);
    await expect(await acknowledge({}, other.token)).toAnswer(404);
    await expect(await dispute({}, agent.token)).toAnswer(422);
    const opened = await dispute({ raised_by: undefined }, agent.token);
    await expect(opened).toAnswer(201);
    expect(opened.body.raised_by).toBe(agent.id);
    const list = async (credential: string) => (await ask('/disputes', { credential })).body.total;
    expect([await list(agent.token), await list(other.token)]).toEqual([1, 0]);
    await expect(await ask(`/disputes/${opened.body.id}`, { credential: agent.token })).toAnswer(200);
    await expect(await ask(`/disputes/${opened.body.id}`, { credential: other.token })).toAnswer(404);
    await expect(await resolve(opened.body.id, {}, agent.token)).toAnswer(403);
  });

  it('is another member acts for no one else, but its keys do', async () => {
    const analyst = await storeMember(service, account, 'analyst');
    const reviewer = await storeMember(service, account, 'reviewer', { agentId: 'agent-7' });
    await expect(await acknowledge({ agent_id: 'agent-7' }, analyst.token)).toAnswer(422);
    const detail = 'The evaluation is of another agent';
    await expect(await dispute({ raised_by: undefined }, analyst.token)).toAnswer(400, { detail });
    await expect(await acknowledge({}, reviewer.token)).toAnswer(403);
    await expect(await acknowledge({ agent_id: 'agent-7' }, analyst.key)).toAnswer(200);
    const { body: opened } = await dispute({}, analyst.key);
    expect(opened).toMatchObject({ raised_by: 'agent-7', via: 'api_key' });
    await expect(await resolve(opened.id, {}, reviewer.token)).toAnswer(422);
    const resolved = await resolve(opened.id, { reviewer_id: undefined }, reviewer.token);
    expect(resolved.body).toMatchObject({ reviewer_id: reviewer.id });
  });
});

describe('what agents and reviewers type', () => {
  it('is masked when it is written', async () => {
    await expect(await ask('/settings/redaction', { method: 'PUT', json: { preset: 'pci' } })).toAnswer(200);
    const note = `My card is ${CARD_NUMBER}.`;
    const acknowledged = await acknowledge({ agent_id: 'agent-7', note });
    const opened = await dispute({ answers: [{ ...ON_OFFER, note }] });
    const upheld = await uphold(opened.body.id, { note });
    const { body: second } = await dispute();
    const overturned = await resolve(second.id, { note });
    for (const answer of [acknowledged, opened, upheld, overturned]) {
      expect(answer.status).toBeLessThan(300);
      expect(answer.text).toContain('My card is [');
      expect(answer.text).not.toContain('4111');
    }
    const { rows } = await service.db.query(
      'SELECT answers, note FROM dispute WHERE account_id = $1 UNION ALL SELECT note, NULL FROM evaluation_acknowledgement WHERE account_id = $1',
      [accountId],
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('4111');
  });

  it('goes with the analysis and with the account', async () => {
    const count = async () => {
      const { rows } = await service.db.query(
        `SELECT (SELECT count(*)::int FROM dispute) AS disputes, (SELECT count(*)::int FROM evaluation_acknowledgement) AS acknowledged,
           (SELECT coalesce(sum(bytes), 0)::int FROM held_bytes WHERE kind = 'reviews' AND account_id = $1) AS bytes`,
        [accountId],
      );
      return rows[0];
    };
    const before = await count();
    await dispute();
    await acknowledge({ agent_id: 'agent-7', note: 'Seen.' });
    const held = await count();
    expect(held).toMatchObject({ disputes: before.disputes + 1, acknowledged: before.acknowledged + 1 });
    expect(held.bytes).toBeGreaterThan(before.bytes);
    await expect(await ask(`/analysis/${call.callId}`, { method: 'DELETE' })).toAnswer(200);
    expect(await count()).toEqual(before);
    call = await storeReviewableCall(service.db, accountId);
    await dispute();
    await acknowledge({ agent_id: 'agent-7' });
    await service.db.query('DELETE FROM account WHERE id = $1', [accountId]);
    expect(await count()).toMatchObject({ disputes: before.disputes, acknowledged: before.acknowledged });
  });
});

describe('notifications', () => {
  it('go to the webhook and the endpoints that ask for them', async () => {
    const endpoint = async (events: readonly string[], filter?: object) =>
      (await ask('/webhooks/endpoints', { json: { url: HOOK, events, ...(filter && { filter }) } })).body.id;
    const [fitting, other] = [
      await endpoint(['*'], { scorecard_id: call.cardId, agent_id: 'agent-7' }),
      await endpoint(['dispute.opened'], { agent_id: 'agent-8' }),
    ];
    await service.db.query(
      "UPDATE analysis SET webhook_url = $2, webhook_events = '{dispute.resolved}' WHERE id = $1",
      [call.callId, HOOK],
    );
    await acknowledge({ agent_id: 'agent-7' });
    const { body: opened } = await dispute();
    await resolve(opened.id);
    expect(await deliveriesOf('endpoint', other)).toEqual([]);
    expect(await deliveriesOf('endpoint', fitting)).toEqual([
      { event: 'evaluation.acknowledged', status: 'pending', detail_id: null },
      { event: 'dispute.opened', status: 'pending', detail_id: opened.id },
      { event: 'dispute.resolved', status: 'pending', detail_id: opened.id },
    ]);
    const own = (await ask(`/analysis/${call.callId}/deliveries`)).body.items;
    expect(own.filter(({ url }: { url: string }) => url === HOOK).length).toBe(4);
  });

  it('of test mode are kept with their body, and sent to no one', async () => {
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    call = await storeReviewableCall(service.db, accountId, { livemode: false, webhookUrl: HOOK });
    await service.db.query("UPDATE analysis SET webhook_events = '{dispute.opened}' WHERE id = $1", [call.callId]);
    const { body: opened } = await dispute({}, testKey);
    expect(opened).toMatchObject({ livemode: false });
    const path = `/analysis/${call.callId}/deliveries`;
    const [delivery] = (await ask(path)).body.items;
    expect(delivery).toMatchObject({ event: 'dispute.opened', status: 'suppressed' });
    const { body } = await ask(`${path}/${delivery.id}`);
    expect(JSON.parse(body.request.body)).toMatchObject({ event: 'dispute.opened', livemode: false, data: opened });
  });

  it('tell of a calibration session that was closed', async () => {
    const listening = await ask('/webhooks/endpoints', {
      json: { url: HOOK, events: ['calibration.closed'], filter: { scorecard_id: call.cardId } },
    });
    await expect(listening).toAnswer(201);
    const session = await ask('/calibrations', {
      json: { scorecard_id: call.cardId, analysis_ids: [call.callId], reviewer_ids: ['mara', 'jonas'] },
    });
    await expect(session).toAnswer(201);
    expect(await deliveriesOf('calibration', session.body.id)).toEqual([]);
    await expect(await ask(`/calibrations/${session.body.id}/close`, { method: 'POST' })).toAnswer(200);
    expect(await deliveriesOf('calibration', session.body.id)).toMatchObject([
      { event: 'calibration.closed', status: 'pending' },
    ]);
  });
});

const RUNS = casesOf(500, 40);
it(`loses none of ${RUNS} disputes and reviews at once, in one order`, async () => {
  const other = await storeReviewableCall(service.db, accountId);
  const whose = { accountId, callId: call.callId, cardId: other.cardId };
  const second = await storeEvaluation(service.db, whose, FORM, 'notice=yes offer=no');
  const evaluations = [call.evaluationId, second];
  const of = (run: number) => evaluations[run % 2] ?? second;
  const answers = (run: number, evaluation_id: string) => [
    { evaluation_id, question: 'offer', answer: run % 3 === 0 ? 'yes' : 'no' },
  ];
  const made = { disputes: 0, reviews: 0, resolved: 0 };
  for (let run = 0; run < RUNS; run++) {
    const open = (await ask('/disputes?status=open')).body.items;
    const contest = async (evaluationId: string) => {
      const json = { raised_by: 'agent-7', answers: [{ question: 'solved', claim: 'yes', note: 'It was.' }] };
      const answer = await ask(`/evaluations/${evaluationId}/disputes`, { json });
      if (answer.status === 201) made.disputes++;
      else await expect(answer).toAnswer(400, { detail: 'A dispute of this evaluation is open' });
    };
    const review = async (evaluationId: string) => {
      const json = { reviewer_id: `r-${run}`, answers: answers(run, evaluationId) };
      await expect(await ask(`/analysis/${call.callId}/reviews`, { json })).toAnswer(201);
      made.reviews++;
    };
    const decide = async (id: string, reviewer_id: string) => {
      const answer = await resolve(id, { reviewer_id, answers: [{ question: 'solved', answer: 'na' }] });
      if (answer.status === 200) made.resolved++;
      else await expect(answer).toAnswer(400, { detail: 'The dispute is resolved' });
    };
    await Promise.all([
      contest(of(run)),
      contest(of(run)),
      review(of(run + 1)),
      review(of(run)),
      acknowledge({ agent_id: 'agent-7', note: `run ${run}` }),
      ...open.flatMap(({ id }: { id: string }) => [decide(id, `d-${run}`), decide(id, `e-${run}`)]),
    ]);
  }
  expect(made.resolved).toBeGreaterThan(RUNS / 2);
  const written = (await ask('/disputes?limit=1')).body.total;
  const open = (await ask('/disputes?status=open')).body;
  expect(written).toBe(made.disputes);
  expect(written - open.total).toBe(made.resolved);
  const all = (await ask(`/analysis/${call.callId}/reviews?limit=100`)).body;
  expect(all.total).toBe(made.reviews + made.resolved);
  const inQueue = (await queue(`?analysis_id=${call.callId}`)).items.flatMap(
    (item: { doubts: { subject: string }[] }) => item.doubts.map(({ subject }) => subject),
  );
  expect(inQueue.toSorted()).toEqual(open.items.map(({ id }: { id: string }) => id).toSorted());
  // The newest review in the list is the one in effect.
  for (const evaluationId of evaluations) {
    const { body } = await ask(`/evaluations/${evaluationId}`);
    const newest = all.items
      .flatMap(
        ({ answers: given }: { answers: { evaluation_id: string; question: string; answer: string }[] }) => given,
      )
      .find((given: { evaluation_id: string; question: string }) => {
        return given.evaluation_id === evaluationId && given.question === 'offer';
      });
    expect(body.answers[1].answer).toBe(newest.answer);
    expect(body).toMatchObject({ acknowledged: evaluationId === call.evaluationId ? {} : null });
  }
});
