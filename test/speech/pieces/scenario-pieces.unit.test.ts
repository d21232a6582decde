import { describe, expect, it } from 'vitest';
import type { HeardScenario, HeardTurn } from '../../../src/ports/scenario.js';
import { measurementOf, piecesOf } from '../../../src/speech/pieces/scenario-pieces.js';

const ENGINE = {
  name: 'scenario:good_call',
  grade: 'demo',
  accuracy: '',
  hearing: { minScore: 0.6, minSnrDb: 15, needsWideBand: false },
} as const;

const turn = (channel: number | null, startMs: number, voice: string | null = null): HeardTurn => ({
  channel,
  voice,
  startMs,
  endMs: startMs + 900,
  text: 'Good morning',
  words: [
    { text: 'Good', startMs, endMs: startMs + 400, confidence: 0.75 },
    { text: 'morning', startMs: startMs + 400, endMs: startMs + 900, confidence: 0.25 },
  ],
  levelDb: -20,
});
const scenario = (channels: number, turns: readonly HeardTurn[]): HeardScenario => ({
  durationMs: 10_000,
  channels,
  language: 'en',
  noiseDb: -60,
  turns,
  keys: [],
});

describe('the measurement of a scenario', () => {
  it('has a track for each channel, with the speech of its own turns and no samples', () => {
    const { durationMs, layout, tracks } = measurementOf(scenario(2, [turn(0, 0), turn(1, 1_000)]));
    expect([durationMs, layout]).toEqual([10_000, 'stereo']);
    expect(tracks.map(({ channel, speech, file, envelope }) => [channel, speech, file, envelope])).toEqual([
      [0, [{ startMs: 0, endMs: 900, levelDb: -20 }], '', undefined],
      [1, [{ startMs: 1_000, endMs: 1_900, levelDb: -20 }], '', undefined],
    ]);
  });

  it('has the keys that were pressed', () => {
    const keys = [{ channel: 1, startMs: 2_000, endMs: 4_000, keys: 16 }];
    expect(measurementOf({ ...scenario(2, [turn(0, 0)]), keys }).keys).toEqual(keys);
  });

  it('is that of clean telephone speech as loud as the turns', () => {
    const turns = [turn(0, 0), { ...turn(0, 1_000), levelDb: -30 }];
    const { tracks, damaged, sourceChannels } = measurementOf(scenario(2, turns));
    expect([damaged, sourceChannels]).toEqual([false, 2]);
    expect(tracks.map(({ levelDb, snrDb, signal }) => ({ levelDb, snrDb, signal }))).toEqual([
      { levelDb: -25, snrDb: 35, signal: { noiseDb: -60, quietDb: -60, brightShare: 0, clippedShare: 0 } },
      { levelDb: -60, snrDb: null, signal: { noiseDb: -60, quietDb: null, brightShare: null, clippedShare: null } },
    ]);
  });

  it('has one track in mono, and nothing but the background where no one speaks', () => {
    const { layout, tracks } = measurementOf(scenario(1, []));
    expect(layout).toBe('mono');
    expect(tracks).toMatchObject([{ channel: null, speech: [], snrDb: null, levelDb: -60 }]);
  });
});

describe('the pieces of a scenario', () => {
  const turns = [turn(0, 0), turn(1, 1_000), turn(0, 2_000), turn(1, 3_000)];

  it('are one for each channel and stretch, and hold each turn once', () => {
    const stretches = piecesOf(scenario(2, turns), ENGINE, 2);
    expect(stretches.map((pieces) => pieces.map(({ piece }) => [piece.channel, piece.startMs, piece.endMs]))).toEqual([
      [
        [0, 0, 900],
        [1, 1_000, 1_900],
      ],
      [
        [0, 2_000, 2_900],
        [1, 3_000, 3_900],
      ],
    ]);
    expect(
      stretches.flat().flatMap(({ transcript }) => transcript.segments),
      'turns in all pieces',
    ).toHaveLength(4);
  });

  it('name the scenario as the engine that heard them, and carry the speakers of mono', () => {
    const [stereo] = piecesOf(scenario(2, turns), ENGINE, 1).flat();
    expect(stereo?.heardBy).toMatchObject({ engine: 'scenario:good_call', grade: 'demo', carriesSpeakers: false });
    const [mono] = piecesOf(scenario(1, [turn(null, 0, 'A')]), ENGINE, 1).flat();
    expect(mono?.heardBy).toMatchObject({ diarizes: true, carriesSpeakers: true });
    expect(mono?.transcript.segments[0]).toMatchObject({ speaker: 'A', confidence: 0.5 });
    expect(mono?.piece).toEqual({
      channel: null,
      file: '',
      startMs: 0,
      endMs: 900,
      speech: [{ startMs: 0, endMs: 900 }],
    });
    expect(mono?.transcript).toMatchObject({ language: 'en', spotted: [], providerSeconds: null });
    const [partly] = piecesOf(scenario(1, [turn(null, 0, 'A'), turn(null, 1_000)]), ENGINE, 1).flat();
    expect(partly?.heardBy.diarizes, 'A turn without a voice hides the voices of the others').toBe(true);
  });

  it('are none where no one speaks', () => {
    expect(piecesOf(scenario(2, []), ENGINE, 8)).toEqual([]);
  });
});
