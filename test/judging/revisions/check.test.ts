// POST /scorecards/{id}/revisions/{revision}/check in a running service: what it finds, asks and counts.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Form } from '../../../src/scorecards/form/form.js';
import { EVALUATION_LIMIT, setUpEvaluations } from '../../support/apps/evaluating-service.js';
import type { Account, TestService } from '../../support/apps/running-service.js';
import { asked, heard, storeCall, storeCard } from '../../support/builders/evaluated-calls.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { caseIn, storeRatedCalls } from '../../support/builders/rated-calls.js';
import { storeEvaluation } from '../../support/builders/reviewable-call.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { Gate } from '../../support/processes/gate.js';
import { completeWith, type OpenAiStub } from '../../support/stubs/openai-stub.js';

const spoken = heard('spoken');
const QUESTIONS = [
  asked('q0'),
  {
    ...spoken,
    judge: {
      kind: 'phrases',
      any: ['call is recorded', 'flying carpet'],
      none: [],
      answer: 'yes',
      otherwise: 'no',
    } as const,
  },
];
const FORM: Form = {
  language: null,
  pass_mark: 80,
  min_coverage: 0.5,
  sections: [{ key: 'only', title: 'Only', weight: 1, questions: QUESTIONS }],
};

const model = new Gate();
let service: TestService;
let provider: OpenAiStub;
let account: Account;
let accountId: string;
let ask: Ask;
let cardId: string;
const timesAsked = new Map<number, number>();

setUpEvaluations(
  model,
  () => {
    const number = caseIn(provider.requests.at(-1) ?? {});
    const times = timesAsked.get(number) ?? 0;
    timesAsked.set(number, times + 1);
    const answer = {
      question: 'q0',
      answer: number === 0 && times > 0 ? 'no' : 'yes',
      confidence: 0.9,
      rationale: 'So.',
    };
    return completeWith({ answers: [{ ...answer, quotes: [{ segment_id: 0, quote: 'This call is recorded.' }] }] });
  },
  (given) => {
    ({ service, provider } = given);
  },
);

beforeEach(async () => {
  model.open();
  timesAsked.clear();
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
  cardId = await storeCard(service.db, accountId, QUESTIONS);
});

const check = (json: object = {}, revision = 1) => ask(`/scorecards/${cardId}/revisions/${revision}/check`, { json });
const counted = async () => {
  const { rows } = await service.db.query(
    'SELECT coalesce(sum(evaluations), 0)::int AS n FROM evaluation_count WHERE account_id = $1',
    [accountId],
  );
  return rows[0].n;
};

describe('a check', () => {
  it('finds faults in the words, in the last calls and in the last answers, and asks no model', async () => {
    const before = provider.requests.length;
    const empty = await check();
    await expect(empty).toAnswer(200);
    const unguided = {
      loc: ['sections', '0', 'questions', '0', 'guidance'],
      code: 'no_guidance',
      message: 'Nothing says what counts. Describe each answer, with an example.',
    };
    expect(empty.body).toEqual({ object: 'revision_check', faults: [unguided], stability: [] });
    for (let call = 0; call < 20; call++) {
      const callId = await storeCall(service.db, accountId);
      await storeEvaluation(service.db, { accountId, callId, cardId }, FORM, 'q0=yes spoken=no');
    }
    const { faults } = (await check()).body;
    const found = faults.map(({ loc, code }: { loc: string[]; code: string }) => `${loc.slice(3).join('.')} ${code}`);
    expect(found).toEqual([
      '0.guidance no_guidance',
      '0 never_varies',
      '1.judge.any.0 phrase_always',
      '1.judge.any.1 phrase_never',
      '1 never_varies',
    ]);
    await service.db.query("UPDATE scorecard_revision SET status = 'draft' WHERE scorecard_id = $1", [cardId]);
    await service.db.query('UPDATE scorecard SET published_revision = NULL WHERE id = $1', [cardId]);
    expect((await check()).body.faults, 'faults of a draft, which has no answers').toHaveLength(3);
    expect(provider.requests, 'requests to the model').toHaveLength(before);
    expect(await counted()).toBe(0);
  });

  it('tells how often the model says the same again, and counts each time', async () => {
    const rated = { machine: 'yes', person: 'yes' };
    const calls = await storeRatedCalls(service.db, { accountId, cardId }, [rated, rated]);
    const stable = await check({ analysis_ids: calls });
    await expect(stable).toAnswer(200);
    expect(stable.body.stability).toEqual([{ question: 'q0', same: 1, of: 2 }]);
    expect(await counted()).toBe(4);
    const [, second = ''] = calls;
    expect((await check({ analysis_ids: [second], repeats: 3 })).body.stability).toEqual([
      { question: 'q0', same: 3, of: 3 },
    ]);
    expect(await counted()).toBe(8);
    await service.db.query('UPDATE evaluation_count SET evaluations = $2 WHERE account_id = $1', [
      accountId,
      EVALUATION_LIMIT,
    ]);
    await expect(await check({ analysis_ids: [second] })).toAnswer(402);
  });

  it('refuses what a test of a revision refuses', async () => {
    await expect(await check({ analysis_ids: [randomUUID()] })).toAnswer(404, { detail: 'Analysis not found' });
    await expect(await check({ analysis_ids: Array.from({ length: 21 }, () => randomUUID()) })).toAnswer(422);
    await expect(await check({ repeats: 4 })).toAnswer(422);
    await expect(await check({}, 9)).toAnswer(404, { detail: 'Revision not found' });
    const other = askAs(service, await service.openAccount());
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    await expect(await ask(`/scorecards/${cardId}/revisions/1/check`, { json: {}, credential: testKey })).toAnswer(403);
    const theirs = await other(`/scorecards/${cardId}/revisions/1/check`, { json: {} });
    await expect(theirs).toAnswer(404, { detail: 'Scorecard not found' });
  });
});
