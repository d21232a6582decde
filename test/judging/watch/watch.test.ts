// Calls that a scorecard watches, in a running service: when they are judged again, what that costs, and what it tells.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpEvaluations } from '../../support/apps/evaluating-service.js';
import { type Account, type TestService, until } from '../../support/apps/running-service.js';
import { asked, storeCard } from '../../support/builders/evaluated-calls.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { caseIn, storeNumberedCall } from '../../support/builders/rated-calls.js';
import { checkReceived } from '../../support/clients/documented-events.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { Gate } from '../../support/processes/gate.js';
import { completeWith } from '../../support/stubs/openai-stub.js';
import { startWebhookReceiver } from '../../support/stubs/webhook-receiver.js';

const model = new Gate();
let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let cardId: string;
/** Answers of the model by the number of the call. */
let answers: (number: number) => 'yes' | 'no';

setUpEvaluations(
  model,
  (request) => {
    const answer = { question: 'q0', answer: answers(caseIn(request)), confidence: 0.9, rationale: 'So.' };
    return completeWith({ answers: [{ ...answer, quotes: [{ segment_id: 0, quote: 'This call is recorded.' }] }] });
  },
  (given) => {
    ({ service } = given);
  },
  2_000,
);

const STEADY = (number: number) => (number % 3 === 0 ? 'no' : 'yes');
/** Every fifth answer is the other one. */
const SWAPPED = (number: number) => (number % 5 === 0 ? (STEADY(number) === 'yes' ? 'no' : 'yes') : STEADY(number));

const put = (watch?: unknown, credential?: string) =>
  ask(`/scorecards/${cardId}`, {
    method: 'PUT',
    json: { name: 'Card', ...(watch !== undefined && { watch }) },
    ...(credential && { credential }),
  });
const driftNow = async (credential?: string) =>
  (await ask(`/scorecards/${cardId}/agreement`, credential ? { credential } : {})).body.drift;
const counted = async () => {
  const { rows } = await service.db.query(
    'SELECT coalesce(sum(evaluations), 0)::int AS n FROM evaluation_count WHERE account_id = $1',
    [accountId],
  );
  return rows[0].n;
};
const atRest = () =>
  until(
    async () => {
      const { rows } = await service.db.query(
        `SELECT 1 FROM scorecard_watch WHERE scorecard_id = $1 AND status = 'waiting'`,
        [cardId],
      );
      return rows.length > 0;
    },
    'a check that has ended',
    60_000,
  );
/** A week has passed. @returns evaluations that were counted */
async function checkAgain(due = true): Promise<number> {
  const before = await counted();
  const { rows } = await service.db.query('SELECT fence FROM scorecard_watch WHERE scorecard_id = $1', [cardId]);
  if (due) await service.db.query('UPDATE scorecard_watch SET due_at = now() WHERE scorecard_id = $1', [cardId]);
  await until(
    async () => {
      const now = await service.db.query('SELECT fence FROM scorecard_watch WHERE scorecard_id = $1', [cardId]);
      return Number(now.rows[0].fence) > Number(rows[0].fence);
    },
    'a check that has begun',
    30_000,
  );
  await atRest();
  return (await counted()) - before;
}
const store = async (n: number, livemode = true) => {
  const ids: string[] = [];
  for (let number = 0; number < n; number++) ids.push(await storeNumberedCall(service.db, accountId, number, livemode));
  return ids;
};
async function watch(n: number): Promise<string[]> {
  const ids = await store(n);
  await expect(await put({ analysis_ids: ids })).toAnswer(200);
  await atRest();
  return ids;
}

beforeEach(async () => {
  model.open();
  answers = STEADY;
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
  cardId = await storeCard(service.db, accountId, [asked('q0')]);
});

