import { describe, expect, it } from 'vitest';
import type { HeardSegment } from '../../../src/ports/speech-to-text.js';
import type { Word } from '../../../src/ports/transcript.js';
import { mergePieces } from '../../../src/speech/pieces/merge-pieces.js';
import { heardPiece, heardSegment, planPiece } from '../../support/audio/heard-pieces.js';

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
    expect([...new Set(labels(false))], 'labels').toHaveLength(2);
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

  it('words in both pieces are kept as the first piece has them, whichever was heard first', () => {
    const pieces = [
      heardPiece(planPiece(10_000, 20_000), [heardSegment(9000, 10_600, 'hold the line')]),
      heardPiece(planPiece(0, 10_000), [heardSegment(8900, 10_400, 'Hold the line.')]),
    ];
    expect(mergePieces(pieces, OPTIONS).segments).toMatchObject([{ text: 'Hold the line.', endMs: 10_000 }]);
  });

  it('words said twice are kept twice', () => {
    const pieces = [
      heardPiece(planPiece(0, 10_000), [heardSegment(9000, 10_000, 'No.')]),
      heardPiece(planPiece(10_000, 20_000), [heardSegment(10_000, 11_000, 'No.')]),
    ];
    expect(mergePieces(pieces, OPTIONS).segments, 'A word that was said twice is kept once').toHaveLength(2);
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
    expect(segments[0]?.words, 'words of the joined utterance').toHaveLength(5);
  });

  /** What a seam at 10 s makes of an utterance before it and one behind it. */
  const overSeam = (before: HeardSegment, after: HeardSegment) =>
    mergePieces([heardPiece(planPiece(0, 10_000), [before]), heardPiece(planPiece(10_000, 60_000), [after])], {
      ...OPTIONS,
      carriesSpeakers: true,
    }).segments;
  const [BEFORE, AFTER] = [heardSegment(9000, 10_000, 'I would like'), heardSegment(10_000, 11_000, 'a refund.')];

  it.each<[string, Partial<HeardSegment>, Partial<HeardSegment>, boolean]>([
    ['that follow at once', {}, {}, true],
    ['with 200 ms between them', {}, { startMs: 10_200 }, true],
    ['with more than 200 ms between them', {}, { startMs: 10_201 }, false],
    ['of 30 s together', { startMs: 5000 }, { endMs: 35_000 }, true],
    ['of more than 30 s together', { startMs: 5000 }, { endMs: 35_001 }, false],
    ['of two speakers', { speaker: 'A' }, { speaker: 'B' }, false],
    ['of which the first ends a sentence', { text: 'I would like.' }, {}, false],
    ['of which the first ends a question', { text: 'Would I? ' }, {}, false],
    ['of which the first ends a quoted sentence', { text: '(“I would.”)' }, {}, false],
    ['of which the first has a sentence end within', { text: 'I would. Like' }, {}, true],
  ])('halves of an utterance %s are joined: %s', (what, first, second, isJoined) => {
    const joined = overSeam({ ...BEFORE, ...first }, { ...AFTER, ...second });
    expect(joined, `Halves ${what} are ${isJoined ? 'not joined' : 'joined'}`).toHaveLength(isJoined ? 1 : 2);
  });

  it('halves are joined although the engine gave the utterances of a piece in disorder', () => {
    const before = heardPiece(planPiece(0, 10_000), [BEFORE, heardSegment(0, 900, 'Hello.')]);
    const { segments } = mergePieces([before, heardPiece(planPiece(10_000, 20_000), [AFTER])], OPTIONS);
    expect(segments.map(({ text }) => text)).toEqual(['Hello.', 'I would like a refund.']);
  });

  it('joined halves with words have the mean confidence of the words', () => {
    const sure = words(9000, 'I would like').map((word) => ({ ...word, confidence: 0.9 }));
    const unsure = words(10_000, 'a refund.').map((word) => ({ ...word, confidence: 0.4 }));
    const [joined] = overSeam(
      { ...BEFORE, words: sure, confidence: 0.1 },
      { ...AFTER, words: unsure, confidence: 0.1 },
    );
    expect(joined?.confidence).toBeCloseTo(0.7, 9);
  });

  it('two segments of one piece are never joined', () => {
    const { segments } = mergePieces([heardPiece(planPiece(0, 60_000), [BEFORE, AFTER])], OPTIONS);
    expect(segments.map(({ text }) => text)).toEqual(['I would like', 'a refund.']);
  });

  it('joined halves have one space between them, no words unless both have, and a mean confidence by length', () => {
    const [joined] = overSeam(
      { ...BEFORE, text: ' I would ', confidence: 1, words: words(9000, 'I would') },
      { ...AFTER, text: ' like 1 ', confidence: 0.5 },
    );
    expect(joined).toMatchObject({ text: 'I would like 1', words: null, startMs: 9000, endMs: 11_000 });
    expect(joined?.confidence).toBeCloseTo((9 * 1 + 8 * 0.5) / 17, 9);
    const [other] = overSeam({ ...BEFORE }, { ...AFTER, words: words(10_000, 'a refund.') });
    expect(other?.words, 'Words stand for a text of which half has none').toBeNull();
  });

  it.each<[string, [number, number], [number, number], number]>([
    ['share more than half of their time', [8000, 10_000], [8900, 10_000], 1],
    ['share more than half of the time of the shorter one', [2000, 10_000], [8500, 10_000], 1],
    ['share more than half of the time of the shorter one, which is the first', [9000, 10_000], [9400, 17_000], 1],
    ['share half of their time', [8000, 10_000], [9000, 11_000], 2],
  ])('the same words of two pieces that %s', (when, [from, to], [again, until], count) => {
    const { segments } = mergePieces(
      [
        heardPiece(planPiece(0, 20_000), [heardSegment(from, to, 'Hold the line.')]),
        heardPiece(planPiece(5000, 20_000), [heardSegment(again, until, 'hold the line')]),
      ],
      OPTIONS,
    );
    expect(segments, `The words that ${when} are kept ${count === 1 ? 'twice' : 'once'}`).toHaveLength(count);
  });

  it('other words at that time are kept, and so are those that one piece repeats', () => {
    const hold = heardSegment(8000, 10_000, 'Hold the line.');
    const both = (again: readonly HeardSegment[], first = 10_000) =>
      mergePieces(
        [heardPiece(planPiece(0, first), [hold]), heardPiece(planPiece(5000, 20_000), again)],
        OPTIONS,
      ).segments.map(({ text }) => text);
    expect(both([heardSegment(8000, 10_000, 'Holding line.')])).toEqual(['Hold the line.', 'Holding line.']);
    const { segments } = mergePieces([heardPiece(planPiece(0, 20_000), [hold, { ...hold }])], OPTIONS);
    expect(segments, 'Of two equal segments of one piece one is lost').toHaveLength(2);
  });

  it('segments without words are left out, and change nothing else', () => {
    const { segments } = mergePieces(
      [heardPiece(planPiece(0, 10_000), [heardSegment(0, 900, ' '), heardSegment(1000, 2000, 'Yes.')])],
      OPTIONS,
    );
    expect(segments).toMatchObject([{ id: 0, text: 'Yes.' }]);
  });

  it('times are whole milliseconds, and no segment ends before it starts', () => {
    const piece = heardPiece(planPiece(0, 5000), [
      heardSegment(10.4, 20.6, 'One.'),
      heardSegment(3000, 2000, 'Two.'),
      heardSegment(8000, 9000, 'Three.'),
    ]);
    expect(mergePieces([piece], OPTIONS).segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [10, 21],
      [3000, 3000],
      [5000, 5000],
    ]);
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
    expect(long({}), 'A segment without word times is split').toHaveLength(1);
  });
});

