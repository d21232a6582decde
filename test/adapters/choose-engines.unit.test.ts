import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseEngines } from '../../src/adapters/choose-engines.js';
import { installPreset } from '../../src/adapters/sherpa/sherpa-install.js';
import { isModelInstalled } from '../../src/adapters/sherpa/sherpa-model.js';
import { SPEAKER_EMBEDDING } from '../../src/adapters/sherpa/sherpa-presets.js';
import { NO_ENGINE } from '../../src/platform/config/checks/find-serving-faults.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { serveRelease } from '../support/stubs/model-release.js';
import { tinyPreset } from '../support/stubs/tiny-preset.js';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engines-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const choose = (env: Readonly<Record<string, string>>) =>
  chooseEngines(loadConfig({ DATA_DIR: dataDir, ...env }), () => undefined);

const KEY = { OPENAI_API_KEY: 'sk-x' };
const SERVER = {
  OPENAI_BASE_URL: 'http://localhost:8000/v1',
  OPENAI_TRANSCRIPTION_MODEL: 'large-v3',
  OPENAI_ANALYSIS_MODEL: 'qwen',
};

it.each<[string, Readonly<Record<string, string>>, string, string, string | null]>([
  ['a key', KEY, 'openai:gpt-transcribe', 'openai:gpt-6-luna', 'openai:gpt-6-luna'],
  ['a server', SERVER, 'compatible:large-v3', 'compatible:qwen', 'compatible:qwen'],
  ['a server with a key', { ...SERVER, ...KEY }, 'compatible:large-v3', 'compatible:qwen', 'compatible:qwen'],
  [
    'openai on a server',
    { ...SERVER, ...KEY, TRANSCRIPTION_ENGINE: 'openai' },
    'openai:large-v3',
    'compatible:qwen',
    'compatible:qwen',
  ],
  ['rules beside a key', { ...KEY, ANALYSIS_ENGINE: 'rules' }, 'openai:gpt-transcribe', 'rules', null],
])('chooses by %s', async (_what, env, speechToText, analyst, formJudge) => {
  const engines = await choose(env);
  expect(engines.speechToText.engine.name).toBe(speechToText);
  expect(engines.analyst.engine.name).toBe(analyst);
  expect(engines.formJudge.engine?.name ?? null).toBe(formJudge);
  await engines.close();
});

it('refuses to start when an installed model is configured and none is there', async () => {
  await expect(choose({ ...KEY, TRANSCRIPTION_ENGINE: 'sherpa' })).rejects.toThrow('call-analysis models:install');
});

it('takes no engine for demonstrations by itself in production, not even beside a damaged model', async () => {
  const modelsDir = await mkdtemp(join(tmpdir(), 'engines-damaged-'));
  await mkdir(join(modelsDir, 'small-en'));
  await writeFile(join(modelsDir, 'small-en', 'manifest.json'), '{}');
  expect(isModelInstalled(modelsDir), 'the model counts as installed').toBe(true);
  const config = loadConfig({ DATA_DIR: dataDir, MODELS_DIR: modelsDir });
  await expect(chooseEngines({ ...config, production: true }, () => undefined)).rejects.toThrow(NO_ENGINE);
  await rm(modelsDir, { recursive: true });
});

it('takes an installed model, and says whether the voices of mono calls are told apart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engines-model-'));
  const { preset, files } = await tinyPreset(folder);
  const server = await serveRelease(files);
  const modelsDir = join(folder, 'models');
  await installPreset({ preset, modelsDir, from: server.url, log: () => undefined, progress: () => undefined });
  await server.close();
  expect([isModelInstalled(modelsDir), isModelInstalled(dataDir)]).toEqual([true, false]);
  const config = loadConfig({ DATA_DIR: dataDir, MODELS_DIR: modelsDir });
  const inProduction = await chooseEngines({ ...config, production: true }, () => undefined);
  expect(inProduction.speechToText.engine.grade).toBe('local');
  await inProduction.close();
  const whole = await choose({ MODELS_DIR: modelsDir });
  expect(whole.speechToText.engine).toMatchObject({ name: 'sherpa:small-en', grade: 'local' });
  expect(whole.speechToText.engine.accuracy).toContain('Two models tell the voices of mono calls apart.');
  await whole.close();
  await rm(join(modelsDir, SPEAKER_EMBEDDING.name), { recursive: true });
  const half = await choose({ MODELS_DIR: modelsDir });
  expect(half.speechToText.engine.accuracy).toContain(
    'are missing; call-analysis models:install small-en brings them.',
  );
  await half.close();
  await rm(folder, { recursive: true });
});
