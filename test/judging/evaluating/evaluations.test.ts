// Evaluations in a running service: how a call gets its scorecards, and what a worker makes of them. Killed workers are in
// test/faults/killed-while-judging.test.ts.
import { beforeAll, describe, expect, it } from 'vitest';
import { EVALUATION_LIMIT, setUpEvaluations } from '../../support/apps/evaluating-service.js';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  type TestService,
  until,
  uploadOf,
} from '../../support/apps/running-service.js';
import {
  asked,
  heard,
  type OrderOptions,
  readEvaluation,
  storeAccount,
  storeCall,
  storeCard,
  storeOrder,
  storeRescoreOfOne,
} from '../../support/builders/evaluated-calls.js';
import { recordedCall } from '../../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths, makeTestKey } from '../../support/clients/checked-paths.js';
import { refusalOf } from '../../support/clients/refusal.js';
import { Gate } from '../../support/processes/gate.js';
import { holdWrites } from '../../support/processes/hold-writes.js';
import type { OpenAiStub, StubAnswer } from '../../support/stubs/openai-stub.js';

const UNKNOWN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const model = new Gate();
let fault: StubAnswer | null = null;
let provider: OpenAiStub;
let service: TestService;
let client: CheckedPaths;
let accountId: string;
let account: Account;

setUpEvaluations(
  model,
  () => fault,
  (given) => {
    ({ provider, service, account, accountId } = given);
  },
);
beforeAll(async () => {
  client = checkedPaths(service.baseUrl, await makeTestKey(service.baseUrl, account.accessToken));
});

const settled = (id: string) =>
  until(async () => {
    const found = await readEvaluation(service.db, id);
    return found?.status !== 'processing' && found;
  }, `evaluation ${id}`);

/** An evaluation of a call of its own that the sweep finds: no bell tells of it. */
async function order(card: string, options: OrderOptions = {}) {
  const call = await storeCall(service.db, accountId);
  return { call, id: await storeOrder(service.db, accountId, call, card, options) };
}

