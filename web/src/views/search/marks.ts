// Where the words that a person looks for stand in a snippet. It reads a query as the service does: case and accents do not
// matter, `"a phrase"` stands together, `-word` is not looked for, `refund*` begins a word. Without the browser.
// cspell:ignore Hira Laoo Khmr Mymr

export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** A word, or words that follow each other. */
interface Term {
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isPrefix: boolean;
}

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly until: number;
}

/** Where words are written without spaces, each character is one. */
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

/** The snippet in pieces, in their order. */
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

/** How many words of the snippet the term takes from there on; 0 where it does not stand there. */
function lengthAt(words: readonly Word[], at: number, { words: wanted, isPrefix }: Term): number {
  const isThere = wanted.every((word, index) => {
    const found = words[at + index]?.folded;
    if (found === undefined) return false;
    return isPrefix && index === wanted.length - 1 ? found.startsWith(word) : found === word;
  });
  return isThere ? wanted.length : 0;
}
