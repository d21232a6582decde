// Finds what the asking party reads back of an answer. Pure.
// cspell:ignore Sonnenblume zwei mausefalle hausfalle

import { editDistance } from '../../../platform/config/checks/edit-distance.js';
import { type RedactionType, typesRead } from '../../../ports/redaction.js';
import type { CalendarDate } from '../numbers/number-stretch.js';
import { soundsLikeNumber } from '../numbers/sounds-like-number.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { spansAt, spansOfWords } from '../talk/span-of.js';
import { placesOf, type SaidWord, type Talk } from '../talk/talk.js';
import { isRare } from './learnt/learnt-file.js';
import { READ } from './resolve-answer.js';

const OF_CARDS = new Set<string>(['card_number', 'card_security_code']);
const SECRETS: readonly string[] = typesRead('secret');
const DATES: readonly string[] = typesRead('date', 'month');
/** Words in a row that sound like numbers. */
const MIN_STRETCH = 2;

export function echoSpans(
  talk: Talk,
  types: readonly RedactionType[],
  answer: readonly SensitiveSpan[],
  words: readonly SaidWord[],
): SensitiveSpan[] {
  const said = answer.map(({ content }) => content.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase());
  const numbers = talk.numbers.in(placesOf(words)).flatMap(({ places, symbols }) => {
    const at = symbols.length < 3 ? -1 : said.findIndex((content) => content.includes(symbols));
    const source = answer[at];
    const type = source?.type ?? types[0] ?? '';
    return source === undefined ? [] : spansAt(places, { type, basis: 'asked_for', confidence: READ }, symbols);
  });
  return [
    ...numbers,
    ...echoOfDates(talk, answer, words),
    ...misheardEcho(talk, answer, words),
    ...answer.flatMap((span) => [
      ...echoOfWords(span, words),
      ...echoOfSecret(span, words),
      ...misheardWords(talk, span, words),
    ]),
  ];
}

/** The same words once more. */
function echoOfWords({ type, content }: SensitiveSpan, words: readonly SaidWord[]): SensitiveSpan[] {
  const said = content.split(' ');
  if (!/\p{L}{3}/u.test(content)) return [];
  return words.flatMap((_, at) =>
    said.every((text, index) => words[at + index]?.text === text)
      ? spansOfWords(words.slice(at, at + said.length), { type, basis: 'asked_for', confidence: READ })
      : [],
  );
}

const MIN_SECRET_WORD = 4;

/** "Sonnenblume zwei drei" is read back as "Sonnenblume23". */
function echoOfSecret({ type, content }: SensitiveSpan, words: readonly SaidWord[]): SensitiveSpan[] {
  if (!SECRETS.includes(type)) return [];
  const parts = content.split(' ').filter((part) => /^\p{L}+$/u.test(part) && part.length >= MIN_SECRET_WORD);
  return words
    .filter(({ text }) => parts.some((part) => text.startsWith(part) && /^\p{N}+$/u.test(text.slice(part.length))))
    .flatMap((word) => spansOfWords([word], { type, basis: 'asked_for', confidence: READ }));
}

const OF_WORDS: readonly string[] = [...SECRETS, ...typesRead('name', 'address')];
/** Letters of a word that is known again though misheard; longer ones than the highest are none that people say. */
const [MIN_MISHEARD_WORD, MAX_MISHEARD_WORD] = [5, 40];
/** Letters for each of which one may differ. */
const LETTERS_PER_CHANGE = 3;

/** "Mausefalle" is read back as "hausfalle". */
function misheardWords(talk: Talk, { type, content }: SensitiveSpan, words: readonly SaidWord[]): SensitiveSpan[] {
  if (!OF_WORDS.includes(type)) return [];
  const isLong = (text: string) => text.length >= MIN_MISHEARD_WORD && text.length <= MAX_MISHEARD_WORD;
  const said = content.split(' ').filter((text) => isLong(text) && isRare(talk.language, text));
  return words
    .filter(({ text }) => isLong(text) && isRare(talk.language, text) && said.some((each) => isMisheard(text, each)))
    .flatMap((word) => spansOfWords([word], { type, basis: 'asked_for', confidence: READ }));
}

const isMisheard = (text: string, said: string) =>
  editDistance(text, said) <= Math.floor(Math.min(text.length, said.length) / LETTERS_PER_CHANGE);

/** "Oh three three oh" is read back as "03/2030". */
function echoOfDates(talk: Talk, answer: readonly SensitiveSpan[], words: readonly SaidWord[]): SensitiveSpan[] {
  const source = answer.find(({ type }) => DATES.includes(type));
  if (source === undefined) return [];
  const digits = source.content.replaceAll(/\D/g, '');
  return talk.dates
    .in(placesOf(words))
    .filter(({ readings }) =>
      readings.some((reading) => JSON.stringify(reading) === source.content || writtenForms(reading).includes(digits)),
    )
    .flatMap(({ places }) =>
      spansAt(places, { type: source.type, basis: 'asked_for', confidence: READ }, source.content),
    );
}

/** 330, 0330, 32030, 032030 of March 2030; with the day before or behind the month. */
function writtenForms({ year, month, day }: CalendarDate): string[] {
  const both = (value: number) => [String(value), String(value).padStart(2, '0')];
  const years = year === null ? [''] : [String(year), String(year).slice(2)];
  const months = both(month);
  const heads =
    day === null
      ? months
      : both(day).flatMap((each) => months.flatMap((other) => [`${each}${other}`, `${other}${each}`]));
  return heads.flatMap((head) => years.map((each) => head + each));
}

/** Digits of a card that are misheard in one of both turns. */
function misheardEcho(talk: Talk, answer: readonly SensitiveSpan[], words: readonly SaidWord[]): SensitiveSpan[] {
  const source = answer.find(
    ({ type, content }) => OF_CARDS.has(type) || (SECRETS.includes(type) && /^\d+$/.test(content)),
  );
  if (source === undefined) return [];
  const said = answer.map(({ content }) => content.replaceAll(/\D/g, '')).join('');
  const spans: SensitiveSpan[] = [];
  let stretch: SaidWord[] = [];
  const close = () => {
    const numbers = talk.numbers.in(placesOf(stretch));
    const isReadBack = numbers.length > 0 && numbers.every(({ isInDigits, isWritten }) => isInDigits || isWritten);
    const symbols = numbers.map((number) => number.symbols).join('');
    if (stretch.length >= MIN_STRETCH && isReadBack && isLike(symbols, said))
      spans.push(...spansOfWords(stretch, { type: source.type, basis: 'asked_for', confidence: READ }));
    stretch = [];
  };
  for (const word of words) {
    if (soundsLikeNumber(talk.language, word.text)) stretch.push(word);
    else close();
  }
  close();
  return spans;
}

/** Share of the digits that a part of the content has at the same place. */
const MIN_ALIKE = 0.5;

function isLike(symbols: string, content: string): boolean {
  for (let at = 0; at < content.length; at += 1) {
    const alike = [...symbols].filter((symbol, index) => content[at + index] === symbol).length;
    if (alike >= symbols.length * MIN_ALIKE) return true;
  }
  return false;
}
