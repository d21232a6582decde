// Cuts a recording into the pieces that the speech engine transcribes. Cuts in pauses if possible, so that no word is cut in two.
import type { SpeechCapabilities, SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import { overlapMs } from '../words/spans.js';

/** One track of a measured recording. */
export interface SpeechTrack {
  readonly channel: number | null;
  /** File name of the track's samples inside the work folder. */
  readonly file: string;
  readonly speech: readonly SpeechSpan[];
}

/** A piece whose samples are named by a file in the work folder instead of a full `pcmPath`. Plain JSON. */
export interface PiecePlan extends Omit<SpeechPiece, 'pcmPath'> {
  readonly file: string;
}

/** Limits within which speech is grouped into pieces. */
interface GroupLimits {
  readonly maxPieceMs: number;
  /** A pause of at least this length always ends a piece. */
  readonly pauseMs: number;
}

/** A pause of this length is long enough that a cut in it harms no word. */
const GOOD_PAUSE_MS = 300;
/** Longer pauses (hold, dead air) are neither sent to the engine nor paid for. */
const LONG_PAUSE_MS = 30_000;
/**
 * Pause of a mono recording whose speakers get other labels in each piece: a hold of a few minutes is paid for, so that the
 * speakers before and after it have one labelling.
 */
const LABELLED_PAUSE_MS = 300_000;
/**
 * An engine without times gets one turn per piece: speech without a pause of this length, at most `MAX_TURN_MS` long.
 */
const TURN_PAUSE_MS = 700;
const MAX_TURN_MS = 25_000;

const MIN_LEFT_MS = 400;

/** Length of the sample that is sent to an engine whose capabilities are unknown. It costs almost nothing. */
const MAX_SAMPLE_MS = 10_000;
/** Minimum length of the sample: shorter speech may be a cough, without words. */
const MIN_SAMPLE_MS = 2_000;

/** First span of speech that is long enough to contain words, else the longest span; null without speech. */
export function selectSample(tracks: readonly SpeechTrack[]): PiecePlan | null {
  const spans = tracks
    .flatMap(({ channel, file, speech }) => speech.map(({ startMs, endMs }) => ({ channel, file, startMs, endMs })))
    .sort((a, b) => a.startMs - b.startMs);
  const lengthOf = (span: SpeechSpan) => span.endMs - span.startMs;
  const span =
    spans.find((each) => lengthOf(each) >= MIN_SAMPLE_MS) ?? spans.sort((a, b) => lengthOf(b) - lengthOf(a))[0];
  if (span === undefined) return null;
  const endMs = Math.min(span.endMs, span.startMs + MAX_SAMPLE_MS);
  return { ...span, endMs, speech: [{ startMs: span.startMs, endMs }] };
}

/**
 * Pieces ascending by start, then in the order of the tracks. Each begins and ends with speech, and none is longer than the
 * engine takes. Pieces of one track do not overlap, and together their `speech` is the speech of the tracks.
 */
export function cutPieces(tracks: readonly SpeechTrack[], capabilities: SpeechCapabilities): PiecePlan[] {
  return tracks
    .flatMap(({ channel, file, speech }) =>
      groupSpans(speech, limitsOf(channel, capabilities)).map((group) => ({
        channel,
        startMs: (group[0] as SpeechSpan).startMs,
        endMs: (group.at(-1) as SpeechSpan).endMs,
        file,
        speech: group,
      })),
    )
    .sort((a, b) => a.startMs - b.startMs);
}

function limitsOf(channel: number | null, capabilities: SpeechCapabilities): GroupLimits {
  const { maxPieceMs, timesSegments, diarizesMono, carriesSpeakers } = capabilities;
  if (!timesSegments) return { maxPieceMs: Math.min(maxPieceMs, MAX_TURN_MS), pauseMs: TURN_PAUSE_MS };
  const isRelabelled = channel === null && diarizesMono && !carriesSpeakers;
  return { maxPieceMs, pauseMs: isRelabelled ? LABELLED_PAUSE_MS : LONG_PAUSE_MS };
}

/**
 * Rest of the tracks once these pieces are heard: for each track, the speech before, between and after them, each stretch as a
 * track of its own, so that no new piece spans one that is heard. Leavings of less than `MIN_LEFT_MS` at the edge of a heard
 * piece are dropped, since engines refuse them.
 */
export function leftToHear<Track extends SpeechTrack>(
  tracks: readonly Track[],
  heard: readonly Pick<SpeechPiece, 'channel' | 'startMs' | 'endMs'>[],
): Track[] {
  return tracks.flatMap((track) => {
    const whole = { startMs: track.speech[0]?.startMs ?? 0, endMs: track.speech.at(-1)?.endMs ?? 0 };
    const pieces = heard
      .filter((piece) => piece.channel === track.channel && overlapMs(piece, whole) > 0)
      .sort((a, b) => a.startMs - b.startMs);
    const starts = [Number.NEGATIVE_INFINITY, ...pieces.map(({ endMs }) => endMs)];
    const ends = [...pieces.map(({ startMs }) => startMs), Number.POSITIVE_INFINITY];
    return starts
      .map((startMs, at) => ({ ...track, speech: speechWithin(track.speech, { startMs, endMs: ends[at] as number }) }))
      .filter(({ speech }) => speech.length > 0);
  });
}

function speechWithin<Span extends SpeechSpan>(speech: readonly Span[], gap: SpeechSpan): Span[] {
  return speech.flatMap((span) => {
    const part = { ...span, startMs: Math.max(span.startMs, gap.startMs), endMs: Math.min(span.endMs, gap.endMs) };
    const isWhole = part.startMs === span.startMs && part.endMs === span.endMs;
    return isWhole || part.endMs - part.startMs >= MIN_LEFT_MS ? [part] : [];
  });
}

function groupSpans(speech: readonly SpeechSpan[], { maxPieceMs, pauseMs }: GroupLimits): SpeechSpan[][] {
  const spans = speech.flatMap((span) => splitSpan(span, maxPieceMs));
  const groups: SpeechSpan[][] = [];
  for (let first = 0; first < spans.length; ) {
    const startMs = (spans[first] as SpeechSpan).startMs;
    let end = first + 1;
    let tooLong = false;
    for (; end < spans.length; end++) {
      const [previous, next] = [spans[end - 1] as SpeechSpan, spans[end] as SpeechSpan];
      if (next.startMs - previous.endMs >= pauseMs) break;
      tooLong = next.endMs - startMs > maxPieceMs;
      if (tooLong) break;
    }
    if (tooLong) end = findSeam(spans, first, end);
    groups.push(spans.slice(first, end).map(({ startMs, endMs }) => ({ startMs, endMs })));
    first = end;
  }
  return groups;
}

/**
 * Index of the span that the next piece begins with, when spans `first` to `end` (exclusive) fit into one piece: after
 * the last pause of at least `GOOD_PAUSE_MS` in the second half of the piece; else after the longest pause there.
 */
function findSeam(spans: readonly SpeechSpan[], first: number, end: number): number {
  const startMs = (spans[first] as SpeechSpan).startMs;
  const halfMs = ((spans[end - 1] as SpeechSpan).endMs - startMs) / 2;
  let best = end;
  let longestMs = 0;
  for (let at = end; at > first; at--) {
    const [previous, next] = [spans[at - 1] as SpeechSpan, spans[at] as SpeechSpan];
    if (previous.endMs - startMs < halfMs) break;
    const pauseMs = next.startMs - previous.endMs;
    if (pauseMs >= GOOD_PAUSE_MS) return at;
    if (pauseMs > longestMs) {
      longestMs = pauseMs;
      best = at;
    }
  }
  return best;
}

/** Equal parts of a span that is longer than any piece may be. Rare: measured spans are far shorter. */
function splitSpan(span: SpeechSpan, maxPieceMs: number): SpeechSpan[] {
  const lengthMs = span.endMs - span.startMs;
  const parts = Math.ceil(lengthMs / maxPieceMs);
  const at = (part: number) => span.startMs + Math.floor((lengthMs * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({ startMs: at(part), endMs: at(part + 1) }));
}
