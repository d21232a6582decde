// cspell:disable -- names, and sentences in other languages
import { describe, expect, it } from 'vitest';
import type { RedactionType } from '../../../src/ports/redaction.js';
import { findSensitive } from '../../../src/speech/redaction/find-sensitive.js';
import { maskSegments } from '../../../src/speech/redaction/mask-segments.js';
import { callOf, marked, WANTED } from './searched-call.js';

const found = (language: string | null, lines: readonly string[], types: readonly RedactionType[] = WANTED.types) => {
  const call = callOf(language, ...lines);
  const { spans, ...limits } = findSensitive(call, { ...WANTED, types });
  return { lines: marked(call, spans), spans, limits, call };
};

describe('a call in a language whose words are known', () => {
  it.each(['en', 'en-GB', 'EN_us', 'de', 'de-AT'])('is searched word by word: %s', (language) => {
    const { lines, limits } = found(language, ['It is 4417 1234 5678 9113 okay.']);
    expect(lines).toEqual(['It is [4417 1234 5678 9113] okay.']);
    expect(limits).toEqual({ isLanguageKnown: true, isExhausted: false });
  });

  it('reads as a whole call would be read by a person', () => {
    const { call, spans } = found('en', [
      'A: Good morning, Acme support, Dana speaking.',
      "C: Hi, my name is Priya Raman, I'd like to pay my bill.",
      'A: Sure. Can I take the card number?',
      "C: Yes, it's four four one seven, one two three four.",
      'A: Mhm.',
      'C: Five six seven eight, nine one one three.',
      'A: And the expiry date?',
      'C: Oh three twenty seven.',
      'A: And the three digits on the back?',
      'C: Four eight two.',
      'A: Thank you, Priya. The 45 dollars are paid, your reference is 771204.',
      'C: Thanks, bye.',
    ]);
    expect(maskSegments(call.segments, spans, 'label').segments.map(({ text }) => text)).toEqual([
      'Good morning, Acme support, [PERSON_NAME_1] speaking.',
      "Hi, my name is [PERSON_NAME_2], I'd like to pay my bill.",
      'Sure. Can I take the card number?',
      "Yes, it's [CARD_NUMBER_1].",
      'Mhm.',
      '[CARD_NUMBER_1].',
      'And the expiry date?',
      '[CARD_EXPIRY_1].',
      'And the three digits on the back?',
      '[CARD_SECURITY_CODE_1].',
      'Thank you, [PERSON_NAME_3]. The 45 dollars are paid, your reference is 771204.',
      'Thanks, bye.',
    ]);
  });

  it('takes the types that are wanted, and no others', () => {
    const { spans } = found(
      'en',
      ['A: And your date of birth?', 'C: 14 March 1985, and my name is Dana Miller.'],
      ['person_name'],
    );
    expect(new Set(spans.map(({ type }) => type))).toEqual(new Set(['person_name']));
  });
});

describe('a call in another language', () => {
  it.each<[string, string, RedactionType]>([
    ['digits', 'Le numéro est le 4417 1234 5678 9113.', 'card_number'],
    ['digits with signs between', 'Son 44.17.12.34.56.78.91.13 gracias', 'card_number'],
    ['an e-mail address', 'Escríbame a dana.miller@example.com por favor', 'email'],
    ['an IBAN', 'Mon compte est FR14 2004 1010 0505 0001 3M02 606', 'bank_account'],
    ['a short number', 'El código es 482', 'card_security_code'],
  ])('is masked by the segment: %s', (_what, line, type) => {
    const { lines, limits, spans } = found('fr', ['Bonjour.', line], [type]);
    expect(lines).toEqual(['Bonjour.', `[${line}]`]);
    expect(spans.map((span) => span.type)).toEqual([type]);
    expect(limits).toEqual({ isLanguageKnown: false, isExhausted: false });
  });

  it.each([
    ['fr', 'Quatre neuf deux neuf.', 'Bonjour madame, merci.'],
    ['es', 'El código es tres siete dos.', 'Sí, gracias.'],
    ['nl', 'vier negen twee negen', 'ja hoor dank u wel'],
    ['it', 'quattro nove due nove', 'buongiorno grazie'],
    ['pl', 'cztery dziewięć dwa', 'tak dziękuję'],
    ['sv', 'fyra nio två', 'hej'],
  ])('%s: keeps only what is known to hold no number', (language, said, harmless) => {
    const { lines } = found(language, [said, harmless], ['card_security_code']);
    const isListed = !['nl', 'sv'].includes(language);
    expect(lines).toEqual([`[${said}]`, isListed ? harmless : `[${harmless}]`]);
  });

  it('is not searched for words where no type of numbers is wanted', () => {
    expect(found('fr', ['My name is Dana Miller.'], ['person_name']).lines).toEqual(['My name is Dana Miller.']);
  });

  it('is not searched for types that are not wanted', () => {
    expect(found('fr', ['Le numéro est le 4417 1234 5678 9113.'], ['email']).spans).toEqual([]);
  });
});

describe('a call of which no language is known', () => {
  it('is searched in all languages that are, and masked by the segment', () => {
    const { lines, limits } = found(null, ['My name is Dana Miller.', 'Mein Name ist Anna Müller.', 'Yes.']);
    expect(lines).toEqual(['[My name is Dana Miller.]', '[Mein Name ist Anna Müller.]', 'Yes.']);
    expect(limits.isLanguageKnown, 'the language is known').toBe(false);
  });
});

describe('patterns of the account', () => {
  it('count beside the types, and tell when they took too many steps', () => {
    const call = callOf('en', 'My policy number is 448172.');
    const custom = [{ key: 'policy', label: 'Policy', patterns: ['policy ~3 #'] }];
    const { spans, isExhausted } = findSensitive(call, { ...WANTED, types: [], custom });
    expect(spans.map(({ type, basis }) => [type, basis])).toEqual([['policy', 'custom']]);
    expect(isExhausted, 'the budget is used up').toBe(false);
  });
});

describe('a call of ten hours', () => {
  const ASKED = [
    'A: And can I take your card number and your date of birth please?',
    'C: four four one seven one two three four and my name is dana miller at twelve oak street',
    'A: okay',
    'C: dana dot miller at example dot com is my email and i was born on march fourteenth nineteen eighty five',
  ];
  const TALK = 'well i do not know what the weather will be like over there but we will see about it soon';
  const lines = Array.from({ length: 6_000 }, (_, at) => ASKED[at % 60] ?? `${at % 2 === 0 ? 'A' : 'C'}: ${TALK}`);

  it.each<[string, readonly string[]]>([
    ['of two parties', lines],
    ['of no known party, in one segment', [lines.map((line) => line.slice(3)).join(' ')]],
  ])(
    'is searched in time that grows with its length: %s',
    (_what, call) => {
      expect(found('en', call).spans.length).toBeGreaterThan(300);
    },
    120_000,
  );
});
