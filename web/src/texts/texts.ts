// Texts, numbers and times in the language that the person chose.
import { type Language, language, locale } from '../page/preferences.js';
import { EN, type TextKey } from './en.js';
import { fill, type Values } from './fill.js';

/** English comes with the first page. Each other language is fetched when it is chosen. */
const TEXTS = new Map<Language, Readonly<Record<TextKey, string>>>([['en', EN]]);

/** The page is in this language from then on. It stays as it is where the texts cannot be fetched. */
export async function speak(chosen: Language): Promise<void> {
  try {
    if (!TEXTS.has(chosen)) TEXTS.set(chosen, (await import('./de.js')).DE);
    language.value = chosen;
  } catch {
    if (!TEXTS.has(language.value)) language.value = 'en';
  }
}

export function t(key: TextKey, values: Values = {}): string {
  return fill((TEXTS.get(language.value) ?? EN)[key], values);
}

/** Keys that end with `_one` and `_other`. */
type CountedKey = TextKey extends infer Key ? (Key extends `${infer Name}_one` ? Name : never) : never;

export function tn(key: CountedKey, n: number): string {
  const form = new Intl.PluralRules(language.value).select(n) === 'one' ? 'one' : 'other';
  return t(`${key}_${form}` as TextKey, { n: number(n) });
}

/** A text that may be missing, such as the name of a value that a newer service sends: then the value itself. */
export function named(prefix: string, value: string): string {
  const key = `${prefix}.${value}`;
  return key in EN ? t(key as TextKey) : value.replaceAll('_', ' ');
}

export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(language.value, options).format(value);

export const share = (value: number): string => number(value, { style: 'percent', maximumFractionDigits: 0 });

/** Today the time alone, this year without the year. */
export function moment(unixSeconds: number, now = new Date()): string {
  const date = new Date(unixSeconds * 1000);
  const isToday = date.toDateString() === now.toDateString();
  const isThisYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    hour: 'numeric',
    minute: '2-digit',
    ...(isToday ? {} : { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }),
  }).format(date);
}

export const wholeMoment = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'medium' }).format(unixSeconds * 1000);

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
