// Two engines in one installation: which of them works on which call, what one in trouble stops, and whose key is used.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../../support/apps/running-service.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { recordedCall, startScriptedProvider, TURNS } from '../../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths, makeTestKey } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { type OpenAiStub, type OpenAiStubOptions, refuse } from '../../support/stubs/openai-stub.js';

const OWN_KEY = 'own-key-that-no-answer-shows-9f2c';
const ENGINES = join(tmpdir(), `engines-${randomUUID()}.json`);

let house: OpenAiStub;
let centre: OpenAiStub;
let service: TestService;
let atHouse: OpenAiStubOptions['transcribe'];
let atCentre: OpenAiStubOptions['transcribe'];
const log: string[] = [];

const engine = ({ baseUrl }: OpenAiStub, more: object = {}) => ({
  task: 'transcription',
  provider: 'openai',
  base_url: baseUrl,
  model: 'large-v3',
  api_key_env: 'STUB_KEY',
  ...more,
});
const engines = (offered: object) => ({
  engines: { house: engine(house), ...offered },
  default: { transcription: 'house' },
});

beforeAll(async () => {
  house = await startScriptedProvider({ transcribe: (request) => atHouse?.(request) });
  centre = await startScriptedProvider({ transcribe: (request) => atCentre?.(request) });
  await writeFile(
    ENGINES,
    JSON.stringify(engines({ centre: engine(centre, { offered: true, price_per_minute: 0.0043 }) })),
  );
  service = await startTestService(
    {
      ENGINES_FILE: ENGINES,
      STUB_KEY: 'sk-stub',
      ACCOUNT_KEYS: 'true',
      ENCRYPTION_KEY: 'k'.repeat(40),
      WORKER_SWEEP_SECONDS: '1',
    },
    (line) => log.push(line),
  );
});
beforeEach(() => {
  atHouse = undefined;
  atCentre = undefined;
});
afterAll(async () => {
  await service?.stop();
  await house?.close();
  await centre?.close();
});

async function open(): Promise<{ account: Account; api: CheckedPaths; ask: Ask }> {
  const account = await service.openAccount();
  return { account, api: checkedPaths(service.baseUrl, account.liveKey), ask: askAs(service, account) };
}
const submit = async (api: CheckedPaths, fields: Record<string, string> = {}) =>
  (await api.post('/analysis', { body: uploadOf(recordedCall(), { ...PARTIES, ...fields }) })).id;
const settings = async (ask: Ask) => (await ask('/settings/engines')).body;
async function choose(ask: Ask, api_key?: string) {
  const transcription = { engine: 'centre', ...(api_key && { api_key }) };
  const answer = await ask('/settings/engines', { method: 'PUT', json: { transcription } });
  await expect(answer).toAnswer(200);
  return answer.body;
}
/** As if the key had been refused for long: neither the call nor its key would be tried again during the test. */
async function waitsForAnHour({ email }: Account, call: string): Promise<void> {
  const inAnHour = "now() + interval '1 hour'";
  await until(async () => {
    const waits = 'id = $1 AND lease_until IS NULL AND failing_since IS NOT NULL';
    return (
      (await service.db.query(`UPDATE analysis SET run_after = ${inAnHour} WHERE ${waits}`, [call])).rowCount === 1
    );
  }, 'the call to wait');
  const paused = await service.db.query(
    `UPDATE engine_pause SET paused_until = ${inAnHour} WHERE account_id = $1 AND since IS NOT NULL`,
    [await accountIdOf(service.db, email)],
  );
  expect(paused.rowCount, 'paused keys').toBe(1);
}
/** Requests for speech since the last look, and the keys that they carried. */
function asked(stub: OpenAiStub, since: number) {
  const requests = stub.requests.slice(since).filter(({ path }) => path === '/audio/transcriptions');
  return { count: requests.length, keys: [...new Set(requests.map(({ headers }) => headers.authorization))] };
}

