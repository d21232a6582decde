// Evaluations in a running service: how a call gets its scorecards, and what a worker makes of them. Killed workers are in
// test/faults/killed-while-judging.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../../support/answers.js';
import { type CheckedPaths, checkedPaths } from '../../support/checked-paths.js';
import {
  answerYes,
  asked,
  heard,
  type OrderOptions,
  readEvaluation,
  storeAccount,
  storeCall,
  storeCard,
  storeOrder,
  storeRescoreOfOne,
} from '../../support/evaluated-calls.js';
import { Gate } from '../../support/gate.js';
import { holdReads, holdWrites } from '../../support/hold-writes.js';
import { type OpenAiStub, type StubAnswer, startOpenAiStub } from '../../support/openai-stub.js';
import { refusalOf } from '../../support/refusal.js';
import { contractFetch } from '../../support/responses.js';
import {
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../../support/running-service.js';
import { providerSettings, recordedCall } from '../../support/scripted-call.js';

const LIMIT = 100;
const UNKNOWN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const model = new Gate();
let fault: StubAnswer | null = null;
let provider: OpenAiStub;
let service: TestService;
let client: CheckedPaths;
let accountId: string;
let liveKey: string;

beforeAll(async () => {
  provider = await startOpenAiStub({
    chat: async (request) => {
      await model.pass();
      return fault ?? answerYes(request);
    },
  });
  service = await startTestService({
    ...providerSettings(provider),
    WORKER_SWEEP_SECONDS: '1',
    EVALUATIONS_PER_MONTH: String(LIMIT),
  });
  const opened = await service.openAccount();
  const { accessToken, email } = opened;
  liveKey = opened.liveKey;
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [email]);
  accountId = rows[0].id;
  const { key } = await checkedPaths(service.baseUrl, accessToken).post('/api-keys', {
    body: { name: 'Sandbox', mode: 'test' },
  });
  client = checkedPaths(service.baseUrl, key);
});
afterAll(async () => {
  model.open();
  await service?.stop();
  await provider?.close();
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
  it('finds an evaluation by its sweep, asks the model, and says what it took', async () => {
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

  it('waits for a provider in trouble, holds nothing against the evaluation, and goes on when it answers', async () => {
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

  it('settles an evaluation whose connection to Postgres was cut while it was settled, and asks nothing again', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const before = provider.requests.length;
    const held = await holdWrites(service.db, 'evaluation_payload');
    const { id } = await order(card);
    await held.reached();
    await held.releaseAndDropWaiters();
    expect(await settled(id)).toMatchObject({ status: 'completed', score: 100, batches_left: 0 });
    expect(provider.requests, 'The model is asked again after the connection was cut').toHaveLength(before + 1);
  });

  it('makes nothing of a call that is deleted while it is judged, and goes on with others', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    model.close();
    const { call, id } = await order(card);
    await until(async () => model.waiting > 0, 'the question');
    await checkedPaths(service.baseUrl, liveKey).delete('/analysis/{id}', { path: { id: call } });
    model.open();
    const next = await order(card);
    expect(await settled(next.id)).toMatchObject({ status: 'completed' });
    expect(await readEvaluation(service.db, id)).toBeUndefined();
  });

  it('ends what it judges by a scorecard that is archived meanwhile', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    model.close();
    const { id } = await order(card);
    await until(async () => model.waiting > 0, 'the question');
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [card]);
    model.open();
    expect(await settled(id)).toMatchObject({ status: 'completed', score: 100 });
  });
});

