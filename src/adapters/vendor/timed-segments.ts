// Reads segments and words with times from servers: in any unit, in any order, some without times, some outside of the recording
// that was sent. Text is assigned by its original times, and clamped to the piece afterwards.
import type { HeardSegment, SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../ports/transcript.js';
import { cleanText } from '../clean-text.js';
import { isSayable } from '../spoken-only.js';
import { findWords } from '../word-ranges.js';

/** A word as the server gave it; times are null where it gave none. */
export interface GivenWord {
  readonly word: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly probability: number | null;
  /** Speaker of the word, in a list without segments. */
  readonly speaker?: string | null;
}

/** A segment as the server gave it, of which at least one in the response has times. */
export interface GivenSegment {
  readonly start: number | null;
  readonly end: number | null;
  readonly text: string;
  readonly speaker: string | null;
  readonly confidence: number | null;
  /** Null where the segment has no list of its own. */
  readonly words: readonly GivenWord[] | null;
  /** True when the model itself reports that it heard no speech: its words are dropped. */
  readonly isSilence: boolean;
}

/** Times relative to the recording, and not clamped to the piece. Null where the server gave none. */
interface RawWord extends Omit<Word, 'startMs' | 'endMs'> {
  readonly startMs: number | null;
  readonly endMs: number | null;
}

interface RawSegment extends Omit<HeardSegment, 'words'> {
  readonly words: readonly RawWord[];
}

/** A segment may lie this far outside the measured speech and still counts as heard. */
const SPEECH_TOLERANCE_MS = 1000;
/** Words of a list without segments belong together up to this pause, as in an utterance. */
const UTTERANCE_PAUSE_MS = 700;
/** Maximum distance of a segment's words after its end, due to rounding. */
const ROUNDING_MS = 500;

/**
 * @param listed one list of all words, for segments without lists of their own
 * @returns ascending, within the piece, with words and text that lie in it
 */
export function readTimedSegments(
  segments: readonly GivenSegment[],
  listed: readonly GivenWord[],
  piece: SpeechPiece,
): HeardSegment[] {
  const scale = secondsPerUnit(segments, piece);
  const wordScale = secondsPerUnit([...segments.flatMap(({ words }) => words ?? []), ...listed], piece);
  const shared = shareOut(listed, segments, wordScale / scale);
  const heard = segments.flatMap((segment, index): HeardSegment[] => {
    if (segment.isSilence) return [];
    const span = rawSpan(segment, segments, index, { scale, piece });
    const given = segment.words ?? shared[index] ?? [];
    const words = given
      .map((each) => rawWord(each, wordScale, piece))
      // Words of a common list that lie outside the piece belong to no segment in it.
      .filter((word) => word.text !== '' && (segment.words !== null || word.startMs === null || isWithin(word, piece)));
    const { speaker, confidence } = segment;
    const text = cleanText(segment.text).trim() || joinWords(words);
    const placed = segment.words === null ? words : putIntoSegment(words, span, piece);
    return withinPiece({ speaker, ...span, text, confidence, words: placed }, piece);
  });
  return heard.filter(({ text }) => text !== '').sort(byTime);
}

/**
 * Reads a list of words without segments: each pause and each other speaker begins one.
 * @param text of all words, for its punctuation; empty for none
 */
export function readTimedWords(given: readonly GivenWord[], text: string, piece: SpeechPiece): HeardSegment[] {
  const scale = secondsPerUnit(given, piece);
  const said = given.filter(({ word }) => cleanText(word).trim() !== '');
  const words = said.map((each) => rawWord(each, scale, piece));
  const whole = cleanText(text).trim();
  const places = findWords(whole, words);
  let speaker: string | null = null;
  const begins = words.map(({ startMs }, at) => {
    const before = words[at - 1];
    const next: string | null = said[at]?.speaker ?? speaker;
    const isOther = speaker !== null && next !== speaker;
    speaker = next;
    return (
      before === undefined ||
      isOther ||
      (before.endMs !== null && startMs !== null && startMs - before.endMs >= UTTERANCE_PAUSE_MS)
    );
  });
  const starts = begins.flatMap((isFirst, at) => (isFirst ? [at] : []));
  return starts
    .flatMap((from, index): HeardSegment[] => {
      const to = starts[index + 1] ?? words.length;
      const own = words.slice(from, to);
      const times = own.flatMap(({ startMs, endMs }) => [startMs ?? [], endMs ?? []].flat());
      if (times.length === 0) return [];
      const [start, end] = [from === 0 ? 0 : places[from]?.from, to === words.length ? whole.length : places[to]?.from];
      const spelled =
        whole === '' || start === undefined || end === undefined ? joinWords(own) : whole.slice(start, end).trim();
      const span = { startMs: smallest(times), endMs: largest(times) };
      const by = said.slice(from, to).find((word) => word.speaker != null)?.speaker ?? null;
      return withinPiece({ speaker: by, ...span, text: spelled, confidence: null, words: own }, piece);
    })
    .sort(byTime);
}

/** Times of a span, such as a speaker's turn, within the piece; null when no part of it is in the piece. */
export function toRecordingSpan(
  span: { readonly start: number; readonly end: number },
  scale: number,
  piece: SpeechPiece,
): SpeechSpan {
  const startMs = toMs(span.start, scale, piece);
  return clamp({ startMs, endMs: Math.max(startMs, toMs(span.end, scale, piece)) }, piece);
}

/**
 * Determines the unit (seconds, milliseconds, microseconds or nanoseconds) by comparing the ends with the length of the piece.
 * The median end is compared, since servers give single segments absurd ends. The ranges cannot overlap, since speech takes
 * longer than 1 ms.
 */
export function secondsPerUnit(spans: ReadonlyArray<{ readonly end: number | null }>, piece: SpeechPiece): number {
  const ends = spans.flatMap(({ end }) => end ?? []).sort((a, b) => a - b);
  const typical = ends[Math.floor(ends.length / 2)] ?? 0;
  const limit = ((piece.endMs - piece.startMs) / 1000) * 1.5 + 60;
  return [1, 1e-3, 1e-6].find((unit) => typical * unit <= limit) ?? 1e-9;
}

function toMs(time: number, scale: number, piece: SpeechPiece): number {
  return piece.startMs + time * scale * 1000;
}

/** A segment without a start begins where the one before ends, and one without an end ends where the next one begins. */
function rawSpan(
  { start, end }: GivenSegment,
  all: readonly GivenSegment[],
  index: number,
  { scale, piece }: { readonly scale: number; readonly piece: SpeechPiece },
): SpeechSpan {
  const before = all[index - 1];
  const startMs = toMs(start ?? before?.end ?? before?.start ?? 0, scale, piece);
  const given = end ?? all[index + 1]?.start ?? null;
  const endMs = given === null ? piece.endMs : toMs(given, scale, piece);
  return { startMs, endMs: Math.max(startMs, endMs) };
}

function rawWord({ word, start, end, probability }: GivenWord, scale: number, piece: SpeechPiece): RawWord {
  const text = cleanText(word).trim();
  if (start === null && end === null) return { text, startMs: null, endMs: null, confidence: probability };
  const startMs = toMs(start ?? end ?? 0, scale, piece);
  return { text, startMs, endMs: Math.max(startMs, toMs(end ?? start ?? 0, scale, piece)), confidence: probability };
}

/**
 * Distributes one list of all words to the segments. A word belongs to the last segment that begins before the word's middle, and
 * a word without times to that of the word before it.
 * @param factor from the unit of the words to that of the segments
 */
function shareOut(words: readonly GivenWord[], segments: readonly GivenSegment[], factor: number): GivenWord[][] {
  const order = segments.map(({ start }, index) => ({ start: start ?? 0, index })).sort((a, b) => a.start - b.start);
  const shared = segments.map((): GivenWord[] => []);
  let at = 0;
  for (const word of words) {
    if (word.start !== null || word.end !== null) {
      const middle = (((word.start ?? word.end ?? 0) + (word.end ?? word.start ?? 0)) / 2) * factor;
      at = Math.max(0, countUpTo(order, middle) - 1);
    }
    shared[order[at]?.index ?? 0]?.push(word);
  }
  return shared;
}

/** Number of elements that begin at or before the time. */
function countUpTo(ascending: ReadonlyArray<{ readonly start: number }>, time: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as { start: number }).start <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Shifts words whose times count from the start of their segment: they begin with the piece, all of them end before the segment
 * begins, and they fit into it.
 */
function putIntoSegment(
  words: readonly RawWord[],
  { startMs, endMs }: SpeechSpan,
  piece: SpeechPiece,
): readonly RawWord[] {
  const times = words.flatMap((word) =>
    word.startMs === null || word.endMs === null ? [] : [word.startMs, word.endMs],
  );
  const [first, last] = [smallest(times), largest(times)];
  const offset = startMs - piece.startMs;
  const isRelative =
    first - piece.startMs < SPEECH_TOLERANCE_MS && last <= startMs && last + offset <= endMs + ROUNDING_MS;
  if (times.length === 0 || !isRelative) return words;
  const moved = (time: number | null) => (time === null ? null : time + offset);
  return words.map((word) => ({ ...word, startMs: moved(word.startMs), endMs: moved(word.endMs) }));
}

/** Part of the segment that is in the piece and near its speech; empty when there is none. */
function withinPiece(segment: RawSegment, piece: SpeechPiece): HeardSegment[] {
  const timed = segment.words.filter(({ startMs, endMs }) => startMs !== null && endMs !== null);
  const within = timed.filter((word) => isWithin(word, piece));
  // The times of single words are more precise than those of the segment, unless none of them is in the piece.
  if (within.length > 0) return [withWords(segment, piece)].filter((each) => isNearSpeech(each, piece));
  const { words: _, ...rest } = segment;
  const isAround = isNearSpeech(segment, piece) && (timed.length === 0 || isInside(segment, piece));
  return isAround && isHeardWithin(segment, piece) ? [{ ...rest, ...clamp(segment, piece), words: null }] : [];
}

function isWithin({ startMs, endMs }: RawWord, piece: SpeechPiece): boolean {
  if (startMs === null || endMs === null) return false;
  const middle = (startMs + endMs) / 2;
  return middle >= piece.startMs && middle <= piece.endMs && startMs < piece.endMs;
}

function isInside({ startMs, endMs }: SpeechSpan, piece: SpeechPiece): boolean {
  return startMs >= piece.startMs && endMs <= piece.endMs;
}

/** Whether the part of the segment that lies in the piece can hold its text: half of its time, or enough to say it. */
function isHeardWithin({ startMs, endMs, text }: RawSegment, piece: SpeechPiece): boolean {
  if (startMs >= piece.endMs || (endMs <= piece.startMs && startMs < piece.startMs)) return false;
  const inside = Math.min(endMs, piece.endMs) - Math.max(startMs, piece.startMs);
  return inside >= (endMs - startMs) / 2 || isSayable(text, inside, 0);
}

function isNearSpeech({ startMs, endMs }: SpeechSpan, piece: SpeechPiece): boolean {
  const next = firstEndingAfter(piece.speech, startMs - SPEECH_TOLERANCE_MS);
  return next !== undefined && endMs > next.startMs - SPEECH_TOLERANCE_MS;
}

/** @param spans ascending and disjoint */
function firstEndingAfter(spans: readonly SpeechSpan[], ms: number): SpeechSpan | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as SpeechSpan).endMs > ms) high = middle;
    else low = middle + 1;
  }
  return spans[low];
}

