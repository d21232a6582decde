// A violation is described by what was said, and not by what a model writes.
// cspell:ignore nach Prüfziffer Karte gefragt
import { describe, expect, it } from 'vitest';
import { judgeCall } from '../../src/judgement/judge-call.js';
import { describeViolation } from '../../src/judgement/violation-descriptions.js';
import { segmentsOf } from '../support/audio/segments.js';
import { reportOf, transcriptOf } from '../support/builders/judged-call.js';

const transcript = transcriptOf(
  segmentsOf([
    ['agent', 'Thank you for calling Acme. How can I help you today?'],
    ['customer', 'I want to pay my bill, please.'],
    ['agent', 'Give me the code on the back of your card.'],
  ]),
);
const quotes = [{ segmentId: 2, quote: 'the code on the back of your card' }];

function described(rule: string, description: string | null, outputLanguage: string | null = null) {
  const violations = [{ rule, description, confidence: 0.9, quotes }];
  const { compliance } = judgeCall({ transcript, report: reportOf({}, { violations }), outputLanguage });
  return compliance.violations.map((each) => each.description);
}

describe('the description of a violation', () => {
  it('is the sentence of its rule with the words that prove it', () => {
    expect(described('card_security_code_requested', null)).toEqual([
      "The agent asked for the card's security code: “the code on the back of your card”",
    ]);
    expect(described('other', null)).toEqual([
      'The agent said what an agent must not say: “the code on the back of your card”',
    ]);
    expect(described('card_security_code_requested', null, 'de')).toEqual([
      'Der Agent hat nach der Prüfziffer der Karte gefragt: „the code on the back of your card“',
    ]);
  });

  it('is that of a rule book where there is one', () => {
    expect(described('pin_requested', 'The agent asked for a PIN.')).toEqual(['The agent asked for a PIN.']);
  });

  it.each(['Said ‹you will be sued›.', 'Bad. Said "sued".', 'Said *sued*. ', '「sued」', ''])(
    'holds nothing that is invented: %s',
    (text) => {
      expect(described('constructor', text)).toEqual([
        'The agent said what an agent must not say: “the code on the back of your card”',
      ]);
    },
  );

  it('keeps its bound, however long the words are', () => {
    expect([...describeViolation('other', 'long '.repeat(1000), null)].length, 'characters').toBeLessThanOrEqual(500);
  });
});
