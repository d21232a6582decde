// Finds secrets in words by what the parties talk about: soon after a password or its question was named, what is said to be it,
// and a reply that is nothing else. Pure.
// cspell:ignore Kennwort lautet
import type { RedactionType } from '../../../ports/redaction.js';
import { cueBookOf } from '../cues/cue-book.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { spansOfWords } from '../talk/span-of.js';
import { placesOf, type SaidWord, sentencesOf, type Talk, type Turn } from '../talk/talk.js';
import { answerWords, isInterjection, isNoAnswer } from './answer-words.js';
import type { AskBook } from './ask-book.js';

const KIND = { type: 'password_or_pin', basis: 'asked_for', confidence: 0.6 } as const;
/** Turns for which a password is talked about after its name. */
const MAX_TURNS = 5;
const MAX_OFFERED_WORDS = 6;
const MAX_REPLY_WORDS = 4;
/** Words of a turn to which a reply may be the next try: "Hm, no." */
const MAX_PROMPT_WORDS = 9;
/** Letters of a word that can be a secret. */
const MIN_LETTERS = 3;

export function secretWordSpans(talk: Talk, book: AskBook, wanted: ReadonlySet<RedactionType>): SensitiveSpan[] {
  if (!wanted.has(KIND.type)) return [];
  const spans: SensitiveSpan[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const [index, turn] of talk.turns.entries()) {
    const isNaming = book.secretWords.find(turn.words).length > 0;
    if (isNaming) since = index;
    if (index - since > MAX_TURNS) continue;
    for (const sentence of sentencesOf(turn.words)) spans.push(...offeredIn(talk, book, sentence));
    if (!isNaming && isPrompt(book, talk.turns[index - 1], since === index - 1))
      spans.push(...replyIn(talk, book, turn));
  }
  return spans;
}

/** "It's Portsmouth 1983", "could it be Liverpool96". */
function offeredIn(talk: Talk, book: AskBook, sentence: readonly SaidWord[]): SensitiveSpan[] {
  return book.offers.find(sentence).flatMap(({ to }) => {
    const end = Math.min(sentence.length, to + MAX_OFFERED_WORDS);
    let last = to;
    while (last < end && isContent(talk, sentence[last]!)) last += 1;
    const said = sentence.slice(to, last);
    // "Wie lautet das Kennwort?" offers none.
    const isName = book.secretWords.find(said).length > 0;
    return !isName && said.some(({ text }) => text.length >= MIN_LETTERS) ? spansOfWords(said, KIND) : [];
  });
}

function isPrompt(book: AskBook, turn: Turn | undefined, isNaming: boolean): boolean {
  if (turn === undefined) return false;
  return isNaming || (turn.words.length <= MAX_PROMPT_WORDS && !isInterjection(book, turn.words));
}

/** A short reply without a word of the language that could say something else. */
function replyIn(talk: Talk, book: AskBook, { words }: Turn): SensitiveSpan[] {
  if (isNoAnswer(book, words) || book.repeats.find(words).length > 0) return [];
  const said = answerWords(talk, book, sentencesOf(words)[0] ?? [], 'both');
  const isReply = said.length > 0 && said.length <= MAX_REPLY_WORDS && said.every((word) => isContent(talk, word));
  return isReply && said.some(({ text }) => text.length > MIN_LETTERS) ? spansOfWords(said, KIND) : [];
}

function isContent(talk: Talk, word: SaidWord): boolean {
  const { spelling, words } = cueBookOf(talk.language);
  if (spelling.has(word.text) || !words.stopWords.has(word.text)) return true;
  return talk.numbers.in(placesOf([word])).some(({ isQuantity }) => !isQuantity);
}
