// cspell:ignore openwhispr
// Text is judged by the times that the server gave it. Examples are made after public reports: openwhispr#1458,
// whisper-timestamped#6, whisperX#559 and #419.
import { describe, expect, it } from 'vitest';
import {
  readDiarizedResponse,
  readVerboseResponse,
} from '../../../src/adapters/openai/transcription/openai-transcription-response.js';
import type { HeardSegment, SpeechPiece } from '../../../src/ports/speech-to-text.js';

/** 24.37 s, spoken from the first to the last moment, which begin a minute into the recording. */
const piece: SpeechPiece = {
  channel: 1,
  startMs: 60_000,
  endMs: 84_370,
  pcmPath: 'never read',
  speech: [{ startMs: 60_000, endMs: 84_370 }],
};
const said = (start: unknown, end: unknown, text = 'Hello there.') => ({ start, end, text });
const word = (text: string, start?: unknown, end?: unknown) => ({ word: text, start, end });
const segmentsOf = (answer: object) => readVerboseResponse({ text: 'All.', ...answer }, piece).segments;
const spans = (segments: readonly HeardSegment[]) => segments.map(({ text, startMs, endMs }) => [text, startMs, endMs]);
const words = (segments: readonly HeardSegment[]) =>
  segments.flatMap((segment) => segment.words ?? []).map(({ text, startMs, endMs }) => [text, startMs, endMs]);

describe('a segment outside of the piece that was sent', () => {
  it.each<[string, unknown, unknown, string]>([
    ['2.5 s behind its end', 26.87, 29, 'Thanks, that would be all.'],
    ['just behind its end', 24.37, 26, 'Goodbye.'],
    ['at its end, without a length', 24.37, 24.37, 'Goodbye.'],
    [
      'for the most part behind its end, with more text than the rest can hold',
      24.3,
      29,
      'Please send it to my new address.',
    ],
    ['in milliseconds, behind its end', 26_870, 29_000, 'Thanks, that would be all.'],
    ['before its start', -4, -2, 'I accept the terms.'],
    ['minutes behind its end', 150, 152, 'I accept the terms.'],
  ])('is dropped: %s', (_, start, end, text) => {
    const factor = typeof start === 'number' && start > 1000 ? 1000 : 1;
    const others = [said(1 * factor, 3 * factor), said(4 * factor, 20 * factor, 'How can I help you?')];
    expect(segmentsOf({ segments: [...others, said(start, end, text)] }).map((each) => each.text)).toEqual([
      'Hello there.',
      'How can I help you?',
    ]);
    const labelled = [...others, said(start, end, text)].map((each) => ({ ...each, speaker: 'A' }));
    if (factor === 1)
      expect(readDiarizedResponse({ segments: labelled }, piece).segments, 'with speakers').toHaveLength(2);
  });

  it.each<[string, number, number, number, number]>([
    ['an end that is the window of the model', 22, 30, 82_000, 84_370],
    ['an end that is rounded up', 23.9, 24.5, 83_900, 84_370],
    ['a start that is rounded down', -0.3, 2, 60_000, 62_000],
    ['its end before its start', 5, 3, 65_000, 65_000],
  ])('is kept within the piece for %s', (_, start, end, startMs, endMs) => {
    expect(spans(segmentsOf({ segments: [said(start, end)] }))).toEqual([['Hello there.', startMs, endMs]]);
  });

  it('in part keeps the words that lie within, and their text', () => {
    const own = [
      word('See', 23, 23.4),
      word('you', 23.5, 23.9),
      word('tomorrow', 24, 24.3),
      word('at', 24.9, 25.3),
      word('ten', 25.4, 26),
    ];
    const behind = segmentsOf({ segments: [{ ...said(23, 26, 'See you tomorrow, at ten!'), words: own }] });
    expect(spans(behind)).toEqual([['See you tomorrow,', 83_000, 84_370]]);
    expect(words(behind).map(([text]) => text)).toEqual(['See', 'you', 'tomorrow']);
    const early = [word('Yes', -2, -1.5), word('of', 0.2, 0.4), word('course', 0.5, 1)];
    const before = segmentsOf({ segments: [{ ...said(-2, 1, 'Yes, of course.'), words: early }] });
    expect(spans(before)).toEqual([['of course.', 60_000, 61_000]]);
  });

  it('is dropped where all of its words lie outside, and kept where only its own times are wrong', () => {
    const outside = [word('Thank', 24.6, 25), word('you', 25, 25.4)];
    expect(segmentsOf({ segments: [{ ...said(24, 26, 'Thank you'), words: outside }] })).toEqual([]);
    const inside = [word('Thank', 3, 3.4), word('you', 3.4, 3.8)];
    expect(spans(segmentsOf({ segments: [said(1, 2), { ...said(40, 41, 'Thank you'), words: inside }] }))).toEqual([
      ['Hello there.', 61_000, 62_000],
      ['Thank you', 63_000, 63_800],
    ]);
  });

  it('by single words with impossible times keeps its text', () => {
    const own = [word('My', 1, 1.2), word('name', 900, 901), word('is', 1.6, 1.8), word('Ada', 1.9, 2.4)];
    const heard = segmentsOf({ segments: [{ ...said(1, 2.5, 'My name is Ada.'), words: own }] });
    expect(spans(heard)).toEqual([['My name is Ada.', 61_000, 62_500]]);
    expect(words(heard)).toEqual([
      ['My', 61_000, 61_200],
      ['name', 61_200, 61_600],
      ['is', 61_600, 61_800],
      ['Ada', 61_900, 62_400],
    ]);
    const absurd = own.map((each) => ({ ...each, start: 70, end: 71 }));
    const untimed = segmentsOf({ segments: [{ ...said(1, 2.5, 'My name is Ada.'), words: absurd }] });
    expect(untimed).toMatchObject([{ text: 'My name is Ada.', words: null }]);
  });
});