it('asks each engine of the file once it runs, and warns in the log', async () => {
  const warned = () => log.filter((line) => line.includes('An engine may not work')).join('');
  await until(async () => warned().includes('"house"') && warned().includes('"centre"'), 'the warnings');
  expect(warned()).toContain('The transcription provider does not list the configured model large-v3.');
});

it('hears a call by what it says, else by the choice of its account, else by the default', async () => {
  const { api, ask } = await open();
  const before = { house: house.requests.length, centre: centre.requests.length };
  expect((await finalAnalysis(api, await submit(api))).metadata.engine?.transcription_engine).toEqual({
    name: 'house',
    provider: 'openai',
    model: 'large-v3',
  });
  // A sample of its speech shows first whether the server gives times.
  const heardAtHouse = asked(house, before.house).count;
  expect(heardAtHouse).toBeGreaterThanOrEqual(TURNS.length);
  const named = await finalAnalysis(api, await submit(api, { transcription_engine: 'centre' }));
  expect(named.metadata.engine).toMatchObject({
    transcription: 'compatible:large-v3',
    transcription_engine: { name: 'centre' },
    analysis_engine: { name: 'analysis', provider: 'rules', model: null },
  });
  expect(asked(centre, before.centre).keys).toEqual(['Bearer sk-stub']);
  await choose(ask);
  expect((await finalAnalysis(api, await submit(api))).metadata.engine?.transcription_engine?.name).toBe('centre');
  expect(asked(house, before.house).count, 'requests to the default').toBe(heardAtHouse);
});

it('takes offered engines alone, and tells what they cost', async () => {
  const { account, ask } = await open();
  const nothing = {
    object: 'engine_settings',
    transcription: null,
    analysis: null,
    own_keys: true,
    defaults: { transcription: 'house', analysis: 'analysis' },
    offered: [
      {
        name: 'centre',
        task: 'transcription',
        provider: 'openai',
        model: 'large-v3',
        price: { per_minute: 0.0043, input: null, output: null, cached: null },
      },
    ],
  };
  expect(await settings(ask)).toEqual(nothing);
  const change = (body: unknown, credential = account.accessToken) =>
    fetch(`${service.baseUrl}/settings/engines`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const [body, loc, msg] of [
    [{ transcription: { engine: 'house' } }, ['body', 'transcription', 'engine'], "Input should be 'centre'"],
    [
      { analysis: { engine: 'careful' } },
      ['body', 'analysis', 'engine'],
      'Input should be left out: this service offers no engines to choose from',
    ],
  ] as const) {
    const refused = await change(body);
    await expect(refused).toAnswer(422);
    expect(await refused.json()).toMatchObject({ detail: [{ type: 'enum', loc, msg }] });
  }
  await expect(await change({}, await makeTestKey(service.baseUrl, account.accessToken))).toAnswer(403);
  const call = await fetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...PARTIES, audio_url: 'https://calls.example.com/a.wav', transcription_engine: 'house' }),
  });
  await expect(call).toAnswer(422);
  expect(await settings(ask)).toEqual(nothing);
  expect((await choose(ask)).transcription).toEqual({
    engine: 'centre',
    own_key: false,
    last4: null,
    missing: false,
  });
  expect((await ask('/settings/engines', { method: 'PUT', json: { transcription: null } })).body).toEqual(nothing);
});

it('stops the calls of the engine in trouble alone', async () => {
  const [calm, troubled] = [await open(), await open()];
  await choose(calm.ask);
  atHouse = () => refuse(503, 'Down');
  const waiting = await submit(troubled.api);
  await until(async () => {
    const text = await (await fetch(`${service.rootUrl}/metrics`)).text();
    return /engine_paused\{engine="house"\} 1/.test(text);
  }, 'the pause');
  const metrics = await (await fetch(`${service.rootUrl}/metrics`)).text();
  expect(metrics).toMatch(/engine_paused\{engine="centre"\} 0/);
  const before = house.requests.length;
  for (let n = 0; n < 3; n += 1)
    expect(await finalAnalysis(calm.api, await submit(calm.api))).toBeInStatus('completed');
  expect(house.requests.length - before, 'probes of the engine in trouble').toBeLessThanOrEqual(6);
  expect((await troubled.ask('/status')).body.engines[0]).toMatchObject({
    engine: 'transcription',
    reason: 'failing',
  });
  expect((await calm.ask('/status')).body.engines[0]).toMatchObject({ engine: 'transcription', reason: null });
  atHouse = undefined;
  expect(await finalAnalysis(troubled.api, waiting)).toBeInStatus('completed');
});