describe('a worker', () => {
  it('finds an evaluation by its sweep, asks the model, and says what it took [fault 92]', async () => {
    const { id } = await order(await storeCard(service.db, accountId, [asked('q0'), heard('spoken')]));
    const { status, score, answers, provenance } = await settled(id);
    expect({ status, score }).toEqual({ status: 'completed', score: 100 });
    expect(JSON.parse(answers ?? '')).toMatchObject([
      { question: 'q0', state: 'answered', source: 'model', citations: [{ verification: 'verified' }] },
      { question: 'spoken', state: 'answered', source: 'phrases' },
    ]);
    const { judge, prompt_version, input_tokens, output_tokens, cost } = JSON.parse(provenance ?? '');
    expect(judge).toBe('compatible:gpt-6-luna');
    expect(prompt_version).toMatch(/^form-/);
    expect(
      [input_tokens, output_tokens].filter((tokens) => !Number.isInteger(tokens)),
      'no whole numbers of tokens',
    ).toEqual([]);
    expect(cost).toBeNull();
  });

  it('asks no model for an evaluation that was ordered without one', async () => {
    const before = provider.requests.length;
    const { id } = await order(await storeCard(service.db, accountId, [asked('q0'), heard('spoken')]), { judge: '' });
    const { answers, provenance } = await settled(id);
    expect(JSON.parse(answers ?? '')).toMatchObject([
      { state: 'not_assessable', reason: 'no_language_model' },
      { state: 'answered', answer: 'yes' },
    ]);
    expect(JSON.parse(provenance ?? '')).toMatchObject({
      judge: null,
      prompt_version: null,
      input_tokens: null,
      cost: null,
    });
    expect(provider.requests, 'A model is asked for an evaluation that was ordered without one').toHaveLength(before);
  });

  it('tells the address of the call once, and of an evaluation that only a job asked for nothing', async () => {
    const card = await storeCard(service.db, accountId, [heard('spoken')]);
    const call = () => storeCall(service.db, accountId, { webhookUrl: 'http://127.0.0.1:9/hook' });
    const mine = await storeOrder(service.db, accountId, await call(), card, { judge: '' });
    const { rescore, evaluation: ofJob } = await storeRescoreOfOne(service.db, accountId, await call(), card, {
      judge: '',
    });
    await Promise.all([settled(mine), settled(ofJob)]);
    const { rows } = await service.db.query(
      'SELECT evaluation_id, event FROM webhook_delivery WHERE evaluation_id = ANY($1) OR rescore_id = $2',
      [[mine, ofJob], rescore],
    );
    expect(rows).toEqual([{ evaluation_id: mine, event: 'evaluation.completed' }]);
  });

  it.each([
    ['a live key orders for a call of test mode, is', 'suppressed', false, true],
    ['a test key orders for a call of live mode, is', 'suppressed', true, false],
    ['a live key orders for a call of live mode, is not', 'pending', true, true],
  ])(
    'sends nothing in test mode: the delivery of an evaluation that %s suppressed',
    async (_, status, ofCall, ofOrder) => {
      const card = await storeCard(service.db, accountId, [heard('spoken')]);
      const call = await storeCall(service.db, accountId, { webhookUrl: 'http://127.0.0.1:9/hook', livemode: ofCall });
      const id = await storeOrder(service.db, accountId, call, card, { judge: '', livemode: ofOrder });
      await settled(id);
      const { rows } = await service.db.query('SELECT status FROM webhook_delivery WHERE evaluation_id = $1', [id]);
      expect(rows, 'the delivery of the evaluation').toEqual([{ status }]);
    },
  );

  it('waits for a provider in trouble, holds nothing against the evaluation, and goes on when it answers [fault 95]', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    fault = { status: 503, body: { error: { message: 'Overloaded' } } };
    const { id } = await order(card);
    await until(async () => {
      const { rows } = await service.db.query(
        // A worker may hold it again, for a probe.
        `SELECT provider_failures, crashes FROM evaluation
          WHERE id = $1 AND failing_since IS NOT NULL AND lease_until IS NULL`,
        [id],
      );
      if (rows.length > 0) expect(rows).toEqual([{ provider_failures: 0, crashes: 0 }]);
      return rows.length > 0;
    }, 'the evaluation to be handed back');
    fault = null;
    expect(await settled(id)).toMatchObject({ status: 'completed', score: 100 });
  });

  it('settles an evaluation whose connection to Postgres was cut while it was settled, and asks nothing again [fault 91]', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const before = provider.requests.length;
    const held = await holdWrites(service.db, 'evaluation_payload');
    const { id } = await order(card);
    await held.reached();
    await held.releaseAndDropWaiters();
    expect(await settled(id)).toMatchObject({ status: 'completed', score: 100, batches_left: 0 });
    expect(provider.requests, 'The model is asked again after the connection was cut').toHaveLength(before + 1);
  });

  it('makes nothing of a call that is deleted while it is judged, and goes on with others [fault 94]', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    model.close();
    const { call, id } = await order(card);
    await until(async () => model.waiting > 0, 'the question');
    await checkedPaths(service.baseUrl, account.liveKey).delete('/analysis/{id}', { path: { id: call } });
    model.open();
    const next = await order(card);
    expect(await settled(next.id)).toMatchObject({ status: 'completed' });
    expect(await readEvaluation(service.db, id)).toBeUndefined();
  });

  it('ends what it judges by a scorecard that is archived meanwhile [fault 94]', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    model.close();
    const { id } = await order(card);
    await until(async () => model.waiting > 0, 'the question');
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [card]);
    model.open();
    expect(await settled(id)).toMatchObject({ status: 'completed', score: 100 });
  });
});

