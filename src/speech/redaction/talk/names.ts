// Reads names of persons where one is expected. Names without such a sign are left to a language model. Pure.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SaidWord, Talk } from './talk.js';

const words = z.string().transform((text) => new Set(text.split(' ')));
const FILE = z
  .strictObject({
    /** First names. */
    first: words,
    /** First names that are also words of the language. They count as names only with a capital letter. */
    ambiguous: words,
    particles: words,
    /** Those of them that a name begins with. */
    leading: words,
    titles: words,
  })
  .parse(JSON.parse(readFileSync(new URL('./names.json', import.meta.url), 'utf8')));

/** Words of a language that are no names. */
export interface NoNames {
  readonly stopWords: ReadonlySet<string>;
  /** Parts of the names of companies, and other words with a capital letter. */
  readonly companyWords: ReadonlySet<string>;
  /** Endings of such words. */
  readonly companyEnds: readonly string[];
}

/** Maximum number of words of a name; further words are another sentence. */
const MAX_NAME_WORDS = 4;
const MAX_UNCASED_WORDS = 2;
const FILLERS = new Set(['uh', 'um', 'er', 'erm', 'äh', 'ähm', 'also', 'ja', 'well', 'yes']);

export const isTitle = (word: SaidWord) => FILE.titles.has(word.text);

export function isKnownName(talk: Talk, word: SaidWord): boolean {
  if (!FILE.first.has(word.text)) return false;
  return talk.isCased ? isCapital(word) : !FILE.ambiguous.has(word.text);
}

/** True for a first name that is also a word of the language. */
export const isAmbiguousName = ({ text }: SaidWord) => FILE.ambiguous.has(text);

export const rawOf = ({ segment, start, end }: SaidWord) => segment.text.slice(start, end);
export const isCapital = (word: SaidWord) => /^\p{Lu}/u.test(rawOf(word));

/** True when only a blank, a hyphen or the full stop of a title or an initial is between the words. */
function isNext(before: SaidWord, word: SaidWord): boolean {
  if (before.segment !== word.segment) return !/[.,;:!?]$/.test(before.segment.text.trimEnd());
  const between = word.segment.text.slice(before.end, word.start);
  return (
    /^(?:\s+|\s?-\s?)$/.test(between) || (/^\.\s?$/.test(between) && (isTitle(before) || rawOf(before).length === 1))
  );
}

function isNameWord(talk: Talk, word: SaidWord, none: NoNames): boolean {
  if (!/^[\p{L}\p{M}'’]+$/u.test(rawOf(word)) || isOfCompany(word, none)) return false;
  if (none.stopWords.has(word.text))
    return talk.isCased && isCapital(word) && FILE.first.has(word.text) && word.text.length > 2;
  return talk.isCased ? isCapital(word) : word.text.length > 1;
}

function isOfCompany({ text }: SaidWord, { companyWords, companyEnds }: NoNames): boolean {
  return (
    companyWords.has(text) ||
    companyEnds.some((end) => text.length > end.length + 2 && text.endsWith(end) && !FILE.first.has(text))
  );
}

export interface NameAt {
  /** Without titles; never empty. */
  readonly words: SaidWord[];
  /** Index of the word after the name. */
  readonly next: number;
}

/**
 * Name that begins here, after titles and fillers.
 * @returns null when no name begins here, or when it is the name of a company
 */
export function nameAt(talk: Talk, said: readonly SaidWord[], at: number, none: NoNames): NameAt | null {
  let first = at;
  while (first < at + 3 && said[first] && (isTitle(said[first]!) || FILLERS.has(said[first]!.text))) first += 1;
  const name: SaidWord[] = [];
  let next = first;
  for (let index = first; index < said.length && name.length < MAX_NAME_WORDS; index += 1) {
    const word = said[index]!;
    const before = said[index - 1];
    if (index > first && before && !isNext(before, word)) break;
    if (leadsOn(talk, said, index, none, name.length === 0)) {
      name.push(word);
      continue;
    }
    if (!isNameWord(talk, word, none)) {
      if (isOfCompany(word, none) && name.length > 0 && !isKnownName(talk, name[0]!)) return null;
      break;
    }
    if (!talk.isCased && name.length >= MAX_UNCASED_WORDS && !isWholeFirstName(talk, name)) break;
    name.push(word);
    next = index + 1;
  }
  const whole = name.slice(0, Math.max(0, next - first));
  return whole.length === 0 ? null : { words: whole, next };
}

/** A particle before a name: "von der" before "Heide". */
function leadsOn(talk: Talk, said: readonly SaidWord[], at: number, none: NoNames, isFirst: boolean): boolean {
  const word = said[at]!;
  if (!FILE.particles.has(word.text) || (isFirst && !FILE.leading.has(word.text))) return false;
  const next = said[at + 1];
  if (!next || !isNext(word, next)) return false;
  return isNameWord(talk, next, none) || leadsOn(talk, said, at + 1, none, false);
}

/**
 * True where the first name ends the name: in text without capitals, a third word belongs to two first names or to a particle.
 */
function isWholeFirstName(talk: Talk, name: readonly SaidWord[]): boolean {
  return name.length === 2 && (isKnownName(talk, name[1]!) || FILE.particles.has(name[1]!.text));
}

/** Name that ends before this position: "Dana Miller speaking". */
export function nameBefore(talk: Talk, said: readonly SaidWord[], at: number, none: NoNames): SaidWord[] | null {
  const name: SaidWord[] = [];
  for (let index = at - 1; index >= 0 && name.length < MAX_NAME_WORDS; index -= 1) {
    const word = said[index]!;
    if (!isNext(word, said[index + 1]!)) break;
    const isPart = isNameWord(talk, word, none) || (name.length > 0 && FILE.particles.has(word.text) && talk.isCased);
    if (!isPart || (!talk.isCased && name.length === MAX_UNCASED_WORDS)) break;
    name.unshift(word);
  }
  while (name[0] && !talk.isCased && !isKnownName(talk, name[0])) name.shift();
  return name.length === 0 ? null : name;
}
