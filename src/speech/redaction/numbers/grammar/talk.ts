// Tokens of a call by speaker, separated where a number cannot continue. Pure.
import type { SearchedCall, SearchedSegment } from '../../sensitive-span.js';
import type { Place } from '../number-stretch.js';
import type { NumberBook } from './number-book.js';
import { longestPhrase } from './phrases-at.js';
import { type Token, tokensOf } from './tokens.js';

/** A token with the index of its segment in the call, and with its position among all tokens of the call. */
export interface SaidToken extends Token {
  readonly segment: number;
  readonly order: number;
}

/** Words of one speaker. Null: what stands after it continues nothing that stands before it. */
export interface Stream {
  readonly speaker: string | null;
  readonly segments: readonly SearchedSegment[];
  readonly book: NumberBook;
  readonly tokens: readonly (SaidToken | null)[];
}

/** Maximum pause within a number. */
const MAX_PAUSE_MS = 30_000;
/** Maximum number of words of the other party that do not interrupt a number, whatever they mean. */
const MAX_INTERJECTED_WORDS = 3;
const MAX_UNKNOWN_WORDS = 10;
const MIN_KNOWN_SHARE = 0.5;

/** Linear in the text. */
export function streamsOf({ segments }: SearchedCall, book: NumberBook): Stream[] {
  const streams = new Map<string | null, { tokens: (SaidToken | null)[]; last: number }>();
  let order = 0;
  // Number of segments before each segment that are more than an interjection.
  const talkBefore: number[] = [];
  let talk = 0;
  for (const [segment, { speaker, text: said }] of segments.entries()) {
    talkBefore.push(talk);
    const tokens = tokensOf(said);
    if (!isInterjection(tokens, book)) talk += 1;
    const stream = streams.get(speaker) ?? { tokens: [], last: -1 };
    streams.set(speaker, stream);
    if (stream.last >= 0 && !goesOn(segments, talkBefore, stream.last, segment)) stream.tokens.push(null);
    for (const token of tokens) {
      const { kind, text, from, to, isGlued, isUpper } = token;
      stream.tokens.push({ kind, text, from, to, isGlued, isUpper, segment, order });
      order += 1;
    }
    if (tokens.length > 0) stream.last = segment;
  }
  return [...streams].map(([speaker, { tokens }]) => ({ speaker, segments, book, tokens }));
}

/** True when only interjections are between two segments of one speaker. */
function goesOn(
  segments: readonly SearchedSegment[],
  talkBefore: readonly number[],
  before: number,
  after: number,
): boolean {
  if ((talkBefore[after] ?? 0) - (talkBefore[before + 1] ?? 0) > 0) return false;
  return (segments[after]?.startMs ?? 0) - (segments[before]?.endMs ?? 0) <= MAX_PAUSE_MS;
}

/** True for "Okay", "mhm, go on", or the digits read back; false for "and the security code?". */
function isInterjection(tokens: readonly Token[], book: NumberBook): boolean {
  const { interjections, entries, requests } = book;
  let [words, unknown, numbers] = [0, 0, 0];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'mark') continue;
    const phrase = longestPhrase(tokens, at, book);
    if ((phrase?.cue !== undefined && phrase.cue !== 'card') || requests.has(text)) return false;
    words += 1;
    const entry = entries.get(text);
    if (kind === 'digits' || entry?.digit !== undefined || entry?.teen !== undefined || entry?.tens !== undefined)
      numbers += 1;
    else if (!interjections.has(text) && entry?.letter === undefined) unknown += 1;
  }
  const isShort = words - numbers <= MAX_INTERJECTED_WORDS;
  return (
    isShort || (unknown <= MAX_UNKNOWN_WORDS && unknown <= (words - numbers) * (1 - MIN_KNOWN_SHARE) + numbers / 4)
  );
}

/** Places of a stream's tokens, one in each segment, without marks and fillers at the border of two segments. */
export function placesOf({ segments, tokens, book }: Stream, from: number, to: number): Place[] {
  const places: Place[] = [];
  let at = from;
  while (at < to) {
    const segment = tokens[at]?.segment;
    let end = at;
    while (end < to && tokens[end]?.segment === segment) end += 1;
    let [first, last] = [at, end - 1];
    if (at > from) while (first < last && isIdle(tokens[first], book)) first += 1;
    if (end < to) while (last > first && isIdle(tokens[last], book)) last -= 1;
    const [start, stop] = [tokens[first], tokens[last]];
    const segmentId = segments[segment ?? -1]?.id;
    if (start && stop && segmentId !== undefined && (at === from || !isIdle(start, book))) {
      places.push({ segmentId, from: start.from, to: stop.to });
    }
    at = end;
  }
  return places;
}

function isIdle(token: SaidToken | null | undefined, { idle }: NumberBook): boolean {
  return !token || token.kind === 'mark' || idle.has(token.text);
}
