// Who is the agent in a mono recording, from the sound of real voices to the roles of the transcript. [whole]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RulesCallAnalyst } from '../../../src/adapters/rules/rules.call-analyst.js';
import type { Transcript } from '../../../src/ports/transcript.js';
import { type Measurement, measurePcm } from '../../../src/speech/listening/measure-pcm.js';
import { mergePieces } from '../../../src/speech/pieces/merge-pieces.js';
import { assignRoles } from '../../../src/speech/transcript/assign-roles.js';
import { splitByVoice } from '../../../src/speech/transcript/split-by-voice.js';
import { diarize } from '../../../src/speech/voices/diarization.js';
import { bytesOf, interleave, noise, type Samples, silence } from '../../support/audio/audio-fixtures.js';
import {
  type MonoCall,
  type MonoOptions,
  monoCall,
  speakerOf,
  transcribedWithoutSpeakers,
} from '../../support/audio/mono-calls.js';

let scratchDir: string;
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'mono-roles-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

const callOf = (name: string, options: Omit<MonoOptions, 'scratchDir'> = {}) =>
  monoCall(name, { ...options, scratchDir });

async function measured(samples: Samples, channels: 1 | 2 = 1): Promise<Measurement> {
  const pcm = bytesOf(channels === 1 ? samples : interleave([samples, samples]));
  async function* chunks() {
    for (let at = 0; at < pcm.length; at += 64_000) yield pcm.subarray(at, at + 64_000);
  }
  return measurePcm(
    { channels, tracks: 1, pcm: Readable.from(chunks()), report: Promise.resolve({ damaged: false }) },
    scratchDir,
  );
}

/** Runs the steps after recognition as the pipeline does. */
async function transcriptOf(call: MonoCall, channels: 1 | 2 = 1): Promise<Transcript> {
  const { layout, durationMs, tracks } = await measured(call.samples, channels);
  const [track] = tracks;
  if (track === undefined || tracks.length > 1) throw new Error('A mono recording has one track');
  const pieces = transcribedWithoutSpeakers(call, track.speech);
  const voices = await diarize(join(scratchDir, track.file), track.speech);
  const split = splitByVoice(pieces, voices.turns);
  return assignRoles({
    merged: mergePieces(split, { carriesSpeakers: split !== pieces, levelAt: () => null }),
    layout,
    durationMs,
    agentChannel: null,
    voiceSeparation: split === pieces ? null : voices.separation,
    language: null,
    analyst: new RulesCallAnalyst(),
    signal: new AbortController().signal,
  });
}

/** The share of words that were given to the wrong speaker. */
function measureWrongWords(call: MonoCall, { segments }: Transcript): { wrong: number; words: number } {
  const words = segments.flatMap(({ speaker, words: own }) => (own ?? []).map((word) => ({ speaker, word })));
  const wrong = words.filter(({ speaker, word }) => speaker !== speakerOf(call, word));
  return { wrong: wrong.length / words.length, words: words.length };
}

describe('a call recorded in mono', () => {
  it.each([
    ['good-call', {}, 1],
    ['bad-call', { turns: 10 }, 2],
    ['bad-call', { overlapping: true, turns: 10 }, 1],
    ['good-call', { telephone: true, turns: 10 }, 2],
    ['good-call', { overlapping: true, telephone: true, turns: 10 }, 1],
  ] as const)(
    '%s %j, on %i channel(s): at most 5 % of the words go to the wrong speaker',
    async (name, options, channels) => {
      const call = await callOf(name, options);
      const transcript = await transcriptOf(call, channels);
      expect(transcript.diarization).toMatchObject({ method: 'model', heuristic: true });
      expect(transcript.diarization.roleConfidence).toBeGreaterThanOrEqual(0.6);
      expect(transcript.diarization.roleConfidence).toBeLessThanOrEqual(0.95);
      const { wrong, words } = measureWrongWords(call, transcript);
      expect(wrong).toBeLessThanOrEqual(0.05);
      expect(words).toBeGreaterThan(100);
    },
  );

  it('has both speakers after six turns', async () => {
    const call = await callOf('good-call', { turns: 6 });
    const transcript = await transcriptOf(call);
    expect(measureWrongWords(call, transcript).wrong).toBeLessThanOrEqual(0.05);
  });

  it('has numbered speakers when nothing that was said reveals the roles', async () => {
    const call = await callOf('good-call', { turns: 6 });
    const hummed = {
      ...call,
      turns: call.turns.map((turn) => ({ ...turn, words: turn.words.map((word) => ({ ...word, text: 'mhm' })) })),
    };
    const { segments, diarization } = await transcriptOf(hummed);
    expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(['speaker_0', 'speaker_1']));
    expect(diarization).toEqual({ method: 'model', roleConfidence: 0, heuristic: true });
  });
});

describe('a recording of one person', () => {
  it.each(['agent', 'customer'] as const)('has one speaker: the %s alone', async (only) => {
    const call = await callOf('good-call', { only, turns: 6 });
    const { segments, diarization } = await transcriptOf(call);
    expect([...new Set(segments.map(({ speaker }) => speaker))], 'speakers').toHaveLength(1);
    expect(['content', 'none']).toContain(diarization.method);
    expect(diarization).not.toHaveProperty('heuristic');
    expect([only, 'speaker_0']).toContain(segments[0]?.speaker);
  });
});

describe('a recording without speech', () => {
  it('has no speakers', async () => {
    for (const samples of [noise(10_000, 400), silence(10_000)]) {
      const { segments, diarization } = await transcriptOf({
        samples,
        turns: [{ speaker: 'agent', startMs: 0, endMs: 1, words: [] }],
      });
      expect(segments).toEqual([]);
      expect(diarization).toEqual({ method: 'none', roleConfidence: 0 });
    }
  });
});
