// Where a quotation is cited, with which punctuation, and with which times.
import { describe, expect, it } from 'vitest';
import { QuotationIndex } from '../../src/judgement/quotation-index.js';
import { segmentsOf } from '../support/audio/segments.js';

describe('of several places, a quotation is cited', () => {
  const said = (id: number) => ({ segmentId: id });

  it.each([
    ['in the cited segment, before one that equals it', ['Let Me Check That', 'let me check that'], 0, [said(0)]],
    [
      'where all letters are equal, before one that comes first',
      ['LET ME CHECK THAT', 'let me check that'],
      -1,
      [said(1)],
    ],
    ['within one segment, before one across two', ['let me', 'check that', 'let me check that'], -1, [said(2)]],
    [
      'within one segment, before a nearer one across two',
      ['let me check that', 'hm', 'let me', 'check that', 'hm'],
      4,
      [said(0)],
    ],
    [
      'at the earlier of two places that are equally near',
      ['hm', 'let me check that', 'hm', 'let me check that'],
      2,
      [said(1)],
    ],
    ['at the first place of all', ['let me check that', 'hm', 'let me check that'], -1, [said(0)]],
  ])('%s', (rule, texts, segmentId, expected) => {
    const lines = texts.map((text) => ['agent', text] as const);
    const found = new QuotationIndex(segmentsOf(lines, { pauseMs: 300 })).cite(
      { segmentId, quote: 'let me check that' },
      'agent',
    );
    expect(found, `Not cited ${rule}`).toMatchObject(expected);
  });

  it('at the earlier place, also where another speaker began before', () => {
    const lines = [
      ['agent', 'hm'],
      ['customer', 'let me check that'],
      ['speaker_0', 'hm'],
      ['agent', 'let me check that'],
    ] as const;
    const found = new QuotationIndex(segmentsOf(lines, { pauseMs: 100 })).cite(
      { segmentId: 2, quote: 'let me check that' },
      'either',
    );
    expect(found, 'Cited by the order of speakers').toMatchObject([{ segmentId: 1 }]);
  });

  it('at the first place in a segment', () => {
    const [segment] = segmentsOf([['agent', 'thank you and thank you']], { words: true });
    expect(
      new QuotationIndex([segment!]).cite({ segmentId: 0, quote: 'thank you' }, 'agent'),
      'Another time',
    ).toMatchObject([{ startMs: 0, endMs: 600 }]);
  });
});

describe('punctuation around a quotation', () => {
  it.each([
    ['before it', '("Hello there sir', '("Hello there sir', '("Hello there sir', 'verified'],
    ['before it, spaces apart', 'Well, ¿ Hello there sir', '¿Hello there sir', '¿ Hello there sir', 'verified'],
    [
      'before it, of which the transcript has a part',
      '"Hello there sir',
      '("Hello there sir',
      'Hello there sir',
      'repaired',
    ],
    ['before it, another', '(Hello there sir', '"Hello there sir', 'Hello there sir', 'repaired'],
    ['after it', 'Hello there sir?!', 'Hello there sir?!', 'Hello there sir?!', 'verified'],
    ['after it, spaces apart', 'Hello there sir ? ! Yes', 'Hello there sir?!', 'Hello there sir ? !', 'verified'],
    [
      'after it, of which the transcript has a part',
      'Hello there sir?',
      'Hello there sir?!',
      'Hello there sir',
      'repaired',
    ],
    ['inside a word', 'My e-mail is on file', 'My e-mail is on file', 'My e-mail is on file', 'verified'],
    [
      'inside a later word, left out',
      'Send me an e-mail now',
      'send me an email now',
      'Send me an e-mail now',
      'repaired',
    ],
    ['inside a word, left out', 'My e-mail is on file', 'My email is on file', 'My e-mail is on file', 'repaired'],
  ])('%s', (place, text, quote, cited, verification) => {
    const found = new QuotationIndex(segmentsOf([['agent', text]])).cite({ segmentId: 0, quote }, 'agent');
    expect(found, `Wrongly compared: punctuation ${place}`).toMatchObject([{ quote: cited, verification }]);
  });

  it.each([
    [
      'without any',
      ['confirm your full', 'name and date'],
      'your full name and',
      ['your full', 'name and'],
      'verified',
    ],
    [
      'that is quoted',
      ['confirm your full...', 'name and date'],
      'your full... name and',
      ['your full', 'name and'],
      'verified',
    ],
    [
      'that is left out',
      ['confirm your full...', 'name and date'],
      'your full name and',
      ['your full', 'name and'],
      'repaired',
    ],
    [
      'at the beginning',
      ['confirm your full', '…name and date'],
      'your full …name and',
      ['your full', 'name and'],
      'verified',
    ],
  ])('between two segments, %s', (place, texts, quote, cited, verification) => {
    const lines = ['Good day', ...texts, 'Good bye'].map((text) => ['agent', text] as const);
    const found = new QuotationIndex(segmentsOf(lines, { pauseMs: 300 })).cite({ segmentId: 1, quote }, 'agent');
    expect(found, `Wrongly compared: punctuation between two segments, ${place}`).toMatchObject(
      cited.map((each, at) => ({ segmentId: at + 1, quote: each, verification })),
    );
    expect(found, 'Segments beside the quotation were cited').toHaveLength(cited.length);
  });
});

describe('the times of a quotation', () => {
  const [spoken] = segmentsOf([['agent', 'This call is recorded']], { words: true });
  const words = spoken!.words ?? [];
  const whole = { startMs: 0, endMs: 1200 };

  it.each([
    ['are those of its words', words, { startMs: 0, endMs: 600 }],
    ['are those of the segment where some words have none', words.slice(0, 2), whole],
    [
      'are those of the segment where a timed word is another',
      [words[0]!, words[1]!, words[2]!, { ...words[3]!, text: 'reported' }],
      whole,
    ],
    [
      'are those of the segment where its words end before they begin',
      [words[0]!, { ...words[1]!, endMs: -1 }, ...words.slice(2)],
      whole,
    ],
    ['may be one moment', [words[0]!, { ...words[1]!, endMs: 0 }, ...words.slice(2)], { startMs: 0, endMs: 0 }],
  ])('%s', (rule, timed, times) => {
    const found = new QuotationIndex([{ ...spoken!, words: timed }]).cite(
      { segmentId: 0, quote: 'This call' },
      'agent',
    );
    expect(found, `Not so: they ${rule}`).toMatchObject([times]);
  });

  it('are those of its own characters where a script has no spaces', () => {
    const text = '请确认您的出生日期';
    const timed = [...text].map((char, at) => ({
      text: char,
      startMs: 100 * at,
      endMs: 100 * at + 100,
      confidence: null,
    }));
    const found = new QuotationIndex([{ ...spoken!, text, words: timed }]).cite(
      { segmentId: 0, quote: '您的出生' },
      'agent',
    );
    expect(found, 'The characters beside it were counted').toMatchObject([{ startMs: 300, endMs: 700 }]);
  });
});
