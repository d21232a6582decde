import { locale } from '../../page/preferences.js';
import { number } from '../../texts/texts.js';

export const money = (cents: number, currency: string): string =>
  number(cents / 100, { style: 'currency', currency: currency.toUpperCase(), maximumFractionDigits: 4 });

export const minutes = (value: number): string => number(value, { maximumFractionDigits: 2 });

export const day = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(unixSeconds * 1000);
