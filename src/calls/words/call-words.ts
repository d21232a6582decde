// Words of a call as the search index stores them: texts of the type `tsvector`.
import { yieldToOthers } from '../../platform/concurrency/loop-turns.js';
import { pairLexeme } from './frequent-words.js';
import { searchEntries, stretchesOf } from './search-words.js';

export interface SaidSegment {
  readonly speaker: string;
  readonly text: string;
}

export interface CallWords {
  /** Pairs of frequent words, and words with positions, or, if there are pieces, each word once for each party. */
  readonly words: string;
  /** Pieces of a long call. They overlap, so that each phrase is whole in one of them. */
  readonly pieces: readonly string[];
}

/** Weights tell who spoke. The third one stands for anyone but the agent and the customer. */
export const WEIGHTS = { agent: 'A', customer: 'B', other: 'D' } as const;
const MARKS = Object.values(WEIGHTS);

/**
 * Maximum number of positions in a piece. Positions of a tsvector end at 16,383; small pieces are read quickly when a phrase is
 * compared.
 */
const MAX_POSITIONS = 8_000;
/** A tsvector keeps no more positions of one word. */
const MAX_POSITIONS_OF_WORD = 255;
/** A query has 200 characters, so a phrase has fewer words. */
export const MAX_PHRASE_WORDS = 200;
/** Positions between parties: a phrase does not continue where another party speaks. */
const GAP = 8;
/** Maximum size of a tsvector. No language reaches it in ten hours; a recogniser that invents words is cut off here. */
const MAX_BYTES = 1_000_000;
const ENTRY_BYTES = 16;
const WORDS_AT_ONCE = 5_000;

interface PlacedWord {
  readonly lexeme: string;
  readonly position: number;
  readonly mark: string;
}

/** Yields to other work: ten hours of speech have 100,000 words. */
export async function wordsOfCall(segments: readonly SaidSegment[]): Promise<CallWords> {
  const placed: PlacedWord[] = [];
  const pairs = new Set<string>();
  let position = 0;
  for (const stretch of stretchesOf(segments)) {
    const mark = markOf(stretch[0]?.speaker);
    let before: string | null = null;
    for (const { lexeme } of searchEntries(stretch)) {
      const pair = before === null ? null : pairLexeme(before, lexeme);
      if (pair !== null) pairs.add(pair);
      before = lexeme;
      placed.push({ lexeme, position: position++, mark });
      if (placed.length % WORDS_AT_ONCE === 0) await yieldToOthers();
    }
    position += GAP;
  }
  const pieces: string[] = [];
  for (const piece of piecesOf(placed)) {
    if (pieces.length > 0) await yieldToOthers();
    pieces.push(piece);
  }
  const [only = ''] = pieces;
  return pieces.length === 1
    ? { words: withPairs(only, pairs), pieces: [] }
    : { words: withPairs(unionOf(placed, pairs), pairs), pieces };
}

/** Pairs have no positions: who said them is told by those of their words. */
function withPairs(words: string, pairs: ReadonlySet<string>): string {
  let all = words;
  for (const pair of pairs) all += ` '${pair}'`;
  return all;
}

function markOf(speaker: string | undefined): string {
  return speaker === 'agent' || speaker === 'customer' ? WEIGHTS[speaker] : WEIGHTS.other;
}

function* piecesOf(placed: readonly PlacedWord[]): Generator<string> {
  let start = 0;
  do {
    const end = endOfPiece(placed, start);
    yield vectorOf(placed, start, end);
    if (end === placed.length) return;
    // The last words of a piece begin the next one.
    start = Math.max(start + 1, end - MAX_PHRASE_WORDS);
  } while (start < placed.length);
}

function endOfPiece(placed: readonly PlacedWord[], start: number): number {
  const counts = new Map<string, number>();
  const from = placed[start]?.position ?? 0;
  for (let at = start; at < placed.length; at++) {
    const word = placed[at];
    if (!word || word.position - from >= MAX_POSITIONS) return at;
    const count = (counts.get(word.lexeme) ?? 0) + 1;
    if (count > MAX_POSITIONS_OF_WORD) return at;
    counts.set(word.lexeme, count);
  }
  return placed.length;
}

function vectorOf(placed: readonly PlacedWord[], start: number, end: number): string {
  const from = placed[start]?.position ?? 0;
  const places = new Map<string, string>();
  for (let at = start; at < end; at++) {
    const word = placed[at];
    if (!word) break;
    const place = `${word.position - from + 1}${word.mark}`;
    const before = places.get(word.lexeme);
    places.set(word.lexeme, before === undefined ? place : `${before},${place}`);
  }
  return textOf(places);
}

/**
 * The position names the party as well, because a tsvector keeps a weight only with a position.
 * @param pairs what the vector has to hold beside them
 */
function unionOf(placed: readonly PlacedWord[], pairs: ReadonlySet<string>): string {
  const marks = new Map<string, Set<string>>();
  let bytes = 0;
  for (const pair of pairs) bytes += Buffer.byteLength(pair) + ENTRY_BYTES;
  for (const { lexeme, mark } of placed) {
    const known = marks.get(lexeme);
    if (known) known.add(mark);
    else {
      bytes += Buffer.byteLength(lexeme) + ENTRY_BYTES;
      if (bytes > MAX_BYTES) break;
      marks.set(lexeme, new Set([mark]));
    }
  }
  const places = new Map<string, string>();
  for (const [lexeme, said] of marks)
    places.set(lexeme, MARKS.flatMap((mark, at) => (said.has(mark) ? [`${at + 1}${mark}`] : [])).join(','));
  return textOf(places);
}

/** Lexemes are letters, marks and digits: there is nothing in them to escape. */
function textOf(places: ReadonlyMap<string, string>): string {
  const entries: string[] = [];
  for (const [lexeme, at] of places) entries.push(`'${lexeme}':${at}`);
  return entries.join(' ');
}
