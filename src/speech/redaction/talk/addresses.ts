// Finds postal addresses: a street with its number, and the postcode and town beside it. Pure.
// cspell:ignore Alten Markt Alster Marktweg Umweg montag mittwoch donnerstag freitag samstag sonntag januar februar juni juli
// cspell:ignore oktober dezember Unter Alte Altes Lindenstraße Friedens
// cspell:ignore parkplatz sitzplatz stellplatz arbeitsplatz spielplatz campingplatz liegeplatz lagerplatz rastplatz fensterplatz
// cspell:ignore heimweg rückweg
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Place } from '../numbers/number-stretch.js';
import { isCapital, type NoNames, rawOf } from './names.js';
import { placesOf, type SaidWord, type Talk } from './talk.js';

const words = z.string().transform((text) => new Set(text === '' ? [] : text.split(' ')));
const book = z.strictObject({
  /** Words before or after which there is the name of a street. */
  types: words,
  /** Those of them that are little else: enough where no capital letter helps. */
  sure: words,
  /** Endings of single words that are the whole name of a street. */
  ends: words,
  /** Words before a number within an address. */
  units: words,
  /** Words that join the parts of an address. */
  joins: words,
});
const BOOKS = z
  .strictObject({ en: book, de: book })
  .parse(JSON.parse(readFileSync(new URL('./streets.json', import.meta.url), 'utf8')));

const UK_POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g;
const MAX_STREET_WORDS = 4;
const MAX_ADDRESS_WORDS = 30;
/** Letters of a word such as "Marktweg"; shorter ones are "Umweg" and "Weg". */
const MIN_COMPOUND = 6;

/** Words that end like streets and are none. */
const NO_STREETS = new Set(
  'parkplatz sitzplatz stellplatz arbeitsplatz spielplatz campingplatz liegeplatz lagerplatz rastplatz fensterplatz umweg heimweg rückweg'.split(
    ' ',
  ),
);
/** Capitalised words that belong to no address. */
const DAYS = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november ' +
    'december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli oktober dezember'
  ).split(' '),
);

export interface FoundAddress {
  readonly places: Place[];
  readonly words: readonly SaidWord[];
}

const startsWithDigit = (word: SaidWord | undefined) => word !== undefined && /^\d/.test(word.text);

/**
 * Addresses with a street, anywhere in the words.
 * @param isExpected true where an address was asked for or announced: then "court" is a street without a capital letter, too
 */
export function addressesIn(talk: Talk, said: readonly SaidWord[], none: NoNames, isExpected = false): FoundAddress[] {
  const found: FoundAddress[] = [];
  let free = 0;
  for (let at = 0; at < said.length; at += 1) {
    const core = coreAt(talk, said, at, free, none, isExpected);
    if (core === null) continue;
    const end = extended(talk, said, core.to, none);
    const all = said.slice(core.from, end);
    found.push({ places: placesOf(all), words: all });
    free = end;
    at = end - 1;
  }
  return found;
}

/**
 * Address behind a cue such as "my address is" or "the postcode is": one with a street, else from there on what looks like one.
 * @param said the words behind the cue, to the end of the turn
 */
export function addressAfter(talk: Talk, said: readonly SaidWord[], none: NoNames): FoundAddress | null {
  const reach = said.slice(0, MAX_ADDRESS_WORDS);
  const [known] = addressesIn(talk, reach, none, true);
  const first = reach.findIndex((word) => isPart(talk, word, none) || isCapitalPreposition(talk, word));
  if (known && said.indexOf(known.words[0]!) <= 8) {
    const from =
      first >= 0 && first <= 3 ? Math.min(first, said.indexOf(known.words[0]!)) : said.indexOf(known.words[0]!);
    const all = said.slice(from, said.indexOf(known.words.at(-1)!) + 1);
    return { places: placesOf(all), words: all };
  }
  if (first < 0 || first > 3) return null;
  const end = extended(talk, said, first, none);
  const all = said.slice(first, end);
  const hasNumber = all.some((word) => startsWithDigit(word) || isNumber(talk, word));
  return all.length > 0 && hasNumber && !isOtherNumber(talk, all) ? { places: placesOf(all), words: all } : null;
}

