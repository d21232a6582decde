// From the end of a call to the queue: what was judged decides whether a person should look. The calls are scenarios of the
// sandbox.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { type CheckedPaths, checkedPaths, makeTestKey } from '../support/clients/checked-paths.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

interface Item {
  readonly analysis_id: string;
  readonly reasons: readonly string[];
  readonly doubts: readonly object[];
  readonly returned: boolean;
  readonly worth: number;
}

let service: TestService;
let account: Account;
let testKey: string;
let sandbox: CheckedPaths;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService();
  account = await service.openAccount();
  testKey = await makeTestKey(service.baseUrl, account.accessToken);
  sandbox = checkedPaths(service.baseUrl, testKey);
  ask = askAs(service, account);
});
afterAll(() => service?.stop());

async function play(scenario: 'good_call' | 'bad_call' | 'mono_unclear_roles' | 'no_speech' | 'not_assessable') {
  const submitted = await sandbox.post('/analysis', { body: { agent_id: 'agent-7', contact_id: 'cust-42', scenario } });
  return finalAnalysis(sandbox, submitted.id);
}

const queued = async (id: string): Promise<Item | undefined> =>
  (await ask('/review-queue?limit=100')).body.items.find((item: Item) => item.analysis_id === id);

describe('a call that completes', () => {
  it('enters the queue with its violations, and without anything in doubt it does not', async () => {
    const [bad, good] = [await play('bad_call'), await play('good_call')];
    expect(bad).toBeInStatus('completed');
    const item = await queued(bad.id);
    expect(item?.reasons).toEqual(['violation', 'flagged']);
    expect(item?.worth).toBeGreaterThan(0);
    expect(await queued(good.id), 'the good call in the queue').toBeUndefined();
  });

  it('enters where no one knows who the agent is, by how unclear that is', async () => {
    const { id, transcript } = await play('mono_unclear_roles');
    expect(transcript?.diarization.role_confidence).toBe(0);
    expect(await queued(id)).toMatchObject({ reasons: ['roles_unclear', 'withheld'], worth: 1 });
  });

  it('enters where both scores are withheld, and not where no one speaks', async () => {
    const [unheard, silent] = [await play('not_assessable'), await play('no_speech')];
    expect(await queued(unheard.id)).toMatchObject({ reasons: ['withheld'], worth: 0.9 });
    expect(await queued(silent.id)).toBeUndefined();
  });
});

it('comes back after a review only with what a correction has put in doubt, and says so', async () => {
  const { id, transcript } = await play('bad_call');
  expect(await queued(id)).toMatchObject({ returned: false });
  await expect(await ask(`/analysis/${id}/reviews`, { json: { reviewer_id: 'mara' } })).toAnswer(201);
  expect(await queued(id), 'after the review').toBeUndefined();

  const [first] = transcript?.segments ?? [];
  await correct(id, 1, { id: first?.id, text: `${first?.text} One moment.` });
  expect(await queued(id), 'after a correction that changes no verdict').toBeUndefined();

  await correct(id, 2, { id: first?.id, text: `${first?.text} Please tell me your PIN.` });
  const doubt = { reason: 'violation', subject: 'pin_requested', scorecard_id: null };
  expect(await queued(id)).toMatchObject({ reasons: ['violation'], doubts: [doubt], returned: true });
});

async function correct(id: string, base_version: number, segment: object): Promise<void> {
  const json = { reviewer_id: 'mara', base_version, segments: [segment] };
  const { body } = await ask(`/analysis/${id}/corrections`, { json });
  const state = async () => (await ask(`/analysis/${id}/corrections/${body.id}`)).body.status;
  await until(async () => (await state()) === 'completed', 'the correction to complete');
}

it('enters by an evaluation whose question waits for a person', async () => {
  const { id } = await play('good_call');
  const { id: cardId } = (await ask('/scorecards', { json: { name: 'Card' } })).body;
  const question = { key: 'solved', text: 'Was it solved?', weight: 10, judge: { kind: 'human' }, answers: YES_NO };
  const form = { sections: [{ key: 'closing', title: 'Closing', weight: 100, questions: [question] }] };
  await expect(await ask(`/scorecards/${cardId}/revisions`, { json: form })).toAnswer(201);
  await ask(`/scorecards/${cardId}/revisions/1/publish`, { method: 'POST' });
  await expect(await ask(`/analysis/${id}/evaluations`, { json: { scorecard_id: cardId } })).toAnswer(201);
  await until(async () => (await queued(id)) !== undefined, 'the call to enter the queue');
  expect(await queued(id)).toMatchObject({ reasons: ['awaiting_human'], worth: 1 });
  const { body } = await ask(`/review-queue?scorecard_id=${cardId}`);
  expect(body.items.map((item: Item) => item.analysis_id)).toEqual([id]);
});

const YES_NO = [
  { key: 'yes', label: 'Yes', points: 1 },
  { key: 'no', label: 'No', points: 0 },
];
