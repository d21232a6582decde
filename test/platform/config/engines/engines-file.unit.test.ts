// The file that lists the engines: what it makes, and that each fault names its line.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/platform/config/config.js';
import { ConfigError } from '../../../../src/platform/config/config-error.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-file-'));
  await writeFile(join(folder, 'key'), 'from a file\n');
});
afterAll(() => rm(folder, { recursive: true }));

const HOUSE = '"house": {"task":"transcription","provider":"openai","model":"gpt-transcribe","api_key_env":"KEY"}';
const CENTRE =
  '"centre": {"task":"transcription","provider":"deepgram","model":"nova-3","api_key_env":"KEY","offered":true,"price_per_minute":0.0043}';
const CAREFUL =
  '"careful": {"task":"analysis","provider":"anthropic","model":"m","api_key_env":"KEY","prices":{"input":3,"output":15,"cached":0.3}}';
const file = (...engines: string[]) => `{"engines":{\n${engines.join(',\n')}},\n"default":{"transcription":"house"}}`;

async function load(text: string, env: Readonly<Record<string, string>> = {}) {
  const path = join(folder, 'engines.json');
  await writeFile(path, text);
  return loadConfig({ DATA_DIR: folder, ENGINES_FILE: path, KEY: 'secret', ...env }).engines;
}

async function faultsOf(text: string, env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const refused = await load(text, env).catch((error: unknown) => error);
  if (!(refused instanceof ConfigError)) throw new Error('The file has no fault');
  return refused.message
    .split('\n')
    .filter((line) => /ENGINES_FILE|_ENGINE:|ENCRYPTION_KEY/.test(line))
    .map((line) => line.trim().replace(/^- /, ''));
}

describe('the engines of a file', () => {
  it('have their providers, prices and limits, and the variables make what it lacks', async () => {
    const { all, defaults, fromFile } = await load(file(HOUSE, CENTRE), { PROVIDER_CONCURRENCY: '3' });
    expect(fromFile, 'it is from the file').toBe(true);
    expect([...all.keys()]).toEqual(['house', 'centre', 'analysis']);
    expect(defaults).toEqual({ transcription: 'house', analysis: 'analysis' });
    expect(all.get('house')).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'secret',
      offered: false,
      diarizationModel: 'gpt-4o-transcribe-diarize',
      concurrency: 3,
      minuteMicros: null,
      price: null,
    });
    expect(all.get('centre')).toMatchObject({
      baseUrl: 'https://api.deepgram.com',
      offered: true,
      minuteMicros: 4_300,
    });
    expect(all.get('analysis')).toMatchObject({ provider: 'rules', baseUrl: null });
    const { all: withCached } = await load(file(HOUSE, CAREFUL));
    expect(withCached.get('careful')?.price).toEqual({
      inputMicros: 3_000_000n,
      outputMicros: 15_000_000n,
      cachedMicros: 300_000n,
    });
  });

  it('have prices of their own in a cheaper tier, which Anthropic has not', async () => {
    const tiered = (background: string) =>
      `"luna":{"task":"analysis","provider":"openai","model":"m","api_key_env":"KEY","background":${background}}`;
    const backgroundOf = async (engine: string) => {
      const { all } = await load(`{"engines":{${engine}}}`);
      return [...all.values()].find(({ task }) => task === 'analysis')?.background;
    };
    const prices = '{"service_tier":"flex","prices":{"input":0.05,"output":0.25,"cached":0.005}}';
    expect(await backgroundOf(tiered(prices))).toEqual({
      serviceTier: 'flex',
      price: { inputMicros: 50_000n, outputMicros: 250_000n, cachedMicros: 5_000n },
    });
    expect(await backgroundOf(tiered('{"service_tier":"flex"}'))).toEqual({ serviceTier: 'flex', price: null });
    expect(await backgroundOf(tiered(prices).replace('openai', 'anthropic'))).toBeNull();
    expect(await faultsOf(`{"engines":{\n${tiered(prices.replace('"output":0.25,', ''))}}}`)).toEqual([
      'ENGINES_FILE: line 2: engines.luna.background.prices.output: must be a number of dollars',
    ]);
  });

  it('take a key from a file, and limits of their own', async () => {
    const path = JSON.stringify(join(folder, 'key'));
    const engine = `"a":{"task":"analysis","provider":"openai","model":"m","base_url":"http://localhost:1/v1/","api_key_file":${path},"concurrency":2,"timeout_seconds":30,"patience_minutes":5}`;
    expect((await load(`{"engines":{${engine}}}`)).all.get('a')).toMatchObject({
      apiKey: 'from a file',
      baseUrl: 'http://localhost:1/v1',
      concurrency: 2,
      timeoutMs: 30_000,
      patienceMs: 300_000,
    });
  });

  it('may be chosen by the variables', async () => {
    const { defaults } = await load(file(HOUSE, CENTRE), { TRANSCRIPTION_ENGINE: 'centre', ANALYSIS_ENGINE: 'rules' });
    expect(defaults).toEqual({ transcription: 'centre', analysis: 'analysis' });
  });

  it('are two without a file, named like their tasks', () => {
    const { all, defaults, fromFile } = loadConfig({ DATA_DIR: folder, OPENAI_API_KEY: 'sk-x' }).engines;
    expect([...all.values()].map(({ name, provider, model }) => [name, provider, model])).toEqual([
      ['transcription', 'openai', 'gpt-transcribe'],
      ['analysis', 'openai', 'gpt-6-luna'],
    ]);
    expect(defaults).toEqual({ transcription: 'transcription', analysis: 'analysis' });
    expect(fromFile, 'it is from the file').toBe(false);
  });
});

