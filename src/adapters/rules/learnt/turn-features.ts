// What a turn of a call is known by, where its part in the call was learnt: its words, parts of them and what they mean, the
// turns beside it, and its place. Who learns the weights and who applies them reads turns by these functions alone. Pure.
import type { KnownLanguage } from '../../../phrases/known-languages.js';
import { classesOf, readClasses, type WordClasses } from '../../../phrases/learnt/word-classes.js';
import type { Turn } from '../../../phrases/spoken-words.js';

/** Meanings of words of outcomes: deeds, refusals, promises, dates. */
const OF_OUTCOMES: Readonly<Record<KnownLanguage, WordClasses>> = {
  en: readClasses(new URL('./classes-en.json', import.meta.url)),
  de: readClasses(new URL('./classes-de.json', import.meta.url)),
};

/** A turn of a party, with `#` for its numbers. */
export interface SaidTurn {
  readonly party: 'A' | 'C' | null;
  readonly words: readonly string[];
  readonly meanings: ReadonlySet<string>;
  /** True where it ends with a question mark. */
  readonly asks: boolean;
}

export interface SaidCall {
  readonly language: KnownLanguage;
  readonly turns: readonly SaidTurn[];
}

const NUMBER = '#';
const MAX_WORDS_BEFORE = 20;
const MAX_WORDS_AFTER = 14;
/** Words of the next turn that are seen in pairs. */
const FIRST_PAIRS_AFTER = 4;
/** Words of fewer letters have no beginnings and ends that tell anything; longer ones may be compounds. */
const [MIN_PART_LETTERS, MIN_COMPOUND_LETTERS] = [6, 10];
const [PART_LETTERS, COMPOUND_LETTERS] = [5, 7];
/** Turns up to which a place in a call is told from another, and the parts into which a call is cut. */
const [MAX_LEFT, MAX_BEFORE, PARTS_OF_CALL] = [6, 4, 5];
const MAX_LENGTH_STEPS = 8;

const PARTIES: Readonly<Record<string, 'A' | 'C'>> = { agent: 'A', customer: 'C' };

export function saidCall(turns: readonly Turn[], language: KnownLanguage): SaidCall {
  return { language, turns: turns.map((turn) => saidTurn(turn, language)) };
}

export function saidTurn({ speaker, words }: Turn, language: KnownLanguage): SaidTurn {
  const said = words.map(({ text }) => (isNumber(text, language) ? NUMBER : text));
  return {
    party: PARTIES[speaker] ?? null,
    words: said,
    meanings: new Set(said.flatMap((word) => meaningsOf(word, language))),
    asks: words.at(-1)?.segment.text.trimEnd().endsWith('?') ?? false,
  };
}

const isNumber = (text: string, language: KnownLanguage) =>
  /^\d/.test(text) || classesOf(language, text).includes('number');

const meaningsOf = (word: string, language: KnownLanguage) => [
  ...classesOf(language, word),
  ...(OF_OUTCOMES[language].get(word) ?? []).map((name) => `to ${name}`),
];

/** @returns what each turn is known by; null for the turn of an unknown party */
export function allFeatures(call: SaidCall): (ReadonlySet<string> | null)[] {
  return call.turns.map(({ party }, at) => (party === null ? null : featuresOf(call, at)));
}

/** Each once. Words are of their language, meanings of both. */
export function featuresOf({ language, turns }: SaidCall, index: number): Set<string> {
  const { party, words, meanings, asks } = turns[index]!;
  const [before, after] = [turns[index - 1], turns[index + 1]];
  const own = `${language} ${party}`;
  const features = new Set([
    `party ${party}`,
    ...['^', ...words, '$'].flatMap((word, at, all) => [
      `${own} ${word}`,
      `${own} ${word} ${all[at + 1]}`,
      `${language} x ${word}`,
    ]),
    ...words.slice(2).map((word, at) => `${own} ${words[at]} _ ${word}`),
    ...words.flatMap((word) => partsOf(word).map((part) => `${own} ${part}`)),
    `begins ${own} ${words.slice(0, 2).join(' ')}`,
    `${party} words ${Math.min(MAX_LENGTH_STEPS, Math.round(2 * Math.log2(1 + words.length)))}`,
    `${party} asks ${asks}`,
    ...placeFeatures(party, index, turns.length),
  ]);
  for (const meaning of meanings) features.add(`${party} of ${meaning}`).add(`x of ${meaning}`);
  for (const word of before?.words.slice(-MAX_WORDS_BEFORE) ?? []) features.add(`b ${own} ${word}`);
  for (const meaning of before?.meanings ?? []) features.add(`b ${party} of ${meaning}`);
  for (const each of afterFeatures(own, party, after)) features.add(each);
  return features;
}

/** Beginnings and ends: inflected words and compounds that no one has said yet have them. */
function partsOf(word: string): string[] {
  if (word.length < MIN_PART_LETTERS) return [];
  const parts = [`${word.slice(0, PART_LETTERS)}*`, `*${word.slice(-PART_LETTERS)}`];
  return word.length < MIN_COMPOUND_LETTERS ? parts : [...parts, `*${word.slice(-COMPOUND_LETTERS)}`];
}

function afterFeatures(own: string, party: SaidTurn['party'], after: SaidTurn | undefined): string[] {
  const words = after?.words.slice(0, MAX_WORDS_AFTER) ?? [];
  return [
    ...words.map((word) => `n ${own} ${word}`),
    ...words.slice(0, FIRST_PAIRS_AFTER).map((word, at) => `n ${own} ${word} ${words[at + 1] ?? '$'}`),
    ...[...(after?.meanings ?? [])].map((meaning) => `n ${party} of ${meaning}`),
    `${party} pairs after ${Math.min(4, (after?.words.length ?? 0) >> 1)}`,
  ];
}

const placeFeatures = (party: SaidTurn['party'], index: number, turns: number) => [
  `${party} left ${Math.min(MAX_LEFT, turns - 1 - index)}`,
  `${party} before ${Math.min(MAX_BEFORE, index)}`,
  `${party} part ${Math.floor((PARTS_OF_CALL * index) / turns)}`,
];
