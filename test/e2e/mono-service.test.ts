// Mono calls through the whole service. The speech engine is a stub, with and without diarization of its own. [whole]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import { MIN_SAME_ANSWERS } from '../../src/adapters/openai/transcription/server-habit.js';
import { installPreset } from '../../src/adapters/sherpa/sherpa-install.js';
import { SPEAKER_EMBEDDING } from '../../src/adapters/sherpa/sherpa-presets.js';
import { cutPieces } from '../../src/speech/pieces/cut-pieces.js';
import { groupVoiceTurns } from '../../src/speech/transcript/group-voice-turns.js';
import { diarize } from '../../src/speech/voices/diarization.js';
import { finalAnalysis, PARTIES, startTestService, type TestService } from '../support/apps/running-service.js';
import { wav } from '../support/audio/audio-fixtures.js';
import { type MonoCall, markedByParty, monoCall, savePcm, speechIn } from '../support/audio/mono-calls.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { serveRelease } from '../support/stubs/model-release.js';
import { type OpenAiStub, refuse, type StubAnswering, startOpenAiStub } from '../support/stubs/openai-stub.js';
import { tinyPreset } from '../support/stubs/tiny-preset.js';

/** OpenAI's model that tells speakers apart, after its end. */
const GONE = 'gpt-4o-transcribe-diarize';

let scratchDir: string;
let call: MonoCall;
let provider: OpenAiStub;
let service: TestService | undefined;
let api: CallAnalysis;
/** The speaker label of a segment in the stub's answer. */
let labelOf: (index: number) => string | undefined = () => undefined;
/** The answer of the server's own diarization. */
let diarizing: StubAnswering = () => undefined;
/** Checkpoints of the diarization in the database when the stub was last asked. */
let voiceCheckpoints = 0;
/** Whether an engine that gives no times names the language. */
let namesLanguage = true;
/** The text for the nth piece, of an engine that gives no times; null for an engine that gives times. */
let textOf: ((index: number) => string) | null = null;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'mono-service-'));
  call = await monoCall('bad-call', { turns: 8, scratchDir });
  const originMs = speechIn(call.samples)[0]!.startMs;
  const seconds = (ms: number) => (ms - originMs) / 1000;
  provider = await startOpenAiStub({
    diarize: (request) => diarizing(request),
    // Two turns in each segment, as from engines that cut at pauses: a quick answer follows its question without one.
    transcribe: async ({ index, fields }) => {
      if (fields.model?.[0] === GONE)
        return refuse(404, `The model \`${GONE}\` has been deprecated`, 'model_not_found');
      const { rows = [] } = (await service?.db.query("SELECT 1 FROM analysis_checkpoint WHERE step = 'voices'")) ?? {};
      voiceCheckpoints = rows.length;
      if (textOf) return { body: { text: textOf(index), ...(namesLanguage && { languages: [{ code: 'en' }] }) } };
      const pairs = call.turns.flatMap((turn, index) => (index % 2 === 0 ? [[turn, call.turns[index + 1]!]] : []));
      const segments = pairs.map((pair, id) => ({
        id,
        start: seconds(pair[0]!.startMs),
        end: seconds(pair[1]!.endMs),
        text: pair.flatMap(({ words }) => words.map(({ text }) => text)).join(' '),
        words: pair.flatMap(({ words }) =>
          words.map(({ text, startMs, endMs }) => ({ word: text, start: seconds(startMs), end: seconds(endMs) })),
        ),
        speaker: labelOf(id),
      }));
      return { body: { task: 'transcribe', language: 'en', text: '', segments } };
    },
  });
});

async function start(settings: Readonly<Record<string, string>>): Promise<void> {
  await service?.stop();
  service = await startTestService({
    ANALYSIS_ENGINE: 'rules',
    OPENAI_API_KEY: 'sk-stub',
    OPENAI_BASE_URL: provider.baseUrl,
    PROVIDER_CONCURRENCY: '1',
    ...settings,
  });
  const { liveKey } = await service.openAccount();
  api = checkedClient(service.baseUrl, liveKey);
}

afterAll(async () => {
  await service?.stop();
  await provider?.close();
  await rm(scratchDir, { recursive: true, force: true });
});