/**
 * Drops the words of a segment outside the piece, with their text. A word with an impossible time within a segment in the piece
 * is treated like one without times: it gets the time between its neighbours.
 */
function withWords(segment: RawSegment, piece: SpeechPiece): HeardSegment {
  const isBeyond = (word: RawWord) =>
    word.startMs !== null &&
    !isWithin(word, piece) &&
    ((segment.endMs > piece.endMs && word.startMs >= segment.startMs) || segment.startMs < piece.startMs);
  const kept = segment.words.filter((word) => !isBeyond(word));
  const text = kept.length === segment.words.length ? segment.text : textOf(segment, isBeyond);
  const filled = fillTimes(kept, clamp(segment, piece), piece);
  const words = filled.map((word) => ({ ...word, ...clamp(word, piece) })).sort((a, b) => a.startMs - b.startMs);
  const { startMs, endMs } = segment;
  // A segment without a length, or outside of the piece, gets the times of its words.
  const hasSpan = endMs > startMs && startMs < piece.endMs && endMs > piece.startMs;
  const first = words[0]?.startMs ?? piece.startMs;
  const last = largest(words.map((word) => word.endMs));
  const span = hasSpan ? clamp(segment, piece) : { startMs: first, endMs: last };
  return { speaker: segment.speaker, ...span, text, confidence: segment.confidence, words };
}

