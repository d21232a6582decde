// Evaluations over the interface: made once, read, listed. No worker runs; the tests settle them as one does.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PROVENANCE,
  type SettlingAccount,
  type SettlingService,
  startSettlingService,
} from '../support/apps/settling-service.js';
import { addScorecard } from '../support/builders/evaluation-data.js';
import { addAnalyses } from '../support/builders/listing-data.js';
import { refusalOf } from '../support/clients/refusal.js';
import { contractFetch } from '../support/clients/responses.js';

const LIMIT = 12;

let at: SettlingService;

beforeAll(async () => {
  at = await startSettlingService({ EVALUATIONS_PER_MONTH: String(LIMIT) });
});
afterAll(() => at?.close());

function postRaw({ accessToken, callId, cardId }: SettlingAccount, headers: Readonly<Record<string, string>> = {}) {
  return contractFetch(`${at.service.baseUrl}/analysis/${callId}/evaluations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ scorecard_id: cardId }),
  });
}

describe('POST /analysis/{id}/evaluations', () => {
  it('makes an evaluation that waits for a worker, by the revision that was published last', async () => {
    const { evaluate, callId, cardId, used } = await at.accountWith();
    expect(await evaluate(callId)).toEqual({
      id: expect.any(String),
      object: 'evaluation',
      created: expect.any(Number),
      status: 'processing',
      livemode: true,
      analysis_id: callId,
      agent_id: 'agent-0',
      contact_id: 'cust-0',
      scorecard: { id: cardId, name: 'Retention line', revision: 2 },
      rescore_id: null,
      completed_at: null,
      error_message: null,
      error_code: null,
      score: null,
      coverage: null,
      outcome: null,
      system_score: null,
      system_outcome: null,
      superseded: false,
      acknowledged: null,
      open_dispute: null,
      disputable_until: null,
      sections: [],
      auto_fails: [],
      answers: [],
      provenance: null,
    });
    expect(await used(), 'evaluations used').toBe(1);
  });

  it('gives the one there is for the same again, however many ask at once, and counts it once', async () => {
    const account = await at.accountWith();
    const responses = await Promise.all(Array.from({ length: 8 }, () => postRaw(account)));
    await expect(responses).toAnswerInAnyOrder([...Array(7).fill(200), 201]);
    const ids = await Promise.all(responses.map(async (response) => String(Object(await response.json()).id)));
    expect([...new Set(ids)], 'evaluations').toHaveLength(1);

    await at.settle(ids[0] ?? '', 'notice=yes sale=no');
    const again = await account.evaluate(account.callId);
    expect(again).toBeInStatus('completed');
    expect(again.id, 'the evaluation that is given once it is completed').toBe(ids[0]);
    expect(await account.used(), 'evaluations used').toBe(1);
  });

  it('makes another one by another revision, and again where the first one failed', async () => {
    const { evaluate, callId, used } = await at.accountWith();
    const first = await evaluate(callId, { revision: 1 });
    const second = await evaluate(callId);
    expect(second.id).not.toBe(first.id);

    const claimed = await at.claims.claim(first.id);
    if (!claimed) throw new Error('The evaluation is due');
    const failure = { code: 'provider_failed', sentence: 'The language model did not answer.' } as const;
    await at.dataSource.transaction((tx) => at.claims.fail(tx, claimed, failure));
    const next = await evaluate(callId, { revision: 1 });
    expect(next).toBeInStatus('processing');
    expect(next.id).not.toBe(first.id);
    expect(await used(), 'evaluations used').toBe(3);
  });

  it('repeats its answer and its status for the same Idempotency-Key', async () => {
    const account = await at.accountWith();
    const key = { 'idempotency-key': randomUUID() };
    const first = await postRaw(account, key);
    const again = await postRaw(account, key);
    await expect(first).toAnswer(201);
    await expect(again).toAnswer(201);
    expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toEqual('true');
    expect(await again.json()).toEqual(await first.json());

    const known = { 'idempotency-key': randomUUID() };
    await expect([await postRaw(account, known), await postRaw(account, known)]).toAnswerEach(200);
  });

  it('refuses what cannot be evaluated, with a sentence', async () => {
    const { accountId, evaluate, callId, cardId, used } = await at.accountWith();
    const [processing = ''] = await addAnalyses(at.dataSource, accountId, [{ agentId: 'a', contactId: 'c' }]);
    const [empty, archived] = await Promise.all([1, 2].map(() => addScorecard(at.dataSource, accountId)));
    await at.dataSource.query('UPDATE scorecard SET published_revision = NULL WHERE id = $1', [empty]);
    await at.dataSource.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [archived]);
    await at.dataSource.query(
      `INSERT INTO scorecard_revision (scorecard_id, number, form, content_hash) VALUES ($1, 3, '{}', '\\x00')`,
      [cardId],
    );
    const refusals = [
      [() => evaluate(processing), 400, 'Only a completed analysis can be evaluated'],
      [
        () => evaluate(callId, { scorecard_id: archived }),
        400,
        'The scorecard is archived: it makes no new evaluations',
      ],
      [() => evaluate(callId, { scorecard_id: empty }), 400, 'The scorecard has no published revision'],
      [() => evaluate(callId, { revision: 3 }), 400, 'Revision 3 is a draft: publish it first'],
      [() => evaluate(callId, { revision: 4 }), 404, 'Revision not found'],
      [() => evaluate(callId, { scorecard_id: randomUUID() }), 404, 'Scorecard not found'],
      [() => evaluate(randomUUID()), 404, 'Analysis not found'],
    ] as const;
    for (const [ask, status, detail] of refusals) await expect(await refusalOf(ask())).toAnswer(status, { detail });
    expect(await used(), 'evaluations used by refusals').toBe(0);
  });

  it('refuses one above the limit of the month, and still gives one that is there', async () => {
    const { evaluate, callIds, used } = await at.accountWith(LIMIT + 1);
    const made = [];
    for (const id of callIds.slice(0, LIMIT)) made.push(await evaluate(id));

    const detail = `Evaluation limit reached: ${LIMIT} of ${LIMIT} evaluations used. Wait for the next billing cycle.`;
    await expect(await refusalOf(evaluate(callIds[LIMIT] ?? ''))).toAnswer(402, { detail });
    expect((await evaluate(callIds[0] ?? '')).id).toBe(made[0]?.id);
    expect(await used(), 'evaluations used').toBe(LIMIT);
  });

  it('keeps an evaluation that a job has asked for, once a client knows it', async () => {
    const { accountId, evaluate, callId, cardId } = await at.accountWith();
    const { id } = await evaluate(callId);
    const rescoreId = randomUUID();
    await at.dataSource.query(
      `INSERT INTO rescore (id, account_id, livemode, scorecard_id, revision, filter, estimate, request_id, total)
       VALUES ($1, $2, true, $3, 2, '{}', '{}', 'r', 1)`,
      [rescoreId, accountId, cardId],
    );
    await at.dataSource.query('UPDATE evaluation SET rescore_id = $2 WHERE id = $1', [id, rescoreId]);

    expect(await evaluate(callId)).toMatchObject({ id, rescore_id: rescoreId });
    expect(await at.dataSource.query('SELECT kept FROM evaluation WHERE id = $1', [id])).toEqual([{ kept: true }]);
  });
});

describe('reading evaluations', () => {
  it('gives one, those of a call, and those that pass the filters, newest first', async () => {
    const { api, evaluate, callIds, cardId } = await at.accountWith(3);
    const made: string[] = [];
    for (const id of callIds) made.push((await evaluate(id)).id);
    await at.settle(made[0] ?? '', 'notice=yes sale=yes offer=yes solved=@yes tone=@good');
    await at.settle(made[1] ?? '', 'notice=no sale=yes offer=no solved=@no tone=@fair');

    const settled = await api.get('/evaluations/{id}', { path: { id: made[0] ?? '' } });
    expect(settled).toBeInStatus('completed');
    expect(settled, 'the evaluation with every answer').toMatchObject({
      score: 100,
      coverage: 1,
      outcome: 'passed',
      sections: [
        { key: 'opening', score: 100, coverage: 1 },
        { key: 'closing', score: 100, coverage: 1 },
      ],
      provenance: PROVENANCE,
    });
    const ofCall = await api.get('/analysis/{id}/evaluations', { path: { id: callIds[1] ?? '' } });
    expect(ofCall).toMatchObject({
      items: [{ id: made[1], outcome: 'failed', score: 8 }],
      total: 1,
      skip: 0,
      limit: 20,
    });

    const idsOf = async (query: object) => {
      const { items, total } = await api.get('/evaluations', { query });
      expect(total, 'total of the list').toBe(items.length);
      return items.map(({ id }) => id);
    };
    expect(await idsOf({})).toEqual([...made].reverse());
    expect(await idsOf({ scorecard_id: cardId, revision: 2 })).toEqual([...made].reverse());
    expect(await idsOf({ revision: 1 })).toEqual([]);
    expect(await idsOf({ agent_id: 'agent-2' })).toEqual([made[2]]);
    expect(await idsOf({ contact_id: 'cust-1', outcome: 'failed' })).toEqual([made[1]]);
    expect(await idsOf({ outcome: 'passed' })).toEqual([made[0]]);
    expect(await idsOf({ score_max: 50 })).toEqual([made[1]]);
    expect(await idsOf({ score_min: 0 })).toEqual([made[1], made[0]]);

    const page = await api.get('/evaluations', { query: { skip: 1, limit: 1 } });
    expect(page).toMatchObject({ items: [{ id: made[1] }], total: 3, skip: 1, limit: 1 });
  });

  it('takes `created_after` without its second and `created_before` with it', async () => {
    const { api, evaluate, callId } = await at.accountWith();
    const { created } = await evaluate(callId);
    const total = async (query: object) => (await api.get('/evaluations', { query })).total;
    expect(
      await total({ created_after: created - 1, created_before: created }),
      'evaluations in the second before and its own',
    ).toBe(1);
    expect(await total({ created_after: created }), 'An evaluation is found after its own second').toBe(0);
    expect(await total({ created_before: created - 1 }), 'An evaluation is found before its own second').toBe(0);
    expect(
      await total({ created_after: 253_370_764_799, created_before: 253_370_764_799 }),
      'evaluations of the year 9999',
    ).toBe(0);
  });

  it('refuses a filter that it cannot read', async () => {
    const { api } = await at.accountWith();
    const query = { score_min: 101, created_after: '2026-11-01T00:00:00Z', limit: 101 } as object;
    const answer = await refusalOf(api.get('/evaluations', { query }));
    await expect(answer).toAnswer(422);
    expect(answer.detail).toMatchObject([
      { loc: ['query', 'limit'] },
      { loc: ['query', 'score_min'] },
      { loc: ['query', 'created_after'] },
    ]);
  });

  it('shows nothing of another account', async () => {
    const { evaluate, callId } = await at.accountWith();
    const { id } = await evaluate(callId);
    await at.settle(id, 'notice=yes sale=no');
    const { api } = await at.accountWith();
    const answer = { path: { id, question: 'solved' }, body: { answer: 'yes' } };
    await expect(await refusalOf(api.get('/evaluations/{id}', { path: { id } }))).toAnswer(404);
    await expect(await refusalOf(api.put('/evaluations/{id}/answers/{question}', answer))).toAnswer(404, {
      detail: 'Evaluation not found',
    });
    await expect(await refusalOf(api.get('/analysis/{id}/evaluations', { path: { id: callId } }))).toAnswer(404, {
      detail: 'Analysis not found',
    });
    expect(await api.get('/evaluations')).toMatchObject({ items: [], total: 0 });
  });

  it('ends with the analysis', async () => {
    const { api, evaluate, callId } = await at.accountWith();
    const { id } = await evaluate(callId);
    await api.delete('/analysis/{id}', { path: { id: callId } });
    await expect(await refusalOf(api.get('/evaluations/{id}', { path: { id } }))).toAnswer(404);
    expect((await api.get('/evaluations')).total, 'evaluations that outlive their analysis').toBe(0);
  });
});