async function analysed(samples = call.samples) {
  const { id } = await api.analyses.create({ ...PARTIES, file: wav([samples]) });
  const analysis = await finalAnalysis(api, id);
  expect(analysis).toBeInStatus('completed');
  if (!analysis.transcript) throw new Error('no transcript');
  return analysis.transcript;
}

describe('a mono call', () => {
  beforeAll(() => start({ TRANSCRIPTION_ENGINE: 'compatible' }));

  it('has its turns, its agent and its customer, although the engine has no diarization', async () => {
    labelOf = () => undefined;
    const { segments, diarization } = await analysed();
    expect(diarization).toMatchObject({ method: 'model', heuristic: true });
    expect(diarization.role_confidence).toBeGreaterThanOrEqual(0.6);
    expect(segments.map(({ speaker }) => speaker)).toEqual(call.turns.map(({ speaker }) => speaker));
    for (const [index, { words }] of call.turns.entries()) {
      expect(segments[index]?.text).toBe(words.map(({ text }) => text).join(' '));
    }
  });

  it('keeps the speakers of an engine with diarization', async () => {
    labelOf = (index) => (index % 2 === 0 ? 'SPEAKER_00' : 'SPEAKER_01');
    const { segments, diarization } = await analysed();
    expect(diarization.method).toBe('model');
    expect(diarization).not.toHaveProperty('heuristic');
    // The service keeps the engine's segments and labels and ignores its own diarization.
    expect(segments.length).toBeLessThan(call.turns.length);
    const [even, odd] = [0, 1].map(
      (rest) => new Set(segments.filter(({ id }) => id % 2 === rest).map((s) => s.speaker)),
    );
    expect([even?.size, odd?.size]).toEqual([1, 1]);
    expect(even).not.toEqual(odd);
  });
});

describe('a mono call whose words come from a server that tells no speakers, beside installed speaker models', () => {
  let modelsDir: string;
  const startWithModels = () => start({ TRANSCRIPTION_ENGINE: 'compatible', MODELS_DIR: modelsDir });
  beforeAll(async () => {
    modelsDir = join(scratchDir, 'models');
    const { preset, files } = await tinyPreset(scratchDir);
    const release = await serveRelease(files);
    await installPreset({ preset, modelsDir, from: release.url, log: () => undefined, progress: () => undefined });
    await release.close();
    labelOf = () => undefined;
    await startWithModels();
  });

  it('has the two voices that the models find, with the words of the server', async () => {
    const { segments, diarization } = await analysed(markedByParty(call));
    expect(diarization.method).toBe('model');
    expect(diarization, 'statistics separated the voices').not.toHaveProperty('heuristic');
    expect(segments.map(({ speaker }) => speaker)).toEqual(call.turns.map(({ speaker }) => speaker));
    for (const [index, { words }] of call.turns.entries()) {
      expect(segments[index]?.text).toBe(words.map(({ text }) => text).join(' '));
    }
  });

  it('has voices by statistics of the recording, and says so, where a model is damaged', async () => {
    await writeFile(join(modelsDir, SPEAKER_EMBEDDING.name, SPEAKER_EMBEDDING.file), 'broken');
    await startWithModels();
    const { segments, diarization } = await analysed();
    expect(diarization).toMatchObject({ method: 'model', heuristic: true });
    expect(segments.map(({ speaker }) => speaker)).toEqual(call.turns.map(({ speaker }) => speaker));
  });
});

