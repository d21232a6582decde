import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { chooseEngines } from '../../../src/adapters/engines/choose-engines.js';
import { checkEngines } from '../../../src/adapters/engines/engine-fault.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { refuse, startOpenAiStub } from '../../support/stubs/openai-stub.js';

const KEY = 'that-no-log-shows-9f2c';

async function warningsOf(variables: Readonly<Record<string, string>>) {
  const reasons: string[][] = [];
  const printed: string[] = [];
  const engines = await chooseEngines(loadConfig({ VENDOR_KEY: KEY, ...variables }), (line) => printed.push(line));
  await checkEngines(engines.checks, (name, { level, sentence }) => void reasons.push([name, level, sentence]));
  return { reasons, printed, engines };
}

it('warns of each engine of the file that is refused, away or has not its model, and notes who has no list', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-engines-'));
  const data = [{ id: 'm-1' }];
  const [good, refusing, listless] = await Promise.all([
    startOpenAiStub({ models: () => ({ body: { data } }) }),
    startOpenAiStub({ models: () => refuse(401, `Wrong: ${KEY}`) }),
    startOpenAiStub({ models: () => refuse(405, 'Method Not Allowed') }),
  ]);
  onTestFinished(async () => {
    await Promise.all([good, refusing, listless].map((stub) => stub.close()));
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'engines.json');
  const engine = (baseUrl = '', task = 'analysis', model = 'm-1') => {
    return { task, provider: 'openai', base_url: baseUrl, model, api_key_env: 'VENDOR_KEY' };
  };
  const engines = {
    good: engine(good.baseUrl),
    unlisted: engine(good.baseUrl, 'transcription', 'm-2'),
    refused: engine(refusing.baseUrl, 'transcription'),
    listless: engine(listless.baseUrl, 'transcription'),
    away: engine('http://127.0.0.1:1/v1'),
  };
  await writeFile(file, JSON.stringify({ engines, default: { transcription: 'unlisted', analysis: 'good' } }));
  const { reasons, printed, engines: made } = await warningsOf({ ENGINES_FILE: file });
  expect(reasons.sort()).toEqual([
    ['away', 'warn', expect.stringContaining('The server cannot be reached')],
    ['listless', 'info', expect.stringContaining('does not list its models')],
    ['refused', 'warn', expect.stringMatching(/^The key is refused.+Wrong: \[key\]$/)],
    ['unlisted', 'warn', 'The transcription provider does not list the configured model m-2.'],
  ]);
  expect(printed).toEqual([]);
  await made.close();
});

it('asks no engine without the file', async () => {
  const { baseUrl, requests, close } = await startOpenAiStub();
  onTestFinished(close);
  const variables = { OPENAI_BASE_URL: baseUrl, OPENAI_TRANSCRIPTION_MODEL: 'm-1', OPENAI_ANALYSIS_MODEL: 'm-1' };
  const { reasons, engines } = await warningsOf(variables);
  expect([reasons, requests]).toEqual([[], []]);
  await engines.close();
});

it('gives up an engine that does not answer', async () => {
  const [[, spec] = expect.fail('there is no engine')] = loadConfig({}).engines.all;
  const reasons: string[][] = [];
  await checkEngines(
    [{ spec, check: () => new Promise(() => {}) }],
    (name, { level, sentence }) => void reasons.push([name, level, sentence]),
    1,
  );
  expect(reasons).toEqual([['transcription', 'warn', 'The server did not answer in time.']]);
});