describe('the unit and the origin of times', () => {
  it.each([
    ['seconds', 1],
    ['milliseconds', 1e3],
    ['microseconds', 1e6],
    ['nanoseconds', 1e9],
  ])('of words may differ from those of segments: %s', (_, unit) => {
    const own = [word('Hello', 1 * unit, 2 * unit), word('there.', 2 * unit, 3 * unit)];
    const expected = [
      ['Hello', 61_000, 62_000],
      ['there.', 62_000, 63_000],
    ];
    expect(words(segmentsOf({ segments: [{ ...said(1, 3), words: own }] })), 'words within segments').toEqual(expected);
    const shared = segmentsOf({ segments: [said(0, 0.9, 'Hm.'), said(1, 3)], words: own });
    expect(words(shared.slice(1)), 'words beside segments').toEqual(expected);
  });

  it('of words may be the start of their segment', () => {
    const own = [word('How', 0, 0.3), word('are', 0.3, 0.6), word('you?', 0.6, 1)];
    const heard = segmentsOf({ segments: [said(1, 3), { ...said(10, 11, 'How are you?'), words: own }] });
    expect(words(heard)).toEqual([
      ['How', 70_000, 70_300],
      ['are', 70_300, 70_600],
      ['you?', 70_600, 71_000],
    ]);
  });
});

