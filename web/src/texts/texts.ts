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

type InLanguages<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** Keys that end with `_one` and `_other`. */
type Counted<Key extends string> = Key extends `${infer Name}_one` ? Name : never;

interface Texts<Key extends string> {
  readonly t: (key: Key, values?: Values) => string;
  readonly tn: (key: Counted<Key>, n: number) => string;
  /** A text that may be missing, such as the name of a value that a newer service sends: then the value itself. */
  readonly named: (prefix: string, value: string) => string;
}

/** @param own of a view that is fetched later and brings them, beside those of all views */
export function textsOf<Key extends string = never>(own?: InLanguages<Key>): Texts<Key | TextKey> {
  const find = (key: string): string | undefined => {
    const ofView: Readonly<Record<string, string>> = own?.[language.value] ?? {};
    const shared: Readonly<Record<string, string>> = TEXTS.get(language.value) ?? EN;
    return ofView[key] ?? shared[key];
  };
  const show = (key: string, values: Values = {}) => fill(find(key) ?? key, values);
  return {
    t: show,
    tn: (key, n) => {
      const form = new Intl.PluralRules(language.value).select(n) === 'one' ? 'one' : 'other';
      return show(`${key}_${form}`, { n: number(n) });
    },
    named: (prefix, value) => find(`${prefix}.${value}`) ?? value.replaceAll('_', ' '),
  };
}

export const { t, tn, named } = textsOf();

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
