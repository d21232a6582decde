import { describe, expect, it } from 'vitest';
import { selectVoiceSamples } from '../../../src/pipeline/transcript/voice-samples.js';
import type { PieceTranscript } from '../../../src/ports/speech-to-text.js';

/** `[label, start, end]` in seconds. */
const piece = (...segments: (readonly [string | null, number, number])[]): PieceTranscript => ({
  segments: segments.map(([speaker, start, end]) => ({
    speaker,
    startMs: start * 1000,
    endMs: end * 1000,
    text: 'words',
    confidence: null,
    words: null,
  })),
  language: 'en',
  spotted: [],
  providerSeconds: null,
});

describe('the voices carried to the next piece', () => {
  it('are told by the longest stretch in which each speaks alone, at most ten seconds of it', () => {
    const voices = selectVoiceSamples([piece(['A', 0, 3], ['B', 4, 30], ['A', 31, 36])]);
    expect(voices).toEqual([
      { label: 'A', sample: { startMs: 31_000, endMs: 36_000 } },
      { label: 'B', sample: { startMs: 4_000, endMs: 14_000 } },
    ]);
  });

  it('are never told by a stretch that is too short, or in which somebody else speaks too', () => {
    expect(selectVoiceSamples([piece(['A', 0, 1.5], ['B', 2, 8], ['A', 7, 12])])).toEqual([]);
  });

  it('are four at most, in the order they were met, over all pieces so far', () => {
    const pieces = ['A', 'B', 'C', 'D', 'E'].map((label, index) => piece([label, index * 10, index * 10 + 5]));
    expect(selectVoiceSamples(pieces).map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('leave out what nobody was named for', () => {
    expect(selectVoiceSamples([piece([null, 0, 5])])).toEqual([]);
    expect(selectVoiceSamples([])).toEqual([]);
  });
});
