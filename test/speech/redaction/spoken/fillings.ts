// Fills the places of a sentence with numbers that are nothing to hide.
// cspell:ignore halb
import type { Random } from '../../../support/builders/random.js';
import { digitWord, type Habits, type Language, MONTHS, ordinal, pairWords, yearWords } from './number-words.js';

const HABITS: Habits = { oh: true, zwo: false, hyphen: true };

/** Half of them in words. */
export function filled(sentence: string, language: Language, random: Random): string {
  return sentence.replaceAll(/\{([a-z]+)\}/g, (_, place: string) => {
    const fill = FILLS[place];
    if (fill === undefined) throw new Error(`No filling for ${place}`);
    return fill(language, random);
  });
}

const FILLS: Record<string, (language: Language, random: Random) => string> = {
  price,
  date,
  time,
  order,
  meter: (language, random) => {
    const value = String(10_000 + random.below(89_999));
    const mark = language === 'de' ? '.' : ',';
    return random.of([value, `${value.slice(0, 2)}${mark}${value.slice(2)}`, byDigit(value, language)]);
  },
  count: (language, random) => {
    const value = String(2 + random.below(58));
    return random.of([value, pairWords(value, language, HABITS)]);
  },
  percent: (language, random) => {
    const value = String(3 + random.below(40));
    const said = pairWords(value, language, HABITS);
    return random.of([`${value}%`, `${said} ${language === 'de' ? 'Prozent' : 'percent'}`]);
  },
  month: (language, random) => random.of(MONTHS[language]),
  year: (language, random) => {
    const value = String(2008 + random.below(17));
    return random.of([value, yearWords(value, language, HABITS)]);
  },
};

function byDigit(digits: string, language: Language): string {
  return [...digits].map((digit) => digitWord(digit, language, HABITS)).join(' ');
}

function price(language: Language, random: Random): string {
  const whole = String(11 + random.below(88));
  const cents = String(10 + random.below(90));
  const [first, second] = [whole, cents].map((value) => pairWords(value, language, HABITS)) as [string, string];
  if (language === 'de')
    return random.of([`${whole},${cents} €`, `${first} Euro ${second}`, `1.${whole}5,${cents} Euro`]);
  return random.of([`$${whole}.${cents}`, `£${whole}.${cents}`, `${first} dollars ${second}`, `$1,${whole}0.${cents}`]);
}

function date(language: Language, random: Random): string {
  const day = 1 + random.below(28);
  const month = random.below(12);
  const name = MONTHS[language][month] as string;
  const two = [day, month + 1].map((value) => String(value).padStart(2, '0')).join('.');
  if (language === 'de')
    return random.of([`${day}. ${name}`, `${two}.2026`, `${ordinal(day, 'de').replace(/r$/, 'n')} ${name}`]);
  return random.of([`${name} ${day}`, `the ${ordinal(day, 'en')} of ${name}`, `${two.replace('.', '/')}/2026`]);
}

function time(language: Language, random: Random): string {
  const hour = 8 + random.below(10);
  const minutes = random.of(['15', '30', '45']);
  const said = pairWords(String(hour > 12 ? hour - 12 : hour), language, HABITS);
  if (language === 'de') return random.of([`${hour}:${minutes} Uhr`, `halb ${said}`, `${said} Uhr ${minutes}`]);
  return random.of([`${hour}:${minutes}`, `half past ${said}`, `${said} ${pairWords(minutes, language, HABITS)}`]);
}

function order(language: Language, random: Random): string {
  const value = String(10_000 + random.below(89_999_999)).slice(0, 5 + random.below(4));
  return random.of([value, `A-${value}`, byDigit(value, language), `${value.slice(0, 3)} ${value.slice(3)}`]);
}
