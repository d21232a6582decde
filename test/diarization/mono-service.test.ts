// Mono calls through the whole service: the recogniser is a socket that tells no speakers apart, or one that does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckedClient, checkedClient } from '../contract/checked-client.js';
import { wav } from '../support/audio-fixtures.js';
import { type OpenAiStub, startOpenAiStub } from '../support/openai-stub.js';
import { finalAnalysis, startTestService, type TestService, uploadOf } from '../support/running-service.js';
import { type MonoCall, monoCall, speechIn } from './mono-calls.js';

let scratchDir: string;
let call: MonoCall;
let provider: OpenAiStub;
let service: TestService;
let api: CheckedClient;
/** Label of a segment in the provider's answer. */
let labelOf: (index: number) => string | undefined = () => undefined;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'mono-service-'));
  call = await monoCall('bad-call', { scratchDir });
  const originMs = speechIn(call.samples)[0]!.startMs;
  const seconds = (ms: number) => (ms - originMs) / 1000;
  provider = await startOpenAiStub({
    // Two turns to a segment, as recognisers do that listen for pauses: question and answer in one breath.
    transcribe: () => {
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
  service = await startTestService({
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'rules',
    OPENAI_API_KEY: 'sk-stub',
    OPENAI_BASE_URL: provider.baseUrl,
  });
  const { liveKey } = await service.openAccount();
  api = checkedClient(service.baseUrl, liveKey);
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
  await rm(scratchDir, { recursive: true, force: true });
});

async function analysed() {
  const { id } = await api.post('/analysis', { body: uploadOf(wav([call.samples])) });
  const { status, transcript } = await finalAnalysis(api, id);
  expect(status).toBe('completed');
  if (!transcript) throw new Error('no transcript');
  return transcript;
}

describe('a mono call', () => {
  it('has its turns, its agent and its customer, although the engine told nobody apart', async () => {
    labelOf = () => undefined;
    const { segments, diarization } = await analysed();
    expect(diarization).toMatchObject({ method: 'model', heuristic: true });
    expect(diarization.role_confidence).toBeGreaterThanOrEqual(0.6);
    expect(segments.map(({ speaker }) => speaker)).toEqual(call.turns.map(({ speaker }) => speaker));
    for (const [index, { words }] of call.turns.entries()) {
      expect(segments[index]?.text).toBe(words.map(({ text }) => text).join(' '));
    }
  });

  it('keeps the speakers of an engine that tells them apart itself', async () => {
    labelOf = (index) => (index % 2 === 0 ? 'SPEAKER_00' : 'SPEAKER_01');
    const { segments, diarization } = await analysed();
    expect(diarization.method).toBe('model');
    expect(diarization).not.toHaveProperty('heuristic');
    // As the engine cut them, and by its labels, whatever the voices say.
    expect(segments.length).toBeLessThan(call.turns.length);
    const [even, odd] = [0, 1].map(
      (rest) => new Set(segments.filter(({ id }) => id % 2 === rest).map((s) => s.speaker)),
    );
    expect([even?.size, odd?.size]).toEqual([1, 1]);
    expect(even).not.toEqual(odd);
  });
});
