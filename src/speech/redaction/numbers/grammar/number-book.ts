// Number words of a language, and phrases around numbers. The data are in languages/*.json.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { outlineOf } from './outlines.js';
import { fold, tokensOf } from './tokens.js';

/** Kinds of a number by the words before it. `neutral`: an order, a price, a meter; nothing that is masked. */
export const CUES = [
  'card',
  'card_code',
  'card_expiry',
  'iban',
  'sort_code',
  'routing',
  'bank_account',
  'tax_id',
  'national_id',
  'health_id',
  'birth',
  'phone',
  'neutral',
] as const;
export type Cue = (typeof CUES)[number];

const text = z.string().min(1);
const texts = z.array(text);
const values = z.record(text, z.number().int().min(0));

const bookFile = z.strictObject({
  /** ISO 639-1. */
  language: z.string().regex(/^[a-z]{2}$/),
  digits: values,
  /** Digits that are also ordinary words: alone they are no digits. */
  weakDigits: texts,
  teens: values,
  tens: values,
  /** True for "einundzwanzig": the unit comes first, and the words are written together. */
  unitsBeforeTens: z.boolean(),
  hundred: texts,
  thousand: texts,
  /** True when "hundert" alone means 100. */
  bareHundred: z.boolean(),
  /** Words for one, as in "a hundred". */
  oneBeforeHundred: texts,
  /** Within a number: "a hundred and five". */
  joins: texts,
  /** "double four". */
  times: values,
  /** "zwei mal die vier". */
  timesWords: texts,
  articles: texts,
  /** "two fours". */
  plurals: values,
  /** Words that recognisers write for a digit that they misheard. */
  misheard: values,
  letters: z.record(text, z.string().regex(/^[A-Z]$/)),
  /** "B as in Bob". */
  letterLinks: texts,
  /** Letters that are also words. */
  weakLetters: texts,
  ordinals: values,
  ordinalSuffixes: texts,
  ordinalEndings: z.array(z.string()),
  /** Between day and month: "the fifth of March". */
  dateLinks: texts,
  months: values,
  /** Words before the code of a country. */
  plus: texts,
  fillers: texts,
  corrections: texts,
  /** Words that say again what was said before. */
  restarts: texts,
  /** Words of the other party while a number is read out. */
  interjections: texts,
  /** Words of the other party that ask for another number: they end the one before. */
  requests: texts,
  moneyUnits: texts,
  /** Words after a number that counts something. */
  units: texts,
  /** Words before hours and estimates. */
  hours: texts,
  cues: z.record(z.enum(CUES), texts),
  /** Test cases: numbers that must be found, and sentences without any. */
  heard: z.array(z.strictObject({ say: text, hear: text })),
  unheard: texts,
});
export type NumberBookFile = z.output<typeof bookFile>;

/** Part of a word within a number. A word may have several. */
export interface Entry {
  digit?: number;
  teen?: number;
  tens?: number;
  hundred?: true;
  thousand?: true;
  one?: true;
  join?: true;
  times?: number;
  timesWord?: true;
  article?: true;
  plural?: number;
  misheard?: number;
  letter?: string;
  weak?: true;
  ordinal?: number;
  month?: number;
}

export type PhraseRole = 'filler' | 'correction' | 'restart' | 'unit' | 'money' | 'hour' | 'link' | 'plus' | 'cue';

export interface Phrase {
  readonly words: readonly string[];
  readonly role: PhraseRole;
  readonly cue?: Cue;
}

export interface NumberBook {
  readonly language: string;
  readonly unitsBeforeTens: boolean;
  readonly bareHundred: boolean;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Outlines of the words of numbers. */
  readonly outlines: ReadonlySet<string>;
  /** Phrases by their first words, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Words of interjections. */
  readonly interjections: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
  /** Words of fillers that have no meaning within a number. */
  readonly idle: ReadonlySet<string>;
  readonly ordinalSuffixes: ReadonlySet<string>;
  readonly dateLinks: ReadonlySet<string>;
}

/** Each further language needs a further file. */
export const NUMBER_LANGUAGES = ['en', 'de'] as const;

/** Throws when a file is missing or faulty: the service does not start with it. */
export function readNumberFile(language: (typeof NUMBER_LANGUAGES)[number]): NumberBookFile {
  return bookFile.parse(JSON.parse(readFileSync(new URL(`./languages/${language}.json`, import.meta.url), 'utf8')));
}

