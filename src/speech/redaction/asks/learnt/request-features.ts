// What the learnt requests are known by: words of the request and what they mean, words that were said before it, words and shape
// of its answer, and what is said to the answer. Who learns the weights and who applies them reads exchanges by these functions
// alone. Pure.

import type { KnownLanguage } from '../../../../phrases/known-languages.js';
import { classesOf } from '../../../../phrases/learnt/word-classes.js';
import type { Talk } from '../../talk/talk.js';
import { isInterjection, isSaidNumber } from '../answer-words.js';
import type { AskBook } from '../ask-book.js';

/** Words of a request, of what was said before it, of its answer, and of the turn after it; `#` stands for a part of a number. */
export interface Exchange {
  readonly before: readonly string[];
  readonly request: readonly string[];
  readonly answer: readonly string[];
  readonly after: readonly string[];
  /** Turns of the call before the request, and those from it on. */
  readonly turnsBefore: number;
  readonly turnsLeft: number;
}

/** A language, and which of its words are common. */
export interface Vocabulary {
  readonly language: KnownLanguage;
  /** Words that many exchanges have; others are rare, as names and passwords are. */
  readonly common: ReadonlySet<string>;
}

/** Turns of the asking party, and interjections, after which an answer belongs to no request any more. */
const MAX_TURNS_TO_ANSWER = 3;
const TURNS_BEFORE = 2;
const MAX_WORDS_BEFORE = 40;
const MAX_REQUEST_WORDS = 80;
const MAX_ANSWER_WORDS = 40;
const MAX_WORDS_AFTER = 14;
const NUMBER = '#';
const RARE = '?';
/** Words of the request, those whose meanings count, and places of the answer's order, that are seen together. */
const [LAST_WORDS, LAST_MEANINGS, FIRST_OF_ORDER] = [6, 8, 4];
/** Words of the turn after the answer that are seen in pairs. */
const FIRST_PAIRS_AFTER = 4;
/** Turns up to which a place in a call is told from another. */
const [MAX_BEFORE, MAX_LEFT, MAX_TURNS] = [4, 5, 12];

/**
 * @returns the exchange that each turn begins; null where no other party answers. A mere "please" belongs to what it takes up:
 * the offer, or the part of an answer, of the other party before it
 */
export function exchangesOf(talk: Talk, book: AskBook): (Exchange | null)[] {
  const said = talk.turns.map(({ words }) => words.map((word) => (isSaidNumber(talk, word) ? NUMBER : word.text)));
  return talk.turns.map(({ party, words }, index) => {
    const isTakingUp = isInterjection(book, words);
    if (isTakingUp && (index === 0 || talk.turns[index - 1]!.party === party)) return null;
    const from = isTakingUp ? index - 1 : index;
    const ahead = talk.turns.slice(index + 1, index + 1 + MAX_TURNS_TO_ANSWER);
    const answer = ahead.findIndex((turn) => turn.party !== party && !isInterjection(book, turn.words));
    if (answer < 0) return null;
    const answered = index + 1 + answer;
    return {
      before: said
        .slice(Math.max(0, from - TURNS_BEFORE), from)
        .flat()
        .slice(-MAX_WORDS_BEFORE),
      request: said
        .slice(from, index + 1)
        .flat()
        .slice(-MAX_REQUEST_WORDS),
      answer: said[answered]!.slice(0, MAX_ANSWER_WORDS),
      after: (said[answered + 1] ?? []).slice(0, MAX_WORDS_AFTER),
      turnsBefore: index,
      turnsLeft: said.length - index,
    };
  });
}