describe('a watch', () => {
  it('tells once that the judge was swapped silently, and marks statistics', async () => {
    const receiver = await startWebhookReceiver();
    const endpoint = { url: receiver.url, events: ['scorecard.drift'], filter: { scorecard_id: cardId } };
    await expect(await ask('/webhooks/endpoints', { json: endpoint })).toAnswer(201);
    await watch(60);
    expect(await counted()).toBe(180);
    const judge = {
      engine: 'analysis',
      model: expect.stringMatching(/gpt-6-luna$/),
      prompt_version: 'form-1',
      rules_version: 'form-rules-1',
    };
    const steady = { was: judge, is: judge, same: 1, ci: [1, 1], changed: [], verdict: 'steady' };
    expect(await driftNow()).toEqual({ ...steady, checked_at: expect.any(Number) });
    expect(await checkAgain(), 'evaluations of a week').toBe(60);
    expect(await driftNow()).toMatchObject(steady);

    answers = SWAPPED;
    expect(await checkAgain(), 'evaluations to be certain').toBe(180);
    const changed = await driftNow();
    expect(changed).toMatchObject({ verdict: 'judge_changed', same: 0.8, changed: ['q0'] });
    expect(changed.ci[0]).toBeLessThan(0.8);
    const told = () =>
      service.db.query(
        `SELECT d.status, c.id, c.scorecard_id FROM webhook_delivery d JOIN judge_change c ON c.id = d.judge_change_id
         WHERE d.account_id = $1 AND d.event = 'scorecard.drift'`,
        [accountId],
      );
    const { rows } = await told();
    expect(rows).toEqual([{ status: expect.any(String), id: expect.any(String), scorecard_id: cardId }]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (const of of ['evaluations', 'answers']) {
      const { body } = await ask(`/statistics?of=${of}&scorecard_id=${cardId}`);
      expect(body.judge_changes, of).toMatchObject([{ scorecard_id: cardId, was: judge, is: judge }]);
      expect((await ask(`/statistics?of=${of}&scorecard_id=${randomUUID()}`)).body.judge_changes).toEqual([]);
    }

    expect(await checkAgain(), 'evaluations of the week after it').toBe(60);
    expect(await driftNow()).toMatchObject(steady);
    expect((await told()).rows, 'events of the one change').toHaveLength(1);
    expect(await checkReceived(receiver, 1)).toEqual(['scorecard.drift']);
    await receiver.close();
  });

  it('is judged again when the version of the judge, the form or a transcript is another one', async () => {
    const [call] = await watch(20);
    await service.db.query(
      `UPDATE scorecard_watch SET judge = replace(judge, 'form-1', 'form-0') WHERE scorecard_id = $1`,
      [cardId],
    );
    expect(await checkAgain(false), 'evaluations by another judge').toBe(20);
    await service.db.query(
      `UPDATE analysis_payload SET transcript = replace(transcript, 'Case 0', 'Case [MASKED]') WHERE analysis_id = $1`,
      [call],
    );
    // Nineteen are too few to compare: all are judged as they are now.
    expect(await checkAgain(), 'evaluations with a masked call').toBe(60);
    expect(await driftNow()).toMatchObject({ verdict: 'steady' });
    const { body: first } = await ask(`/scorecards/${cardId}/revisions/1`);
    const { language, pass_mark, sections } = first;
    await expect(
      await ask(`/scorecards/${cardId}/revisions`, { json: { language, pass_mark, min_coverage: 0.1, sections } }),
    ).toAnswer(201);
    await expect(await ask(`/scorecards/${cardId}/revisions/2/publish`, { method: 'POST' })).toAnswer(200);
    expect(await checkAgain(false), 'evaluations by another form').toBe(60);
  });

  it('says too_few once calls are deleted, and goes with its calls and its account', async () => {
    const ids = await watch(20);
    await expect(await ask(`/analysis/${ids[3]}`, { method: 'DELETE' })).toAnswer(200);
    expect(await driftNow()).toMatchObject({ verdict: 'too_few', same: null, ci: null, changed: [] });
    expect((await ask(`/scorecards/${cardId}`)).body.watch.analysis_ids).toEqual(ids.filter((_, at) => at !== 3));
    expect(await checkAgain(), 'evaluations of too few calls').toBe(0);
    await expect(await put(null)).toAnswer(200);
    expect(await driftNow()).toBeNull();
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM watch_answer WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows[0].n).toBe(0);
  });

  it('waits at the limit of evaluations, and goes on from there', async () => {
    const ids = await store(20);
    const current = await ask(`/scorecards/${cardId}/revisions/1/try`, { json: { analysis_ids: ids.slice(0, 1) } });
    await expect(current).toAnswer(200);
    await service.db.query('UPDATE evaluation_count SET evaluations = 1990 WHERE account_id = $1', [accountId]);
    await expect(await put({ analysis_ids: ids })).toAnswer(200);
    const waits = async () => {
      const { rows } = await service.db.query(
        `SELECT run_after > now() + interval '50 minutes' AS waits FROM scorecard_watch WHERE scorecard_id = $1`,
        [cardId],
      );
      return rows[0].waits;
    };
    await until(waits, 'a watch that waits');
    expect(await counted()).toBe(2_000);
    await service.db.query('UPDATE evaluation_count SET evaluations = 0 WHERE account_id = $1', [accountId]);
    await service.db.query('UPDATE scorecard_watch SET run_after = now() WHERE scorecard_id = $1', [cardId]);
    await atRest();
    expect(await counted(), 'what was left').toBe(50);
  });
});

