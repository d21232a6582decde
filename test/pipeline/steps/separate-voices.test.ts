import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalysisClaims } from '../../../src/calls/claims/analysis-claims.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import type { DecodeRecording } from '../../../src/pipeline/steps/decode-recording.js';
import { SeparateVoices } from '../../../src/pipeline/steps/separate-voices.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { SeparatedVoices, VoiceSeparation } from '../../../src/ports/voice-separation.js';
import type { MeasuredTrack } from '../../../src/speech/listening/measure-pcm.js';
import { StatisticalVoiceSeparation } from '../../../src/speech/voices/statistical.voice-separation.js';
import { monoCall, savePcm, speechIn } from '../../support/audio/mono-calls.js';

let scratchDir: string;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'separate-voices-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

/** Models that were told to find two voices, and do. */
const findTwo = async (): Promise<SeparatedVoices | null> => ({
  turns: [{ startMs: 0, endMs: 1000, voice: 0 }],
  separation: null,
});

async function separate(only: 'agent' | undefined, layout: 'mono' | 'one-silent', byModels = findTwo) {
  const { samples } = await monoCall('bad-call', { scratchDir, ...(only && { only }) });
  const file = basename(await savePcm(samples, scratchDir));
  const claims = { readCheckpoints: async () => new Map(), recordCheckpoint: async () => undefined };
  const voices = new SeparateVoices(
    claims as unknown as AnalysisClaims,
    { ensurePcm: async () => undefined } as unknown as DecodeRecording,
    { separate: byModels } as unknown as VoiceSeparation,
    new StatisticalVoiceSeparation(),
  );
  const run = { call: { id: 'a' }, signal: new AbortController().signal, workspace: { dir: scratchDir } };
  const track = { file, speech: speechIn(samples) };
  return voices.run(run as unknown as CallRun, 'key', track as unknown as MeasuredTrack, layout);
}

it('one party beside a silent channel is one voice, though a model would take it for two', async () => {
  expect((await separate('agent', 'one-silent'))?.turns).toEqual([]);
});

it('a whole call beside a silent channel, and a mono recording, have the voices that the model finds', async () => {
  expect(await separate(undefined, 'one-silent')).toMatchObject({ separation: null, turns: [{ voice: 0 }] });
  expect(await separate('agent', 'mono')).toMatchObject({ separation: null, turns: [{ voice: 0 }] });
});

it.each<[string, typeof findTwo]>([
  ['no models are installed, or the recording is too long for them', async () => null],
  ['the models fail', () => Promise.reject(new ProviderError('The models failed.', { retryable: true }))],
])('statistics of the recording separate the voices, and say so, where %s', async (_why, byModels) => {
  const voices = await separate(undefined, 'mono', byModels);
  expect(voices?.separation).toBeGreaterThan(0);
  expect(new Set(voices?.turns.map(({ voice }) => voice))).toEqual(new Set([0, 1]));
});
