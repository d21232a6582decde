// POST /scorecards/{id}/revisions/{revision}/try in a running service: what it asks, counts and refuses.
import { describe, expect, it } from 'vitest';
import { EVALUATION_LIMIT, setUpEvaluations } from '../../../support/apps/evaluating-service.js';
import { type TestService, until } from '../../../support/apps/running-service.js';
import { asked, heard, storeAccount, storeCall, storeCard } from '../../../support/builders/evaluated-calls.js';
import { contractFetch } from '../../../support/clients/responses.js';
import { answerTo } from '../../../support/matchers/answers.js';
import { Gate } from '../../../support/processes/gate.js';
import { holdReads } from '../../../support/processes/hold-writes.js';
import type { OpenAiStub, StubAnswer } from '../../../support/stubs/openai-stub.js';

const UNKNOWN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const model = new Gate();
let fault: StubAnswer | null = null;
let provider: OpenAiStub;
let service: TestService;
let accountId: string;
let liveKey: string;

setUpEvaluations(
  model,
  () => fault,
  (given) => {
    ({ provider, service, accountId } = given);
    liveKey = given.account.liveKey;
  },
);

describe('a trial of a revision', () => {
  /** Waits until the process knows of the pause, or of its end: it looks once a second. */
  const untilKnown = (isPaused: boolean) =>
    until(
      async () => {
        const { checks } = (await (await fetch(`${service.rootUrl}/health/ready`)).json()) as {
          checks: { engine: { status: string } };
        };
        return (checks.engine.status === 'ok') !== isPaused;
      },
      `a process that knows of ${isPaused ? 'the pause' : 'its end'}`,
    );
  const providerAnswers = async () => {
    await service.db.query(
      `UPDATE engine_pause SET since = NULL, reason = NULL, paused_until = NULL, failures = 0, suspects = '{}'`,
    );
    await untilKnown(false);
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

  it('judges each call once, in their order, by a draft too, and stores nothing [scorecards 20]', async () => {
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

  it('is refused beside two others of the account, and not once one of them has ended [scorecards 21, fault 98]', async () => {
    const [card, ids] = [await storeCard(service.db, accountId, [heard('spoken')]), await calls(1)];
    const held = await holdReads(service.db, 'scorecard_revision');
    const running = [tryOn(card, ids), tryOn(card, ids)];
    await held.reached(2);
    const third = await tryOn(card, ids).finally(() => held.release());
    await expect(third).toAnswer(429, {
      detail: 'Two tries of this account are running. Try again when one of them has ended.',
    });
    expect(third.retryAfter).toBe('5');
    for (const trial of running) await expect(await trial).toAnswer(200);
    await expect(await tryOn(card, ids)).toAnswer(200);
  });

  it('is refused before a model is asked, where one of the calls cannot be judged [scorecards 20]', async () => {
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

  it('is refused with the scorecard of another account, an unknown revision and an archived scorecard [scorecards 20]', async () => {
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

  it('tells when the model cannot be asked, and when it refuses [scorecards 20]', async () => {
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

  it('counts each call as an evaluation, in the mode of the call [scorecards 20]', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const ids = [...(await calls(3)), await storeCall(service.db, accountId, { livemode: false })];
    const before = await counted();
    const answer = await tryOn(card, [...ids, ids[0] ?? '']);
    await expect(answer).toAnswer(200);
    expect(answer.body.items.map(({ livemode }) => livemode)).toEqual([true, true, true, false]);
    expect(await counted()).toEqual({ live: before.live + 3, test: before.test + 1 });
  });

  it.each([
    ['live', { live: EVALUATION_LIMIT - 1, test: 0 }, 99],
    ['test', { live: 0, test: EVALUATION_LIMIT }, EVALUATION_LIMIT],
  ])(
    'is refused as a whole where its calls of %s mode are too many, before a model is asked',
    async (_, used, told) => {
      const card = await storeCard(service.db, accountId, [asked('q0')]);
      const ids = [...(await calls(2)), await storeCall(service.db, accountId, { livemode: false })];
      await tryOn(card, ids);
      await setCounted(used);
      const asks = provider.requests.length;
      await expect(await tryOn(card, ids)).toAnswer(402, {
        detail: `Evaluation limit reached: ${told} of ${EVALUATION_LIMIT} evaluations used. Wait for the next billing cycle.`,
      });
      expect(provider.requests, 'A model is asked beyond the limit').toHaveLength(asks);
      expect(await counted(), 'evaluations counted for a refusal').toEqual(used);
      await setCounted({ live: 0, test: 0 });
    },
  );

  it('cannot go beyond the limit by trials at the same time [scorecards 20]', async () => {
    const card = await storeCard(service.db, accountId, [heard('spoken')]);
    const [mine] = await calls(1);
    await tryOn(card, [mine ?? '']);
    await setCounted({ live: EVALUATION_LIMIT - 3, test: 0 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryOn(card, [mine ?? ''])));
    expect(answers.filter(({ status }) => status === 200).length, 'trials that were let through').toBeLessThanOrEqual(
      3,
    );
    const { live } = await counted();
    expect(live, 'evaluations counted').toBe(
      EVALUATION_LIMIT - 3 + answers.filter(({ status }) => status === 200).length,
    );
    await setCounted({ live: 0, test: 0 });
  });

  it('leaves a provider alone that everybody leaves alone, and counts nothing [scorecards 20]', async () => {
    const card = await storeCard(service.db, accountId, [asked('q0')]);
    const ids = await calls(2);
    const before = await counted();
    await service.db.query(
      `UPDATE engine_pause SET since = now(), reason = 'busy', paused_until = now() + interval '90 s' WHERE engine = 'analysis'`,
    );
    // A try that was let through before would be answered, and end the pause.
    await untilKnown(true);
    const { length } = provider.requests;
    const answer = await tryOn(card, ids);
    await expect(answer).toAnswer(503);
    expect(answer.body.detail).toBe('The analysis provider cannot be asked now. Try again shortly.');
    expect(Number(answer.retryAfter), 'the header retry-after').toBeGreaterThan(60);
    expect(provider.requests, 'questions to a provider in trouble').toHaveLength(length);
    expect(await counted(), 'evaluations counted while no one could be asked').toEqual(before);
    await expect(await tryOn(await storeCard(service.db, accountId, [heard('spoken')]), ids)).toAnswer(200);
    await providerAnswers();
    await expect(await tryOn(card, ids)).toAnswer(200);
  });
});