/** The text of the words that are kept. */
function textOf({ text, words }: RawSegment, isDropped: (word: RawWord) => boolean): string {
  const places = findWords(text, words);
  if (places.includes(null)) return joinWords(words.filter((word) => !isDropped(word)));
  return words
    .map((word, at) => (isDropped(word) ? '' : text.slice(places[at]?.from, places[at + 1]?.from ?? text.length)))
    .join('')
    .trim();
}

function joinWords(words: readonly RawWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Words without times share the time between their neighbours equally. */
function fillTimes(words: readonly RawWord[], segment: SpeechSpan, piece: SpeechPiece): Word[] {
  const filled: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as RawWord;
    if (word.startMs !== null && word.endMs !== null && isWithin(word, piece)) {
      filled.push({ ...word, startMs: word.startMs, endMs: word.endMs });
      at++;
      continue;
    }
    let to = at + 1;
    while (to < words.length && !isWithin(words[to] as RawWord, piece)) to++;
    const from = filled.at(-1)?.endMs ?? segment.startMs;
    const until = Math.max(from, words[to]?.startMs ?? segment.endMs);
    const each = (until - from) / (to - at);
    const run = words.slice(at, to);
    run.forEach((one, index) => {
      filled.push({ ...one, startMs: from + each * index, endMs: from + each * (index + 1) });
    });
    at = to;
  }
  return filled;
}

function clamp({ startMs, endMs }: SpeechSpan, piece: SpeechPiece): SpeechSpan {
  const within = (time: number) => Math.min(piece.endMs, Math.max(piece.startMs, Math.round(time)));
  const start = within(startMs);
  return { startMs: start, endMs: Math.max(start, within(endMs)) };
}

function smallest(times: readonly number[]): number {
  return times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
}

function largest(times: readonly number[]): number {
  return times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
}

function byTime(a: SpeechSpan, b: SpeechSpan): number {
  return a.startMs - b.startMs || a.endMs - b.endMs;
}