describe('a fault', () => {
  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['no JSON', '{"engines":{\n"a":}}', {}, 'ENGINES_FILE: line 2: is no JSON: value expected'],
    ['a comment', '{\n// none\n"engines":{}}', {}, 'ENGINES_FILE: line 2: is no JSON: invalid comment token'],
    ['an empty file', '', {}, 'ENGINES_FILE: line 1: is no JSON: value expected'],
    ['no engines', '{\n"default":{}}', {}, 'ENGINES_FILE: line 1: engines: must be an object of engines'],
    [
      'an unknown member',
      file(HOUSE.replace('"model"', '"models":"x",\n"model"')),
      {},
      'ENGINES_FILE: line 2: engines.house.models: is no member of an engine that the service knows',
    ],
    [
      'an unknown provider',
      file(HOUSE.replace('openai', 'acme')),
      {},
      'ENGINES_FILE: line 2: engines.house.provider: must be one of openai, anthropic, deepgram, assemblyai, local, pocketsphinx, rules',
    ],
    [
      'a provider without the task',
      file(HOUSE, CAREFUL.replace('analysis', 'transcription').replace(/,"prices.*\}\}/, '}')),
      {},
      'ENGINES_FILE: line 3: engines.careful.provider: anthropic does no transcription',
    ],
    [
      'no model',
      file(HOUSE.replace('"model":"gpt-transcribe",', '')),
      {},
      'ENGINES_FILE: line 2: engines.house.model: is required with openai',
    ],
    [
      'no key',
      file(HOUSE.replace(',"api_key_env":"KEY"', '')),
      {},
      'ENGINES_FILE: line 2: engines.house.api_key_env: is required with openai, or api_key_file',
    ],
    [
      'a variable that is not set',
      file(HOUSE.replace('"KEY"', '"OTHER"')),
      {},
      'ENGINES_FILE: line 2: engines.house.api_key_env: the variable OTHER is not set',
    ],
    [
      'a bad name',
      file(HOUSE, CENTRE.replace('"centre"', '"Centre 1"')),
      {},
      'ENGINES_FILE: line 3: engines.Centre 1: a name has up to 40 of a-z, 0-9, - and _, and begins with a letter or digit',
    ],
    ['a name twice', file(HOUSE, HOUSE), {}, 'ENGINES_FILE: line 3: house is there twice'],
    [
      'two of a task without a default',
      `{"engines":{\n${HOUSE},\n${CENTRE}}}`,
      {},
      'ENGINES_FILE: line 1: default: must name the engine for transcription: house, centre',
    ],
    [
      'a default that is not there',
      file(CENTRE),
      {},
      'ENGINES_FILE: line 3: default.transcription: there is no engine house',
    ],
    [
      'a price of another task',
      file(HOUSE.replace('}', ',"prices":{"input":1,"output":1}}')),
      {},
      'ENGINES_FILE: line 2: engines.house.prices: is not used by openai for transcription',
    ],
    [
      'a model of what runs here',
      file(HOUSE, '"r":{"task":"analysis","provider":"rules","model":"m"}'),
      {},
      'ENGINES_FILE: line 3: engines.r.model: is not used by rules, which runs on this machine',
    ],
    [
      'a price with seven decimals',
      file(HOUSE, CENTRE.replace('0.0043', '0.0000001')),
      {},
      'ENGINES_FILE: line 3: engines.centre.price_per_minute: must have at most six decimals',
    ],
    [
      'a choice that is no engine',
      file(HOUSE, CENTRE),
      { TRANSCRIPTION_ENGINE: 'acme' },
      'TRANSCRIPTION_ENGINE: must be one of auto, house, centre',
    ],
    [
      'keys of accounts without a key to encrypt them',
      file(HOUSE),
      { ACCOUNT_KEYS: 'true' },
      'ENCRYPTION_KEY: is required with ACCOUNT_KEYS=true, which keeps keys of accounts',
    ],
  ])('is told with its line: %s', async (_what, text, env, fault) => {
    expect(await faultsOf(text, env)).toEqual([fault]);
  });

  it('never shows a key', async () => {
    expect(
      JSON.stringify(await faultsOf(file(HOUSE.replace('"model"', '"api_key":"sk-shown",\n"model"')))),
    ).not.toContain('sk-shown');
  });
});
