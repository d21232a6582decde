// Engine trials through the service: what is asked of which engine, what comes of it, and what stays as it was.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../../support/apps/running-service.js';
import { recordedCall, startScriptedProvider, turnOf } from '../../support/builders/scripted-call.js';
import { correctCalls, enginesFile, recordedCopies } from '../../support/builders/tried-calls.js';
import { checkedPaths } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import type { OpenAiStub } from '../../support/stubs/openai-stub.js';

let house: OpenAiStub;
let centre: OpenAiStub;
let service: TestService;
let account: Account;
let ask: Ask;
let call: string;
/** What centre mishears. */
let misheard = (text: string) => text;

beforeAll(async () => {
  house = await startScriptedProvider();
  centre = await startScriptedProvider({
    transcribe: (request) => ({ body: { text: misheard(turnOf(request).text), languages: [{ code: 'en' }] } }),
  });
  const speech = ({ baseUrl }: OpenAiStub, more: object = {}) => ({
    task: 'transcription',
    provider: 'openai',
    base_url: baseUrl,
    model: 'large-v3',
    api_key_env: 'STUB_KEY',
    ...more,
  });
  const ENGINES_FILE = await enginesFile(
    {
      house: speech(house),
      centre: speech(centre, { offered: true, price_per_minute: 0.006 }),
      hidden: speech(centre),
      judge: {
        ...speech(house, { offered: true, prices: { input: 1, output: 2 } }),
        task: 'analysis',
        model: 'careful-1',
      },
    },
    { transcription: 'house' },
  );
  service = await startTestService({
    ENGINES_FILE,
    STUB_KEY: 'sk-stub',
    WORKER_SWEEP_SECONDS: '1',
    EVALUATIONS_PER_MONTH: '400',
  });
  account = await service.openAccount();
  ask = askAs(service, account);
  const api = checkedPaths(service.baseUrl, account.liveKey);
  call = (await finalAnalysis(api, (await api.post('/analysis', { body: uploadOf(recordedCall(), PARTIES) })).id)).id;
});
afterAll(async () => {
  await service?.stop();
  await house?.close();
  await centre?.close();
});

async function tried(json: object) {
  const started = await ask('/engine-trials', { json });
  await expect(started).toAnswer(201);
  let trial = started.body;
  await until(async () => {
    trial = (await ask(`/engine-trials/${started.body.id}`)).body;
    return trial.status !== 'processing';
  }, 'the trial');
  return trial;
}
/** All that is stored of calls. */
async function stored(ids: readonly string[]): Promise<string> {
  const { rows } = await service.db.query(
    'SELECT a.*, p.*, (SELECT count(*) FROM sent_request) AS sent FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.id = ANY($1) ORDER BY a.id',
    [ids],
  );
  return JSON.stringify(rows);
}
const used = async () => (await ask('/billing/usage')).body.evaluations;

it('hears calls by two engines, and finds which of them errs more', async () => {
  const ids = await recordedCopies(service.db, call, 40);
  await correctCalls(service.db, ids);
  // One word of 65.
  misheard = (text) => text.replace('Northwind', 'Southwind').replace('great', 'grate');
  const before = await stored(ids);
  const trial = await tried({ task: 'transcription', engines: ['house', 'centre'], analysis_ids: ids, name: 'Autumn' });
  expect(trial).toMatchObject({
    object: 'engine_trial',
    status: 'completed',
    name: 'Autumn',
    calls: 40,
    counts: { total: 80, completed: 80, failed: 0, skipped: 0 },
    engines: [
      {
        name: 'house',
        calls: 40,
        word_error_rate: { value: 0, calls: 40 },
        roles_wrong: 0,
        languages_wrong: 0,
        cost_per_minute: null,
      },
      { name: 'centre', calls: 40, failed: 0, word_error_rate: { calls: 40 }, agreement: null },
    ],
    differences: [{ between: ['house', 'centre'], measure: 'word_error_rate', question: null, verdict: 'better' }],
  });
  const [, second] = trial.engines;
  expect(second.word_error_rate.value).toBeCloseTo(2 / (second.word_error_rate.words / 40), 9);
  expect(second.cost_per_minute).toBeGreaterThan(0);
  expect(second.seconds_per_minute.mean).toBeGreaterThan(0);
  expect(await stored(ids), 'the calls').toBe(before);
  const items = (await ask(`/engine-trials/${trial.id}/items?analysis_id=${ids[0]}`)).body;
  expect(items).toMatchObject({ total: 2, items: [{ reference: { engine: null } }, {}] });
  const [byHouse, byCentre] = items.items;
  expect(byHouse).toMatchObject({ engine: 'house', errors: 0, differing_words: [] });
  const said = byCentre.differing_words.map(
    ({ said: [span] }: { said: { segment: number; from: number; to: number }[] }) =>
      items.items[0].reference.transcript.segments[span?.segment ?? 0].text.slice(span?.from, span?.to),
  );
  expect(said).toEqual(['Northwind', 'great']);
  await ask(`/engine-trials/${trial.id}`, { method: 'DELETE' });
  await expect(await ask(`/engine-trials/${trial.id}`)).toAnswer(404);
});
