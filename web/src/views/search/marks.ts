// Marks the searched words in a snippet. Reads a query like the service: case and accents do not matter, `"a phrase"` matches
// words in a row, `-word` is not marked, `refund*` matches the beginning of a word. Without the browser.

export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** A word, or words in a row. */
interface Term {
  readonly words: readonly string[];
  /** True when the last word may continue. */
  readonly isPrefix: boolean;
}

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly until: number;
}

/** Scripts without spaces between words: each character is a word. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const wordsIn = (text: string): readonly Word[] =>
  [...text.matchAll(WORD)].map((found) => ({
    folded: folded(found[0]),
    from: found.index,
    until: found.index + found[0].length,
  }));

export function termsIn(query: string): readonly Term[] {
  return [...query.matchAll(TERM)]
    .filter(([, minus]) => minus === '')
    .map(([, , phrase, word]) => ({
      words: wordsIn(phrase ?? word ?? '').map((one) => one.folded),
      isPrefix: /\*$/.test(phrase ?? word ?? ''),
    }))
    .filter(({ words }) => words.length > 0);
}

/** Pieces of the snippet, in order. */
export function piecesOf(snippet: string, query: string): readonly Piece[] {
  const words = wordsIn(snippet);
  const terms = termsIn(query);
  const pieces: Piece[] = [];
  let until = 0;
  for (let at = 0; at < words.length; at += 1) {
    const longest = Math.max(0, ...terms.map((term) => lengthAt(words, at, term)));
    const first = words[at];
    const last = words[at + longest - 1];
    if (longest === 0 || !first || !last) continue;
    if (first.from > until) pieces.push({ text: snippet.slice(until, first.from), isFound: false });
    pieces.push({ text: snippet.slice(first.from, last.until), isFound: true });
    until = last.until;
    at += longest - 1;
  }
  if (until < snippet.length) pieces.push({ text: snippet.slice(until), isFound: false });
  return pieces;
}

/** Number of words in the snippet, from this position on, that match the term; 0 when it does not match. */
function lengthAt(words: readonly Word[], at: number, { words: wanted, isPrefix }: Term): number {
  const isThere = wanted.every((word, index) => {
    const found = words[at + index]?.folded;
    if (found === undefined) return false;
    return isPrefix && index === wanted.length - 1 ? found.startsWith(word) : found === word;
  });
  return isThere ? wanted.length : 0;
}
