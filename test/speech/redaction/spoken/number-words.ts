// cspell:disable -- German number words
// Numbers as people say them, in English and German.
export type Language = 'en' | 'de';

const EN_DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const EN_TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const EN_TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const DE_DIGITS = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];
const DE_TEENS = [
  'zehn',
  'elf',
  'zwölf',
  'dreizehn',
  'vierzehn',
  'fünfzehn',
  'sechzehn',
  'siebzehn',
  'achtzehn',
  'neunzehn',
];
const DE_TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

export const MONTHS: Record<Language, readonly string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};

/** How one speaker says what can be said in two ways. */
export interface Habits {
  /** `oh` for 0. */
  readonly oh: boolean;
  /** `zwo` for 2. */
  readonly zwo: boolean;
  /** `forty-two` rather than `forty two`. */
  readonly hyphen: boolean;
}

export function digitWord(digit: string, language: Language, { oh, zwo }: Habits): string {
  if (language === 'en') return digit === '0' && oh ? 'oh' : (EN_DIGITS[Number(digit)] as string);
  return digit === '2' && zwo ? 'zwo' : (DE_DIGITS[Number(digit)] as string);
}

/** @param number below 100 */
function belowHundred(number: number, language: Language, { hyphen }: Pick<Habits, 'hyphen'>): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  if (language === 'en') {
    if (tens === 0) return EN_DIGITS[ones] as string;
    if (tens === 1) return EN_TEENS[ones] as string;
    return ones === 0 ? (EN_TENS[tens] as string) : `${EN_TENS[tens]}${hyphen ? '-' : ' '}${EN_DIGITS[ones]}`;
  }
  if (tens === 0) return DE_DIGITS[ones] as string;
  if (tens === 1) return DE_TEENS[ones] as string;
  return ones === 0 ? (DE_TENS[tens] as string) : `${ones === 1 ? 'ein' : DE_DIGITS[ones]}und${DE_TENS[tens]}`;
}

/** Two digits as one number: `42`, `05`. */
export function pairWords(pair: string, language: Language, habits: Habits): string {
  if (pair.length === 1) return digitWord(pair, language, habits);
  if (pair.startsWith('0')) return [...pair].map((digit) => digitWord(digit, language, habits)).join(' ');
  return belowHundred(Number(pair), language, habits);
}

/** Up to three digits as one number: `411`. */
export function hundredWords(digits: string, language: Language, habits: Habits): string {
  if (digits.length < 3 || digits.startsWith('0')) return pairs(digits, language, habits);
  const rest = Number(digits.slice(1));
  if (language === 'en') {
    const hundreds = `${EN_DIGITS[Number(digits[0])]} hundred`;
    return rest === 0 ? hundreds : `${hundreds} ${belowHundred(rest, language, habits)}`;
  }
  const hundreds = `${digits[0] === '1' ? 'ein' : DE_DIGITS[Number(digits[0])]}hundert`;
  return rest === 0 ? hundreds : `${hundreds}${belowHundred(rest, language, habits)}`;
}

export function pairs(digits: string, language: Language, habits: Habits): string {
  return (digits.match(/\d{1,2}/g) ?? []).map((pair) => pairWords(pair, language, habits)).join(' ');
}

/** @param year of four digits */
export function yearWords(year: string, language: Language, habits: Habits): string {
  const rest = Number(year.slice(2));
  if (year.startsWith('20')) {
    const said = belowHundred(rest, language, habits);
    if (language === 'de') return rest === 0 ? 'zweitausend' : `zweitausend${said}`;
    return rest < 10 ? `two thousand ${rest === 0 ? '' : said}`.trim() : `twenty ${said}`;
  }
  return language === 'en' ? pairs(year, language, habits) : `neunzehnhundert${belowHundred(rest, language, habits)}`;
}

/** @param number 1 to 31 */
export function ordinal(number: number, language: Language): string {
  const said = belowHundred(number, language, { hyphen: true });
  if (language === 'de') {
    const stem = { eins: 'ers', drei: 'drit', sieben: 'sieb', acht: 'ach' }[said];
    return `${stem ?? said}${number >= 20 ? 's' : ''}ter`;
  }
  const last = /[a-z]+$/.exec(said)?.[0] ?? '';
  const ended = { one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' }[last];
  const twelfth = { twelve: 'twelfth', twenty: 'twentieth', thirty: 'thirtieth' }[last];
  return said.slice(0, said.length - last.length) + (ended ?? twelfth ?? `${last}th`);
}