/** Each once. */
export function featuresOf(exchange: Exchange, { language, common }: Vocabulary): Set<string> {
  const { before, request, answer } = exchange;
  const isRare = (word: string) => word !== NUMBER && !common.has(word);
  const order = orderOf(answer, isRare);
  const meaningsOf = (words: readonly string[]) => new Set(words.flatMap((word) => classesOf(language, word)));
  return new Set([
    ...['^', ...request, '$'].flatMap((word, at, words) => [`r ${word}`, `r ${word} ${words[at + 1]}`]),
    ...request.slice(-LAST_WORDS).map((word) => `asks ${word} ${order.slice(0, FIRST_OF_ORDER)}`),
    ...before.map((word) => `b ${word}`),
    ...answer.map((word) => `a ${word}`),
    ...['^', ...answer.map((word) => (isRare(word) ? RARE : word)), '$'].map(
      (word, at, words) => `a ${word} ${words[at + 1]}`,
    ),
    ...answer.filter(isRare).flatMap((word) => [`ends ${word.slice(-3)}`, `ends ${word.slice(-4)}`]),
    ...shapeOf(answer, answer.filter(isRare).length),
    `order ${order}`,
    ...afterFeatures(exchange, isRare, meaningsOf),
    ...placeFeatures(exchange),
    ...[...meaningsOf(request)].map((meaning) => `r of ${meaning}`),
    ...[...meaningsOf(before)].map((meaning) => `b of ${meaning}`),
    ...[...meaningsOf(answer)].map((meaning) => `a of ${meaning}`),
    ...[...meaningsOf(request.slice(-LAST_MEANINGS))].map(
      (meaning) => `asks of ${meaning} ${order.slice(0, FIRST_OF_ORDER)}`,
    ),
  ]);
}

/** The turn after the answer tells of it: "that's it, you're in", "and how many of those". */
function afterFeatures(
  { answer, after }: Exchange,
  isRare: (word: string) => boolean,
  meaningsOf: (words: readonly string[]) => ReadonlySet<string>,
): string[] {
  if (after.length === 0) return [];
  const answered = new Set(answer.filter(isRare));
  const numbers = after.filter((word) => word === NUMBER).length;
  return [
    ...after.map((word) => `n ${word}`),
    ...after.slice(0, FIRST_PAIRS_AFTER).map((word, at) => `n ${word} ${after[at + 1] ?? '$'}`),
    `n begins ${after.slice(0, 2).join(' ')}`,
    ...[...meaningsOf(after)].map((meaning) => `n of ${meaning}`),
    `n again ${Math.min(3, after.filter((word) => answered.has(word)).length)}`,
    `n numbers ${Math.min(4, numbers)} ${answer.includes(NUMBER)}`,
  ];
}

/** A piece cut out of a call asks for data more often than a turn in the middle of a long one. */
const placeFeatures = ({ turnsBefore, turnsLeft }: Exchange) => [
  `from start ${Math.min(MAX_BEFORE, turnsBefore)}`,
  `to end ${Math.min(MAX_LEFT, turnsLeft)}`,
  `pairs of turns ${Math.floor(Math.min(MAX_TURNS, turnsBefore + turnsLeft) / 2)}`,
];

function shapeOf(answer: readonly string[], rare: number): string[] {
  const numbers = answer.filter((word) => word === NUMBER).length;
  const quarters = (count: number) => Math.round((4 * count) / Math.max(1, answer.length));
  return [
    `begins ${answer.slice(0, 2).join(' ')}`,
    `words ${Math.min(12, answer.length)}`,
    `numbers ${Math.min(6, numbers)}`,
    `rare ${Math.min(4, rare)}`,
    `others ${Math.min(6, answer.length - numbers)}`,
    `share of numbers ${quarters(numbers)}`,
    `share of rare words ${quarters(rare)}`,
  ];
}

/** Numbers, rare words and others in their order: "w##w" for "it is one two three I think". */
const orderOf = (answer: readonly string[], isRare: (word: string) => boolean) =>
  answer
    .map((word) => (word === NUMBER ? NUMBER : isRare(word) ? RARE : 'w'))
    .join('')
    .replace(/([#?w])\1{2,}/g, '$1$1')
    .slice(0, 8);
