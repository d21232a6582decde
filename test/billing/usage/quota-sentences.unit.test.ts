import { describe, expect, it } from 'vitest';
import {
  evaluationLimitSentence,
  lengthSentence,
  limitOf,
  limitSentence,
} from '../../../src/billing/usage/quota-sentences.js';

const free = { livemode: true, includedHundredths: 10_000, overageLimitHundredths: 0 };
const withOverage = { livemode: true, includedHundredths: 100_000, overageLimitHundredths: 5_000 };
const testMode = { livemode: false, includedHundredths: 1_000_000, overageLimitHundredths: 0 };

describe('the reason of a 402', () => {
  it('counts the overage limit on top of the included minutes', () => {
    expect(limitOf(withOverage), 'The overage limit is not added to the included minutes').toBe(105_000);
  });

  it.each([
    {
      limit: 'the plan',
      period: free,
      taken: 9_632,
      sentence:
        'Usage limit exceeded: 96.32 of 100.00 plan minutes used. Upgrade your plan or wait for the next billing cycle.',
    },
    {
      limit: 'the overage limit',
      period: withOverage,
      taken: 104_900,
      sentence: 'Overage limit of 50.00 minutes reached. Upgrade your plan or wait for the next billing cycle.',
    },
    {
      limit: 'the test minutes',
      period: testMode,
      taken: 1_000_000,
      sentence: 'Test mode limit exceeded: 10000.00 of 10000.00 test minutes used.',
    },
  ])('names $limit', ({ limit, period, taken, sentence }) => {
    expect(limitSentence(period, taken), `The client is told something else than that ${limit} is reached`).toBe(
      sentence,
    );
  });

  it.each([
    {
      case: 'a live recording that is too long',
      livemode: true,
      length: { durationMs: 89_001, isCut: false },
      sentence:
        'This recording needs 1.49 minutes; 1.00 are left. Upgrade your plan or wait for the next billing cycle.',
    },
    {
      case: 'a recording whose decoding was ended',
      livemode: true,
      length: { durationMs: 89_001, isCut: true },
      sentence:
        'This recording needs more than 1.48 minutes; 1.00 are left. Upgrade your plan or wait for the next billing cycle.',
    },
    {
      case: 'a recording of test mode',
      livemode: false,
      length: { durationMs: 89_001, isCut: false },
      sentence: 'This recording needs 1.49 test minutes; 1.00 are left.',
    },
  ])('of $case says what it needs and what is left', ({ livemode, length, sentence }) => {
    expect(lengthSentence(livemode, 100, length), 'The client reads another need, or other minutes left').toBe(
      sentence,
    );
  });

  it('never says that less than nothing is left', () => {
    const sentence = lengthSentence(false, -100, { durationMs: 600, isCut: false });
    expect(sentence, 'The limit was passed, and the client reads a negative rest').toContain('; 0.00 are left.');
  });

  it('of evaluations names how many were used, and the limit', () => {
    expect(evaluationLimitSentence(99, 100), 'The client is told something else about its evaluations').toBe(
      'Evaluation limit reached: 99 of 100 evaluations used. Wait for the next billing cycle.',
    );
  });
});
