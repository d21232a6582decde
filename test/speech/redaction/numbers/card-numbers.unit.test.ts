// Card numbers, in the ways in which they are said and written down.
// cspell:disable -- German sentences, and letters of ids
import { describe, expect, it } from 'vitest';
import { blackened, callOf, masked } from './calls.js';

const CARD = ['card_number'] as const;

/** [language, what is said; what is to be masked stands between ‹ and ›] */
const SAID: readonly (readonly [string, string])[] = [
  ['en', 'It is ‹4929 4186 0243 7715›.'],
  ['en', 'It is ‹4929-4186-0243-7715›.'],
  ['en', 'It is ‹4929418602437715›, thanks.'],
  ['en', 'It is ‹49 29, 41 86, 02 43, 77 15›.'],
  ['en', 'sure ‹four nine two nine four one eight six oh two four three double seven one five› there you go'],
  ['en', 'Yes, ‹forty nine twenty nine forty one eighty six zero two forty three seventy seven fifteen›.'],
  ['en', '‹Four nine two nine, um, four one eight six, and then zero two four three, uh, seven seven one five›.'],
  ['en', '‹four nine two nine space four one eight six space oh two four three space seven seven one five›'],
  ['en', '‹4929 dash 4186 dash 0243 dash 7715›'],
  ['en', '‹3714 496353 98431› is an amex'],
  ['en', '‹triple five five, double two, double two, four four four four, one two three four›'],
  ['en', '‹four nine two nine, no, four nine two eight, four one eight six zero two four three seven seven one five›'],
  ['en', '‹4929 4186 0243 7715, sorry, I mean 7716›'],
  ['en', '‹forty-nine twenty-nine forty-one eighty-six zero two forty-three seventy-seven fifteen›'],
  ['en', '‹4,929 4,186 0243 7715›'],
  ['en', '‹four for two nine four one eight six to two four three seven seven one five› I think'],
  ['en', '‹6304 0000 0000 0000 123› maestro'],
  ['en', '‹4222222222222› old one'],
  ['en', '‹4111 1111 1111 1111. 4111 1111 1111 1111›'],
  ['en', "‹five one oh five, one oh five one, oh five one oh, that's five one double oh›."],
  ['en', '‹four thousand one hundred and eleven, eleven eleven, eleven eleven, eleven eleven›'],
  ['en', '‹two fours three ones five five six six seven seven eight eight nine nine two›'],
  ['de', 'Die lautet ‹4929 4186 0243 7715›.'],
  ['de', '‹vier neun zwo neun vier eins acht sechs null zwo vier drei sieben sieben eins fünf› bitte'],
  [
    'de',
    'also ‹neunundvierzig neunundzwanzig einundvierzig sechsundachtzig null zwei dreiundvierzig siebenundsiebzig fünfzehn›',
  ],
  [
    'de',
    '‹neun und vierzig neun und zwanzig ein und vierzig sechs und achtzig null zwei drei und vierzig sieben und siebzig fünfzehn›',
  ],
  [
    'de',
    '‹vier neun zwei neun, äh, vier eins acht sechs, und dann null zwei vier drei, zweimal die sieben, eins fünf›',
  ],
  ['de', '‹vier neun zwei neun Strich vier eins acht sechs Strich null zwei vier drei Strich sieben sieben eins fünf›'],
  ['de', '‹vier neun zwei neun vier eins acht sechs nein fünf null zwei vier drei sieben sieben eins fünf›'],
  ['de', '‹4929 4186 0243 7715, Entschuldigung, 7716›'],
  ['de', '‹fuenf eins null fuenf eins null fuenf eins null fuenf eins null fuenf eins null null›'],
  ['de', '‹viermal die eins, dreimal die zwei, Doppelnull, vier fünf sechs sieben acht›'],
  [
    'de',
    '‹neunundvierzighundert neunundzwanzig, einundvierzig, sechsundachtzig, nullzwei, dreiundvierzig, siebenundsiebzig›',
  ],
];

const bare = (text: string) => text.replaceAll(/[‹›]/g, '');
const expected = (text: string) => text.replaceAll(/‹([^›]*)›/g, (_, said: string) => '█'.repeat(said.length));

