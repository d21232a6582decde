import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardPiece } from '../../../src/pipeline/transcript/merge-pieces.js';
import { splitByVoice } from '../../../src/pipeline/transcript/split-by-voice.js';
import type { HeardSegment, VoiceTurn } from '../../../src/ports/speech-to-text.js';

const turn = (startMs: number, endMs: number, voice: 0 | 1): VoiceTurn => ({ startMs, endMs, voice });

/** One word of 400 ms every half second. */
function spoken(startMs: number, text: string, timed = true): HeardSegment {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + 500 * at,
    endMs: startMs + 500 * at + 400,
    confidence: at % 2 === 0 ? 0.8 : 0.6,
  }));
  const endMs = words.at(-1)!.endMs;
  return { speaker: null, startMs, endMs, text, confidence: 0.7, words: timed ? words : null };
}

/** One piece per segment. */
const pieces = (...segments: HeardSegment[]): HeardPiece[] =>
  segments.map((segment) => ({
    piece: { channel: null, file: 'mono.pcm', startMs: segment.startMs, endMs: segment.endMs, speech: [segment] },
    transcript: { segments: [segment], language: 'en', spotted: [], providerSeconds: null },
  }));

const segmentsOf = (heard: readonly HeardPiece[]) => heard.flatMap(({ transcript }) => transcript.segments);

const summarize = (heard: readonly HeardPiece[]) =>
  segmentsOf(heard).map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text]);

describe('an utterance', () => {
  it('becomes two where the voice changes between its words', () => {
    const merged = pieces(spoken(1000, 'How can I help? My bill is wrong.'));
    const split = splitByVoice(merged, [turn(900, 2950, 0), turn(2950, 5000, 1)]);
    expect(summarize(split)).toEqual([
      ['voice_0', 1000, 2900, 'How can I help?'],
      ['voice_1', 3000, 4900, 'My bill is wrong.'],
    ]);
    expect(segmentsOf(split)[0]?.confidence).toBeCloseTo(0.7, 9);
    expect(segmentsOf(split).map(({ words }) => words?.length)).toEqual([4, 4]);
  });

  it('without word times goes whole to the voice that has most of its time', () => {
    const merged = pieces(spoken(0, 'a b c d', false), spoken(3000, 'e f', false));
    const split = splitByVoice(merged, [turn(0, 700, 1), turn(700, 2000, 0), turn(3000, 4000, 1)]);
    expect(summarize(split)).toEqual([
      ['voice_0', 0, 1900, 'a b c d'],
      ['voice_1', 3000, 3900, 'e f'],
    ]);
  });

  it('between two turns goes to the nearest voice', () => {
    const merged = pieces(spoken(0, 'one'), spoken(1000, 'two'), spoken(2000, 'three'));
    const split = splitByVoice(merged, [turn(0, 950, 0), turn(2000, 2400, 1)]);
    expect(segmentsOf(split).map(({ speaker }) => speaker)).toEqual(['voice_0', 'voice_0', 'voice_1']);
  });
});

describe('a transcript', () => {
  const merged = pieces(spoken(0, 'hello there'), spoken(2000, 'good bye'));

  it('is returned unchanged when one voice says all of it', () => {
    expect(splitByVoice(merged, [])).toBe(merged);
    expect(splitByVoice(merged, [turn(0, 3000, 1), turn(8000, 9000, 0)])).toBe(merged);
  });

  it('loses, repeats and changes no word, for any turns', () => {
    const lengths = fc.array(fc.integer({ min: 10, max: 3000 }), { minLength: 1, maxLength: 20 });
    const texts = fc.array(fc.array(fc.constantFrom('a', 'bb', 'c.'), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(lengths, texts, fc.boolean(), fc.boolean(), (spans, utterances, timed, swap) => {
        const edge = (index: number) => spans.slice(0, index).reduce((sum, length) => sum + length, 0);
        const turns = spans.map((_, index) => turn(edge(index), edge(index + 1), index % 2 === 0 ? 0 : 1));
        let startMs = 0;
        const segments = utterances.map((words) => {
          const segment = spoken(startMs, words.join(' '), timed);
          startMs = segment.endMs + 300;
          return segment;
        });
        const given = pieces(...segments);
        const split = splitByVoice(given, turns);
        expect(
          segmentsOf(split)
            .map(({ text }) => text)
            .join(' '),
        ).toBe(segments.map(({ text }) => text).join(' '));
        expect(segmentsOf(split).flatMap(({ words }) => words)).toEqual(segments.flatMap(({ words }) => words));
        for (const [index, { startMs: from, endMs }] of segmentsOf(split).entries()) {
          expect(endMs).toBeGreaterThanOrEqual(from);
          if (index > 0) expect(from).toBeGreaterThanOrEqual(segmentsOf(split)[index - 1]!.endMs);
        }
        // Swapping the two voices gives the same cuts.
        const other = turns.map((each) => ({ ...each, voice: swap ? ((1 - each.voice) as 0 | 1) : each.voice }));
        const again = splitByVoice(given, other);
        expect(segmentsOf(again).length).toBe(segmentsOf(split).length);
      }),
    );
  });
});
