// A mono call through the whole service with the local engine: recogniser and speaker models of the released form, which
// know nothing. How well the real ones recognise words and separate voices is not tested here.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import { installPreset } from '../../src/adapters/sherpa/sherpa-install.js';
import { SPEAKER_EMBEDDING } from '../../src/adapters/sherpa/sherpa-presets.js';
import { finalAnalysis, PARTIES, startTestService, type TestService } from '../support/apps/running-service.js';
import { wav } from '../support/audio/audio-fixtures.js';
import { type MonoCall, markedByParty, monoCall } from '../support/audio/mono-calls.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { serveRelease } from '../support/stubs/model-release.js';
import { tinyPreset } from '../support/stubs/tiny-preset.js';

let scratchDir: string;
let modelsDir: string;
let call: MonoCall;
let service: TestService;
let api: CallAnalysis;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'local-engine-'));
  modelsDir = join(scratchDir, 'models');
  const { preset, files } = await tinyPreset(scratchDir);
  const server = await serveRelease(files);
  await installPreset({ preset, modelsDir, from: server.url, log: () => undefined, progress: () => undefined });
  await server.close();
  call = await monoCall('bad-call', { turns: 8, scratchDir });
  service = await startTestService({ MODELS_DIR: modelsDir, TRANSCRIPTION_ENGINE: 'auto' });
  api = checkedClient(service.baseUrl, (await service.openAccount()).liveKey);
});

afterAll(async () => {
  await service?.stop();
  await rm(scratchDir, { recursive: true, force: true });
});

async function analysed() {
  const { id } = await api.analyses.create({ ...PARTIES, file: wav([markedByParty(call)]) });
  const analysis = await finalAnalysis(api, id);
  expect(analysis).toBeInStatus('completed');
  expect(analysis.metadata.engine?.transcription).toBe('sherpa:small-en');
  return analysis.transcript!;
}

describe('a mono call for the local engine', () => {
  it('has the voices that the speaker models found, and numbers where the words tell no role', async () => {
    const { segments, diarization } = await analysed();
    expect(diarization).toEqual({ method: 'model', role_confidence: 0 });
    const numberOf = new Map<string, Set<string>>();
    for (const { start, end, speaker, confidence } of segments) {
      expect(speaker).toMatch(/^speaker_[01]$/);
      expect(confidence).not.toBeNull();
      const middle = (start + end) * 500;
      const turn = call.turns.find(({ startMs, endMs }) => startMs <= middle && middle <= endMs);
      if (turn) numberOf.set(turn.speaker, (numberOf.get(turn.speaker) ?? new Set()).add(speaker));
    }
    expect([numberOf.get('agent')?.size, numberOf.get('customer')?.size]).toEqual([1, 1]);
    expect(numberOf.get('agent')).not.toEqual(numberOf.get('customer'));
  });

  it('has voices by statistics of the recording where a speaker model is damaged', async () => {
    await writeFile(join(modelsDir, SPEAKER_EMBEDDING.name, SPEAKER_EMBEDDING.file), 'broken');
    await service.stop();
    service = await startTestService({ MODELS_DIR: modelsDir });
    api = checkedClient(service.baseUrl, (await service.openAccount()).liveKey);
    const { diarization } = await analysed();
    expect(diarization).toMatchObject({ method: 'model', heuristic: true });
  });
});