/** True for numbers alone, unless they are a postcode: "moved to nine twenty". */
function isOtherNumber(talk: Talk, all: readonly SaidWord[]): boolean {
  if (all.some((word) => isPostcodeAt(word) || !isNumber(talk, word))) return isOneSmallNumber(talk, all);
  return digitsIn(talk, all) !== POSTCODE_DIGITS;
}

const POSTCODE_DIGITS = 5;
const digitsIn = (talk: Talk, all: readonly SaidWord[]) =>
  talk.numbers.in(placesOf(all)).reduce((sum, { symbols }) => sum + symbols.length, 0);

function isOneSmallNumber(talk: Talk, all: readonly SaidWord[]): boolean {
  return digitsIn(talk, all) < 3 && !all.some((word) => isCapital(word) && /\p{L}/u.test(rawOf(word)));
}

/** True for "Am" in "Am Alten Markt": within a sentence, the capital letter shows that it belongs to the name of a street. */
function isCapitalPreposition(talk: Talk, word: SaidWord): boolean {
  return (
    talk.language === 'de' && talk.isCased && !word.startsSentence && word.start > 0 && PREPOSITIONS.has(rawOf(word))
  );
}

const PREPOSITIONS = new Set('Am An Auf Im In Zum Zur Unter Hinter Vor Bei Alte Alter Altes'.split(' '));

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Street with its number, when the word at `at` is the last one of the street's name. */
function coreAt(
  talk: Talk,
  said: readonly SaidWord[],
  at: number,
  free: number,
  none: NoNames,
  isExpected: boolean,
): Range | null {
  const word = said[at]!;
  const { types, ends } = BOOKS[talk.language];
  const isCompound =
    !types.has(word.text) &&
    !NO_STREETS.has(word.text) &&
    [...ends].some((end) => word.text.endsWith(end) && word.text.length >= MIN_COMPOUND);
  if (!types.has(word.text) && !isCompound) return null;
  if (isCompound && talk.isCased && !isCapital(word)) return null;
  return talk.language === 'de'
    ? numberBehind(talk, said, at, isCompound, free, none)
    : numberBefore(talk, said, at, free, none, isExpected);
}

/** "12 Oak Street": the number, up to four words, and the kind of street. */
function numberBefore(
  talk: Talk,
  said: readonly SaidWord[],
  at: number,
  free: number,
  none: NoNames,
  isExpected: boolean,
): Range | null {
  const { sure } = BOOKS[talk.language];
  const word = said[at]!;
  let from = at - 1;
  for (; from >= free && from >= at - MAX_STREET_WORDS - 1; from -= 1) {
    const part = said[from]!;
    if (!isNear(part, said[from + 1]!)) return null;
    if (isNumber(talk, part) && (from < at - 1 || !isOrdinal(part))) break;
    if (talk.isCased && isCapital(word) ? !isCapital(part) : none.stopWords.has(part.text)) return null;
    if (!talk.isCased && !isExpected && !sure.has(word.text)) return null;
  }
  if (from < free || from < at - MAX_STREET_WORDS - 1 || from === at - 1) return null;
  return { from: firstOfNumber(talk, said, from, free), to: at + 1 };
}

/** "Lindenstraße 14", "Frankfurter Str. 22a", "Straße des Friedens 5". */
function numberBehind(
  talk: Talk,
  said: readonly SaidWord[],
  at: number,
  isCompound: boolean,
  free: number,
  none: NoNames,
): Range | null {
  if (!talk.isCased && !isCompound && !BOOKS.de.sure.has(said[at]!.text)) return null;
  let number = at + 1;
  const limit = isCompound ? at + 2 : at + 4;
  while (number < limit && said[number] && !isNumber(talk, said[number]!) && !BOOKS.de.units.has(said[number]!.text))
    number += 1;
  const behind = said[number];
  if (!behind || number >= limit || !isNear(said[at]!, said[at + 1]!)) return null;
  if (BOOKS.de.units.has(behind.text) && !(said[number + 1] && isNumber(talk, said[number + 1]!))) return null;
  let from = at;
  if (!isCompound && number === at + 1) {
    const before = said[at - 1];
    if (
      before &&
      at - 1 >= free &&
      isNear(before, said[at]!) &&
      !none.stopWords.has(before.text) &&
      (!talk.isCased || isCapital(before))
    )
      from = at - 1;
    else return null;
  }
  while (from > free && isNear(said[from - 1]!, said[from]!) && isCapitalPreposition(talk, said[from - 1]!)) from -= 1;
  return { from, to: number };
}

