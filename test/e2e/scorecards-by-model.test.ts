// A scorecard whose questions a language model answers, over HTTP: what it proposes is checked, counted and paid for.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { finalAnalysis, startTestService, type TestService, until, uploadOf } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import {
  completeWith,
  type OpenAiStub,
  refuse,
  type StubAnswer,
  type StubRequest,
} from '../support/stubs/openai-stub.js';

const YES_NO = [
  { key: 'yes', label: 'Yes', points: 1, needs_quote: true },
  { key: 'no', label: 'No', points: 0 },
];
const QUESTIONS = [
  { key: 'notice', text: 'Did the agent say that the call is recorded?' },
  { key: 'apology', text: 'Did the agent apologise?' },
  { key: 'offer', text: 'Did the agent offer a discount?' },
];
const formOf = (questions: typeof QUESTIONS) => ({
  sections: [
    {
      key: 'call',
      title: 'Call',
      weight: 1,
      questions: questions.map((question) => ({
        ...question,
        speaker: 'agent' as const,
        weight: 10,
        answers: YES_NO,
        judge: { kind: 'model' as const },
      })),
    },
  ],
});
const FORM = formOf(QUESTIONS);

let provider: OpenAiStub;
let service: TestService;
let api: CheckedPaths;
let callId: string;
/** What the provider answers to questions of a form. */
let answers: (request: StubRequest) => StubAnswer;
const asked: StubRequest[] = [];

beforeAll(async () => {
  provider = await startScriptedProvider({
    chat: (request) => {
      if (!JSON.stringify(request.json?.messages).includes('evaluation form')) return undefined;
      asked.push(request);
      return answers(request);
    },
  });
  service = await startTestService({
    ...providerSettings(provider),
    // The stub tells 10 tokens in and 5 out: 12.5 and 50 millionths of a dollar.
    MODEL_PRICES: '{"gpt-6-luna":{"input":1.25,"output":10}}',
  });
  const account = await service.openAccount();
  api = checkedPaths(service.baseUrl, account.accessToken);
  const sent = await fetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}` },
    body: uploadOf(recordedCall()),
  });
  callId = ((await sent.json()) as { id: string }).id;
  await finalAnalysis(api, callId);
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

/** A new scorecard with this form, and the evaluation of the call by it when it is final. */
async function evaluated(form: typeof FORM) {
  const { id: scorecardId } = await api.post('/scorecards', { body: { name: 'By model' } });
  const path = { id: scorecardId };
  const { revision } = await api.post('/scorecards/{id}/revisions', { path, body: form });
  await api.post('/scorecards/{id}/revisions/{revision}/publish', { path: { ...path, revision } });
  const body = { scorecard_id: scorecardId };
  const { id } = await api.post('/analysis/{id}/evaluations', { path: { id: callId }, body });
  return until(async () => {
    const seen = await api.get('/evaluations/{id}', { path: { id } });
    return seen.status !== 'processing' && seen;
  }, 'the evaluation');
}

const quoting = (segmentId: number, quote: string) => [{ segment_id: segmentId, quote }];
const proposed = (question: string, answer: string | null, quotes: object[] = []) => ({
  question,
  answer,
  confidence: 0.95,
  rationale: 'As was said.',
  quotes,
});

it('checks what the model proposes, and tells its tokens and what they cost [scorecards 13 16]', async () => {
  answers = () =>
    completeWith({
      answers: [
        proposed('notice', 'yes', quoting(0, 'this call is recorded')),
        proposed('apology', 'yes', quoting(1, 'I have been charged twice')),
        proposed('offer', 'no'),
        proposed('bonus', 'yes'),
      ],
    });
  const before = (await api.get('/billing/usage')).evaluations_count;
  const evaluation = await evaluated(FORM);
  expect(evaluation).toMatchObject({
    status: 'completed',
    answers: [
      { question: 'notice', state: 'answered', answer: 'yes', source: 'model', flagged: false },
      { question: 'apology', citations: [], flagged: true },
      { question: 'offer' },
    ],
    provenance: {
      judge: 'compatible:gpt-6-luna',
      prompt_version: 'form-1',
      input_tokens: 10,
      output_tokens: 5,
      cost: { amount_micros: 63, currency: 'usd' },
    },
  });
  expect(evaluation.answers[0]?.citations).toMatchObject([
    { segment_id: 0, speaker: 'agent', quote: 'this call is recorded', verification: 'verified' },
  ]);
  expect(evaluation.answers[1]?.answer).not.toBe('yes');
  expect(asked, 'requests for one form').toHaveLength(1);
  expect((await api.get('/billing/usage')).evaluations_count, 'evaluations of the month').toBe(before + 1);
  const metrics = await (await fetch(`${service.rootUrl}/metrics`)).text();
  expect(metrics).toMatch(/^provider_tokens_total\{task="evaluation",direction="input"[^}]*\} 10$/m);
});

it('asks at most 25 questions at a time, and adds up their tokens', async () => {
  answers = () => completeWith({ answers: [] });
  const questions = Array.from({ length: 26 }, (_, index) => ({ key: `question_${index}`, text: 'Was it said?' }));
  const evaluation = await evaluated(formOf(questions));
  expect(evaluation).toMatchObject({ status: 'completed', outcome: 'not_assessable', score: null, coverage: 0 });
  expect(evaluation.answers[25]).toMatchObject({ state: 'not_assessable', reason: 'no_answer' });
  expect(evaluation.provenance).toMatchObject({
    input_tokens: 20,
    output_tokens: 10,
    cost: { amount_micros: 125, currency: 'usd' },
  });
  expect(asked, 'requests for 26 questions').toHaveLength(2);
});

it('fails where the provider refuses for good, and gives the evaluation back [scorecards 16]', async () => {
  answers = () => refuse(400, 'sk-secret words of the call');
  const before = (await api.get('/billing/usage')).evaluations_count;
  const evaluation = await evaluated(FORM);
  expect(evaluation).toMatchObject({
    status: 'failed',
    error_code: 'provider_refused',
    error_message: 'The analysis provider refused the request.',
    provenance: null,
  });
  expect((await api.get('/billing/usage')).evaluations_count, 'evaluations of the month, after one that failed').toBe(
    before,
  );
});
