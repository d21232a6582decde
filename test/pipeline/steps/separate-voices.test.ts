import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalysisClaims } from '../../../src/analysis/claims/analysis-claims.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import type { MeasureRecording } from '../../../src/pipeline/steps/measure-recording.js';
import { SeparateVoices } from '../../../src/pipeline/steps/separate-voices.js';
import type { SpeechToText } from '../../../src/ports/speech-to-text.js';
import type { MeasuredTrack } from '../../../src/speech/listening/measure-pcm.js';
import { monoCall, savePcm, speechIn } from '../../support/audio/mono-calls.js';

let scratchDir: string;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'separate-voices-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

/** A model that was told to find two voices, and does. */
const model = { separateVoices: async () => [{ startMs: 0, endMs: 1000, voice: 0 }] } as unknown as SpeechToText;

async function separate(only: 'agent' | undefined, layout: 'mono' | 'one-silent') {
  const { samples } = await monoCall('bad-call', { scratchDir, ...(only && { only }) });
  const file = basename(await savePcm(samples, scratchDir));
  const claims = { readCheckpoints: async () => new Map(), recordCheckpoint: async () => undefined };
  const voices = new SeparateVoices(
    claims as unknown as AnalysisClaims,
    { ensurePcm: async () => undefined } as unknown as MeasureRecording,
    model,
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
