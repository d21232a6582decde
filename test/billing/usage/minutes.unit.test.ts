import { describe, expect, it } from 'vitest';
import { hundredthsOf, minutesText, overageCents, toMinutes } from '../../../src/billing/usage/minutes.js';

describe('minutes', () => {
  it.each([
    { durationMs: 0, hundredths: 0, fault: 'silence of no length costs something' },
    { durationMs: 1, hundredths: 1, fault: 'a started hundredth is not billed' },
    { durationMs: 600, hundredths: 1, fault: 'a whole hundredth is billed as another amount' },
    { durationMs: 601, hundredths: 2, fault: 'a second hundredth that was started is not billed' },
    { durationMs: 3_600_000, hundredths: 6_000, fault: 'an hour is not 60 minutes' },
  ])('of $durationMs ms are $hundredths hundredths', ({ durationMs, hundredths, fault }) => {
    expect(hundredthsOf(durationMs), fault).toBe(hundredths);
  });

  it('are a number in answers and have two decimals in sentences', () => {
    expect(toMinutes(9_632), 'The answer names other minutes than the ledger').toBe(96.32);
    expect(minutesText(9_630), 'The sentence drops or shifts decimals').toBe('96.30');
  });

  it.each([
    { hundredths: 0, price: 5, cents: 0, fault: 'no overage costs something' },
    { hundredths: 228, price: 5, cents: 11, fault: '11.4 cents are not rounded to 11' },
    { hundredths: 230, price: 5, cents: 12, fault: '11.5 cents are not rounded to 12' },
    { hundredths: 1_000, price: 3.5, cents: 35, fault: 'a price with fractions of a cent loses them' },
  ])('$hundredths hundredths of overage at $price cents cost $cents', ({ hundredths, price, cents, fault }) => {
    expect(overageCents(hundredths, price), fault).toBe(cents);
  });
});
