// Parses a search query. Every text is valid: unknown marks separate words.
import { isPair, lexemeOf, type SearchUnit, searchUnits } from '../../calls/words/search-words.js';

/** Word of a term, as the index stores it. */
export interface TermWord {
  readonly lexeme: string;
  /** True for any word that begins like this. */
  readonly isPrefix: boolean;
  /** Position in the term, in words. */
  readonly at: number;
}

/** A word, or consecutive words. */
export interface Term {
  readonly words: readonly TermWord[];
  /** True to exclude calls in which it was said. */
  readonly isUnwanted: boolean;
}

const QUOTES = '"“”„‟«»';
const ENDS_OF_WORD = /[\s"“”„‟«»]/u;

/** Returns each term once. */
export function parseSearch(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const { text, isUnwanted } of termTexts(query)) {
    const words = termWords(text);
    if (words.length > 0) terms.set(JSON.stringify([words, isUnwanted]), { words, isUnwanted });
  }
  return [...terms.values()];
}

/** Sentence for the client; null where the query has a wanted word. */
export function findSearchFault(query: string): string | null {
  return parseSearch(query).some(({ isUnwanted }) => !isUnwanted) ? null : 'it must hold a word that is wanted';
}

/** An open quotation mark quotes the rest. */
function* termTexts(query: string): Generator<{ text: string; isUnwanted: boolean }> {
  for (let at = 0; at < query.length; ) {
    if (/\s/u.test(query.charAt(at))) {
      at++;
      continue;
    }
    const isUnwanted = query[at] === '-';
    while (query[at] === '-') at++;
    const isQuoted = at < query.length && QUOTES.includes(query.charAt(at));
    if (isQuoted) at++;
    const isEnd = isQuoted ? (mark: string) => QUOTES.includes(mark) : (mark: string) => ENDS_OF_WORD.test(mark);
    let end = at;
    while (end < query.length && !isEnd(query.charAt(end))) end++;
    yield { text: query.slice(at, end), isUnwanted };
    at = isQuoted ? end + 1 : end;
  }
}

function termWords(text: string): TermWord[] {
  const units = [...searchUnits(text)];
  return units.flatMap((unit, at): TermWord[] => {
    const next = units[at + 1];
    const isLastOfSeveral = isPair(units[at - 1], unit) && !isPair(unit, next);
    // The entry before includes this character.
    if (isLastOfSeveral) return [];
    // An entry of the index begins with this character, alone or with the next one.
    const isPrefix = unit.isCharacter ? !isPair(unit, next) : isStarred(text, unit, next);
    return [{ lexeme: lexemeOf(unit, next), isPrefix, at }];
  });
}

/** Whether a star follows. Of a word that was cut, only the last part before the star counts. */
function isStarred(text: string, { end }: SearchUnit, next: SearchUnit | undefined): boolean {
  return text[end] === '*' && next?.end !== end;
}
