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

/** @returns the exchange that each turn begins; null for an interjection, and where no other party answers */
export function exchangesOf(talk: Talk, book: AskBook): (Exchange | null)[] {
  const said = talk.turns.map(({ words }) => words.map((word) => (isSaidNumber(talk, word) ? NUMBER : word.text)));
  return talk.turns.map(({ party, words }, index) => {
    if (isInterjection(book, words)) return null;
    const ahead = talk.turns.slice(index + 1, index + 1 + MAX_TURNS_TO_ANSWER);
    const answer = ahead.findIndex((turn) => turn.party !== party && !isInterjection(book, turn.words));
    if (answer < 0) return null;
    return {
      before: said
        .slice(Math.max(0, index - TURNS_BEFORE), index)
        .flat()
        .slice(-MAX_WORDS_BEFORE),
      request: said[index]!.slice(-MAX_REQUEST_WORDS),
      answer: said[index + 1 + answer]!.slice(0, MAX_ANSWER_WORDS),
    };
  });
}

/** Each once. */
export function featuresOf({ before, request, answer }: Exchange): Set<string> {
  const features = new Set<string>();
  const whole = ['^', ...request, '$'];
  for (const [at, word] of whole.entries()) {
    features.add(`r ${word}`);
    const next = whole[at + 1];
    if (next !== undefined) features.add(`r ${word} ${next}`);
  }
  for (const word of before) features.add(`b ${word}`);
  for (const word of answer) features.add(`a ${word}`);
  features.add(`begins ${answer.slice(0, 2).join(' ')}`);
  const numbers = answer.filter((word) => word === NUMBER).length;
  features.add(`numbers ${Math.min(6, numbers)}`);
  features.add(`words ${Math.min(12, answer.length)}`);
  features.add(`others ${Math.min(6, answer.length - numbers)}`);
  features.add(`share ${Math.round((4 * numbers) / Math.max(1, answer.length))}`);
  features.add(`order ${orderOf(answer)}`);
  return features;
}

/** Numbers and words in their order: "w##w" for "it is one two three I think". */
const orderOf = (answer: readonly string[]) =>
  answer
    .map((word) => (word === NUMBER ? NUMBER : 'w'))
    .join('')
    .replace(/###+/g, '##')
    .replace(/www+/g, 'ww')
    .slice(0, 8);