describe('PUT with watch', () => {
  it('stays where it is left out, takes a sample, and keeps what was judged of the same calls', async () => {
    const ids = await watch(20);
    const shown = { analysis_ids: ids, sample_id: null };
    expect((await put()).body.watch).toEqual(shown);
    await expect(await put({ analysis_ids: ids.toReversed() })).toAnswer(200);
    expect((await ask(`/scorecards/${cardId}`)).body.watch).toEqual(shown);
    expect(await driftNow()).toMatchObject({ verdict: 'steady' });
    await store(5);
    const sample = (await ask('/samples', { json: { count: 25 } })).body;
    expect((await put({ sample_id: sample.id })).body.watch).toEqual({
      analysis_ids: sample.analysis_ids,
      sample_id: sample.id,
    });
    const small = (await ask('/samples', { json: { count: 19 } })).body;
    await expect(await put({ sample_id: small.id })).toAnswer(400, { detail: 'A scorecard watches 20 to 100 calls' });
    await expect(await put({ sample_id: randomUUID() })).toAnswer(404, { detail: 'Sample not found' });
    await expect(await put({ sample_id: small.id, analysis_ids: ids })).toAnswer(422);
    await expect(await put({ analysis_ids: ids.slice(1) })).toAnswer(422);
    const created = await ask('/scorecards', { json: { name: 'Other', watch: { analysis_ids: ids } } });
    await expect(created).toAnswer(201);
    expect(created.body.watch).toEqual(shown);
  });

  it('watches test calls for a test key, and counts them in test mode', async () => {
    cardId = await storeCard(service.db, accountId, [asked('q0')], { livemode: false });
    const ids = await store(20, false);
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    await expect(await put({ analysis_ids: ids }, testKey)).toAnswer(200);
    await atRest();
    expect(await driftNow(testKey)).toMatchObject({ verdict: 'steady', same: 1 });
    const { rows } = await service.db.query(
      `SELECT p.livemode, sum(c.evaluations)::int AS n FROM evaluation_count c JOIN usage_period p ON p.id = c.period_id
       WHERE c.account_id = $1 GROUP BY 1`,
      [accountId],
    );
    expect(rows).toEqual([{ livemode: false, n: 60 }]);
    expect((await ask('/statistics?of=evaluations', { credential: testKey })).body.judge_changes).toEqual([]);
  });

  it('refuses calls of another account or mode, and a test key', async () => {
    const ids = await store(20);
    const other = await service.openAccount();
    const foreign = await storeNumberedCall(service.db, await accountIdOf(service.db, other.email), 1);
    const [test] = await store(1, false);
    for (const id of [foreign, test, randomUUID()]) {
      const refused = await put({ analysis_ids: [...ids.slice(1), id] });
      await expect(refused).toAnswer(422);
      expect(refused.body.detail).toMatchObject([{ type: 'enum', loc: ['body', 'watch', 'analysis_ids', '19'] }]);
    }
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    await expect(await put({ analysis_ids: ids }, testKey)).toAnswer(403);
    await expect(await put({ analysis_ids: ids })).toAnswer(200);
    await atRest();
    expect(await driftNow(testKey)).toBeNull();
    expect(await driftNow()).toMatchObject({ verdict: 'steady' });
  });
});
