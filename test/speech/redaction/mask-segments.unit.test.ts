import { describe, expect, it } from 'vitest';
import type { Word } from '../../../src/ports/transcript.js';
import { alignedWords } from '../../../src/speech/redaction/align-words.js';
import { maskSegments } from '../../../src/speech/redaction/mask-segments.js';
import type { SearchedSegment, SensitiveSpan } from '../../../src/speech/redaction/sensitive-span.js';

/** A word each 100 ms, for 80 ms. */
const timed = (text: string): Word[] =>
  text.split(' ').map((word, at) => ({ text: word, startMs: at * 100, endMs: at * 100 + 80, confidence: 0.9 }));

function segmentOf(
  text: string,
  { id = 0, words = timed(text) }: { id?: number; words?: readonly Word[] | null } = {},
): SearchedSegment {
  return { id, speaker: 'A', channel: 1, startMs: 0, endMs: 60_000, text, words };
}

function spanOf(segment: SearchedSegment, said: string, more: Partial<SensitiveSpan> = {}): SensitiveSpan {
  const from = segment.text.indexOf(said);
  expect(from, `"${said}" stands in the text`).toBeGreaterThanOrEqual(0);
  return {
    segmentId: segment.id,
    from,
    to: from + said.length,
    type: 'card_number',
    basis: 'pattern',
    confidence: 0.9,
    content: said,
    ...more,
  };
}

const textsOf = (segments: readonly SearchedSegment[]) => segments.map(({ text }) => text);
const wordsOf = ({ words }: SearchedSegment) =>
  words?.map(({ text, startMs, endMs }) => [text, startMs, endMs]) ?? null;

describe('a masked segment', () => {
  it('has a label for each stretch, in its text, its words and its times', () => {
    const segment = segmentOf('it is 4417 1234, thanks', { words: timed('it is 4417 1234 thanks') });
    const { segments, redactions } = maskSegments([segment], [spanOf(segment, '4417 1234')], 'label');
    expect(textsOf(segments)).toEqual(['it is [CARD_NUMBER_1], thanks']);
    expect(wordsOf(segments[0]!)).toEqual([
      ['it', 0, 80],
      ['is', 100, 180],
      ['[CARD_NUMBER_1]', 200, 380],
      ['thanks', 400, 480],
    ]);
    expect(redactions).toEqual([
      { segmentId: 0, channel: 1, startMs: 200, endMs: 380, type: 'card_number', confidence: 0.9, basis: 'pattern' },
    ]);
  });

  it('numbers labels as they appear in the call, and the same content alike', () => {
    const [first, second] = [segmentOf('4417 and 5500', { id: 3 }), segmentOf('5500 and 4417 and 6011', { id: 4 })];
    const spans = [
      spanOf(second, '6011'),
      spanOf(second, '4417'),
      spanOf(first, '5500'),
      spanOf(second, '5500'),
      spanOf(first, '4417'),
    ];
    expect(textsOf(maskSegments([first, second], spans, 'label').segments)).toEqual([
      '[CARD_NUMBER_1] and [CARD_NUMBER_2]',
      '[CARD_NUMBER_2] and [CARD_NUMBER_1] and [CARD_NUMBER_3]',
    ]);
  });

  it('has four hashes where the mask is wanted', () => {
    const segment = segmentOf('my pin is 4417');
    expect(textsOf(maskSegments([segment], [spanOf(segment, '4417')], 'mask').segments)).toEqual(['my pin is ####']);
  });

  it('keeps other members, and segments without spans as they are', () => {
    const [first, second] = [
      { ...segmentOf('my pin is 4417'), confidence: 0.7 },
      { ...segmentOf('yes', { id: 1 }), confidence: 0.8 },
    ];
    const { segments } = maskSegments([first, second], [spanOf(first, '4417')], 'label');
    expect(segments[0]?.confidence).toBe(0.7);
    expect(segments[1]).toBe(second);
  });
});

describe('spans', () => {
  const segment = segmentOf('it is 4417 1234 okay');

  it('that overlap are one stretch, with the label of the surest', () => {
    const asked = spanOf(segment, '1234 okay', { type: 'bank_account', basis: 'asked_for', confidence: 0.6 });
    const { segments, redactions } = maskSegments([segment], [spanOf(segment, '4417 1234'), asked], 'label');
    expect(textsOf(segments)).toEqual(['it is [BANK_ACCOUNT_1]']);
    expect(redactions).toMatchObject([{ type: 'bank_account', basis: 'asked_for', startMs: 200, endMs: 480 }]);
  });

  it('of the same type and content that follow each other are one stretch', () => {
    const parts = [spanOf(segment, '4417', { content: '44171234' }), spanOf(segment, '1234', { content: '44171234' })];
    expect(textsOf(maskSegments([segment], parts, 'label').segments)).toEqual(['it is [CARD_NUMBER_1] okay']);
  });

  it('of other content that follow each other are two', () => {
    const parts = [spanOf(segment, '4417'), spanOf(segment, '1234')];
    const { segments } = maskSegments([segment], parts, 'label');
    expect(textsOf(segments)).toEqual(['it is [CARD_NUMBER_1] [CARD_NUMBER_2] okay']);
    expect(wordsOf(segments[0]!)?.map(([text]) => text)).toEqual([
      'it',
      'is',
      '[CARD_NUMBER_1]',
      '[CARD_NUMBER_2]',
      'okay',
    ]);
  });

  it('within one word give it all of their labels', () => {
    const glued = segmentOf('code 482-0327 yes');
    const spans = [spanOf(glued, '482'), spanOf(glued, '0327', { type: 'card_expiry' })];
    const { segments } = maskSegments([glued], spans, 'label');
    expect(textsOf(segments)).toEqual(['code [CARD_NUMBER_1]-[CARD_EXPIRY_1] yes']);
    expect(wordsOf(segments[0]!)).toEqual([
      ['code', 0, 80],
      ['[CARD_NUMBER_1] [CARD_EXPIRY_1]', 100, 180],
      ['yes', 200, 280],
    ]);
  });

  it('beyond the text or empty do no harm', () => {
    const odd = [
      spanOf(segment, 'okay', { to: 999 }),
      spanOf(segment, 'it', { to: 0 }),
      spanOf(segment, '4417', { segmentId: 7 }),
    ];
    expect(textsOf(maskSegments([segment], odd, 'label').segments)).toEqual(['it is 4417 1234 [CARD_NUMBER_1]']);
  });
});

