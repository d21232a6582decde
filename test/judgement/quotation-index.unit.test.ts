import { describe, expect, it } from 'vitest';
import { citeOffsets, QuotationIndex, splitSegment } from '../../src/judgement/quotation-index.js';
import { segmentsOf } from '../support/audio/segments.js';

const call = segmentsOf(
  [
    ['agent', 'Thank you for calling. This call is recorded, for quality and training.'],
    ['customer', "I'm calling about my last bill: it's $10.50 too high."],
    ['agent', 'Could you please confirm your full name and your date of birth?'],
    ['customer', 'My e-mail is on file. My date of birth is the fourth of March.'],
    ['agent', 'Thank you. Is there anything else I can help you with today?'],
  ],
  { words: true },
);
const evidence = new QuotationIndex(call);

describe('a quotation in the cited segment', () => {
  it('is verified when equal, with the times of its own words', () => {
    expect(evidence.cite({ segmentId: 2, quote: 'confirm your full name' }, 'agent')).toEqual([
      {
        segmentId: 2,
        speaker: 'agent',
        startMs: (call[2]?.startMs ?? 0) + 900,
        endMs: (call[2]?.startMs ?? 0) + 2100,
        quote: 'confirm your full name',
        verification: 'verified',
      },
    ]);
  });

  it('is verified when only white space differs', () => {
    const [citation] = evidence.cite(
      { segmentId: 0, quote: '  This call\n is\u00a0recorded,  for\tquality ' },
      'agent',
    );
    expect(citation).toMatchObject({ quote: 'This call is recorded, for quality', verification: 'verified' });
  });

  it('keeps the punctuation at its ends when the transcript has it too', () => {
    const [citation] = evidence.cite({ segmentId: 2, quote: 'your date of birth?' }, 'agent');
    expect(citation).toMatchObject({ quote: 'your date of birth?', verification: 'verified' });
  });

  it.each([
    ['case', 'THIS CALL IS RECORDED, FOR QUALITY', 'This call is recorded, for quality'],
    ['a comma left out', 'This call is recorded for quality', 'This call is recorded, for quality'],
    ['another mark for a comma', 'This call is recorded; for quality', 'This call is recorded, for quality'],
    ['a quotation mark before it', '"This call is recorded', 'This call is recorded'],
    ['quotation marks around', '"This call is recorded, for quality"', 'This call is recorded, for quality'],
    ['an ellipsis at the end', 'This call is recorded...', 'This call is recorded'],
  ])('is repaired to the words of the transcript: %s', (_, quote, expected) => {
    expect(evidence.cite({ segmentId: 0, quote }, 'agent')).toMatchObject([
      { quote: expected, verification: 'repaired' },
    ]);
  });

  it.each([
    ['im calling about my last bill', "I'm calling about my last bill"],
    ['I\u2019m calling about my last bill', "I'm calling about my last bill"],
    ['it is 10.50 too high', null],
    ['its $10,50 too high', "it's $10.50 too high"],
    ['too low', null],
    ['calling about last bill', null],
    ['about my', 'about my'],
  ])('compares words: %s', (quote, expected) => {
    expect(evidence.cite({ segmentId: 1, quote }, 'customer').map((citation) => citation.quote)).toEqual(
      expected === null ? [] : [expected],
    );
  });

  it.each(['My e-mail is on file', 'my email is on file', 'my e mail is on file'])('finds "%s"', (quote) => {
    expect(evidence.cite({ segmentId: 3, quote }, 'customer')[0]?.quote).toBe('My e-mail is on file');
  });

  it.each(['', '   ', '?!…', 'it', 'is', "'", '\u200b\u200b\u200b\u200b', '-----', '\ud83d', '\u0000\u0000'])(
    'is dropped when it has too few letters: %j',
    (quote) => {
      expect(evidence.cite({ segmentId: 1, quote }, 'either')).toEqual([]);
    },
  );

  it('needs four letters', () => {
    expect(evidence.cite({ segmentId: 1, quote: 'bill' }, 'customer'), 'Four letters are too few').toHaveLength(1);
    expect(evidence.cite({ segmentId: 1, quote: 'too' }, 'customer'), 'Three letters are enough').toEqual([]);
  });

  it('begins and ends at words: "form" is not in "performance"', () => {
    const small = new QuotationIndex(segmentsOf([['agent', 'The performance was informed.']]));
    expect(small.cite({ segmentId: 0, quote: 'form' }, 'agent')).toEqual([]);
    expect(small.cite({ segmentId: 0, quote: 'performance was inform' }, 'agent')).toEqual([]);
  });

  it('is found at the place that equals it in case and punctuation, not at an earlier place that does not', () => {
    const twice = new QuotationIndex(segmentsOf([['agent', 'Thank you so much, and thank you so much.']]));
    expect(twice.cite({ segmentId: 0, quote: 'thank you so much' }, 'agent')).toMatchObject([
      { quote: 'thank you so much', verification: 'verified' },
    ]);
  });

  it('gets the times of the segment when the timed words differ from the text', () => {
    const [first] = segmentsOf([['agent', 'This call is recorded']], { words: true });
    const uneven = new QuotationIndex([{ ...first!, words: (first?.words ?? []).slice(1) }]);
    expect(uneven.cite({ segmentId: 0, quote: 'call is recorded' }, 'agent')).toMatchObject([
      { startMs: 0, endMs: first?.endMs },
    ]);
  });
});

