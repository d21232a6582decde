// The gate before a publication, in a running service: what it compares, refuses and pays for.
import { beforeEach, describe, expect, it } from 'vitest';
import { EVALUATION_LIMIT, setUpEvaluations } from '../../support/apps/evaluating-service.js';
import { type Account, type TestService, until } from '../../support/apps/running-service.js';
import { asked, storeCard } from '../../support/builders/evaluated-calls.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { caseIn, storeRatedCalls } from '../../support/builders/rated-calls.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { Gate } from '../../support/processes/gate.js';
import { completeWith, type OpenAiStub, type StubAnswer } from '../../support/stubs/openai-stub.js';

const model = new Gate();
let service: TestService;
let provider: OpenAiStub;
let account: Account;
let accountId: string;
let ask: Ask;
let cardId: string;
/** Answers of the model by the number of the call. */
let answers: (number: number) => 'yes' | 'no';
let fault: StubAnswer | null;

setUpEvaluations(
  model,
  () => {
    if (fault) return fault;
    const number = caseIn(provider.requests.at(-1) ?? {});
    const answer = { question: 'q0', answer: answers(number), confidence: 0.9, rationale: 'So.' };
    return completeWith({ answers: [{ ...answer, quotes: [{ segment_id: 0, quote: 'This call is recorded.' }] }] });
  },
  (given) => {
    ({ service, provider } = given);
  },
);

const PERSON = (number: number) => (number % 2 === 0 ? 'yes' : 'no');
const FLIPPED = (number: number) => (number % 10 < 3 ? PERSON(number + 1) : PERSON(number));
const publish = (json?: object, revision = 2) =>
  ask(`/scorecards/${cardId}/revisions/${revision}/publish`, { method: 'POST', ...(json && { json }) });
/** Requests about calls. A paused provider is looked at besides. */
const askedOf = () => provider.requests.filter((request) => !Number.isNaN(caseIn(request))).length;
const counted = async () => {
  const { rows } = await service.db.query(
    'SELECT coalesce(sum(evaluations), 0)::int AS n FROM evaluation_count WHERE account_id = $1',
    [accountId],
  );
  return rows[0].n;
};
const inForce = async () => (await ask(`/scorecards/${cardId}`)).body.revision;
const rate = (n: number) =>
  storeRatedCalls(
    service.db,
    { accountId, cardId },
    Array.from({ length: n }, (_, number) => ({ machine: PERSON(number), person: PERSON(number) })),
  );

async function setGate(gate: string): Promise<void> {
  const answer = await ask(`/scorecards/${cardId}`, { method: 'PUT', json: { name: 'Card', gate } });
  await expect(answer).toAnswer(200);
}

beforeEach(async () => {
  model.open();
  fault = null;
  answers = PERSON;
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
  cardId = await storeCard(service.db, accountId, [asked('q0')]);
  const { body: first } = await ask(`/scorecards/${cardId}/revisions/1`);
  const { language, pass_mark, min_coverage, sections } = first;
  const draft = { language, pass_mark, min_coverage: min_coverage / 2, sections };
  await expect(await ask(`/scorecards/${cardId}/revisions`, { json: draft })).toAnswer(201);
});

