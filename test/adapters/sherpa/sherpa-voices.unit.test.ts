import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { voiceTurns } from '../../../src/adapters/sherpa/sherpa-voices.js';

const segment = (start: number, end: number, speaker: number) => ({ start, end, speaker });

describe('turns of voices', () => {
  it('are the segments, joined where one voice goes on', () => {
    const turns = voiceTurns([segment(0, 2, 0), segment(2, 3, 0), segment(3.5, 6, 1)], 10_000, 2);
    expect(turns).toEqual([
      { startMs: 0, endMs: 3_000, voice: 0 },
      { startMs: 3_500, endMs: 6_000, voice: 1 },
    ]);
  });

  it('leave an overlap to the voice that began first', () => {
    const turns = voiceTurns([segment(1, 6, 0), segment(2, 3, 1), segment(5, 9, 1)], 10_000, 2);
    expect(turns).toEqual([
      { startMs: 1_000, endMs: 6_000, voice: 0 },
      { startMs: 6_000, endMs: 9_000, voice: 1 },
    ]);
  });

  it('are none where the second voice says next to nothing', () => {
    expect(voiceTurns([segment(0, 20, 0), segment(20, 21.4, 1)], 30_000, 2)).toEqual([]);
    expect(
      voiceTurns([segment(0, 20, 0), segment(20, 21.6, 1)], 30_000, 2),
      'turns where the second voice says enough',
    ).toHaveLength(2);
  });

  it('have as many voices as speak, and not those of a cough', () => {
    const three = [segment(0, 5, 0), segment(5, 10, 1), segment(10, 15, 2), segment(15, 16, 3)];
    expect(voiceTurns(three, 30_000, 4)?.map(({ voice }) => voice)).toEqual([0, 1, 2]);
    expect(voiceTurns(three, 30_000, 2)?.map(({ voice }) => voice)).toEqual([0, 1]);
  });

  it('are in order, disjoint and within the recording, whatever the library answers', () => {
    const time = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -500, max: 4_000 }).map((value) => value / 100) },
      fc.constantFrom(null, -1e9, 1e9, 1e-9),
    );
    const speaker = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0, 1) }, fc.constantFrom(2, -1, 0.5, null));
    const anything = fc.record({ start: time, end: time, speaker });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (segments) => {
        let end = 0;
        for (const turn of voiceTurns(segments, 30_000, 2) ?? []) {
          expect(turn.startMs).toBeGreaterThanOrEqual(end);
          expect(turn.endMs).toBeGreaterThan(turn.startMs);
          expect(
            [turn.startMs, turn.endMs].filter((ms) => !Number.isInteger(ms)),
            'times in parts of a millisecond',
          ).toEqual([]);
          end = turn.endMs;
        }
        expect(end).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});
