// cspell:disable -- German words
// A value as one party says it to the other, in twelve ways.
import type { Random } from '../../../support/builders/random.js';
import {
  digitWord,
  type Habits,
  hundredWords,
  type Language,
  MONTHS,
  ordinal,
  pairs,
  yearWords,
} from './number-words.js';
import type { Group, Value } from './values.js';

/** What is said between and before the parts of a value. */
export interface Phrases {
  readonly interjections: readonly string[];
  readonly fillers: readonly string[];
  readonly corrections: readonly string[];
  readonly prompts: readonly string[];
  readonly readBacks: readonly string[];
}

export const WAYS = [
  'digits',
  'pairs',
  'doubles',
  'written',
  'fillers',
  'correction',
  'interjection',
  'segments',
  'prompted',
  'spelled',
  'read_back',
  'unasked',
] as const;
export type Way = (typeof WAYS)[number];

/** A word; `planted` is what must be gone. Fillers and linking words inside may stay. */
export interface Token {
  readonly text: string;
  readonly planted: boolean;
}

export interface Turn {
  readonly by: 'owner' | 'other';
  readonly tokens: readonly Token[];
}

type Style = 'digits' | 'pairs' | 'doubles' | 'spelled' | 'written';

interface Saying {
  readonly language: Language;
  readonly habits: Habits;
  readonly random: Random;
}

const SIGNS: Record<Language, Record<string, string>> = {
  en: { '.': 'dot', '@': 'at' },
  de: { '.': 'Punkt', '@': 'at' },
};
const NATO = (
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa Quebec Romeo ' +
  'Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu'
).split(' ');
const DIN = (
  'Anton Berta Cäsar Dora Emil Friedrich Gustav Heinrich Ida Julius Kaufmann Ludwig Martha Nordpol Otto Paula Quelle ' +
  'Richard Samuel Theodor Ulrich Viktor Wilhelm Xanthippe Ypsilon Zacharias'
).split(' ');

export function words(text: string, planted = false): Token[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ text: word, planted }));
}

export function sayValue(value: Value, way: Way, language: Language, sentences: Phrases, random: Random): Turn[] {
  const habits: Habits = { oh: random.below(2) === 0, zwo: random.below(5) < 2, hyphen: random.below(2) === 0 };
  const saying: Saying = { language, habits, random };
  const owner = (tokens: Token[]): Turn => ({ by: 'owner', tokens });
  const other = (text: string): Turn => ({ by: 'other', tokens: words(text) });
  switch (way) {
    case 'digits':
    case 'pairs':
    case 'doubles':
    case 'spelled':
    case 'written':
      return [owner(inStyle(value, way, saying).flat())];
    case 'unasked':
      return [owner(inStyle(value, random.of(['digits', 'written', 'pairs'] as const), saying).flat())];
    case 'fillers':
      return [owner(withFillers(inStyle(value, 'digits', saying), sentences, random))];
    case 'correction':
      return [owner(withCorrection(value, saying, sentences))];
    case 'read_back': {
      const said = inStyle(value, 'digits', saying).flat();
      const repeated = inStyle(value, random.of(['pairs', 'written', 'digits'] as const), saying).flat();
      return [owner(said), { by: 'other', tokens: [...words(random.of(sentences.readBacks)), ...repeated] }];
    }
    case 'interjection':
    case 'prompted':
    case 'segments': {
      const texts = way === 'prompted' ? sentences.prompts : sentences.interjections;
      const between = way === 'segments' ? [] : [other(random.of(texts))];
      return inParts(value, saying).flatMap((tokens, at) => [...(at === 0 ? [] : between), owner(tokens)]);
    }
  }
}

/** What follows the value in one breath, by its groups. */
function inStyle(value: Value, style: Style, saying: Saying): Token[][] {
  const { language, habits, random } = saying;
  if (style === 'written') return [written(random.of(value.written))];
  const { date } = value;
  if (date !== null && (style === 'spelled' || (style === 'pairs' && language === 'de' && date.day !== null))) {
    const tokens = words(dateWords(date, style, saying), true);
    return [tokens.map((token) => ({ ...token, planted: !/^(the|of)$/.test(token.text) }))];
  }
  const comma = random.below(2) === 0;
  return value.groups.map((group, at) => {
    const isYear = date !== null && style === 'pairs' && group.text.length === 4;
    const tokens = isYear ? words(yearWords(group.text, language, habits), true) : sayGroup(group, style, saying);
    const isLast = at === value.groups.length - 1;
    return comma && !isLast && group.kind === 'digits' ? endedBy(tokens, ',') : tokens;
  });
}

/** Words such as `account` between two written numbers tell nothing. */
function written(text: string): Token[] {
  return words(text).map((token) => ({
    ...token,
    planted: !/^(account|number|Kontonummer|Bankleitzahl)$/.test(token.text),
  }));
}

function endedBy(tokens: readonly Token[], mark: string): Token[] {
  return tokens.map((token, at) => (at === tokens.length - 1 ? { ...token, text: token.text + mark } : token));
}