describe('a call that completes', () => {
  const submit = async (more: object) => {
    const { id } = await client.post('/analysis', { body: { ...PARTIES, scenario: 'good_call', ...more } });
    await finalAnalysis(client, id);
    return id;
  };
  const ordersOf = async (analysisId: string) => {
    const { rows } = await service.db.query(
      'SELECT id, scorecard_id, judge, livemode FROM evaluation WHERE analysis_id = $1',
      [analysisId],
    );
    return rows;
  };
  const testCard = (options: Parameters<typeof storeCard>[3] = {}) =>
    storeCard(service.db, accountId, [heard('spoken')], { livemode: false, ...options });

  it('is judged by the scorecards that were chosen for it, each once, and by no other [scorecards 18]', async () => {
    const [chosen, other] = [await testCard(), await testCard({ isDefault: true })];
    const orders = await ordersOf(await submit({ scorecards: [chosen, chosen.toUpperCase()] }));
    expect(orders).toMatchObject([{ scorecard_id: chosen, judge: '', livemode: false }]);
    expect(await settled(orders[0].id)).toMatchObject({ status: 'completed' });
    expect(await ordersOf(await submit({ scorecards: [] }))).toEqual([]);
    expect((await ordersOf(await submit({}))).map(({ scorecard_id }) => scorecard_id)).toEqual([other]);
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [other]);
  });

  it('is judged by the default scorecards of its mode that fit it [scorecards 18]', async () => {
    const fitting = { language: ['en'], agent_id: ['a'], metadata: { queue: ['7'] } };
    const fits = await testCard({ isDefault: true, appliesTo: fitting });
    await testCard({ isDefault: true, appliesTo: { ...fitting, agent_id: ['b'] } });
    await testCard({ isDefault: true, appliesTo: { ...fitting, language: ['de'] } });
    await testCard({ isDefault: true, appliesTo: fitting, livemode: true });
    const id = await submit({ metadata: { queue: 7 } });
    expect((await ordersOf(id)).map(({ scorecard_id }) => scorecard_id)).toEqual([fits]);
  });

  it('is judged by the five oldest of the default scorecards that fit it', async () => {
    const fitting = { metadata: { queue: ['many'] } };
    const cards: string[] = [];
    for (let place = 0; place < 6; place++) cards.push(await testCard({ isDefault: true, appliesTo: fitting }));
    // Two may be made in one millisecond.
    await service.db.query(
      "UPDATE scorecard s SET created_at = now() + place * interval '1 second' FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, place) WHERE s.id = made.id",
      [cards],
    );
    const id = await submit({ metadata: { queue: 'many' } });
    expect((await ordersOf(id)).map(({ scorecard_id }) => scorecard_id).sort()).toEqual(cards.slice(0, 5).sort());
  });

  it('completes where the limit of evaluations is reached, and the evaluation says so [scorecards 22]', async () => {
    const card = await testCard();
    await submit({ scorecards: [card] });
    await service.db.query('UPDATE evaluation_count SET evaluations = $2 WHERE account_id = $1', [
      accountId,
      EVALUATION_LIMIT,
    ]);
    const [refused] = await ordersOf(await submit({ scorecards: [card] }));
    expect(await settled(refused.id)).toMatchObject({
      status: 'failed',
      error_code: 'evaluation_limit',
      error_message: 'Evaluation limit reached: 100 of 100 evaluations used. Wait for the next billing cycle.',
    });
    await service.db.query('UPDATE evaluation_count SET evaluations = 0 WHERE account_id = $1', [accountId]);
  });

  it('gives the place of an evaluation back that the provider refuses [fault 95]', async () => {
    const counts = async () => {
      const { rows } = await service.db.query(
        `SELECT c.evaluations FROM evaluation_count c JOIN usage_period p ON p.id = c.period_id
         WHERE c.account_id = $1 AND NOT p.livemode`,
        [accountId],
      );
      return rows[0].evaluations;
    };
    await submit({ scorecards: [await testCard()] });
    const before = await counts();
    fault = { status: 400, body: { error: { message: 'Refused', type: 'invalid_request_error' } } };
    const { id } = await order(await storeCard(service.db, accountId, [asked('q0')]), { livemode: false });
    const { status, error_code, error_message } = await settled(id);
    fault = null;
    expect({ status, error_code }).toEqual({ status: 'failed', error_code: 'provider_refused' });
    expect(error_message).toMatch(/^The analysis provider /);
    expect(await counts(), 'evaluations that are counted').toBe(before - 1);
  });

  it('is refused with scorecards that do not exist, are archived or have nothing published [scorecards 19]', async () => {
    const stranger = await storeCard(service.db, await storeAccount(service.db), [heard('spoken')]);
    const archived = await testCard();
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [archived]);
    const unpublished = await testCard();
    await service.db.query('UPDATE scorecard SET published_revision = NULL WHERE id = $1', [unpublished]);
    const refusal = (scorecards: string[]) => refusalOf(submit({ scorecards }));
    for (const id of [UNKNOWN, stranger])
      expect(await refusal([id])).toMatchObject({ status: 404, detail: 'Scorecard not found' });
    expect(await refusal([archived])).toMatchObject({
      status: 400,
      detail: 'The scorecard is archived: it makes no new evaluations',
    });
    expect(await refusal([unpublished])).toMatchObject({
      status: 400,
      detail: 'The scorecard has no published revision',
    });
    expect(await refusal(['x'])).toMatchObject({ status: 422 });
    expect(await refusal(Array.from({ length: 6 }, () => UNKNOWN))).toMatchObject({ status: 422 });
  });

  it('is refused before its recording is stored, where the form names the scorecards first [scorecards 19]', async () => {
    const form = uploadOf(recordedCall(), { scorecards: `${await testCard()}, ${UNKNOWN}` });
    expect(await refusalOf(client.post('/analysis', { body: form }))).toMatchObject({
      status: 404,
      detail: 'Scorecard not found',
    });
  });
});
