// Tells whether the words of a call, and of each speaker, are of a language that the rules know.
import type { Segment } from '../../ports/transcript.js';
import type { RuleBook } from './rule-book.js';
import { spokenWords } from './spoken-words.js';

/** With fewer words, a language is not told by its stop words: the language that the caller named is taken. */
const MIN_WORDS_OF_CALL = 12;
/** With fewer words, a speaker is taken to speak the language of the call. */
const MIN_WORDS_OF_SPEAKER = 12;

export interface ChosenBook {
  readonly book: RuleBook;
  /** Speakers who speak another language: their words are no evidence. */
  readonly foreign: ReadonlySet<string>;
  /** Speakers whose words show that they speak this language; who says very little is in neither set. */
  readonly fluent: ReadonlySet<string>;
}

interface Share {
  readonly words: number;
  /** Part of the words that are stop words of the language, 0 to 1. */
  readonly share: number;
}

/**
 * The book of the named language (ISO 639-1, or `en-GB`) where the words bear it out, otherwise the book whose stop
 * words the call clearly uses, whatever language was named: the words are the better evidence. Null where no book fits.
 */
export function chooseBook(
  books: readonly RuleBook[],
  { language, segments }: { readonly language: string | null; readonly segments: readonly Segment[] },
): ChosenBook | null {
  const named = language === null ? null : (books.find((each) => each.language === baseLanguage(language)) ?? null);
  const spoken = books
    .map((book) => ({ book, ...shareOf(book, segments) }))
    .filter(({ book, share }) => share >= book.minStopWordShare)
    .sort((a, b) => b.share - a.share);
  const book = bookOf(named, language, spoken, segments, books);
  if (!book) return null;
  const foreign = new Set<string>();
  const fluent = new Set<string>();
  for (const speaker of new Set(segments.map((segment) => segment.speaker))) {
    const own = segments.filter((segment) => segment.speaker === speaker);
    const { words, share } = shareOf(book, own);
    if (words >= MIN_WORDS_OF_SPEAKER) (share < book.minStopWordShare ? foreign : fluent).add(speaker);
  }
  return { book, foreign, fluent };
}

function bookOf(
  named: RuleBook | null,
  language: string | null,
  spoken: readonly ({ readonly book: RuleBook } & Share)[],
  segments: readonly Segment[],
  books: readonly RuleBook[],
): RuleBook | null {
  const [best] = spoken;
  if (named && spoken.some(({ book }) => book === named)) return named;
  const isShort = books.every((book) => shareOf(book, segments).words < MIN_WORDS_OF_CALL);
  if (isShort) return language === null ? (best?.book ?? null) : named;
  return best?.book ?? null;
}

/** Numbers count for no language: a caller who reads out digits says little else. */
function shareOf(book: RuleBook, segments: readonly Segment[]): Share {
  const numbers = new Set(book.lists.digit);
  const words = segments
    .flatMap((segment) => spokenWords(segment, book))
    .filter(({ text }) => !/\p{N}/u.test(text) && !numbers.has(text));
  const hits = words.filter(({ text }) => book.stopWordSet.has(text)).length;
  return { words: words.length, share: words.length === 0 ? 0 : hits / words.length };
}

/** `en` of `en-GB`. */
export function baseLanguage(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? language;
}
