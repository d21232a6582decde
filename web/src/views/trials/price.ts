import { number } from '../../texts/texts.js';

/** @param dollars small sums keep their digits: a minute may cost less than a cent */
export const price = (dollars: number): string =>
  number(dollars, { style: 'currency', currency: 'USD', maximumFractionDigits: dollars < 1 ? 4 : 2 });
