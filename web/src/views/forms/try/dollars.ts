import { number } from '../../../texts/texts.js';

/** Small sums keep their digits: a call may cost less than a cent. */
export const dollars = (micros: number): string =>
  number(micros / 1_000_000, { style: 'currency', currency: 'USD', maximumFractionDigits: micros < 1_000_000 ? 4 : 2 });