function firstOfNumber(talk: Talk, said: readonly SaidWord[], at: number, free: number): number {
  let from = at;
  while (from > free && isNumber(talk, said[from - 1]!) && isNear(said[from - 1]!, said[from]!)) from -= 1;
  return from;
}

const isOrdinal = (word: SaidWord) => /^\d+(?:st|nd|rd|th)$/.test(word.text);

/** A written number, or a word that was read as part of one. */
function isNumber(talk: Talk, word: SaidWord): boolean {
  if (/^\d/.test(word.text)) return true;
  return talk.numbers.in(placesOf([word])).some(({ symbols }) => /\d/.test(symbols));
}

/** True when at most a comma, or the full stop of an abbreviation, is between the words. */
function isNear(before: SaidWord, word: SaidWord): boolean {
  if (before.segment !== word.segment) return !/[.!?]$/.test(before.segment.text.trimEnd());
  const between = word.segment.text.slice(before.end, word.start);
  if (/^[\s,'’/-]*$/.test(between)) return true;
  return (
    /^\.\s*$/.test(between) &&
    before.text.length <= 10 &&
    /(?:str|st|rd|ave|apt|nr|no|dr|blvd|ln|ct)$/.test(before.text)
  );
}

/** Index after the last part of the address that begins before `at`. */
function extended(talk: Talk, said: readonly SaidWord[], at: number, none: NoNames): number {
  const { joins, units } = BOOKS[talk.language];
  let end = at;
  for (let index = at; index < said.length && index < at + MAX_ADDRESS_WORDS; index += 1) {
    const word = said[index]!;
    const before = said[index - 1];
    if (before && index > 0 && index > at && !isNear(before, word) && !isPostcodeAt(word)) break;
    if (before && index === at && at > 0 && end === at && !isNear(before, word) && !isPostcodeAt(word)) break;
    if (isPart(talk, word, none)) end = index + 1;
    else if (!joins.has(word.text) && !leadsToPostcode(talk, said, index, none)) break;
  }
  while (end > at && units.has(said[end - 1]!.text)) end -= 1;
  return end;
}

/** Words of a town without a capital letter: "boise idaho" before "eight three seven one two". */
const MAX_TOWN_WORDS = 4;
const POSTCODE = /^(?:\d{5}|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/;

function leadsToPostcode(talk: Talk, said: readonly SaidWord[], at: number, { stopWords }: NoNames): boolean {
  for (const word of said.slice(at, at + MAX_TOWN_WORDS + 1)) {
    const [number] = talk.numbers.in(placesOf([word]));
    if (number !== undefined) return POSTCODE.test(number.symbols);
    if (stopWords.has(word.text)) return false;
  }
  return false;
}

function isPart(talk: Talk, word: SaidWord, none: NoNames): boolean {
  const { units, types, ends } = BOOKS[talk.language];
  if (isNumber(talk, word) || isPostcodeAt(word)) return true;
  if (units.has(word.text) || (types.has(word.text) && (!talk.isCased || isCapital(word)))) return true;
  if (!talk.isCased) return [...ends].some((end) => word.text.endsWith(end) && word.text.length >= MIN_COMPOUND);
  if (/^\d+[a-z]$/i.test(word.text)) return true;
  return isCapital(word) && !none.stopWords.has(word.text) && !DAYS.has(word.text) && rawOf(word) !== 'I';
}

function isPostcodeAt({ segment: { text }, start, end }: SaidWord): boolean {
  const around = text.slice(Math.max(0, start - 5), end + 5);
  const from = Math.max(0, start - 5);
  return [...around.matchAll(UK_POSTCODE)].some(
    ({ 0: code, index }) => from + index < end && from + index + code.length > start,
  );
}

/** Postcodes of Great Britain, which have a unique form. */
export function postcodesIn(segmentId: number, text: string): Place[] {
  return [...text.matchAll(UK_POSTCODE)].map(({ 0: code, index: from }) => ({
    segmentId,
    from,
    to: from + code.length,
  }));
}
