import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardSegment } from '../../../src/ports/speech-to-text.js';
import type { VoiceTurn } from '../../../src/ports/voice-separation.js';
import type { HeardPiece } from '../../../src/speech/pieces/merge-pieces.js';
import { splitByVoice } from '../../../src/speech/transcript/split-by-voice.js';

const turn = (startMs: number, endMs: number, voice: number): VoiceTurn => ({ startMs, endMs, voice });

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
  it('cuts a segment between three voices too', () => {
    const turns = [turn(0, 1000, 2), turn(1000, 2000, 0), turn(2000, 3000, 1)];
    expect(summarize(splitByVoice(pieces(spoken(0, 'good day hello there my name')), turns))).toEqual([
      ['voice_2', 0, 900, 'good day'],
      ['voice_0', 1000, 1900, 'hello there'],
      ['voice_1', 2000, 2900, 'my name'],
    ]);
  });

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

  it('keeps its times where they reach beyond its words, and its confidence where its words have none', () => {
    const bare = spoken(1000, 'yes no');
    const utterance = {
      ...{ ...bare, startMs: 800, endMs: 2300 },
      words: bare.words!.map((word, at) => ({ ...word, confidence: at === 0 ? null : 0.9 })),
    };
    const split = segmentsOf(splitByVoice(pieces(utterance), [turn(0, 1450, 0), turn(1450, 3000, 1)]));
    expect(split.map(({ startMs, endMs, confidence }) => [startMs, endMs, confidence])).toEqual([
      [800, 1400, 0.7],
      [1500, 2300, 0.9],
    ]);
  });

  it('is cut whatever spaces its text has', () => {
    const utterance = { ...spoken(0, 'yes no'), text: ' yes  no ' };
    const split = splitByVoice(pieces(utterance), [turn(0, 450, 0), turn(450, 3000, 1)]);
    expect(segmentsOf(split).map(({ text }) => text)).toEqual(['yes', 'no']);
  });

  it('whose words are not those of its text goes whole to one voice, so that none is lost', () => {
    const utterance = { ...spoken(0, 'one two three four'), text: 'one two three' };
    const split = splitByVoice(pieces(utterance, spoken(3000, 'five')), [turn(0, 1100, 1), turn(1100, 4000, 0)]);
    expect(summarize(split)).toEqual([
      ['voice_1', 0, 1900, 'one two three'],
      ['voice_0', 3000, 3400, 'five'],
    ]);
  });

  it.each<[string, [number, number], VoiceTurn[], string]>([
    [
      'that speaks again long after it',
      [0, 300],
      [turn(0, 200, 0), turn(200, 300, 1), turn(10_000, 11_000, 0)],
      'voice_0',
    ],
    ['of most of its own time, not of the turn', [4500, 6000], [turn(0, 5000, 0), turn(5000, 6000, 1)], 'voice_1'],
    ['that ends in it, with most of its time', [4500, 6000], [turn(0, 5500, 0), turn(5500, 9000, 1)], 'voice_0'],
    ['of the turn before, if that is nearer', [1500, 2000], [turn(0, 1200, 0), turn(2400, 3000, 1)], 'voice_0'],
    ['of the turn behind, if that is nearer', [1500, 2000], [turn(0, 1000, 0), turn(2200, 3000, 1)], 'voice_1'],
    ['of the turn before, if both are as near', [1500, 2000], [turn(0, 1300, 1), turn(2200, 3000, 0)], 'voice_1'],
    ['of the first turn, before which it is', [0, 400], [turn(1000, 2000, 1), turn(2000, 3000, 0)], 'voice_1'],
    ['of the last turn, behind which it is', [9000, 9400], [turn(0, 1000, 0), turn(1000, 3000, 1)], 'voice_1'],
  ])('without word times goes to the voice %s', (which, [startMs, endMs], turns, voice) => {
    const utterance = { ...spoken(startMs, 'word', false), endMs };
    // Another one for each voice, so that there are two.
    const others = turns.map(({ startMs: from, endMs: to }) => ({ ...spoken(from, 'other', false), endMs: to }));
    const [first] = segmentsOf(splitByVoice(pieces(utterance, ...others), turns));
    expect(first?.speaker, `It does not go to the voice ${which}`).toBe(voice);
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
        expect(segmentsOf(again).length, 'segments after a second split').toBe(segmentsOf(split).length);
      }),
    );
  });
});