const FILES = NUMBER_LANGUAGES.map(readNumberFile);
const BOOKS: readonly NumberBook[] = FILES.map((file) => bookOf(file, [file]));
/** Books for a call of which it is not known what its words name a number: those of each language. */
const BOOKS_OF_ANY: readonly NumberBook[] = FILES.map((file) => bookOf(file, FILES));

/** Books of a language; all of them where it is not known, since the digits of one are no harm in another. */
export function numberBooks(language: string | null): readonly NumberBook[] {
  const base = language?.toLowerCase().split(/[-_]/)[0];
  const book = BOOKS.find((each) => each.language === base);
  return book ? [book] : BOOKS_OF_ANY;
}

function bookOf(file: NumberBookFile, named: readonly NumberBookFile[]): NumberBook {
  const entries = entriesOf(file);
  return {
    language: file.language,
    unitsBeforeTens: file.unitsBeforeTens,
    bareHundred: file.bareHundred,
    entries,
    outlines: new Set([...entries].filter(([, entry]) => isOfNumbers(entry)).map(([word]) => outlineOf(word))),
    idle: new Set(file.fillers.flatMap(wordsOf).filter((word) => isIdle(entries.get(word)))),
    phrases: phrasesOf(file, named),
    interjections: new Set(file.interjections.flatMap(wordsOf)),
    requests: new Set(file.requests.flatMap(wordsOf)),
    ordinalSuffixes: new Set(file.ordinalSuffixes),
    dateLinks: new Set(file.dateLinks.flatMap(wordsOf)),
  };
}

function entriesOf(file: NumberBookFile): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const put = (word: string, entry: Entry) => entries.set(fold(word), { ...entries.get(fold(word)), ...entry });
  const putEach = (from: Record<string, number>, entry: (value: number) => Entry) => {
    for (const [word, value] of Object.entries(from)) put(word, entry(value));
  };
  putEach(file.digits, (digit) => ({ digit }));
  putEach(file.teens, (teen) => ({ teen }));
  putEach(file.tens, (tens) => ({ tens }));
  putEach(file.times, (times) => ({ times }));
  putEach(file.plurals, (plural) => ({ plural }));
  putEach(file.misheard, (misheard) => ({ misheard }));
  putEach(file.months, (month) => ({ month }));
  for (const [stem, ordinal] of Object.entries(file.ordinals)) {
    for (const ending of file.ordinalEndings) put(stem + ending, { ordinal });
  }
  for (const word of file.weakDigits) put(word, { weak: true });
  for (const word of file.hundred) put(word, { hundred: true });
  for (const word of file.thousand) put(word, { thousand: true });
  for (const word of file.oneBeforeHundred) put(word, { one: true });
  for (const word of file.joins) put(word, { join: true });
  for (const word of file.timesWords) put(word, { timesWord: true });
  for (const word of file.articles) put(word, { article: true });
  for (const [word, letter] of Object.entries(file.letters)) put(word, { letter });
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') put(letter, { letter: letter.toUpperCase() });
  for (const letter of file.weakLetters) put(letter, { weak: true });
  return entries;
}

function isOfNumbers({ digit, teen, tens, times, hundred, thousand, join }: Entry): boolean {
  return [digit, teen, tens, times].some((value) => value !== undefined) || !!(hundred || thousand || join);
}

function isIdle(entry: Entry | undefined): boolean {
  return entry === undefined || (entry.digit === undefined && entry.letter === undefined && entry.times === undefined);
}

/** @param named files whose cues apply */
function phrasesOf(file: NumberBookFile, named: readonly NumberBookFile[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  const put = (source: string, role: PhraseRole, cue?: Cue) => {
    const words = wordsOf(source);
    const first = words[0] ?? '';
    phrases.set(first, [...(phrases.get(first) ?? []), { words, role, ...(cue && { cue }) }]);
  };
  for (const { cues } of named) for (const cue of CUES) for (const source of cues[cue]) put(source, 'cue', cue);
  for (const source of file.restarts) put(source, 'restart');
  for (const source of file.corrections) put(source, 'correction');
  for (const source of file.moneyUnits) put(source, 'money');
  for (const source of file.units) put(source, 'unit');
  for (const source of file.hours) put(source, 'hour');
  for (const source of file.letterLinks) put(source, 'link');
  for (const source of file.plus) put(source, 'plus');
  for (const source of file.fillers) put(source, 'filler');
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

function wordsOf(source: string): string[] {
  return tokensOf(source)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ text: word }) => word);
}