it('asks with the own key of an account, which stops its calls alone where it is refused', async () => {
  const [own, other] = [await open(), await open()];
  await choose(other.ask);
  expect((await choose(own.ask, OWN_KEY)).transcription).toEqual({
    engine: 'centre',
    own_key: true,
    last4: '9f2c',
    missing: false,
  });
  let before = centre.requests.length;
  expect(await finalAnalysis(own.api, await submit(own.api))).toBeInStatus('completed');
  expect(asked(centre, before).keys).toEqual([`Bearer ${OWN_KEY}`]);

  atCentre = ({ headers }) => (headers.authorization?.includes(OWN_KEY) ? refuse(401, 'Bad key') : undefined);
  const waiting = await submit(own.api);
  const outbox = join(service.dataDir, 'outbox');
  const mail = await until(async () => {
    for (const name of await readdir(outbox)) {
      const text = await readFile(join(outbox, name), 'utf8').catch(() => '');
      if (text.includes('Your key was refused') && text.includes(own.account.email)) return text;
    }
    return null;
  }, 'the mail about the key');
  expect(mail).toContain('centre');
  expect(mail.replaceAll(/=\r?\n/g, '')).toContain(`${service.rootUrl}/app/settings/engines`);
  expect(await finalAnalysis(other.api, await submit(other.api)), 'of another account').toBeInStatus('completed');
  before = centre.requests.length;
  await waitsForAnHour(own.account, waiting);
  await choose(own.ask, `${OWN_KEY}2`.replace(OWN_KEY, 'the-next-key-'));
  expect(await finalAnalysis(own.api, waiting)).toBeInStatus('completed');
  expect(asked(centre, before).keys).toEqual(['Bearer the-next-key-2']);

  const { rows } = await service.db.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  for (const key of [OWN_KEY, 'the-next-key-2', 'sk-stub']) {
    for (const { name } of rows) {
      const found = await service.db.query(
        `SELECT FROM "${name}" AS t WHERE position($1 IN to_jsonb(t)::text) > 0
           OR position(encode(convert_to($1, 'UTF8'), 'hex') IN to_jsonb(t)::text) > 0 LIMIT 1`,
        [key],
      );
      expect(found.rowCount, `${key} in ${name}`).toBe(0);
    }
    for (const text of [log.join('\n'), JSON.stringify(await settings(own.ask))])
      expect(text.includes(key), key).toBe(false);
  }
});

it('goes on at once with the key of the service where a refused own key is dropped', async () => {
  const own = await open();
  await choose(own.ask, OWN_KEY);
  atCentre = ({ headers }) => (headers.authorization?.includes(OWN_KEY) ? refuse(401, 'Bad key') : undefined);
  const waiting = await submit(own.api);
  await waitsForAnHour(own.account, waiting);
  const before = centre.requests.length;
  await choose(own.ask);
  expect(await finalAnalysis(own.api, waiting)).toBeInStatus('completed');
  expect(asked(centre, before).keys).toEqual(['Bearer sk-stub']);
});

it('goes to the default where the engine is gone, and says so', async () => {
  const { api, ask } = await open();
  await choose(ask);
  const start = await service.takeDown();
  await writeFile(ENGINES, JSON.stringify(engines({})));
  await start();
  expect((await settings(ask)).transcription).toMatchObject({ engine: 'centre', missing: true });
  const { metadata } = await finalAnalysis(api, await submit(api));
  expect(metadata.engine?.transcription_engine?.name).toBe('house');
});