describe('a card number', () => {
  it.each(SAID)('%s: %s', (language, text) => {
    expect(blackened(callOf(language, [['A', bare(text)]]), { types: CARD })).toEqual([expected(text)]);
  });

  it.each(SAID.filter(([, text]) => !/\d,\d/.test(text)))('without punctuation, %s: %s', (language, text) => {
    const spoken = text.toLowerCase().replaceAll(/[.,?!]/g, '');
    expect(blackened(callOf(language, [['A', bare(spoken)]]), { types: CARD })).toEqual([expected(spoken)]);
  });

  it('goes on across segments, and across what the other party says', () => {
    const call = callOf('en', [
      ['B', 'And the long number across the front of your card?'],
      ['A', 'Four nine two nine.'],
      ['B', 'Okay.'],
      ['A', 'Four one eight six.'],
      ['B', 'Four one eight six, yes.'],
      ['A', 'Oh two four three.'],
      ['A', 'And seven seven one five.'],
      ['B', 'Perfect, thank you.'],
    ]);
    expect(masked(call, { types: CARD }).sort()).toEqual([
      'card_number: Four nine two nine',
      'card_number: Four one eight six',
      'card_number: Four one eight six',
      'card_number: Oh two four three',
      'card_number: seven seven one five',
    ]);
  });

  it('goes on across what the other party says in German', () => {
    const call = callOf('de', [
      ['B', 'Nennen Sie mir bitte die Kartennummer.'],
      ['A', 'Vier neun zwo neun.'],
      ['B', 'Ja.'],
      ['A', 'vier eins acht sechs'],
      ['B', 'Mhm, weiter bitte.'],
      ['A', 'null zwo vier drei'],
      ['B', 'Und die letzten vier Ziffern?'],
      ['A', 'Sieben sieben eins fünf.'],
    ]);
    expect(blackened(call, { types: CARD })).toEqual([
      'Nennen Sie mir bitte die Kartennummer.',
      `${'█'.repeat(18)}.`,
      'Ja.',
      '█'.repeat(20),
      'Mhm, weiter bitte.',
      '█'.repeat(18),
      'Und die letzten vier Ziffern?',
      `${'█'.repeat(23)}.`,
    ]);
  });

  it('is parted from the expiry date and the code that follow it', () => {
    const call = callOf('en', [
      ['A', '4929 4186 0243 7715, 09/27, 737'],
      ['A', 'and mine is 5105 2200 3311 9040, oh nine twenty eight, and four one one'],
    ]);
    expect(masked(call).sort()).toEqual([
      'card_expiry: 09/27',
      'card_expiry: oh nine twenty eight',
      'card_number: 4929 4186 0243 7715',
      'card_number: 5105 2200 3311 9040',
      'card_security_code: 737',
      'card_security_code: four one one',
    ]);
  });

  it('keeps its last digits where they could be a code and only cards are wanted', () => {
    const call = callOf('en', [['A', '6304 0000 0000 0000, 123']]);
    expect(masked(call, { types: CARD })).toEqual(['card_number: 6304 0000 0000 0000', 'card_number: 123']);
  });

  it('is masked where words were misheard', () => {
    const call = callOf('en', [
      ['B', 'The card number, please?'],
      ['A', 'four nine fever nine, wire one eight six, then house two four tree seven thing one five'],
    ]);
    expect(blackened(call, { types: CARD })[1]).toMatch(/^█+$/);
  });

  it.each([
    ['en', 'it is double hive one eight heaven eight two one double three eight double hero hate'],
    ['en', 'it is hive hive nine two seven four mine eight five six three nine one two too seven'],
    ['de', 'es ist vierzehn achtundneunzig zweiundzwanzig fünfzig neunzehn dreiundachtzig zwölf druiundzwanzig'],
  ])('%s: is masked with what was misheard at its ends: %s', (language, said) => {
    const call = callOf(language, [
      ['A', said],
      ['B', language === 'en' ? 'Thank you, and your card is a Visa?' : 'Danke, das ist eine Kreditkarte?'],
    ]);
    expect(blackened(call, { types: CARD })[0]).toMatch(/^(?:it is|es ist) [█ ]+$/);
  });

  it('is masked long after an order was named', () => {
    const call = callOf('en', [
      ['B', 'You want to pay by card, and your order has come.'],
      ['A', 'four nine lamp nine four one chair six zero two four three seven seven one five'],
    ]);
    expect(blackened(call, { types: CARD })[1]).toMatch(/^[█ ]+$/);
  });

  it('is none where a year is said, and a ticket read out', () => {
    const call = callOf('en', [
      ['A', 'It was a transfer by card back in 2020.'],
      ['A', 'Thanks, ticket four eight one seven five eight.'],
    ]);
    expect(blackened(call, { types: CARD }).join(' ')).not.toContain('█');
  });

  it('is masked where a group of it was misheard, without being asked for', () => {
    const call = callOf('en', [
      ['A', 'it is 4929 banana 0243 7715'],
      ['A', 'vier neun'],
    ]);
    expect(blackened(call, { types: CARD })[0]).toMatch(/^it is █+$/);
  });

  it('is masked where the speakers are not known', () => {
    const call = callOf(null, [
      [null, 'four nine two nine four one eight six'],
      [null, 'oh two four three seven seven one five'],
    ]);
    expect(blackened(call, { types: CARD }).join('')).toMatch(/^█+$/);
  });

  it('gets one label for one content, however it is said', () => {
    const call = callOf('en', [
      ['A', 'It is 4929 4186 0243 7715.'],
      ['B', 'So that was four nine two nine four one eight six oh two four three seven seven one five?'],
    ]);
    expect(masked(call, { types: CARD }), 'masked stretches').toHaveLength(2);
  });
});