function dateWords({ day, month, year }: NonNullable<Value['date']>, style: Style, saying: Saying): string {
  const { language, habits, random } = saying;
  const name = MONTHS[language][month - 1] as string;
  const said = yearWords(year, language, habits);
  if (day === null) return `${name} ${said}`;
  if (language === 'de') return `${ordinal(day, 'de')} ${style === 'pairs' ? ordinal(month, 'de') : name} ${said}`;
  return random.below(2) === 0
    ? `the ${ordinal(day, 'en')} of ${name} ${said}`
    : `${name} ${ordinal(day, 'en')} ${said}`;
}

function sayGroup({ kind, text }: Group, style: Style, saying: Saying): Token[] {
  const { language, habits, random } = saying;
  if (kind === 'say') return words(text);
  if (kind === 'sign') return words(SIGNS[language][text] as string, true);
  if (kind === 'word') {
    const isSpelled = (style === 'spelled' || style === 'doubles') && /(.)\1/.test(text);
    if (!isSpelled) return words(text, true);
    if (style === 'doubles') return doubled(text.toUpperCase(), saying);
    return random.below(3) === 0 ? words([...text.toUpperCase()].join('-'), true) : byNames(text, saying);
  }
  if (kind === 'letters') return style === 'spelled' ? byNames(text, saying) : words([...text].join(' '), true);
  switch (style) {
    case 'pairs':
      return words(pairs(text, language, habits), true);
    case 'doubles':
      return doubled(text, saying);
    case 'spelled':
      return (text.match(/\d{1,3}/g) ?? []).flatMap((part) => words(hundredWords(part, language, habits), true));
    case 'written':
      return words(text, true);
    case 'digits':
      return [...text].flatMap((digit) => words(digitWord(digit, language, habits), true));
  }
}

/** `double four`, `dreimal die Eins`; letters likewise. */
function doubled(text: string, { language, habits, random }: Saying): Token[] {
  const said = (sign: string) => (/\d/.test(sign) ? digitWord(sign, language, habits) : sign);
  return (text.match(/(.)\1{0,2}/g) ?? []).flatMap((run) => {
    const one = said(run[0] as string);
    if (run.length === 1) return words(one, true);
    if (language === 'en') return words(`${run.length === 2 ? 'double' : 'triple'} ${one}`, true);
    const times = run.length === 2 ? random.of(['doppel', 'zweimal die']) : 'dreimal die';
    return times
      .split(' ')
      .concat(one)
      .map((word) => ({ text: word, planted: word !== 'die' }));
  });
}

function byNames(text: string, { language, random }: Saying): Token[] {
  const form = random.below(2);
  return [...text.toUpperCase()].flatMap((letter) => {
    const name = (language === 'de' ? DIN : NATO)[letter.charCodeAt(0) - 65] as string;
    if (form === 0) return words(name, true);
    const link = language === 'de' ? 'wie' : 'as in';
    return [...words(letter, true), ...words(link), ...words(name, true)];
  });
}

function withFillers(groups: Token[][], { fillers }: Phrases, random: Random): Token[] {
  const tokens = groups.flat();
  const places = new Set([1 + random.below(tokens.length), 1 + random.below(tokens.length)]);
  return tokens.flatMap((token, at) => (places.has(at) ? [...words(random.of(fillers)), token] : [token]));
}

/** A group said wrongly, and again after a word that takes it back. */
function withCorrection(value: Value, saying: Saying, { corrections }: Phrases): Token[] {
  const { random } = saying;
  const groups = finer(value.groups);
  const wrong = random.of(groups.filter(({ kind }) => kind === 'digits' || kind === 'word'));
  return groups.flatMap((group) => {
    const right = sayGroup(group, 'digits', saying);
    if (group !== wrong) return right;
    return [...sayGroup(slipped(group), 'digits', saying), ...words(random.of(corrections)), ...right];
  });
}

function slipped({ kind, text }: Group): Group {
  if (kind === 'word') return { kind, text: `${text.slice(0, 2)}nn${text.slice(3)}` };
  const last = (Number(text.at(-1)) + 4) % 10;
  return { kind, text: text.slice(0, -1) + String(last) };
}

/** Two parts at least, so that something may come between them. */
function finer(groups: readonly Group[]): Group[] {
  if (groups.length > 1) return [...groups];
  return groups.flatMap(({ kind, text }) => [
    { kind, text: text.slice(0, 2) },
    { kind, text: text.slice(2) },
  ]);
}

/** In two or three turns. */
function inParts(value: Value, saying: Saying): Token[][] {
  const groups = finer(value.groups);
  const style = value.groups.some(({ kind }) => kind === 'sign')
    ? 'digits'
    : saying.random.of(['digits', 'pairs', 'written'] as const);
  const parts = Math.min(groups.length, 2 + saying.random.below(2));
  const size = Math.ceil(groups.length / parts);
  return Array.from({ length: Math.ceil(groups.length / size) }, (_, at) =>
    groups.slice(at * size, (at + 1) * size).flatMap((group) => sayGroup(group, style, saying)),
  );
}
