// Cuts a recording into the pieces an engine hears: in silence where there is any, so that no word falls on a seam.
import type { SpeechCapabilities, SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';

/** What is cut: a track as it was measured. */
export interface SpeechTrack {
  readonly channel: number | null;
  /** File name of the track's samples inside the work folder. */
  readonly file: string;
  readonly speech: readonly SpeechSpan[];
}

/** A piece before the folder of its samples is known: `pcmPath` is the file below that folder. Plain JSON. */
export interface PiecePlan extends Omit<SpeechPiece, 'pcmPath'> {
  readonly file: string;
}

/** A pause of this length is a good place for a seam. */
const GOOD_PAUSE_MS = 300;
/** Hold and dead air are neither sent nor paid for. */
const LONG_PAUSE_MS = 30_000;
/** Where the cut is the only time there is, a piece is one turn: neighbours with a shorter pause, up to the length. */
const TURN_PAUSE_MS = 700;
const LONGEST_TURN_MS = 25_000;

/**
 * Pieces ascending by start, then channel. Each begins and ends with speech, none is longer than the engine takes,
 * those of one track do not overlap, and together their `speech` is the speech of the tracks.
 */
export function cutPieces(tracks: readonly SpeechTrack[], capabilities: SpeechCapabilities): PiecePlan[] {
  const rule = capabilities.timesSegments
    ? { longestMs: capabilities.maxPieceMs, pauseMs: LONG_PAUSE_MS }
    : { longestMs: Math.min(capabilities.maxPieceMs, LONGEST_TURN_MS), pauseMs: TURN_PAUSE_MS };
  return tracks
    .flatMap(({ channel, file, speech }) =>
      groupSpans(speech, rule).map((group) => ({
        channel,
        startMs: (group[0] as SpeechSpan).startMs,
        endMs: (group.at(-1) as SpeechSpan).endMs,
        file,
        speech: group,
      })),
    )
    .sort((a, b) => a.startMs - b.startMs || (a.channel ?? 0) - (b.channel ?? 0));
}

function groupSpans(speech: readonly SpeechSpan[], rule: { longestMs: number; pauseMs: number }): SpeechSpan[][] {
  const spans = speech.flatMap((span) => splitSpan(span, rule.longestMs));
  const groups: SpeechSpan[][] = [];
  for (let first = 0; first < spans.length; ) {
    const startMs = (spans[first] as SpeechSpan).startMs;
    let end = first + 1;
    let limited = false;
    for (; end < spans.length; end++) {
      const [previous, next] = [spans[end - 1] as SpeechSpan, spans[end] as SpeechSpan];
      if (next.startMs - previous.endMs >= rule.pauseMs) break;
      limited = next.endMs - startMs > rule.longestMs;
      if (limited) break;
    }
    if (limited) end = bestSeam(spans, first, end);
    groups.push(spans.slice(first, end).map(({ startMs, endMs }) => ({ startMs, endMs })));
    first = end;
  }
  return groups;
}

/** The last good pause in the second half of what would fit; else the longest pause there; else as much as fits. */
function bestSeam(spans: readonly SpeechSpan[], first: number, end: number): number {
  const startMs = (spans[first] as SpeechSpan).startMs;
  const halfMs = ((spans[end - 1] as SpeechSpan).endMs - startMs) / 2;
  let best = end;
  let longestMs = -1;
  for (let at = end; at > first; at--) {
    const [previous, next] = [spans[at - 1] as SpeechSpan, spans[at] as SpeechSpan];
    if (at !== end && previous.endMs - startMs < halfMs) break;
    const pauseMs = next.startMs - previous.endMs;
    if (pauseMs >= GOOD_PAUSE_MS) return at;
    if (pauseMs > longestMs) {
      longestMs = pauseMs;
      best = at;
    }
  }
  return best;
}

/** Equal parts of a span that no engine would take whole; measured spans are far shorter, so this is the last resort. */
function splitSpan(span: SpeechSpan, longestMs: number): SpeechSpan[] {
  const lengthMs = span.endMs - span.startMs;
  const parts = Math.ceil(lengthMs / longestMs);
  if (parts <= 1) return [span];
  const at = (part: number) => span.startMs + Math.floor((lengthMs * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({ startMs: at(part), endMs: at(part + 1) }));
}