describe('a trial of a revision', () => {
  /** Ends the pause of the provider, and waits until the service knows. */
  const providerAnswers = async () => {
    await service.db.query(
      `UPDATE engine_pause SET since = NULL, reason = NULL, paused_until = NULL, failures = 0, suspects = '{}'`,
    );
    await until(async () => {
      const { checks } = (await (await fetch(`${service.rootUrl}/health/ready`)).json()) as {
        checks: { engine: { status: string } };
      };
      return checks.engine.status === 'ok';
    }, 'the end of the pause');
  };
  const counted = async () => {
    const { rows } = await service.db.query(
      `SELECT p.livemode, sum(c.evaluations)::int AS n FROM evaluation_count c JOIN usage_period p ON p.id = c.period_id
       WHERE c.account_id = $1 GROUP BY p.livemode`,
      [accountId],
    );
    const of = (livemode: boolean): number => rows.find((row) => row.livemode === livemode)?.n ?? 0;
    return { live: of(true), test: of(false) };
  };
  const setCounted = async ({ live, test }: { live: number; test: number }) =>
    service.db.query(
      `UPDATE evaluation_count c SET evaluations = CASE WHEN p.livemode THEN $2::int ELSE $3::int END
       FROM usage_period p WHERE p.id = c.period_id AND c.account_id = $1`,
      [accountId, live, test],
    );
  const tryOn = async (card: string, calls: readonly string[]) => {
    const response = await contractFetch(`${service.baseUrl}/scorecards/${card}/revisions/1/try`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${liveKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ analysis_ids: calls }),
    });
    const body = (await response.json()) as { detail?: string; items: { analysis_id: string; livemode: boolean }[] };
    const answer = { status: response.status, body, retryAfter: response.headers.get('Retry-After') };
    return answerTo('POST /scorecards/{id}/revisions/1/try', answer);
  };
  const stored = async () => {
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM evaluation');
    return rows[0].n;
  };
  const calls = (count: number) => Promise.all(Array.from({ length: count }, () => storeCall(service.db, accountId)));

  it('judges each call once, in their order, by a draft too, and stores nothing', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0'), heard('spoken')]);
    await service.db.query("UPDATE scorecard_revision SET status = 'draft' WHERE scorecard_id = $1", [card]);
    const ids = await calls(6);
    const before = await stored();
    const answer = await tryOn(card, [...ids, ids[0] ?? '']);
    await expect(answer).toAnswer(200);
    expect(answer.body.items.map((item) => item.analysis_id)).toEqual(ids);
    for (const item of answer.body.items)
      expect(item).toMatchObject({ status: 'completed', score: 100, livemode: true });
    expect(await stored(), 'A trial leaves something behind').toBe(before);
  });

  it('is refused beside two others of the account, and not once one of them has ended', async () => {
    const [card, ids] = [await storeCard(service.db, accountId, [heard('spoken')]), await calls(1)];
    const held = await holdReads(service.db, 'scorecard_revision');
    const running = [tryOn(card, ids), tryOn(card, ids)];
    await held.reached(2);
    const third = await tryOn(card, ids);
    await held.release();
    await expect(third).toAnswer(429, {
      detail: 'Two tries of this account are running. Try again when one of them has ended.',
    });
    expect(third.retryAfter).toBe('5');
    for (const trial of running) await expect(await trial).toAnswer(200);
    await expect(await tryOn(card, ids)).toAnswer(200);
  });

  it('is refused before a model is asked, where one of the calls cannot be judged', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const [mine] = await calls(1);
    const theirs = await storeCall(service.db, await storeAccount(service.db));
    const before = provider.requests.length;
    await expect(await tryOn(card, [mine ?? '', theirs])).toAnswer(404, { detail: 'Analysis not found' });
    await service.db.query(
      "UPDATE analysis SET status = 'failed', error_message = '-', error_code = '-' WHERE id = $1",
      [mine],
    );
    await expect(await tryOn(card, [mine ?? ''])).toAnswer(400, {
      detail: 'Only a completed analysis can be evaluated',
    });
    expect(provider.requests, 'A model is asked, though the trial is refused').toHaveLength(before);
  });

  it('is refused with the scorecard of another account, an unknown revision and an archived scorecard', async () => {
    const [mine] = await calls(1);
    const theirs = await storeCard(service.db, await storeAccount(service.db), [heard('spoken')]);
    await expect(await tryOn(theirs, [mine ?? ''])).toAnswer(404, { detail: 'Scorecard not found' });
    const card = await storeCard(service.db, accountId, [heard('spoken')]);
    await service.db.query('DELETE FROM scorecard_revision WHERE scorecard_id = $1', [card]);
    await expect(await tryOn(card, [mine ?? ''])).toAnswer(404, { detail: 'Revision not found' });
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [card]);
    await expect(await tryOn(card, [mine ?? ''])).toAnswer(400, {
      detail: 'The scorecard is archived: it makes no new evaluations',
    });
    await expect(await tryOn(card, [])).toAnswer(422);
    await expect(await tryOn(card, Array(21).fill(UNKNOWN))).toAnswer(422);
  });

  it('tells when the model cannot be asked, and when it refuses', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    fault = { status: 429, body: { error: { message: 'Slow down' } }, headers: { 'Retry-After': '7' } };
    const busy = await tryOn(card, await calls(2));
    await expect(busy).toAnswer(503, { detail: 'The analysis provider cannot be asked now. Try again shortly.' });
    expect(busy.retryAfter, 'the header retry-after').toBe('7');
    fault = { status: 400, body: { error: { message: 'Refused', type: 'invalid_request_error' } } };
    await providerAnswers();
    await expect(await tryOn(card, await calls(1))).toAnswer(503, {
      detail: 'The analysis provider refused a question about one of the calls.',
    });
    fault = null;
  });

  it('counts each call as an evaluation, in the mode of the call, whatever key asks', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const ids = [...(await calls(3)), await storeCall(service.db, accountId, { livemode: false })];
    const before = await counted();
    const answer = await tryOn(card, [...ids, ids[0] ?? '']);
    await expect(answer).toAnswer(200);
    expect(answer.body.items.map(({ livemode }) => livemode)).toEqual([true, true, true, false]);
    expect(await counted()).toEqual({ live: before.live + 3, test: before.test + 1 });
  });

  it.each([
    ['live', { live: LIMIT - 1, test: 0 }, 99],
    ['test', { live: 0, test: LIMIT }, LIMIT],
  ])(
    'is refused as a whole where its calls of %s mode are too many, before a model is asked',
    async (_, used, told) => {
      const card = await storeCard(service.db, accountId, [asked('q0')]);
      const ids = [...(await calls(2)), await storeCall(service.db, accountId, { livemode: false })];
      await tryOn(card, ids);
      await setCounted(used);
      const asks = provider.requests.length;
      await expect(await tryOn(card, ids)).toAnswer(402, {
        detail: `Evaluation limit reached: ${told} of ${LIMIT} evaluations used. Wait for the next billing cycle.`,
      });
      expect(provider.requests, 'A model is asked beyond the limit').toHaveLength(asks);
      expect(await counted(), 'evaluations counted for a refusal').toEqual(used);
      await setCounted({ live: 0, test: 0 });
    },
  );

  it('cannot go beyond the limit by trials at the same time', async () => {
    const card = await storeCard(service.db, accountId, [heard('spoken')]);
    const [mine] = await calls(1);
    await tryOn(card, [mine ?? '']);
    await setCounted({ live: LIMIT - 3, test: 0 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryOn(card, [mine ?? ''])));
    expect(answers.filter(({ status }) => status === 200).length, 'trials that were let through').toBeLessThanOrEqual(
      3,
    );
    const { live } = await counted();
    expect(live, 'evaluations counted').toBe(LIMIT - 3 + answers.filter(({ status }) => status === 200).length);
    await setCounted({ live: 0, test: 0 });
  });

  it('leaves a provider alone that everybody leaves alone, and counts nothing', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const ids = await calls(2);
    const before = await counted();
    await service.db.query(
      `UPDATE engine_pause SET since = now(), reason = 'busy', paused_until = now() + interval '90 s' WHERE engine = 'analysis'`,
    );
    // A process knows of a pause within a second.
    const answer = await until(async () => {
      const { length } = provider.requests;
      const tried = await tryOn(card, ids);
      return tried.status === 503 && { ...tried, asks: provider.requests.length - length };
    }, 'a refusal');
    expect(answer.body.detail).toBe('The analysis provider cannot be asked now. Try again shortly.');
    expect(Number(answer.retryAfter), 'the header retry-after').toBeGreaterThan(60);
    expect(answer.asks, 'questions to a provider in trouble').toBe(0);
    const after = await counted();
    await expect(await tryOn(card, ids)).toAnswer(503);
    expect(await counted(), 'evaluations counted while nobody could be asked').toEqual(after);
    expect(after.test).toBe(before.test);
    await expect(await tryOn(await storeCard(service.db, accountId, [heard('spoken')]), ids)).toAnswer(200);
    await providerAnswers();
    await expect(await tryOn(card, ids)).toAnswer(200);
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

  it('is judged by the scorecards that were chosen for it, each once, and by no other', async () => {
    const [chosen, other] = [await testCard(), await testCard({ isDefault: true })];
    const orders = await ordersOf(await submit({ scorecards: [chosen, chosen.toUpperCase()] }));
    expect(orders).toMatchObject([{ scorecard_id: chosen, judge: '', livemode: false }]);
    expect(await settled(orders[0].id)).toMatchObject({ status: 'completed' });
    expect(await ordersOf(await submit({ scorecards: [] }))).toEqual([]);
    expect((await ordersOf(await submit({}))).map(({ scorecard_id }) => scorecard_id)).toEqual([other]);
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [other]);
  });

  it('is judged by the default scorecards of its mode that fit it', async () => {
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

  it('completes where the limit of evaluations is reached, and the evaluation says so', async () => {
    const card = await testCard();
    await submit({ scorecards: [card] });
    await service.db.query('UPDATE evaluation_count SET evaluations = $2 WHERE account_id = $1', [accountId, LIMIT]);
    const [refused] = await ordersOf(await submit({ scorecards: [card] }));
    expect(await settled(refused.id)).toMatchObject({
      status: 'failed',
      error_code: 'evaluation_limit',
      error_message: 'Evaluation limit reached: 100 of 100 evaluations used. Wait for the next billing cycle.',
    });
    await service.db.query('UPDATE evaluation_count SET evaluations = 0 WHERE account_id = $1', [accountId]);
  });

  it('gives the place of an evaluation back that the provider refuses', async () => {
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

  it('is refused with scorecards that do not exist, are archived or have nothing published', async () => {
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

  it('is refused before its recording is stored, where the form names the scorecards first', async () => {
    const form = uploadOf(recordedCall(), { scorecards: `${await testCard()}, ${UNKNOWN}` });
    expect(await refusalOf(client.post('/analysis', { body: form }))).toMatchObject({
      status: 404,
      detail: 'Scorecard not found',
    });
  });
});