describe('a quotation cited from another segment', () => {
  it.each([1, 4, -1, 99, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('is cited where it was said: %s', (segmentId) => {
    expect(evidence.cite({ segmentId, quote: 'confirm your full name' }, 'agent')).toMatchObject([
      { segmentId: 2, quote: 'confirm your full name', verification: 'repaired' },
    ]);
  });

  it('is dropped when it is so short that it may occur by coincidence', () => {
    expect(evidence.cite({ segmentId: 2, quote: 'Thank you' }, 'agent')).toEqual([]);
    expect(
      evidence.cite({ segmentId: 0, quote: 'Thank you' }, 'agent'),
      'Two words are dropped in the segment that was cited for them',
    ).toHaveLength(1);
  });

  it('of three words is long enough, and of two words is not, also without a cited segment', () => {
    expect(evidence.cite({ segmentId: 0, quote: 'your full name' }, 'agent'), 'Three words are too few').toHaveLength(
      1,
    );
    expect(evidence.cite({ segmentId: -1, quote: 'Thank you' }, 'agent'), 'Two words are enough').toEqual([]);
  });

  it('is cited at the nearest place', () => {
    const lines = Array.from(
      { length: 9 },
      (_, id) => ['agent', id % 4 === 0 ? 'let me check that' : 'one moment'] as const,
    );
    expect(
      new QuotationIndex(segmentsOf(lines)).cite({ segmentId: 5, quote: 'let me check that' }, 'agent'),
    ).toMatchObject([{ segmentId: 4 }]);
  });

  it('is dropped when the other party said it, for every cited segment', () => {
    for (const segmentId of [0, 1, 2, 3, 4]) {
      expect(evidence.cite({ segmentId, quote: 'is the fourth of March' }, 'agent')).toEqual([]);
      expect(evidence.cite({ segmentId, quote: 'confirm your full name' }, 'customer')).toEqual([]);
    }
  });

  it('is found for `either`, also when the speaker has no role', () => {
    const withoutRole = new QuotationIndex(segmentsOf([['speaker_0', 'I have sent the refund']]));
    expect(
      withoutRole.cite({ segmentId: 0, quote: 'sent the refund' }, 'either'),
      'A speaker without a role is not searched',
    ).toHaveLength(1);
    expect(withoutRole.cite({ segmentId: 0, quote: 'sent the refund' }, 'agent')).toEqual([]);
  });
});

describe('a quotation across segments', () => {
  const cut = [
    ['agent', 'could you confirm your full'],
    ['customer', 'mhm'],
    ['agent', 'name and date of'],
    ['agent', 'birth please'],
  ] as const;

  it('gives one citation per segment when the pauses are short', () => {
    const citations = new QuotationIndex(segmentsOf(cut, { pauseMs: 300 })).cite(
      { segmentId: 0, quote: 'Confirm your full name and date of birth' },
      'agent',
    );
    expect(citations.map(({ segmentId, quote }) => [segmentId, quote])).toEqual([
      [0, 'confirm your full'],
      [2, 'name and date of'],
      [3, 'birth'],
    ]);
  });

  it('is not cited from a segment that holds only a short word of it', () => {
    const citations = new QuotationIndex(
      segmentsOf(
        [
          ['agent', 'what is your date of birth and'],
          ['agent', 'is it on file'],
        ],
        { pauseMs: 300 },
      ),
    ).cite({ segmentId: 0, quote: 'your date of birth and is' }, 'agent');
    expect(citations.map(({ quote }) => quote)).toEqual(['your date of birth and']);
  });

  it('is found when the pause is 2 s, counted from the later end of what overlaps', () => {
    const at = (pauseMs: number) => new QuotationIndex(segmentsOf(cut.slice(2), { pauseMs }));
    expect(at(2000).cite({ segmentId: 0, quote: 'date of birth' }, 'agent'), 'A pause of 2 s is too long').toHaveLength(
      2,
    );
    expect(at(2001).cite({ segmentId: 0, quote: 'date of birth' }, 'agent'), 'A longer pause is not').toEqual([]);
    const [long, inside, next] = segmentsOf(cut.map(([, text]) => ['agent', text] as const));
    const overlapping = new QuotationIndex([
      { ...long!, endMs: 9000 },
      { ...inside!, startMs: 100, endMs: 400 },
      { ...next!, startMs: 11_000, endMs: 12_000 },
    ]);
    expect(
      overlapping.cite({ segmentId: 2, quote: 'mhm name and date' }, 'agent'),
      'Cut at the shorter one',
    ).not.toEqual([]);
  });

  it('is dropped when a longer pause lies between', () => {
    const apart = new QuotationIndex(segmentsOf(cut, { pauseMs: 2100 }));
    expect(apart.cite({ segmentId: 0, quote: 'your full name and date' }, 'agent')).toEqual([]);
  });
});

describe('any script', () => {
  it.each([
    [
      'composed and decomposed',
      'Nous vérifions votre identité',
      'nous ve\u0301rifions votre identite\u0301',
      'Nous vérifions votre identité',
    ],
    ['sharp s', 'Ihre Straße und Hausnummer bitte', 'IHRE STRASSE UND HAUSNUMMER', 'Ihre Straße und Hausnummer'],
    ['final sigma', 'ο λόγος της κλήσης', 'Ο ΛΌΓΟΣ ΤΗΣ ΚΛΉΣΗΣ', 'ο λόγος της κλήσης'],
    ['no word spaces', '请确认您的出生日期谢谢', '您的出生日期', '您的出生日期'],
    ['Thai', 'ขอบคุณที่โทรมา', 'ขอบคุณ', 'ขอบคุณ'],
    ['Arabic with marks', 'شُكْرًا لاتصالك بنا', 'شُكْرًا لاتصالك', 'شُكْرًا لاتصالك'],
    ['emoji and their joiners', 'great 👩‍🔧👍🏽 thank you', 'great 👩‍🔧👍🏽 thank', 'great 👩‍🔧👍🏽 thank'],
    ['supplementary letters', '𝒽𝑒𝓁𝓁𝑜 there 𐐷𐐲', 'there 𐐷𐐲', 'there 𐐷𐐲'],
    [
      'soft hyphen and zero width',
      'your pass\u00adword please',
      'your password\u200b please',
      'your pass\u00adword please',
    ],
  ])('%s', (_, text, quote, expected) => {
    const citations = new QuotationIndex(segmentsOf([['agent', text]])).cite({ segmentId: 0, quote }, 'agent');
    expect(citations.map((citation) => citation.quote)).toEqual([expected]);
  });

  it('drops another accent, another emoji, another currency', () => {
    const text = new QuotationIndex(segmentsOf([['agent', 'le côté 👍 costs $84 now']]));
    for (const quote of ['le côte', 'côté 👎 costs', 'costs €84 now', 'costs 84 now']) {
      expect(text.cite({ segmentId: 0, quote }, 'agent')).toEqual([]);
    }
  });
});

it('is searched in time linear in the text, even when words repeat', () => {
  // A comparison of every position with every word would take 3.6e9 steps per quotation and exceed the test's time limit.
  const half = 'a '.repeat(60_000);
  const hostile = new QuotationIndex(segmentsOf([['agent', `${half}b ${half}`]]));
  expect(hostile.cite({ segmentId: 0, quote: `${'a '.repeat(59_000)}c` }, 'agent')).toEqual([]);
  expect(
    hostile.cite({ segmentId: 0, quote: `${'A '.repeat(59_000)}b` }, 'agent'),
    'The long quotation is not found',
  ).toHaveLength(1);
  expect(hostile.cite({ segmentId: 0, quote: `${'. '.repeat(60_000)}a` }, 'agent')).toEqual([]);
});

it('a place of the text has the times of its own words, also where no space separates them from others', () => {
  const [first, second, third] = ['您好', '谢谢', '再见'].map((text, index) => ({
    text,
    startMs: 1_000 * index,
    endMs: 1_000 * index + 900,
    confidence: null,
  }));
  const [segment] = segmentsOf([['agent', '您好谢谢再见']]);
  const timed = { ...segment!, startMs: 0, endMs: 2_900, words: [first!, second!, third!] };
  expect(citeOffsets(splitSegment(timed), 2, 4), 'the citation of the second word').toMatchObject({
    quote: '谢谢',
    startMs: 1_000,
    endMs: 1_900,
  });
});
