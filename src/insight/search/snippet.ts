// Cuts a match out of a text, with the words around it.

/** UTF-16 code units. */
const BEFORE = 60;
const LENGTH = 160;
/** A match may be long: of marks between its words. */
const MAX_MATCH = 300;

const CUT = '…';

/** Whole words, where the text has spaces; `…` where something is left out. */
export function snippetOf(text: string, start: number, end: number): string {
  const matchEnd = Math.min(end, start + MAX_MATCH);
  const from = startOfWord(text, Math.max(0, start - BEFORE), start);
  const until = endOfWord(text, matchEnd, Math.min(text.length, Math.max(matchEnd, from + LENGTH)));
  const shown = text.slice(from, until).trim();
  return `${from > 0 ? CUT : ''}${shown}${until < text.length ? CUT : ''}`.toWellFormed();
}

/** The first place from `at` on where a word begins; `at` itself where none does before `latest`. */
function startOfWord(text: string, at: number, latest: number): number {
  if (at === 0) return 0;
  const space = text.slice(at - 1, latest).search(/\s\S/u);
  return space === -1 ? whole(text, at) : at + space;
}

/** The last place up to `at` where a word ends; `at` itself where none does after `earliest`. */
function endOfWord(text: string, earliest: number, at: number): number {
  if (at === text.length) return at;
  for (let end = at; end >= earliest; end--) if (/\s/u.test(text.charAt(end))) return end;
  return whole(text, at);
}

/** Not between the two halves of a character. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
