// Finds passwords by how they are said: a sign or a capital letter is named beside digits, letters or another sign. "Sparrow,
// exclamation mark, four two" can only be an address of mail or of a page beside that. Pure.
import type { RedactionType } from '../../../ports/redaction.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { spansOfWords } from '../talk/span-of.js';
import { placesOf, type SaidWord, sentencesOf, type Talk } from '../talk/talk.js';
import { answerWords } from './answer-words.js';
import type { AskBook } from './ask-book.js';

const KIND = { type: 'password_or_pin', basis: 'pattern', confidence: 0.8 } as const;
/** Letters in a row that are spelled. */
const MIN_SPELLED = 3;
/** Turns for which a sign alone belongs to a password that was spoken of. */
const MAX_TURNS = 4;

export function typedSecretSpans(talk: Talk, book: AskBook, wanted: ReadonlySet<RedactionType>): SensitiveSpan[] {
  if (!wanted.has(KIND.type)) return [];
  const spans: SensitiveSpan[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const [index, { words }] of talk.turns.entries()) {
    if (book.secretWords.find(words).length > 0) since = index;
    for (const sentence of sentencesOf(words)) {
      const signs = signsIn(book, sentence);
      if (signs.length === 0) continue;
      if (isTyped(talk, book, sentence, signs)) {
        since = index;
        spans.push(...spansOfWords(answerWords(talk, book, sentence, 'both'), KIND));
      } else if (index - since <= MAX_TURNS) {
        spans.push(...signs.flatMap(({ from, to }) => spansOfWords(sentence.slice(from, to), KIND)));
      }
    }
  }
  return spans;
}

/** Without those of telephone menus: "press hash". */
function signsIn({ signs, keys }: AskBook, sentence: readonly SaidWord[]) {
  return keys.find(sentence).length > 0 ? [] : signs.find(sentence);
}

/** "Hash three" forwards a call. */
const MIN_DIGITS_BY_TELEPHONE_SIGN = 2;

/** "Sparrow, capital s, underscore, 4 4 7." */
function isTyped(
  talk: Talk,
  { letterCases, telephoneSigns }: AskBook,
  sentence: readonly SaidWord[],
  signs: readonly { readonly from: number }[],
): boolean {
  const digits = talk.numbers
    .in(placesOf(sentence))
    .flatMap(({ isQuantity, symbols }) => (isQuantity ? [] : symbols.match(/\d/g)) ?? []).length;
  const others = signs.filter(({ from }) => !telephoneSigns.has(sentence[from]!.text)).length;
  const spelled = sentence.filter(({ text }) => /^\p{L}$/u.test(text)).length;
  if (spelled >= MIN_SPELLED || letterCases.find(sentence).length > 0) return true;
  return others === 0 ? digits >= MIN_DIGITS_BY_TELEPHONE_SIGN : others > 1 || digits > 0;
}
