// The dearest form that is taken, and the longest call, in real processes: what an account has written holds up neither a process
// nor a lease, and its answer is the same wherever it is judged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COSTLY_QUESTIONS, longTranscript } from '../../bench/evaluations/dearest-form.mjs';
import { until } from '../support/apps/running-service.js';
import {
  answerYes,
  asked,
  questionsIn,
  readEvaluation,
  storeCall,
  storeCard,
  storeOrder,
} from '../support/builders/evaluated-calls.js';
import { providerSettings } from '../support/builders/scripted-call.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { type OpenAiStub, startOpenAiStub } from '../support/stubs/openai-stub.js';

/** A worker that stood still for as long as the form takes without a limit, a quarter of an hour, would lose it. */
const LEASE_SECONDS = 30;

describe('the dearest form, on a call of ten hours', () => {
  let provider: OpenAiStub;
  let fleet: Fleet;
  let apiUrl: string;
  let workerUrl: string;
  let accountId: string;
  let call: string;
  let card: string;

  beforeAll(async () => {
    provider = await startOpenAiStub({ chat: answerYes });
    fleet = await startFleet({
      ...providerSettings(provider),
      WORKER_LEASE_SECONDS: String(LEASE_SECONDS),
      WORKER_SWEEP_SECONDS: '1',
    });
    const [api, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
    [apiUrl, workerUrl] = [api.rootUrl, worker.rootUrl];
    await fleet.open();
    const { rows } = await fleet.db.query('SELECT id FROM account WHERE email = $1', [fleet.account.email]);
    accountId = rows[0].id;
    call = await storeCall(fleet.db, accountId, { transcript: longTranscript() });
    card = await storeCard(fleet.db, accountId, [...COSTLY_QUESTIONS, asked('q0')]);
  });
  afterAll(async () => {
    await fleet?.close();
    await provider?.close();
  });

  const requests = () => provider.requests.filter(({ path }) => path === '/chat/completions');
  const tryOnce = async () => {
    const answer = await fetch(`${apiUrl}/api/v1/scorecards/${card}/revisions/1/try`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fleet.account.accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ analysis_ids: [call] }),
    });
    const body = (await answer.json()) as { items: { answers: unknown }[] };
    return { status: answer.status, answers: body.items?.[0]?.answers };
  };
  const isAlive = async (url: string) => (await fetch(`${url}/health/live`)).status;
  const expectTooCostly = (answers: unknown) => {
    expect(answers, 'the questions by phrases').toMatchObject([
      ...COSTLY_QUESTIONS.map(({ key }) => ({ question: key, state: 'not_assessable', reason: 'too_costly' })),
      { question: 'q0', source: 'model' },
    ]);
  };

  it('is too costly in a try, and the process answers others for as long as it runs [fault 97]', async () => {
    let isRunning = true;
    const trial = tryOnce().finally(() => {
      isRunning = false;
    });
    let answered = 0;
    while (isRunning) {
      expect(await isAlive(apiUrl), 'the answer about the life of the process').toBe(200);
      answered += Number(isRunning);
    }
    const { status, answers } = await trial;
    expect(status, 'the status of the try').toBe(200);
    expectTooCostly(answers);
    // On the event loop, the answers about its life would have come after the try.
    expect(answered, 'answers about the life of the process while the try ran').toBeGreaterThan(10);
  });

  it('is as costly in an evaluation: it keeps its lease, pays for its questions once, and the worker answers [fault 97]', async () => {
    const before = requests().length;
    const id = await storeOrder(fleet.db, accountId, call, card);
    let alive = 0;
    const settled = await until(async () => {
      alive += Number((await isAlive(workerUrl)) === 200);
      const found = await readEvaluation(fleet.db, id);
      return found?.status !== 'processing' && found;
    }, 'the evaluation');
    expectTooCostly(JSON.parse(settled.answers ?? '[]'));
    const { rows } = await fleet.db.query('SELECT fence, crashes FROM evaluation WHERE id = $1', [id]);
    expect(rows, 'claims of the evaluation').toEqual([{ fence: 1, crashes: 0 }]);
    expect(
      requests()
        .slice(before)
        .map((request) => questionsIn(request)),
      'questions that were paid for',
    ).toEqual([['q0']]);
    expect(alive, 'answers about the life of the worker').toBeGreaterThan(0);
  });
});
