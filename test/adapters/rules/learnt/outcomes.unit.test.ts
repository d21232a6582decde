// cspell:ignore bezahlen eins drauf gern hinten meine möchte neun oben rechnung rechnungsnummer rechts sieben stehen vier zahlen
// Outcomes of calls and requests for secrets in words that no rule has, and what only sounds like them.
import { describe, expect, it } from 'vitest';
import { analyseByRules, loadRuleBooks } from '../../../../src/adapters/rules/judge-by-rules.js';
import type { AnalystReport } from '../../../../src/ports/call-analyst.js';
import { segmentsOf } from '../../../support/audio/segments.js';
import { bareScript, type Script } from '../../../support/builders/rule-calls.js';

const books = loadRuleBooks();
const analysed = (lines: Script, language = 'en'): AnalystReport =>
  analyseByRules(books, {
    segments: segmentsOf(lines),
    language,
    outputLanguage: null,
    durationMs: 60_000,
    spotted: [],
  });

const METER: Script = [
  ['agent', 'morning, energy line, this is petra'],
  ['customer', "hiya my meter won't take the top up, it just blinks at me"],
  ['agent', 'right, which key have you got, blue or green'],
  ['customer', 'the blue one'],
];

describe('The outcome', () => {
  it('is resolved where the customer says in any words that it works', () => {
    const { met, quotes, confidence } = analysed([
      ...METER,
      ['agent', "i've pinged a fresh message over to it, pop the key back in"],
      ['customer', "oh hello, it's gone through, twenty quid showing"],
      ['agent', 'lovely, mind how you go'],
    ]).findings.call_resolution;
    expect(met, 'it is resolved').toBe(true);
    expect(quotes.map(({ quote }) => quote).join(' | ')).toContain("it's gone through");
    expect(confidence).toBeGreaterThan(0.65);
  });

  it('is not where it is left with somebody else, however kindly', () => {
    const { met } = analysed([
      ...METER,
      ['agent', "i can't see it from here my love, i'll leave a note for the field lads"],
      ['customer', 'and they ring me do they'],
      ['agent', 'they should do, when they get a minute'],
      ['customer', 'okay, thank you ever so much, bye'],
    ]).findings.call_resolution;
    expect(met, 'it is resolved').toBe(false);
  });

  it('is not resolved where what was done is taken back', () => {
    const { met } = analysed([
      ...METER,
      ['agent', "there, i've sent it, that's your twenty pounds on"],
      ['customer', 'brilliant, it says twenty'],
      ['agent', 'ah no hang on, it has bounced straight back off again, i am sorry'],
      ['customer', "it's gone blank now, oh for goodness sake"],
      ['agent', "there's nothing more i can do from this end i'm afraid"],
      ['customer', 'right. bye then'],
    ]).findings.call_resolution;
    expect(met, 'it is resolved').toBe(false);
  });

  it('is not told of a mailbox, nor of parties of whom none is known', () => {
    const lines: Script = [
      ['agent', 'hello it is petra from the energy line, your meter is sorted, twenty pounds are on, bye'],
    ];
    expect(analysed(lines).findings.call_resolution.met, 'a mailbox is content').toBe(false);
    const ofNobody = lines.map(([, text]) => ['speaker_1', text] as const);
    expect(analysed(ofNobody).findings.call_resolution.met, 'nobody is content').toBe(false);
  });
});

const requestsIn = (lines: Script, language = 'en') =>
  analysed(lines, language)
    .violations.map(({ rule, quotes }) => [rule, quotes.map(({ quote }) => quote).join(' ')] as const)
    .filter(([rule]) => rule.endsWith('_requested'));

describe('A request for a secret', () => {
  it.each<[string, string, string, string]>([
    ['en', "and the wee trio by the signature, what's that", 'seven one four', 'card_security_code_requested'],
    ['en', 'what do you punch in at the hole in the wall with it', 'four two one one', 'pin_requested'],
    [
      'en',
      "something's just buzzed on your mobile, six digits, what's it say",
      'it says four four one nine oh two',
      'one_time_code_requested',
    ],
    ['de', 'und die drei zahlen die hinten drauf stehen', 'sieben eins vier', 'card_security_code_requested'],
  ])('in %s: "%s"', (language, request, answer, rule) => {
    const lines: Script = [
      ['customer', language === 'en' ? 'i want to pay my bill please' : 'ich möchte gern meine rechnung bezahlen'],
      ['agent', request],
      ['customer', answer],
    ];
    const requests = requestsIn(lines, language);
    expect(requests.map(([id]) => id)).toEqual([rule]);
    expect(request).toContain(requests[0]?.[1]);
  });

  it.each([
    'Please tell me your PIN.',
    'Yes, hello, support. What is the problem? Please tell me your PIN.',
    'Can I have your card number?',
    'hello support what is your password',
  ])('is one where the agent opens the call with it: "%s"', (request) => {
    const complaint = 'Good morning. My internet has been down for three days and nobody has called me back.';
    const requests = requestsIn([
      ['agent', request],
      ['customer', complaint],
    ]);
    expect(requests, 'requests that are told').toHaveLength(1);
  });

  it.each([true, false])('is one at the end of a long turn of other things: punctuated: %s', (isPunctuated) => {
    const long =
      'Right, I can see that it left the warehouse on Thursday morning, the driver tried twice, nobody was in, and it went back to the depot where it is now waiting for a new date, which we can set up together in a minute.';
    const lines: Script = [
      ['agent', 'Hello, Northwind, how can I help you?'],
      ['customer', 'Hello, it is about my order, it has not come.'],
      ['agent', `${long} Can I have your card number?`],
      ['customer', 'Why do you need that?'],
    ];
    const requests = requestsIn(isPunctuated ? lines : bareScript(lines));
    expect(requests.map(([rule]) => rule)).toEqual(['full_card_number_requested']);
  });

  it('quotes the sentence that asks', () => {
    const lines: Script = [
      ['customer', 'I would like to pay, please.'],
      ['agent', "Lovely, that's forty pounds. And the little three by the signature?"],
      ['customer', 'Seven one four.'],
    ];
    expect(requestsIn(lines)).toEqual([['card_security_code_requested', 'And the little three by the signature']]);
  });

  it.each<[string, string, string]>([
    ['en', 'never read those three on the back out to anybody', 'no I would not'],
    ['en', 'just key it into the page yourself, I do not need it', 'okay done'],
    ['en', 'what are the last four of the card', 'nine oh one two'],
    ['en', 'and how many of those would you like', 'four'],
    ['de', 'und die rechnungsnummer oben rechts', 'vier vier eins neun'],
  ])('is none in %s: "%s"', (language, said, answer) => {
    const lines: Script = [
      ['customer', language === 'en' ? 'i want to pay my bill please' : 'ich möchte gern meine rechnung bezahlen'],
      ['agent', said],
      ['customer', answer],
    ];
    expect(requestsIn(lines, language)).toEqual([]);
  });
});