describe('a gate', () => {
  it('refuses a revision that agrees less, judges no call twice, and lets itself be forced', async () => {
    await rate(60);
    await setGate('not_worse');
    answers = FLIPPED;
    const before = askedOf();
    const refused = await publish();
    await expect(refused).toAnswer(400);
    expect(refused.body.detail).toMatch(
      /^Revision 2 agrees less with your reviewers on q0: AC1 0\.[34]\d, was 1\.00, on 60 calls\. Publish with force to do it all the same\.$/,
    );
    expect(await inForce()).toBe(1);
    await expect(await publish()).toAnswer(400, { detail: refused.body.detail });
    expect(askedOf() - before, 'requests to the model').toBe(60);
    expect(await counted()).toBe(60);

    const forced = await publish({ force: true });
    await expect(forced).toAnswer(200);
    expect(forced.body).toMatchObject({
      status: 'published',
      gate: { status: 'forced' },
      forced: { via: 'token', by: accountId },
    });
    expect(await inForce()).toBe(2);
    const { rows } = await service.db.query(
      `SELECT forced_by, (SELECT count(*)::int FROM gate_answer WHERE scorecard_id = $1) AS kept
       FROM scorecard_revision WHERE scorecard_id = $1 AND number = 2`,
      [cardId],
    );
    expect(rows).toEqual([{ forced_by: accountId, kept: 0 }]);
    expect((await ask(`/scorecards/${cardId}/revisions/2`)).body.forced).toEqual(forced.body.forced);
    expect((await publish()).body.gate, 'a gate for what is published').toBeUndefined();
  });

  it('lets a revision pass that agrees as well, and goes on where an earlier request ended', async () => {
    await rate(60);
    await setGate('trusted');
    let left = 20;
    answers = (number) => {
      if (--left === 0)
        fault = { status: 429, body: { error: { message: 'Slow down' } }, headers: { 'Retry-After': '1' } };
      return PERSON(number);
    };
    await expect(await publish()).toAnswer(503);
    const held = async () => {
      const { rows } = await service.db.query(
        `SELECT count(*) FILTER (WHERE answers IS NULL)::int AS claimed, count(*)::int AS kept FROM gate_answer WHERE account_id = $1`,
        [accountId],
      );
      return rows[0];
    };
    await until(async () => (await held()).claimed === 0, 'calls that are judged to the end');
    const { kept } = await held();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(60);
    fault = null;
    await service.db.query(
      `UPDATE engine_pause SET since = NULL, reason = NULL, paused_until = NULL, failures = 0, suspects = '{}'`,
    );
    const before = askedOf();
    await until(async () => (await publish()).status === 200, 'a published revision');
    expect(askedOf() - before, 'requests for what was left').toBe(60 - kept);
    expect(await inForce()).toBe(2);
  });

  it('refuses an untrusted question, in a form of its own as well', async () => {
    await rate(60);
    await setGate('trusted');
    answers = () => 'yes';
    const refused = await publish();
    await expect(refused).toAnswer(400);
    expect(refused.body.detail).toMatch(
      /^Revision 2 agrees less .* force to do it all the same\. q0 is untrusted: AC1 0\.\d\d \(-?0\.\d\d to 0\.\d\d\) on 60 calls\. Set it to suggest, or publish with force\.$/,
    );
  });

  it('publishes where too few calls were rated, and asks no model where none was or the gate is off', async () => {
    await setGate('not_worse');
    await rate(3);
    answers = (number) => PERSON(number + 1);
    const published = await publish();
    await expect(published).toAnswer(200);
    expect(published.body.gate).toEqual({ status: 'too_few' });
    const before = askedOf();
    // Nothing was rated under the second revision.
    expect((await publish({}, 1)).body.gate).toEqual({ status: 'too_few' });
    await setGate('off');
    const open = await publish();
    expect(open.body.gate).toBeUndefined();
    expect(askedOf()).toBe(before);
    expect(open.body.forced).toBeNull();
  });

  it('ends at the limit of evaluations, and goes on from there', async () => {
    const [call] = await rate(3);
    await setGate('not_worse');
    await ask(`/scorecards/${cardId}/revisions/2/try`, { json: { analysis_ids: [call] } });
    const setCounted = (n: number) =>
      service.db.query('UPDATE evaluation_count SET evaluations = $2 WHERE account_id = $1', [accountId, n]);
    await setCounted(EVALUATION_LIMIT - 1);
    await expect(await publish()).toAnswer(402);
    expect(await inForce()).toBe(1);
    await setCounted(0);
    await until(async () => (await publish()).status === 200, 'a published revision');
    expect(await counted()).toBe(2);
  });

  it('is closed to test keys and other accounts', async () => {
    await rate(3);
    await setGate('not_worse');
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    const path = `/scorecards/${cardId}/revisions/2/publish`;
    await expect(await ask(path, { method: 'POST', credential: testKey })).toAnswer(403);
    const other = askAs(service, await service.openAccount());
    await expect(await other(path, { method: 'POST' })).toAnswer(404, { detail: 'Scorecard not found' });
    expect((await publish({}, 9)).body.detail).toBe('Revision not found');
  });
});
