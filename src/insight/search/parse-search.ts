// Reads what a person looks for. Every text is read as something: marks that mean nothing here separate words.
import { isPair, lexemeOf, type SearchUnit, searchUnits } from '../../calls/words/search-words.js';

/** A word of a term, as the index holds it. */
export interface TermWord {
  readonly lexeme: string;
  /** Any word that begins so. */
  readonly isPrefix: boolean;
  /** Its place in the term, in words. */
  readonly at: number;
}

/** A word, or words that follow one another. */
export interface Term {
  readonly words: readonly TermWord[];
  /** Calls in which it was said are left out. */
  readonly isUnwanted: boolean;
}

const QUOTES = '"“”„‟«»';
const ENDS_OF_WORD = /[\s"“”„‟«»]/u;

/** Each term once. */
export function parseSearch(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const { text, isUnwanted } of termTexts(query)) {
    const words = termWords(text);
    if (words.length > 0) terms.set(JSON.stringify([words, isUnwanted]), { words, isUnwanted });
  }
  return [...terms.values()];
}

/** A sentence for the client; null where something is looked for. */
export function findSearchFault(query: string): string | null {
  return parseSearch(query).some(({ isUnwanted }) => !isUnwanted) ? null : 'it must hold a word that is wanted';
}

/** A quotation mark that is not closed quotes the rest. */
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
    // It stands in the entry before.
    if (isLastOfSeveral) return [];
    // In the index a character begins an entry, alone or with the next one.
    const isPrefix = unit.isCharacter ? !isPair(unit, next) : isStarred(text, unit, next);
    return [{ lexeme: lexemeOf(unit, next), isPrefix, at }];
  });
}

/** Of a word that was cut, the last part is the one before the star. */
function isStarred(text: string, { end }: SearchUnit, next: SearchUnit | undefined): boolean {
  return text[end] === '*' && next?.end !== end;
}
