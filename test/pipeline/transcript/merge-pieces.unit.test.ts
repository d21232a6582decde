import { describe, expect, it } from 'vitest';
import { mergePieces } from '../../../src/pipeline/transcript/merge-pieces.js';
import type { HeardSegment } from '../../../src/ports/speech-to-text.js';
import type { Word } from '../../../src/ports/transcript.js';
import { heardPiece, heardSegment, planPiece } from '../../support/heard-pieces.js';

const OPTIONS = { carriesSpeakers: false, levelAt: () => null };

function words(startMs: number, text: string, eachMs = 300): Word[] {
  return text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + i * eachMs,
    endMs: startMs + i * eachMs + eachMs - 50,
    confidence: 0.5,
  }));
}

describe('speakers', () => {
  it('are the channels on stereo, for any labels of the engine', () => {
    const { segments } = mergePieces(
      [
        heardPiece(planPiece(2000, 4000, 1), [heardSegment(2000, 4000, 'Good morning.', { speaker: 'A' })]),
        heardPiece(planPiece(0, 1500, 0), [heardSegment(0, 1500, 'Hello, how can I help?', { speaker: 'A' })]),
      ],
      OPTIONS,
    );
    expect(segments).toMatchObject([
      { id: 0, channel: 0, speaker: 'channel_0', text: 'Hello, how can I help?' },
      { id: 1, channel: 1, speaker: 'channel_1', text: 'Good morning.' },
    ]);
  });

  it('are the carried labels on mono; without carrying, equal labels of two pieces are two speakers', () => {
    const pieces = [
      heardPiece(planPiece(0, 1000), [heardSegment(0, 1000, 'One.', { speaker: 'A' })]),
      heardPiece(planPiece(2000, 3000), [heardSegment(2000, 3000, 'Two.', { speaker: 'A' })]),
    ];
    const labels = (carriesSpeakers: boolean) =>
      mergePieces(pieces, { ...OPTIONS, carriesSpeakers }).segments.map(({ speaker }) => speaker);
    expect(labels(true)).toEqual(['A', 'A']);
    expect(new Set(labels(false)).size).toBe(2);
  });

  it('are null without labels', () => {
    expect(
      mergePieces([heardPiece(planPiece(0, 1000), [heardSegment(0, 1000, 'Yes.')])], OPTIONS).segments[0]?.speaker,
    ).toBeNull();
  });
});

describe('seams', () => {
  it('words in both pieces at the same time are kept once', () => {
    const { segments } = mergePieces(
      [
        heardPiece(planPiece(0, 10_000), [heardSegment(8000, 10_400, 'Please hold the line.')]),
        heardPiece(planPiece(10_000, 20_000), [
          heardSegment(8100, 10_500, 'please hold the line'),
          heardSegment(11_000, 12_000, 'Thanks.'),
        ]),
      ],
      OPTIONS,
    );
    expect(segments.map(({ text, endMs }) => [text, endMs])).toEqual([
      ['Please hold the line.', 10_000],
      ['Thanks.', 12_000],
    ]);
  });

  it('words said twice are kept twice', () => {
    const pieces = [
      heardPiece(planPiece(0, 10_000), [heardSegment(9000, 10_000, 'No.')]),
      heardPiece(planPiece(10_000, 20_000), [heardSegment(10_000, 11_000, 'No.')]),
    ];
    expect(mergePieces(pieces, OPTIONS).segments).toHaveLength(2);
  });

  it('an utterance that a seam cuts is joined again, with its words', () => {
    const { segments } = mergePieces(
      [
        heardPiece(planPiece(0, 10_000), [
          heardSegment(9000, 10_000, 'I would like', { words: words(9000, 'I would like'), confidence: 0.5 }),
        ]),
        heardPiece(planPiece(10_000, 20_000), [
          heardSegment(10_000, 11_000, 'a refund.', { words: words(10_000, 'a refund.'), confidence: 0.5 }),
        ]),
      ],
      OPTIONS,
    );
    expect(segments).toMatchObject([{ startMs: 9000, endMs: 11_000, text: 'I would like a refund.', confidence: 0.5 }]);
    expect(segments[0]?.words).toHaveLength(5);
  });

  it('times are clamped to the piece', () => {
    const piece = heardPiece(planPiece(1000, 5000), [
      heardSegment(-200, 9000, 'Hello.', { words: [{ ...(words(0, 'Hello.')[0] as Word), endMs: 8000 }] }),
    ]);
    const { segments } = mergePieces([piece], OPTIONS);
    expect(segments).toMatchObject([{ startMs: 1000, endMs: 5000, words: [{ startMs: 1000, endMs: 5000 }] }]);
  });
});

describe('long segments', () => {
  it('are split at pauses between words, and keep every word', () => {
    const said = [...words(0, 'good morning to you'), ...words(4000, 'my bill is wrong'), ...words(9000, 'twice')];
    const text = said.map((word) => word.text).join(' ');
    const { segments } = mergePieces(
      [heardPiece(planPiece(0, 10_000), [heardSegment(0, 9500, text, { words: said })])],
      OPTIONS,
    );
    expect(segments.map((part) => part.text)).toEqual(['good morning to you', 'my bill is wrong', 'twice']);
    expect(segments[1]).toMatchObject({ startMs: 4000, confidence: 0.5 });
  });

  it('are split near the middle without a pause, and not at all without word times', () => {
    const text = Array.from({ length: 150 }, (_, i) => `w${i}`).join(' ');
    const long = (more: Partial<HeardSegment>) =>
      mergePieces([heardPiece(planPiece(0, 45_000), [heardSegment(0, 45_000, text, more)])], OPTIONS).segments;
    const split = long({ words: words(0, text) });
    expect(split.length).toBeGreaterThan(1);
    expect(split.length).toBeLessThan(4);
    expect(split.map((part) => part.text).join(' ')).toBe(text);
    for (const part of split) expect(part.endMs - part.startMs).toBeLessThanOrEqual(30_000);
    expect(long({})).toHaveLength(1);
  });
});

it('orders spotted phrases by start and names the language of most of the text', () => {
  const spotted = (startMs: number) => [{ phrase: 'this call is recorded', startMs, endMs: startMs + 900 }];
  const merged = mergePieces(
    [
      heardPiece(planPiece(5000, 9000, 1), [heardSegment(5000, 9000, 'Sí')], {
        language: 'es',
        spotted: spotted(5000),
      }),
      heardPiece(planPiece(0, 4000, 0), [heardSegment(0, 4000, 'A longer English sentence')], {
        language: 'en',
        spotted: spotted(100),
      }),
    ],
    OPTIONS,
  );
  expect(merged.language).toBe('en');
  expect(merged.spotted.map(({ channel, startMs }) => [channel, startMs])).toEqual([
    [0, 100],
    [1, 5000],
  ]);
  expect(mergePieces([], OPTIONS)).toEqual({ segments: [], spotted: [], language: null });
});
