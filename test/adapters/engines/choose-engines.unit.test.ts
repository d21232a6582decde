import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { chooseEngines } from '../../../src/adapters/engines/choose-engines.js';
import { NoVoiceSeparation } from '../../../src/adapters/no.voice-separation.js';
import { SherpaVoiceSeparation } from '../../../src/adapters/sherpa/sherpa.voice-separation.js';
import { installPreset } from '../../../src/adapters/sherpa/sherpa-install.js';
import { isModelInstalled } from '../../../src/adapters/sherpa/sherpa-model.js';
import { SPEAKER_EMBEDDING } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { NO_ENGINE } from '../../../src/platform/config/checks/find-serving-faults.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { serveRelease } from '../../support/stubs/model-release.js';
import { tinyPreset } from '../../support/stubs/tiny-preset.js';

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
  expect(engines.spanProposer.engine?.name ?? null, 'the same model looks for names').toBe(formJudge);
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

/** @returns the folder of a whole preset */
async function installed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'engines-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { preset, files } = await tinyPreset(folder);
  const server = await serveRelease(files);
  const modelsDir = join(folder, 'models');
  await installPreset({ preset, modelsDir, from: server.url, log: () => undefined, progress: () => undefined });
  await server.close();
  return modelsDir;
}

it('takes an installed model, and says whether a model separates the voices of mono calls', async () => {
  const modelsDir = await installed();
  expect([isModelInstalled(modelsDir), isModelInstalled(dataDir)]).toEqual([true, false]);
  const config = loadConfig({ DATA_DIR: dataDir, MODELS_DIR: modelsDir });
  const inProduction = await chooseEngines({ ...config, production: true }, () => undefined);
  expect(inProduction.speechToText.engine.grade).toBe('local');
  await inProduction.close();
  const whole = await choose({ MODELS_DIR: modelsDir });
  expect(whole.speechToText.engine).toMatchObject({ name: 'sherpa:small-en', grade: 'local' });
  expect(whole.voiceSeparation).toBeInstanceOf(SherpaVoiceSeparation);
  await whole.close();
  await rm(join(modelsDir, SPEAKER_EMBEDDING.name), { recursive: true });
  const half = await choose({ MODELS_DIR: modelsDir });
  expect(half.voiceSeparation).toBeInstanceOf(NoVoiceSeparation);
  expect(half.voiceSeparation.description).toContain('call-analysis models:install small-en brings models for it.');
  await half.close();
});

it.each<[string, Readonly<Record<string, string>>, string]>([
  ['a server that gives words alone', { ...SERVER, OPENAI_DIARIZATION_MODEL: 'none' }, 'compatible:large-v3'],
  ['OpenAI', KEY, 'openai:gpt-transcribe'],
])('takes installed speaker models beside %s', async (_what, env, name) => {
  const modelsDir = await installed();
  const engines = await choose({ ...env, MODELS_DIR: modelsDir });
  expect(engines.speechToText.engine.name).toBe(name);
  expect(engines.voiceSeparation).toBeInstanceOf(SherpaVoiceSeparation);
  await engines.close();
});

it('separates voices by no model where none is installed, and says which preset brings them', async () => {
  const engines = await choose(SERVER);
  expect(engines.voiceSeparation).toBeInstanceOf(NoVoiceSeparation);
  expect(engines.voiceSeparation.description).toContain('models:install small-en');
  const track = { pcmPath: 'call.pcm', speech: [{ startMs: 0, endMs: 9000 }] };
  expect(await engines.voiceSeparation.separate(track, new AbortController().signal)).toBeNull();
  await engines.close();
});
