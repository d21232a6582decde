// Decides whether a call, and each of its speakers, uses a language that the rules know.

import { hasDigit } from '../../phrases/phrase-pattern.js';
import { spokenWords } from '../../phrases/spoken-words.js';
import type { Segment } from '../../ports/transcript.js';
import type { RuleBook } from './rule-book.js';

/**
 * Minimum number of words for deciding the language by stop words. With fewer words, the language named by the caller is used.
 */
const MIN_WORDS_OF_CALL = 12;
/**
 * Minimum number of words for deciding a speaker's language. With fewer words, the speaker counts as speaking that of the call.
 */
const MIN_WORDS_OF_SPEAKER = 12;

export interface ChosenBook {
  readonly book: RuleBook;
  /** Speakers who speak another language: their words are no evidence. */
  readonly foreign: ReadonlySet<string>;
  /** Speakers whose words show that they speak this language. A speaker who says very little is in neither set. */
  readonly fluent: ReadonlySet<string>;
}

/** Words that were counted, and how many of them are stop words of a book. */
interface Count {
  words: number;
  stopWords: number;
}

interface Candidate {
  readonly book: RuleBook;
  readonly bySpeaker: ReadonlyMap<string, Count>;
  readonly all: Count;
}

/**
 * The book of the named language (ISO 639-1, or `en-GB`) if the words confirm it, otherwise the book whose stop words the call
 * clearly uses, whatever language was named: the words are the better evidence. Null when no book fits.
 */
export function chooseBook(
  books: readonly RuleBook[],
  { language, segments }: { readonly language: string | null; readonly segments: readonly Segment[] },
): ChosenBook | null {
  const chosen = candidateOf(books, segments, language);
  if (!chosen) return null;
  const { book, bySpeaker } = chosen;
  const clear = [...bySpeaker].filter(([, { words }]) => words >= MIN_WORDS_OF_SPEAKER);
  const isFluent = ([, count]: readonly [string, Count]) => shareOf(count) >= book.minStopWordShare;
  return {
    book,
    foreign: new Set(clear.filter((each) => !isFluent(each)).map(([speaker]) => speaker)),
    fluent: new Set(clear.filter(isFluent).map(([speaker]) => speaker)),
  };
}

function candidateOf(
  books: readonly RuleBook[],
  segments: readonly Segment[],
  language: string | null,
): Candidate | null {
  const book = books.find((each) => language !== null && each.language === baseLanguage(language));
  const named = book ? countWords(book, segments) : null;
  if (named && isSpoken(named)) return named;
  const candidates = books.map((each) => (each === named?.book ? named : countWords(each, segments)));
  const isShort = candidates.every(({ all }) => all.words < MIN_WORDS_OF_CALL);
  if (isShort && language !== null) return named;
  const [best] = candidates.filter(isSpoken).sort((a, b) => shareOf(b.all) - shareOf(a.all));
  return best ?? null;
}

function isSpoken({ book, all }: Candidate): boolean {
  return shareOf(all) >= book.minStopWordShare;
}

/** Numbers do not count for any language: a caller who reads out digits says little else. */
function countWords(book: RuleBook, segments: readonly Segment[]): Candidate {
  const numbers = new Set(book.lists.digit);
  const bySpeaker = new Map<string, Count>();
  const all: Count = { words: 0, stopWords: 0 };
  for (const segment of segments) {
    const own = bySpeaker.get(segment.speaker) ?? { words: 0, stopWords: 0 };
    bySpeaker.set(segment.speaker, own);
    for (const { text } of spokenWords(segment, book)) {
      if (hasDigit(text) || numbers.has(text)) continue;
      const isStopWord = book.stopWordSet.has(text) ? 1 : 0;
      for (const count of [own, all]) {
        count.words += 1;
        count.stopWords += isStopWord;
      }
    }
  }
  return { book, bySpeaker, all };
}

function shareOf({ words, stopWords }: Count): number {
  return words === 0 ? 0 : stopWords / words;
}

/** `en` of `en-GB`. */
export function baseLanguage(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? language;
}
