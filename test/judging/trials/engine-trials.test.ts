// Engine trials through the service: what is asked of which engine, what comes of it, and what stays as it was.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mulberry32 } from '../../../src/judgement/agreement/bootstrap.js';
import { itInWhole } from '../../gates/it-in-whole.js';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../../support/apps/running-service.js';
import { heard, storeCard } from '../../support/builders/evaluated-calls.js';
import { recordedCall, startScriptedProvider, turnOf } from '../../support/builders/scripted-call.js';
import { correctCalls, enginesFile, recordedCopies } from '../../support/builders/tried-calls.js';
import { checkedPaths } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { Gate } from '../../support/processes/gate.js';
import type { OpenAiStub } from '../../support/stubs/openai-stub.js';

let house: OpenAiStub;
let centre: OpenAiStub;
let service: TestService;
let account: Account;
let ask: Ask;
let call: string;
const atCentre = new Gate();
/** What centre mishears, and the engine of the house. */
let misheard = (text: string) => text;
let misheardByHouse: ((text: string) => string) | null = null;

beforeAll(async () => {
  house = await startScriptedProvider({
    transcribe: async (request) =>
      misheardByHouse
        ? { body: { text: misheardByHouse(turnOf(request).text), languages: [{ code: 'en' }] } }
        : undefined,
  });
  centre = await startScriptedProvider({
    transcribe: async (request) => {
      await atCentre.pass();
      return { body: { text: misheard(turnOf(request).text), languages: [{ code: 'en' }] } };
    },
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
      second: { ...speech(house, { offered: true }), task: 'analysis', model: 'careful-2' },
      judge: {
        ...speech(house, { offered: true, prices: { input: 1, output: 2 } }),
        task: 'analysis',
        model: 'careful-1',
      },
    },
    { transcription: 'house', analysis: 'judge' },
  );
  service = await startTestService({
    ENGINES_FILE,
    STUB_KEY: 'sk-stub',
    WORKER_SWEEP_SECONDS: '1',
    EVALUATIONS_PER_MONTH: '800',
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
/** Evaluations of the account that are counted in this month. */
const counted = async () =>
  Number((await service.db.query('SELECT sum(evaluations) AS n FROM evaluation_count')).rows[0].n);
/** Each test begins a new day. */
const newDay = () => service.db.query("UPDATE engine_trial_start SET started_at = now() - interval '25 hours'");

it('hears calls by two engines, and finds which of them errs more', async () => {
  const ids = await recordedCopies(service.db, call, 40);
  await correctCalls(service.db, ids);
  // One word of 65.
  misheard = (text) => text.replace('Northwind', 'Northwest').replace('great', 'grate');
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
  const deleted = await ask(`/engine-trials/${trial.id}`, { method: 'DELETE' });
  expect(deleted.body).toEqual({ id: trial.id, object: 'engine_trial', deleted: true });
  await expect(await ask(`/engine-trials/${trial.id}`)).toAnswer(404);
});

/** Each word by itself is heard wrong at this rate. */
function mishears(rate: number, seed: number): (text: string) => string {
  const random = mulberry32(seed);
  return (text) => text.replace(/\w+/g, (word) => (random() < rate ? `${word}ing` : word));
}

itInWhole(
  'finds three points between two engines that both err over 60 calls, and none where there are none',
  async () => {
    const ids = await recordedCopies(service.db, call, 60);
    await correctCalls(service.db, ids);
    const verdict = async (ofHouse: number, ofCentre: number) => {
      await newDay();
      misheardByHouse = mishears(ofHouse, 11);
      misheard = mishears(ofCentre, 12);
      const trial = await tried({ task: 'transcription', engines: ['house', 'centre'], analysis_ids: ids });
      const rates = trial.engines.map((engine: { word_error_rate: { value: number } }) => engine.word_error_rate.value);
      expect(rates[0], 'house').toBeCloseTo(ofHouse, 1.5);
      expect(rates[1], 'centre').toBeCloseTo(ofCentre, 1.5);
      return trial.differences[0];
    };
    expect(await verdict(0.08, 0.11)).toMatchObject({ between: ['house', 'centre'], verdict: 'better' });
    expect(['same', 'too_few']).toContain((await verdict(0.1, 0.1)).verdict);
    misheardByHouse = null;
  },
);

it('holds an engine to the words of people alone: without any, it only says how far two differ', async () => {
  const ids = await recordedCopies(service.db, call, 3);
  misheard = (text) => text.replace('twice', 'nice');
  const trial = await tried({ task: 'transcription', engines: ['house', 'centre'], analysis_ids: ids });
  const [difference] = trial.differences;
  expect(difference).toMatchObject({ measure: 'disagreement', verdict: 'too_few' });
  expect(difference.value).toBeGreaterThan(0.01);
  expect(trial.engines[0]).toMatchObject({ word_error_rate: null, roles_wrong: null, languages_wrong: null });
  const items = (await ask(`/engine-trials/${trial.id}/items?analysis_id=${ids[0]}`)).body;
  expect(items.items[1].reference.engine).toBe('house');
  expect(items.items[1].differing_words, 'runs of words that differ').toHaveLength(1);
  expect((await ask(`/engine-trials/${trial.id}/items?engine=centre&limit=2`)).body).toMatchObject({
    total: 3,
    items: [{ engine: 'centre', transcript: null, reference: null }, { engine: 'centre' }],
  });
});

it('tells what cannot be heard, gives it back, and asks no engine for it', async () => {
  await newDay();
  const [gone = '', masked = '', scenario = ''] = await recordedCopies(service.db, call, 3);
  await service.db.query('UPDATE analysis SET storage_key = NULL WHERE id = $1', [gone]);
  await service.db.query("UPDATE analysis SET storage_key = NULL, scenario = 'good_call' WHERE id = $1", [scenario]);
  await service.db.query('UPDATE analysis_payload SET redaction = $2 WHERE analysis_id = $1', [
    masked,
    JSON.stringify({ audio: 'redacted' }),
  ]);
  const before = [centre.requests.length, await counted()];
  const trial = await tried({
    task: 'transcription',
    engines: ['house', 'centre'],
    analysis_ids: [gone, masked, scenario],
  });
  expect(trial.counts).toEqual({ total: 6, completed: 0, failed: 0, skipped: 6 });
  expect([centre.requests.length, await counted()]).toEqual(before);
  const { items } = (await ask(`/engine-trials/${trial.id}/items?engine=centre`)).body;
  const reasons = new Map(
    items.map((item: { analysis_id: string; skipped_reason: string }) => [item.analysis_id, item.skipped_reason]),
  );
  expect(reasons).toEqual(
    new Map([
      [gone, 'recording_gone'],
      [masked, 'recording_masked'],
      [scenario, 'scenario'],
    ]),
  );
});

it('masks what it hears as its call is masked, and forgets it where the call is masked later', async () => {
  await newDay();
  const [masked = '', later = ''] = await recordedCopies(service.db, call, 2);
  const wanted = {
    mode: 'text',
    types: ['card_number'],
    countries: ['US'],
    custom: [],
    replacement: 'label',
    audio: 'tone',
    original: 'delete',
  };
  await service.db.query('UPDATE analysis SET redact = $2 WHERE id = $1', [masked, JSON.stringify(wanted)]);
  misheard = (text) => text.replace('The fourth of March', 'My card is 4111 1111 1111 1111, from');
  const trial = await tried({ task: 'transcription', engines: ['house', 'centre'], analysis_ids: [masked, later] });
  const heard = async (id: string) => {
    const answer = await ask(`/engine-trials/${trial.id}/items?engine=centre&analysis_id=${id}`);
    return JSON.stringify(answer.body.items[0]?.transcript ?? null);
  };
  expect(await heard(later)).toContain('4111 1111');
  expect(await heard(masked)).toContain('[CARD_NUMBER_1]');
  expect(await heard(masked)).not.toContain('4111');
  await expect(await ask(`/analysis/${later}/redact`, { json: { preset: 'pci' } })).toAnswer(200);
  expect(await heard(later)).toBe('null');
  const { rows } = await service.db.query('SELECT analysis_id FROM engine_trial_item WHERE trial_id = $1', [trial.id]);
  expect(new Set(rows.map(({ analysis_id: id }) => id))).toEqual(new Set([masked]));
  misheard = (text) => text;
});

it('ends in the middle where it is canceled, its call or it is deleted, and gives back what it did not do', async () => {
  await newDay();
  const ids = await recordedCopies(service.db, call, 2);
  const before = await counted();
  const start = async () => {
    const started = await ask('/engine-trials', {
      json: { task: 'transcription', engines: ['house', 'centre'], analysis_ids: ids },
    });
    await expect(started).toAnswer(201);
    return started.body.id;
  };
  atCentre.close();
  const canceled = await start();
  expect(await counted()).toBe(before + 4);
  await until(async () => atCentre.waiting > 0, 'a request that is held');
  const { body } = await ask(`/engine-trials/${canceled}/cancel`, { method: 'POST' });
  expect(body).toBeInStatus('canceled');
  expect(await counted()).toBe(before + body.counts.completed);
  atCentre.open();
  await expect(await ask(`/engine-trials/${canceled}/cancel`, { method: 'POST' })).toAnswer(400);
  atCentre.close();
  const ofDeletedCall = await start();
  await until(async () => atCentre.waiting > 0, 'a request that is held');
  for (const id of ids) await expect(await ask(`/analysis/${id}`, { method: 'DELETE' })).toAnswer(200);
  atCentre.open();
  let trial = (await ask(`/engine-trials/${ofDeletedCall}`)).body;
  await until(async () => {
    trial = (await ask(`/engine-trials/${ofDeletedCall}`)).body;
    return trial.status === 'completed';
  }, 'the end');
  expect(trial.engines).toMatchObject([{ calls: 0 }, { calls: 0 }]);
  const tables = ['engine_trial_item', 'engine_trial_checkpoint', 'engine_trial_request'];
  const left = async () =>
    Promise.all(tables.map(async (table) => (await service.db.query(`SELECT 1 FROM ${table}`)).rowCount));
  await service.db.query('DELETE FROM engine_trial WHERE id <> $1', [ofDeletedCall]);
  expect(await left()).toEqual([0, 0, 0]);
});

it('judges calls by two models, and compares them with what people decided', async () => {
  await newDay();
  const ids = await recordedCopies(service.db, call, 2);
  const [reviewed = ''] = ids;
  await expect(
    await ask(`/analysis/${reviewed}/reviews`, {
      json: { reviewer_id: 'mara', findings: [{ finding: 'quality.greeting', answer: 'no' }] },
    }),
  ).toAnswer(201);
  const trial = await tried({ task: 'analysis', engines: ['judge', 'second'], analysis_ids: ids });
  expect(trial).toMatchObject({
    status: 'completed',
    counts: { completed: 4 },
    differences: [{ measure: 'agreement', question: 'quality.greeting', value: 0, verdict: 'too_few' }],
  });
  const [judge, second] = trial.engines;
  expect(judge.agreement).toMatchObject([{ question: 'quality.greeting', n: 1, agreement: 0 }]);
  expect(judge.cost_per_minute).toBeGreaterThan(0);
  expect(second.cost_per_minute).toBeNull();
  const items = (await ask(`/engine-trials/${trial.id}/items?analysis_id=${reviewed}`)).body;
  expect(items.items[0].reference).toMatchObject({
    engine: null,
    answers: [{ question: 'quality.greeting', answer: 'no' }],
  });
  expect(items.items[0]).toMatchObject({ transcript: null, differing_questions: ['quality.greeting'] });
  expect(items.items[0].answers).toContainEqual({ question: 'quality.call_resolution', answer: 'yes' });
});

it('answers the questions of a scorecard, and compares them with the answers of people', async () => {
  await newDay();
  const accountId = (await service.db.query('SELECT account_id FROM analysis WHERE id = $1', [call])).rows[0]
    .account_id;
  const card = await storeCard(service.db, accountId, [heard('spoken')]);
  const [id = ''] = await recordedCopies(service.db, call, 1);
  const trial = await tried({ task: 'analysis', engines: ['judge', 'second'], analysis_ids: [id], scorecard_id: card });
  expect(trial).toMatchObject({ scorecard: { id: card, revision: 1 }, counts: { completed: 2 } });
  expect(trial.differences).toMatchObject([{ measure: 'disagreement', value: 0, verdict: 'too_few' }]);
  const { items } = (await ask(`/engine-trials/${trial.id}/items?analysis_id=${id}`)).body;
  expect(items[0].answers.map(({ question }: { question: string }) => question)).toEqual(['spoken']);
});
