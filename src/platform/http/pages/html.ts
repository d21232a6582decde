// Writes HTML and escapes every inserted text, because the words of a call are untrusted.
import { escapeHtml } from './page.js';

/** A text, a function that generates mark-up when it is needed, or null where the sender inserts content. */
type Piece = string | null | (() => Html);

/** Mark-up that needs no escaping. */
export class Html {
  constructor(readonly pieces: readonly Piece[]) {}

  toString(): string {
    return [...this.texts()].join('');
  }

  /** Texts in order; null where the sender inserts content. */
  *texts(): Generator<string | null, void, undefined> {
    for (const piece of this.pieces) {
      if (typeof piece === 'function') yield* piece().texts();
      else yield piece;
    }
  }
}

export type Part = Html | string | number | null | readonly Part[];

/** Placeholder for content of any length that the sender of a page inserts. */
export const PLACE = new Html([null]);

/** List items that are generated at a time; this takes some milliseconds. */
const SLICE = 200;

/** A list that is generated slice by slice, so that a long page does not block other requests. */
export function inSlices<T>(values: readonly T[], toHtml: (value: T) => Html): Html {
  const slices = Array.from({ length: Math.ceil(values.length / SLICE) }, (_, at) => at * SLICE);
  return new Html(slices.map((from) => () => html`${values.slice(from, from + SLICE).map(toHtml)}`));
}

/** A list whose items are generated one by one. */
export function oneByOne<T>(values: readonly T[], toHtml: (value: T) => Html): Html {
  return new Html(values.map((value) => () => toHtml(value)));
}

/** A template whose texts are escaped; null gives nothing. Attribute values must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const pieces: Piece[] = [];
  for (const [index, string] of strings.entries()) {
    append(pieces, parts[index - 1] ?? null);
    appendPiece(pieces, string);
  }
  return new Html(pieces);
}

/** @param source style or script of our own: it is not escaped */
export function trusted(source: string): Html {
  return new Html([source]);
}

function append(pieces: Piece[], part: Part): void {
  if (part === null) return;
  if (part instanceof Html) for (const piece of part.pieces) appendPiece(pieces, piece);
  else if (typeof part === 'object') for (const each of part) append(pieces, each);
  else appendPiece(pieces, escaped(String(part)));
}

/** Texts that follow each other are one piece. */
function appendPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof last === 'string' && typeof piece === 'string') pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
}

/** Also leaves out the characters that HTML forbids: controls and lone surrogates. */
function escaped(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ''));
}