describe('what has no times', () => {
  it('among words leaves the others theirs, and gets the time in between', () => {
    for (const missing of [{}, { start: null, end: null }, { start: 'NaN', end: 'NaN' }]) {
      const own = [
        word('It', 1, 1.2),
        word('costs', 1.3, 1.6),
        { word: '£13.60', ...missing },
        word('today', 2.4, 2.9),
      ];
      const expected = [
        ['It', 61_000, 61_200],
        ['costs', 61_300, 61_600],
        ['£13.60', 61_600, 62_400],
        ['today', 62_400, 62_900],
      ];
      const segment = said(1, 3, 'It costs £13.60 today.');
      expect(words(segmentsOf({ segments: [{ ...segment, words: own }] })), 'words within segments').toEqual(expected);
      expect(words(segmentsOf({ segments: [segment], words: own })), 'words beside segments').toEqual(expected);
    }
  });

  it.each<[string, object[], number[][]]>([
    [
      'at the beginning',
      [word('14', null, null), word('days', 2, 2.5)],
      [
        [61_000, 62_000],
        [62_000, 62_500],
      ],
    ],
    [
      'at the end',
      [word('in', 1, 1.5), word('2026', null, null)],
      [
        [61_000, 61_500],
        [61_500, 63_000],
      ],
    ],
    [
      'twice in a row',
      [word('a', 1, 1.5), word('7'), word('8'), word('b', 2.5, 3)],
      [
        [61_000, 61_500],
        [61_500, 62_000],
        [62_000, 62_500],
        [62_500, 63_000],
      ],
    ],
    [
      'but a start',
      [word('a', 1, 1.5), word('b', 2, null), word('c', 2.5, 3)],
      [
        [61_000, 61_500],
        [62_000, 62_000],
        [62_500, 63_000],
      ],
    ],
  ])('%s of the words', (_, own, expected) => {
    const text = own.map((each) => Object(each).word).join(' ');
    const heard = segmentsOf({ segments: [{ ...said(1, 3, text), words: own }] });
    expect(words(heard).map(([, ...times]) => times)).toEqual(expected);
  });

  it('in any of its words has none, and words that are none do not count', () => {
    expect(segmentsOf({ segments: [{ ...said(1, 3), words: [word('Hello'), word('there')] }] })).toMatchObject([
      { words: null },
    ]);
    const own = [word('Hello', 1, 2), null, 7, { start: 1, end: 2 }, word('there.', 2, 3)];
    expect(words(segmentsOf({ segments: [{ ...said(1, 3), words: own }] })).map(([text]) => text)).toEqual([
      'Hello',
      'there.',
    ]);
  });

  it('among segments lies between its neighbours', () => {
    const segments = [
      said(1, 3, 'First.'),
      said(null, null, 'Second.'),
      said(6, 8, 'Third.'),
      said(9, undefined, 'Fourth.'),
    ];
    expect(spans(segmentsOf({ segments }))).toEqual([
      ['First.', 61_000, 63_000],
      ['Second.', 63_000, 66_000],
      ['Third.', 66_000, 68_000],
      ['Fourth.', 69_000, 84_370],
    ]);
  });
});

