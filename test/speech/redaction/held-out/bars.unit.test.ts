// What finding is held to, in both halves of the calls. The rules were made by the first half, and mended by the second.
import { describe, expect, it } from 'vitest';
import { findSpans, measure, type Share } from '../spoken/measure.js';
import { halfSet } from './show.js';

const percent = ({ gone, of }: Share) => (100 * gone) / of;

describe.each(['seen', 'held-out'] as const)('in the %s half', (half) => {
  const figures = measure(halfSet(half), findSpans);

  it('misses no card number and no security code [redaction bars]', () => {
    expect(figures.numbersAndCodes).toEqual({ gone: figures.numbersAndCodes.of, of: figures.numbersAndCodes.of });
    expect(figures.numbersAndCodes.of).toBeGreaterThan(20);
  });

  it('misses at most one of a hundred of all types [redaction bars]', () => {
    expect(percent(figures.all)).toBeGreaterThanOrEqual(99);
    expect(percent(figures.pci)).toBeGreaterThanOrEqual(99);
  });

  it('masks at most once in ten minutes where nothing is to hide [redaction bars]', () => {
    const { masks, minutes } = figures.neutral;
    expect(minutes).toBeGreaterThan(40);
    expect((10 * masks) / minutes).toBeLessThanOrEqual(1);
  });

  it('loses 97 of a hundred planted digits of cards when words are misheard [redaction bars]', () => {
    expect(percent(figures.misheard)).toBeGreaterThanOrEqual(97);
  });
});
