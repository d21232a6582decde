// Speech that the analyst's prose tells of without quotation marks.
import { describe, expect, it } from 'vitest';
import { CallEvidence } from '../../src/judgement/call-evidence.js';
import { dropInventedQuotations } from '../../src/judgement/quoted-prose.js';
import { segmentsOf } from '../support/audio/segments.js';
import { transcriptOf } from '../support/builders/judged-call.js';

const callIn = (language: string, lines: Parameters<typeof segmentsOf>[0]) =>
  new CallEvidence({ ...transcriptOf(segmentsOf(lines)), language });

const english = callIn('en-GB', [
  ['agent', 'This call is recorded. I have refunded the second payment for you.'],
  ['customer', 'I was charged twice for the same month, and I want to cancel my contract.'],
]);
// cspell:disable
const german = callIn('de', [
  ['agent', 'Das Gespräch wird aufgezeichnet. Ich habe die zweite Zahlung erstattet.'],
  ['customer', 'Mir wurde der Monat doppelt berechnet, ich möchte meinen Vertrag kündigen.'],
]);

describe('speech without quotation marks', () => {
  it.each([
    ['The customer said that he would sue the bank and go to the newspapers.', english],
    ['The customer said he will sue tomorrow.', english],
    ['The caller told the agent that her husband had died in hospital.', english],
    ['The agent promised: free delivery until Christmas.', english],
    ['The agent asked whether the parcel had arrived.', english],
    ['Der Kunde sagte, dass er die Bank verklagen und zur Zeitung gehen werde.', german],
    ['Der Kunde drohte dem Mitarbeiter, er werde einen Anwalt einschalten.', german],
    ['Die Kundin erklärte: das Paket kam beschädigt an.', german],
  ])('is left out where no one said anything like it: %s', (sentence, evidence) => {
    expect(dropInventedQuotations(`The call was calm. ${sentence} It ended well.`, evidence)).toBe(
      'The call was calm. It ended well.',
    );
  });

  it.each([
    ['The customer said that he was charged two times for a month.', english],
    ['The customer said she wants to cancel the contracts.', english],
    ['The agent told the customer that the payment was refunded.', english],
    ['The agent said that the call is being recorded.', english],
    ['The agent never said that identity documents are required.', english],
    ["The customer didn't say anything, and the agent said that it was 20.", english],
    ['The agent opened an account and mentioned nothing else.', english],
    ['Der Kunde sagte, dass ihm ein Monat zweimal berechnet worden sei.', german],
    ['Der Agent erklärte, die Zahlung sei erstattet.', german],
    ['Der Agent sagte nicht, dass Unterlagen fehlen.', german],
    // In another language than the call.
    ['The customer said that he would sue the bank.', german],
    ['Der Kunde sagte, dass er die Bank verklagen werde.', english],
  ])('stays where it tells what was said, denies it, or cannot be compared: %s', (sentence, evidence) => {
    expect(dropInventedQuotations(sentence, evidence)).toBe(sentence);
  });
});