describe('words', () => {
  it('out of order come out ascending', () => {
    const own = [word('name', 1.4, 1.6), word('My', 1, 1.2), word('Ada', 1.9, 2.4), word('is', 1.7, 1.8)];
    const heard = segmentsOf({ segments: [{ ...said(1, 2.5, 'My name is Ada.'), words: own }] });
    expect(words(heard).map(([text]) => text)).toEqual(['My', 'name', 'is', 'Ada']);
    const shared = segmentsOf({
      segments: [said(1, 1.65, 'My name'), said(1.65, 2.5, 'is Ada.')],
      words: own.reverse(),
    });
    expect(shared.map((each) => each.words?.map(({ text }) => text))).toEqual([
      ['My', 'name'],
      ['is', 'Ada'],
    ]);
  });

  it('of segments out of order go to the segment in which they lie', () => {
    const own = [word('first', 1, 2), word('second', 5, 6)];
    const heard = segmentsOf({ segments: [said(5, 6, 'second'), said(1, 2, 'first')], words: own });
    expect(heard.map((each) => [each.text, ...(each.words ?? []).map(({ text }) => text)])).toEqual([
      ['first', 'first'],
      ['second', 'second'],
    ]);
  });

  it('of a list for all segments that lie behind the end belong to none', () => {
    const own = [word('Hello', 1, 1.4), word('there.', 1.4, 2), word('Bye', 27, 28)];
    expect(words(segmentsOf({ segments: [said(1, 2)], words: own })).map(([text]) => text)).toEqual([
      'Hello',
      'there.',
    ]);
  });

  it('of an answer with speakers are read too', () => {
    const segments = [{ ...said(1, 3), speaker: 'A', words: [word('there.', 2, 3), word('Hello', 1, 2)] }];
    expect(words(readDiarizedResponse({ segments }, piece).segments).map(([text]) => text)).toEqual([
      'Hello',
      'there.',
    ]);
  });

  it('named text, as whisper-timestamped does, are words', () => {
    const own = [{ text: 'Hello', start: 1, end: 2 }];
    expect(words(segmentsOf({ segments: [{ ...said(1, 3, 'Hello'), words: own }] }))).toEqual([
      ['Hello', 61_000, 62_000],
    ]);
  });

  it.each<[string, object]>([
    ['no segments', { segments: [] }],
    ['null for segments', { segments: null }],
    ['one segment from 0 to 0', { segments: [said(0, 0, 'Good morning. It is Ada.')] }],
  ])('with times beside %s are segments, cut at pauses, with the punctuation of the text', (_, rest) => {
    const own = [
      word('Good', 1, 1.3),
      word('morning', 1.3, 2),
      word('It', 4, 4.2),
      word('is', 4.2, 4.4),
      word('Ada', 4.5, 5),
    ];
    const heard = segmentsOf({ text: 'Good morning. It is Ada.', words: own, ...rest });
    expect(spans(heard)).toEqual([
      ['Good morning.', 61_000, 62_000],
      ['It is Ada.', 64_000, 65_000],
    ]);
    expect(words(heard), 'words').toHaveLength(5);
    const without = segmentsOf({
      text: null,
      words: own,
      ...(Object(rest).segments?.length ? rest : { segments: [] }),
    });
    expect(without.map(({ text }) => text.replace(/\.$/, ''))).toEqual(['Good morning', 'It is Ada']);
    const behind = [...own, word('Bye', 26, 26.5)];
    expect(
      segmentsOf({ text: 'Good morning. It is Ada. Bye.', ...rest, words: behind }),
      'a word behind the end',
    ).toHaveLength(2);
  });

  it('within a segment from 0 to 0 say where it is', () => {
    const own = [word('Hello', 5, 5.4), word('there.', 5.5, 6)];
    expect(spans(segmentsOf({ segments: [{ ...said(0, 0), words: own }] }))).toEqual([
      ['Hello there.', 65_000, 66_000],
    ]);
  });

  it('in their ten thousands are read in one pass', () => {
    const count = 20_000;
    const of = (n: number) => ({ start: n / 20, end: (n + 1) / 20 });
    const long = { ...piece, endMs: piece.startMs + 1_000_000, speech: [{ startMs: 60_000, endMs: 1_060_000 }] };
    const own = Array.from({ length: count }, (_, n) => ({ word: `w${n}`, ...of(n) }));
    const segments = Array.from({ length: count }, (_, n) => ({ text: `w${n}`, ...of(n) }));
    const heard = readVerboseResponse({ segments, words: own }, long).segments;
    expect(words(heard), 'words').toHaveLength(count);
  });
});

it('segments that a model takes for silence take their words with them', () => {
  const silent = { ...said(5, 6, 'Thank you.'), no_speech_prob: 0.9, avg_logprob: -1.4 };
  const own = [word('Hello', 1, 1.4), word('there.', 1.4, 2), word('Thank', 5, 5.4), word('you.', 5.4, 6)];
  expect(words(segmentsOf({ segments: [said(1, 2), silent], words: own })).map(([text]) => text)).toEqual([
    'Hello',
    'there.',
  ]);
});