describe('a text that is masked already', () => {
  const segment = segmentOf('[PERSON_NAME_2] here, [PERSON_NAME_1] and Dana Miller of #### fame');

  it('keeps its labels, and numbers go on behind them', () => {
    const spans = [spanOf(segment, 'Dana Miller', { type: 'person_name', basis: 'model' })];
    expect(textsOf(maskSegments([segment], spans, 'label').segments)).toEqual([
      '[PERSON_NAME_2] here, [PERSON_NAME_1] and [PERSON_NAME_3] of #### fame',
    ]);
  });

  it('is masked around its labels, never in them', () => {
    const spans = [spanOf(segment, segment.text, { type: 'policy' }), spanOf(segment, 'NAME_1', { type: 'email' })];
    expect(textsOf(maskSegments([segment], spans, 'label').segments)).toEqual([
      '[PERSON_NAME_2] [POLICY_1], [PERSON_NAME_1] [POLICY_1] #### [POLICY_1]',
    ]);
  });
});

describe('words that are not those of the text, letter by letter', () => {
  it.each<[string, string, string, string, readonly string[]]>([
    ['without punctuation', 'Hi, it is 4417!', 'hi it is 4417', '4417', ['hi', 'it', 'is', '[CARD_NUMBER_1]']],
    [
      'cut otherwise',
      'my e-mail is at 4417',
      'my e mail is at 44 17',
      '4417',
      ['my', 'e', 'mail', 'is', 'at', '[CARD_NUMBER_1]'],
    ],
    [
      'with numbers as words',
      'it is 4417 now ok',
      'it is four four one seven now ok',
      '4417',
      ['it', 'is', '[CARD_NUMBER_1]', 'now', 'ok'],
    ],
    ['with a sign of its own', 'it - is 4417', 'it is 4417', '4417', ['it', 'is', '[CARD_NUMBER_1]']],
    [
      'with another word at the end',
      'it is 4417 o.k.',
      'it is 4417 okay',
      '4417',
      ['it', 'is', '[CARD_NUMBER_1]', 'okay'],
    ],
  ])('are aligned: %s', (_what, text, words, said, expected) => {
    const segment = segmentOf(text, { words: timed(words) });
    const [masked] = maskSegments([segment], [spanOf(segment, said)], 'label').segments;
    expect(wordsOf(masked!)?.map(([word]) => word)).toEqual(expected);
  });

  it.each<[string, string, readonly Word[] | null]>([
    ['there are none', 'it is 4417', null],
    ['they are of another text', 'it is 4417', timed('so we never met at all then')],
    ['some are missing at the end', 'it is 4417 and so we went on', timed('it is')],
    ['they have no times', 'it is 4417', timed('it is 4417').map((word) => ({ ...word, startMs: 0, endMs: 0 }))],
    [
      'their times run backwards',
      'it is 4417',
      timed('it is 4417').map((word, at) => ({ ...word, startMs: 900 - at * 100, endMs: 950 - at * 100 })),
    ],
  ])('are dropped, and the times are those of the segment, where %s', (_what, text, words) => {
    const segment = segmentOf(text, { words });
    expect(alignedWords(segment)).toBeNull();
    const { segments, redactions } = maskSegments([segment], [spanOf(segment, '4417')], 'label');
    expect(segments[0]?.words).toBeNull();
    expect(redactions).toMatchObject([{ startMs: 0, endMs: 60_000 }]);
  });
});

describe('a call of ten hours', () => {
  const WORDS = 90_000;
  const text = Array.from({ length: WORDS }, (_, at) => (at % 3 === 0 ? '4417' : 'word')).join(' ');

  it.each([
    ['in one segment', [segmentOf(text)]],
    ['in segments of ten words', Array.from({ length: WORDS / 9 }, (_, id) => segmentOf(text.slice(0, 44), { id }))],
    [
      'in one segment whose words part from the text all the time',
      [segmentOf(text, { words: timed(text.replaceAll('4417', 'four four')) })],
    ],
  ])('is masked in time that grows with its length: %s', (_what, segments) => {
    const spans = segments.flatMap((segment) =>
      [...segment.text.matchAll(/4417/g)].map(({ index: from }): SensitiveSpan => {
        return {
          segmentId: segment.id,
          from,
          to: from + 4,
          type: 'card_number',
          basis: 'pattern',
          confidence: 0.9,
          content: '4417',
        };
      }),
    );
    const { segments: masked, redactions } = maskSegments(segments, spans, 'label');
    expect(masked.filter((segment) => segment.text.includes('4417'))).toEqual([]);
    expect(redactions, 'stretches, one of each span').toHaveLength(spans.length);
  });
});
