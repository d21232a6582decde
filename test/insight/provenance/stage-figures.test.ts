// What the stages of a call took, as its provenance tells it: attempts, time, tokens and cost, from the submission on.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../../support/apps/running-service.js';
import { pieceMsOf, recordedCall, startScriptedProvider, TURNS, turnOf } from '../../support/builders/scripted-call.js';
import { enginesFile } from '../../support/builders/tried-calls.js';
import { type CheckedPaths, checkedPaths, makeTestKey } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { completeWith, type OpenAiStub, refuse, type StubAnswer } from '../../support/stubs/openai-stub.js';

/** Tokens of an answer: 200 of the input, of which the cache had 100, and 10 of the output. The stub's own have 10 and 5. */
const USAGE = { prompt_tokens: 200, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 100 } };
/** By the prices below, in millionths of a dollar. */
const COST = 100 * 100 + 100 * 10 + 10 * 1_000;
const STUB_COST = 10 * 100 + 5 * 1_000;
const PIECE = { type: 'tokens', input_tokens: 14, output_tokens: 45 };

const unusable: StubAnswer = { body: { ...Object(completeWith({ none: 'of what was asked' }).body), usage: USAGE } };
const noAnswer: StubAnswer = { body: { page: true } };

let provider: OpenAiStub;
let service: TestService;
let account: Account;
let api: CheckedPaths;
let ask: Ask;
/** What the next questions about the judgement are answered; then a report. */
let answers: StubAnswer[] = [];
let usage: object | undefined;

beforeAll(async () => {
  provider = await startScriptedProvider({
    transcribe: (request) => ({ body: { text: turnOf(request).text, languages: [{ code: 'en' }], usage } }),
    chat: ({ json }) =>
      JSON.stringify(json?.response_format ?? {}).includes('call_resolution') ? answers.shift() : undefined,
  });
  const engine = { provider: 'openai', base_url: provider.baseUrl, api_key_env: 'STUB_KEY' };
  const ENGINES_FILE = await enginesFile(
    {
      house: { ...engine, task: 'transcription', model: 'large-v3', price_per_minute: 0.006 },
      judge: { ...engine, task: 'analysis', model: 'careful-1', prices: { input: 100, output: 1_000, cached: 10 } },
    },
    { transcription: 'house', analysis: 'judge' },
  );
  service = await startTestService({ ENGINES_FILE, STUB_KEY: 'sk-stub', WORKER_SWEEP_SECONDS: '1' });
  account = await service.openAccount();
  api = checkedPaths(service.baseUrl, account.liveKey);
  ask = askAs(service, account);
});
beforeEach(() => {
  answers = [];
  usage = PIECE;
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const submit = async (fields: Record<string, string> = {}): Promise<string> =>
  (await api.post('/analysis', { body: uploadOf(recordedCall(), { ...PARTIES, ...fields }) })).id;
const stagesOf = async (id: string) => (await ask(`/analysis/${id}/provenance`)).body.stages;
const cost = (amount_micros: number) => ({ amount_micros, currency: 'usd' });
async function completed(id: string) {
  expect(await finalAnalysis(api, id)).toBeInStatus('completed');
  return stagesOf(id);
}

describe('the stages of a call', () => {
  it('tell tokens, repairs included, and cost by the minute and by tokens', async () => {
    answers = [unusable];
    const id = await submit();
    const [transcription, analysis] = await completed(id);
    const pieces = provider.requests.filter(({ path }) => path === '/audio/transcriptions').slice(-TURNS.length);
    const heardMs = pieces.reduce((sum, request) => sum + pieceMsOf(request), 0);
    expect(transcription).toMatchObject({
      engine: 'compatible:large-v3',
      attempts: 1,
      tokens: { input: 14 * TURNS.length, output: 45 * TURNS.length },
      cost: cost(Math.round((heardMs / 60_000) * 6_000)),
    });
    expect(analysis).toMatchObject({
      engine: 'compatible:careful-1',
      attempts: 1,
      tokens: { input: 210, output: 15 },
      cost: cost(COST + STUB_COST),
    });
    const { seconds } = (await ask(`/analysis/${id}/provenance`)).body;
    expect([transcription.seconds, analysis.seconds, seconds - transcription.seconds - analysis.seconds]).toEqual(
      [1, 2, 3].map(() => expect.toSatisfy((each: number) => each >= 0)),
    );
  });

  it('do not tell what a provider does not', async () => {
    usage = undefined;
    const { usage: _, ...body } = Object(unusable.body);
    answers = [{ body }];
    const [transcription, analysis] = await completed(await submit());
    expect(transcription).toMatchObject({ attempts: 1, tokens: null, cost: { currency: 'usd' } });
    expect(analysis, 'of which one answer of two tells its tokens').toMatchObject({
      attempts: 1,
      tokens: null,
      cost: null,
    });
  });

  it('tell the tokens of a call that the model did not judge', async () => {
    answers = [unusable, unusable];
    const [, analysis] = await completed(await submit());
    expect(analysis).toMatchObject({ attempts: 1, tokens: { input: 400, output: 20 }, cost: cost(2 * COST) });
  });

  it('count an attempt that failed, with the tokens of its answers', async () => {
    answers = [unusable, refuse(500, 'Internal server error')];
    const [transcription, analysis] = await completed(await submit());
    expect(transcription).toMatchObject({ attempts: 1 });
    expect(analysis).toMatchObject({ attempts: 2, tokens: { input: 210, output: 15 }, cost: cost(COST + STUB_COST) });
  });

  it('count runs of a call that failed and was submitted again, and not that request', async () => {
    answers = [noAnswer, noAnswer];
    const id = await submit();
    expect(await finalAnalysis(api, id)).toBeInStatus('failed');
    await expect(await ask(`/analysis/${id}/retry`, { method: 'POST' })).toAnswer(200);
    await until(async () => (await stagesOf(id)).length > 0, 'the end of the call');
    const [transcription, analysis] = await completed(id);
    expect([transcription.attempts, analysis.attempts]).toEqual([1, 2]);
  });

  it('keep the figures of a call whose pieces are forgotten, since they hold what is masked', async () => {
    const [transcription] = await completed(await submit({ redact: 'date_of_birth' }));
    expect(transcription).toMatchObject({
      attempts: 1,
      tokens: { input: 14 * TURNS.length },
      cost: { currency: 'usd' },
    });
  });

  it('of a scenario have no tokens and no cost', async () => {
    const sandbox = checkedPaths(service.baseUrl, await makeTestKey(service.baseUrl, account.accessToken));
    const body = { agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' };
    const { id } = await sandbox.post('/analysis', { body });
    expect(await finalAnalysis(sandbox, id)).toBeInStatus('completed');
    const taken = { attempts: 1, seconds: expect.any(Number), tokens: null, cost: null };
    expect(await stagesOf(id)).toMatchObject([taken, taken]);
  });

  it('have the figures of the last judgement once the transcript is corrected', async () => {
    answers = [unusable];
    const id = await submit();
    const [transcription, before] = await completed(id);
    const json = { base_version: 1, reviewer_id: 'mara', swap_roles: true };
    await expect(await ask(`/analysis/${id}/corrections`, { json })).toAnswer(201);
    const versions = async () => (await ask(`/analysis/${id}/provenance`)).body.transcript_versions.length;
    await until(async () => (await versions()) === 2, 'the correction');
    expect(before.tokens).toEqual({ input: 210, output: 15 });
    expect(await stagesOf(id)).toEqual([
      transcription,
      { ...before, seconds: expect.any(Number), tokens: { input: 10, output: 5 }, cost: cost(STUB_COST) },
    ]);
  });
});
