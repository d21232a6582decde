// Questions for a security code of which too much was misheard: a word of them is enough where the answer is a few digits and
// nothing else. Pure.
import { soundsLikeNumber } from '../numbers/sounds-like-number.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { spansOfWords } from '../talk/span-of.js';
import { placesOf, type SaidWord, sentencesOf, type Talk, type Turn } from '../talk/talk.js';
import { isInterjection, isSaidNumber } from './answer-words.js';
import type { AskBook } from './ask-book.js';

const CONFIDENCE = 0.5;
const MAX_WORDS = 10;
const MIN_SHARE_OF_NUMBERS = 0.75;
const MIN_DIGITS = 3;
const MAX_DIGITS = 5;
const YEAR = /^(?:19|20)\d\d$/;

/** Whether a turn may have asked for a security code. */
export function mayAskForCode({ hints }: AskBook, { words }: Turn): boolean {
  return hints.words.find(words).length > 0 && hints.unless.find(words).length === 0;
}

/** The answer, where it is a few digits; some of them may be misheard. */
export function codeIn(talk: Talk, book: AskBook, turns: readonly Turn[]): SensitiveSpan[] {
  const said = turns.map(({ words }) => withoutLeadIns(talk, book, words)).filter((words) => words.length > 0);
  const words = said.flat();
  if (words.length === 0 || words.length > MAX_WORDS) return [];
  const alike = words.filter(({ text }) => soundsLikeNumber(talk.language, text));
  if (alike.length < words.length * MIN_SHARE_OF_NUMBERS || words.some((word) => isCounted(talk, word))) return [];
  const digits = digitsOf(talk, words);
  if (digits < MIN_DIGITS || digits > MAX_DIGITS) return [];
  const kind = { type: 'card_security_code', basis: 'asked_for', confidence: CONFIDENCE } as const;
  return said.flatMap((each) => spansOfWords(each, kind));
}

function withoutLeadIns(talk: Talk, book: AskBook, words: readonly SaidWord[]): SaidWord[] {
  return sentencesOf(words)
    .filter((sentence) => !isInterjection(book, sentence))
    .flatMap((sentence) => {
      const isIdle = (word: SaidWord) =>
        (book.leadIns.has(word.text) || book.interjections.has(word.text)) && !isSaidNumber(talk, word);
      const from = sentence.findIndex((word) => !isIdle(word));
      if (from < 0) return [];
      const lastAt = sentence.findLastIndex((word) => !isIdle(word));
      // What sounds like a digit beside one is one: "nine for".
      const isPart = (word: SaidWord | undefined) => word !== undefined && soundsLikeNumber(talk.language, word.text);
      const first = isPart(sentence[from - 1]) ? from - 1 : from;
      const last = isPart(sentence[lastAt + 1]) ? lastAt + 1 : lastAt;
      return sentence.slice(first, last + 1);
    });
}

/** Money, pieces, hours, years. */
function isCounted(talk: Talk, word: SaidWord): boolean {
  const zone = placesOf([word]);
  return YEAR.test(word.text) || talk.numbers.in(zone).some(({ isQuantity }) => isQuantity);
}

/** Those that are read, and one for each word that sounds like one. */
function digitsOf(talk: Talk, words: readonly SaidWord[]): number {
  const numbers = talk.numbers.in(placesOf(words));
  const read = numbers.reduce((sum, { symbols }) => sum + symbols.length, 0);
  const misheard = words.filter(
    (word) => soundsLikeNumber(talk.language, word.text) && talk.numbers.in(placesOf([word])).length === 0,
  );
  return numbers.some(({ symbols }) => YEAR.test(symbols)) ? 0 : read + misheard.length;
}