describe('a mono call, and a server with a path for diarization', () => {
  beforeAll(() =>
    start({
      TRANSCRIPTION_ENGINE: 'compatible',
      OPENAI_TRANSCRIPTION_MODEL: 'large-v3',
      OPENAI_DIARIZATION_PATH: '/audio/diarization',
      OPENAI_DIARIZATION_MODEL: 'pyannote',
    }),
  );
  const asked = () => provider.requests.filter(({ path }) => path === '/audio/diarization').length;

  it('has the speakers that the path tells', async () => {
    const originMs = speechIn(call.samples)[0]!.startMs;
    diarizing = () => ({
      body: {
        segments: call.turns.map(({ startMs, endMs }, index) => ({
          start: (startMs - originMs) / 1000,
          end: (endMs - originMs) / 1000,
          // Both turns of a segment of the stub have one speaker.
          speaker: `SPEAKER_0${Math.floor(index / 2) % 2}`,
        })),
      },
    });
    labelOf = () => undefined;
    const { segments, diarization } = await analysed();
    expect(diarization.method).toBe('model');
    expect(diarization).not.toHaveProperty('heuristic');
    expect(segments, 'segments of two turns each').toHaveLength(call.turns.length / 2);
    expect([...new Set(segments.map(({ speaker }) => speaker))], 'speakers').toHaveLength(2);
  });

  it('is separated by the service where the path is missing', async () => {
    diarizing = () => refuse(404, 'Not Found');
    const before = asked();
    for (let calls = 0; calls < 2; calls += 1) {
      const { segments, diarization } = await analysed();
      expect(diarization).toMatchObject({ method: 'model', heuristic: true });
      expect(segments.map(({ speaker }) => speaker)).toEqual(call.turns.map(({ speaker }) => speaker));
    }
    expect(asked(), 'requests to the path that is missing').toBe(before + MIN_SAME_ANSWERS);
  });
});

describe('a mono call for an engine whose text has no times', () => {
  beforeAll(() => start({ TRANSCRIPTION_ENGINE: 'openai', OPENAI_DIARIZATION_MODEL: 'none' }));

  it('is sent voice by voice, so that no piece holds the words of two', () => expectVoiceByVoice(0));
});

describe('a mono call, and a provider that has withdrawn the model that tells speakers apart', () => {
  beforeAll(() => start({ TRANSCRIPTION_ENGINE: 'openai', OPENAI_DIARIZATION_MODEL: GONE }));

  it('is completed with the other model and the voices that the service finds, and the next one asks no more', async () => {
    await expectVoiceByVoice(MIN_SAME_ANSWERS);
    await expectVoiceByVoice(0);
  });

  it('has the language that its words tell, where the engine names none', async () => {
    namesLanguage = false;
    await expectVoiceByVoice(0);
  });

  it('is told to operators by readiness and metric', async () => {
    const ready = await fetch(`${service?.rootUrl}/health/ready`);
    await expect(ready).toAnswer(200);
    const { checks } = (await ready.json()) as { checks: Record<string, { status: string; note?: string }> };
    expect(checks.speech_model).toMatchObject({ status: 'degraded', note: expect.stringContaining(GONE) });
    expect(await (await fetch(`${service?.rootUrl}/metrics`)).text()).toContain('\nspeech_model_lost 1\n');
  });
});

/** @param refused requests for the recording that are refused before */
async function expectVoiceByVoice(refused: number): Promise<void> {
  const speech = speechIn(call.samples);
  const { turns } = await diarize(await savePcm(call.samples, scratchDir), speech);
  const pieces = groupVoiceTurns(turns).flatMap((run) =>
    cutPieces([{ channel: null, file: 'mono.pcm', speech: run }], {
      maxPieceMs: 600_000,
      diarizesMono: false,
      carriesSpeakers: false,
      timesSegments: false,
    }),
  );
  const words = call.turns.flatMap((turn) => turn.words);
  const before = refused + provider.requests.filter(({ path }) => path === '/audio/transcriptions').length;
  textOf = (index) => {
    const { startMs, endMs } = pieces[index - before]!;
    const own = words.filter(
      (word) => word.startMs + word.endMs >= 2 * startMs && word.startMs + word.endMs < 2 * endMs,
    );
    return own.map(({ text }) => text).join(' ');
  };
  const { segments, diarization, language } = await analysed();
  expect(language).toBe('en');
  expect(diarization).toMatchObject({ method: 'model', heuristic: true });
  // A worker that takes over after a crash reads this checkpoint, so that it cuts the same pieces with the same voices.
  expect(voiceCheckpoints, 'checkpoints of voices, which the next worker needs').toBe(1);
  expect(
    provider.requests.filter(({ path }) => path === '/audio/transcriptions').length,
    'transcriptions that were asked for',
  ).toBe(before + pieces.length);
  for (const role of ['agent', 'customer']) {
    const said = call.turns
      .filter(({ speaker }) => speaker === role)
      .flatMap((turn) => turn.words.map(({ text }) => text));
    const given = segments.filter(({ speaker }) => speaker === role).map(({ text }) => text);
    expect(given.join(' ')).toBe(said.join(' '));
  }
}
