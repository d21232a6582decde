// What the learnt requests are known by: words and pairs of words of the request, words that were said before it, and words and
// shape of its answer. Who learns the weights and who applies them reads exchanges by these functions alone. Pure.
import type { Talk } from '../../talk/talk.js';
import { isInterjection, isSaidNumber } from '../answer-words.js';
import type { AskBook } from '../ask-book.js';

/** Words of a request, of what was said before it, and of its answer; `#` stands for a part of a number. */
export interface Exchange {
  readonly before: readonly string[];
  readonly request: readonly string[];
  readonly answer: readonly string[];
}

/** Turns of the asking party, and interjections, after which an answer belongs to no request any more. */
const MAX_TURNS_TO_ANSWER = 3;
const TURNS_BEFORE = 2;
const MAX_WORDS_BEFORE = 40;
const MAX_REQUEST_WORDS = 80;
const MAX_ANSWER_WORDS = 40;
const NUMBER = '#';
const RARE = '?';
/** Words of the request, and places of the answer's order, that are seen together. */
const [LAST_WORDS, FIRST_OF_ORDER] = [6, 4];

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
    return {
      before: said
        .slice(Math.max(0, from - TURNS_BEFORE), from)
        .flat()
        .slice(-MAX_WORDS_BEFORE),
      request: said
        .slice(from, index + 1)
        .flat()
        .slice(-MAX_REQUEST_WORDS),
      answer: said[index + 1 + answer]!.slice(0, MAX_ANSWER_WORDS),
    };
  });
}

/**
 * Each once.
 * @param common words that many exchanges have; others are rare, as names and passwords are
 */
export function featuresOf({ before, request, answer }: Exchange, common: ReadonlySet<string>): Set<string> {
  const isRare = (word: string) => word !== NUMBER && !common.has(word);
  const order = orderOf(answer, isRare);
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
  ]);
}

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
