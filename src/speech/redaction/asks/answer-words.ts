// Extracts the words of an answer: "sure, it is … , thanks". Pure.
import { isCapital } from '../talk/names.js';
import { placesOf, type SaidWord, sentencesOf, type Talk } from '../talk/talk.js';
import type { AskBook } from './ask-book.js';
import { isRare } from './learnt/learnt-file.js';

/** Maximum length of an answer. A longer text is a story that begins with the answer. */
const MAX_ANSWER_WORDS = 40;
/** Words of a try after a refusal: "God, I don't know. Kingfisher." */
const MAX_TRY_WORDS = 4;
/** Digits of a number that answers, whatever is said behind it. */
const MIN_NUMBER = 3;

/** True for a refusal, a question, or a mere acknowledgement. */
export function isNoAnswer(book: AskBook, words: readonly SaidWord[]): boolean {
  return isInterjection(book, words) || book.noAnswer.find(words).length > 0 || isRefusal(book, words);
}

/**
 * Sentences that may answer: without "One moment." in "One moment. It is …". Empty for a refusal that stands beside no answer:
 * "seven two nine one, same as always" has one.
 */
export function answeringSentences(talk: Talk, book: AskBook, words: readonly SaidWord[]): SaidWord[][] {
  const [refusal] = book.refusals.find(words);
  if (refusal !== undefined) {
    const [said, tried] = [words.slice(0, refusal.from), words.slice(refusal.to)];
    if (isTry(talk, tried)) return [tried.slice(tried.findIndex(({ text }) => isRare(talk.language, text)))];
    return isTry(talk, said) || saysNumber(talk, said) ? [said] : [];
  }
  return sentencesOf(words)
    .filter((sentence) => !isInterjection(book, sentence))
    .map((sentence) => answeringPart(talk, book, sentence))
    .filter((sentence) => sentence.length > 0);
}

/**
 * Part of a sentence that answers. In "Hold on, one two …" it is the words after "hold on"; in "one two hold on seven" it is all.
 */
function answeringPart(talk: Talk, book: AskBook, sentence: SaidWord[]): SaidWord[] {
  const [first] = book.noAnswer.find(sentence);
  if (first === undefined) return sentence;
  const before = sentence.slice(0, first.from);
  const part = before.every(({ text }) => isIdle(book, text)) ? sentence.slice(first.to) : sentence;
  return isTry(talk, part) || part.some((word) => isSaidNumber(talk, word)) ? part : [];
}

const isTry = (talk: Talk, words: readonly SaidWord[]) =>
  words.length <= MAX_TRY_WORDS && words.some(({ text }) => isRare(talk.language, text));

/** True for "seven two nine one" before "same as always". */
const saysNumber = (talk: Talk, words: readonly SaidWord[]) =>
  talk.numbers.in(placesOf(words)).some(({ symbols, isQuantity }) => symbols.length >= MIN_NUMBER && !isQuantity);

const isIdle = ({ leadIns, interjections }: AskBook, text: string) => leadIns.has(text) || interjections.has(text);

/** True for words that are read as a part of a number which counts nothing. */
export const isSaidNumber = (talk: Talk, word: SaidWord) =>
  talk.numbers.in(placesOf([word])).some(({ isQuantity }) => !isQuantity);

export const isInterjection = ({ interjections }: AskBook, words: readonly SaidWord[]) =>
  words.every(({ text }) => interjections.has(text));

export const isRefusal = ({ refusals }: AskBook, words: readonly SaidWord[]) => refusals.find(words).length > 0;

/**
 * @param ends where words that do not belong to the answer are removed
 * @param isAddress true where a preposition may begin the name of a street
 */
export function answerWords(
  talk: Talk,
  book: AskBook,
  words: readonly SaidWord[],
  ends: 'start' | 'both',
  isAddress = false,
): SaidWord[] {
  let from = 0;
  while (
    from < words.length &&
    isLeadIn(talk, book, words, from) &&
    !(isAddress && beginsStreet(talk, book, words, from))
  )
    from += 1;
  const said = words.slice(from, from + MAX_ANSWER_WORDS);
  if (ends === 'start') return said;
  const lastNumber = said.findLastIndex((word) => isSaidNumber(talk, word));
  const cut = book.cuts.find(said).find((match) => match.from > 0 && match.from > lastNumber)?.from ?? said.length;
  let to = cut;
  while (to > 0 && book.interjections.has(said[to - 1]!.text) && !isRead(talk, said[to - 1]!)) to -= 1;
  return said.slice(0, to);
}

const isRead = (talk: Talk, word: SaidWord) => talk.numbers.in(placesOf([word])).length > 0;

function isLeadIn(talk: Talk, { leadIns }: AskBook, words: readonly SaidWord[], at: number): boolean {
  const word = words[at]!;
  return leadIns.has(word.text) && !isRead(talk, word);
}

const STREET_PREPOSITIONS = new Set(['am', 'im', 'an', 'in', 'auf', 'zum', 'zur']);

/** True for "Am Alten Markt 7", "An der Alster 3": a preposition that the name of a street begins with. */
export function beginsStreet(talk: Talk, { leadIns }: AskBook, words: readonly SaidWord[], at: number): boolean {
  const [word, next] = [words[at]!, words[at + 1]];
  if (!STREET_PREPOSITIONS.has(word.text) || next === undefined || talk.language !== 'de') return false;
  return talk.isCased ? isCapital(word) && isCapital(next) : !leadIns.has(next.text) && !isRead(talk, next);
}