describe('a segment with word times', () => {
  const merged = (startMs: number, endMs: number, said: readonly Word[], more: Partial<HeardSegment> = {}) =>
    mergePieces(
      [
        heardPiece(planPiece(0, 100_000), [
          heardSegment(startMs, endMs, said.map(({ text }) => text).join(' '), { words: said, ...more }),
        ]),
      ],
      OPTIONS,
    ).segments;
  const at = (text: string, startMs: number, endMs: number, confidence: number | null = 0.5): Word => ({
    ...{ text, startMs, endMs, confidence },
  });

  it.each<[string, number, number]>([
    ['a second', 1000, 2],
    ['less than a second', 999, 1],
  ])('is split at a pause of %s: %i ms', (pause, pauseMs, count) => {
    const said = [at('one', 100, 500), at('two', 500 + pauseMs, 800 + pauseMs)];
    expect(merged(0, 2500, said), `The utterance is split wrongly at a pause of ${pause}`).toHaveLength(count);
  });

  it('is split into parts that begin and end with it, and with their words between', () => {
    const said = [at('one', 100, 500, null), at('two', 3000, 3400, 0.9), at('three', 5000, 5400, 0.7)];
    const parts = merged(0, 6000, said, { confidence: 0.3 });
    expect(parts).toMatchObject([
      { id: 0, startMs: 0, endMs: 500, text: 'one', confidence: 0.3 },
      { id: 1, startMs: 3000, endMs: 3400, text: 'two', confidence: 0.9 },
      { id: 2, startMs: 5000, endMs: 6000, text: 'three', confidence: 0.7 },
    ]);
    expect(parts.map(({ words }) => words)).toEqual(said.map((word) => [word]));
  });

  it('whose text has other words than its word times stays whole, so that none is lost', () => {
    const said = [at('one', 0, 500), at('two', 4000, 4500)];
    for (const text of ['one two three', 'one']) {
      expect(merged(0, 5000, said, { text }).map((part) => part.text)).toEqual([text]);
    }
    expect(merged(0, 5000, said, { text: ' one  two ' }).map((part) => part.text)).toEqual(['one', 'two']);
  });

  it('of 30 s without a pause stays whole, and a longer one is split at the longest pause of its middle half', () => {
    const edges = (endMs: number) => [
      at('early', 0, 6400),
      at('pause', 7300, 12_000),
      at('middle', 12_100, 18_000),
      at('longest', 18_500, 25_000),
      at('late', 25_900, endMs),
    ];
    expect(merged(0, 30_000, edges(30_000)), 'A segment of 30 s is split').toHaveLength(1);
    const late = [at('one', 10_000, 24_000), at('two', 24_100, 38_000)];
    expect(merged(10_000, 38_000, late), 'A segment is split because it begins late').toHaveLength(1);
    expect(merged(0, 30_001, edges(30_001)).map(({ text }) => text)).toEqual(['early pause middle', 'longest late']);
  });

  it('that is too long is split at the first of two equal pauses', () => {
    const said = [at('one', 0, 15_000), at('two', 15_100, 20_000), at('three', 20_100, 40_000)];
    expect(merged(0, 40_000, said).map(({ text }) => text)).toEqual(['one', 'two three']);
  });

  it.each<[string, number, number]>([
    ['begins with its first quarter over', 10_000, 10_200],
    ['begins with its last quarter', 30_000, 30_200],
  ])('that is too long is split at a word that %s', (_where, endMs, startMs) => {
    const said = [at('one', 0, endMs - 200), at('two', startMs - 200, 40_000)];
    expect(merged(0, 40_000, said).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('that is too long, with no word beginning in its middle half, stays whole', () => {
    expect(
      merged(0, 40_000, [at('one', 0, 9000), at('two', 9100, 40_000)]),
      'A segment is split before a word that begins too early',
    ).toHaveLength(1);
    expect(
      merged(0, 40_000, [at('one', 0, 30_050), at('two', 30_100, 40_000)]),
      'A segment is split before a word that begins too late',
    ).toHaveLength(1);
  });
});

it('orders segments by start, then by end, then by channel', () => {
  const piece = (channel: number, ...spans: [number, number][]) =>
    heardPiece(
      planPiece(0, 9000, channel),
      spans.map(([startMs, endMs]) => heardSegment(startMs, endMs, `${startMs} to ${endMs} on ${channel}`)),
    );
  const { segments } = mergePieces(
    [piece(1, [0, 1000], [2000, 3000], [5000, 5500]), piece(0, [0, 1000], [2000, 2500], [5000, 6000])],
    OPTIONS,
  );
  expect(segments.map(({ channel, startMs, endMs }) => [channel, startMs, endMs])).toEqual([
    [0, 0, 1000],
    [1, 0, 1000],
    [0, 2000, 2500],
    [1, 2000, 3000],
    [1, 5000, 5500],
    [0, 5000, 6000],
  ]);
});

it('adds the text of a language up over the pieces, and leaves out those without one', () => {
  const piece = (at: number, text: string, language: string | null) =>
    heardPiece(planPiece(at * 1000, at * 1000 + 900), [heardSegment(at * 1000, at * 1000 + 900, text)], { language });
  const pieces = [
    piece(0, 'twelve chars', 'en'),
    piece(1, 'eight ch', 'fr'),
    piece(2, 'eight ch', 'fr'),
    piece(3, 'a text that is longer than all of them', null),
  ];
  expect(mergePieces(pieces, OPTIONS).language, 'The language is not that of most of the text').toBe('fr');
  expect(mergePieces(pieces.slice(3), OPTIONS).language).toBeNull();
});

it('orders spotted phrases of two channels whose pieces overlap', () => {
  const spotted = (startMs: number) => [{ phrase: 'this call is recorded', startMs, endMs: startMs + 900 }];
  const merged = mergePieces(
    [
      heardPiece(planPiece(0, 9000, 0), [], { spotted: spotted(7000) }),
      heardPiece(planPiece(1000, 4000, 1), [], { spotted: spotted(2000) }),
    ],
    OPTIONS,
  );
  expect(merged.spotted.map(({ startMs }) => startMs)).toEqual([2000, 7000]);
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
