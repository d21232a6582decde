// Computes which parts of the sound are muted, from the masked spans. Pure.
import type { RedactedSpan, WantedRedaction } from '../../../ports/redaction.js';
import type { Segment, SpeechSpan } from '../../../ports/transcript.js';
import type { LoudnessEnvelope } from '../../listening/loudness-envelope.js';

/**
 * Time by which a stretch is muted beyond the times that recognisers give its words: it begins and ends a little outside of them.
 */
const PAD_MS = 250;
/**
 * Tolerance at the end of the recording: recognisers round, and hear a little beyond the end. A span that ends later was not
 * timed by the clock of this recording.
 */
const MAX_BEYOND_END_MS = 1_000;

type TimedSegment = Pick<Segment, 'id' | 'channel' | 'startMs' | 'endMs' | 'words'>;

/**
 * Spans to mute: each masked span, extended on both sides by 250 ms, but at most half of the way to the next unmasked word of its
 * channel. Words that overlap the span do not count: part of them is muted anyway. A span without length (a word without a known
 * time) becomes its whole segment.
 * @param segments masked or not: words within a masked span do not limit it
 * @returns ascending and disjoint; null when a span lies outside the recording, so that muting would not be reliable
 */
export function mutedSpans(
  redactions: readonly RedactedSpan[],
  segments: readonly TimedSegment[],
  durationMs: number,
): SpeechSpan[] | null {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const masked: SpeechSpan[] = [];
  const ofChannels = new Map<number | null, SpeechSpan[]>();
  for (const redaction of redactions) {
    const span = spanOf(redaction, redaction.segmentId === null ? undefined : byId.get(redaction.segmentId));
    if (span === null || span.startMs >= durationMs || span.endMs > durationMs + MAX_BEYOND_END_MS) return null;
    const own = ofChannels.get(redaction.channel) ?? [];
    ofChannels.set(redaction.channel, own);
    own.push(span);
  }
  for (const [channel, spans] of ofChannels) {
    const stretches = merged(spans);
    const words = neighbours(segments, channel, stretches);
    masked.push(...stretches.map((span) => widened(span, words)));
  }
  return merged(
    masked.map(({ startMs, endMs }) => ({ startMs: Math.max(0, startMs), endMs: Math.min(durationMs, endMs) })),
  );
}

function spanOf({ startMs, endMs }: SpeechSpan, segment: TimedSegment | undefined): SpeechSpan | null {
  const span = endMs > startMs ? { startMs, endMs } : segment;
  const fits = span !== undefined && span.startMs >= 0 && span.endMs > span.startMs && Number.isFinite(span.endMs);
  return fits ? { startMs: span.startMs, endMs: span.endMs } : null;
}

/** Bounds of the words of a channel outside all masked spans, each ascending. A segment without words counts as one word. */
interface Neighbours {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function neighbours(
  segments: readonly TimedSegment[],
  channel: number | null,
  masked: readonly SpeechSpan[],
): Neighbours {
  const words = segments
    .filter((segment) => segment.channel === channel)
    .flatMap((segment): readonly SpeechSpan[] => segment.words ?? [segment])
    .filter(({ startMs, endMs }) => {
      const next = masked[firstFrom(masked.length, (at) => masked[at]!.endMs > startMs)];
      return next === undefined || next.startMs >= endMs;
    });
  const ascending = (a: number, b: number) => a - b;
  return {
    starts: words.map(({ startMs }) => startMs).sort(ascending),
    ends: words.map(({ endMs }) => endMs).sort(ascending),
  };
}

function widened({ startMs, endMs }: SpeechSpan, { starts, ends }: Neighbours): SpeechSpan {
  const before = ends[firstFrom(ends.length, (at) => ends[at]! > startMs) - 1] ?? Number.NEGATIVE_INFINITY;
  const after = starts[firstFrom(starts.length, (at) => starts[at]! >= endMs)] ?? Number.POSITIVE_INFINITY;
  return {
    startMs: Math.floor(startMs - Math.min(PAD_MS, (startMs - before) / 2)),
    endMs: Math.ceil(endMs + Math.min(PAD_MS, (after - endMs) / 2)),
  };
}

/** First index for which `isSo` is true, by binary search; `length` when there is none. */
function firstFrom(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function merged(spans: readonly SpeechSpan[]): SpeechSpan[] {
  const apart: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = apart.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else apart.push({ startMs, endMs });
  }
  return apart;
}

/** Peaks of what stands in the place of the sound, as the envelope counts them. */
const PEAKS: Readonly<Record<WantedRedaction['audio'], number>> = { tone: 25, silence: 0 };

/** @returns the outline of the masked recording: a peak of which a part is muted is masked as a whole */
export function maskEnvelope(
  { msPerPeak, peaks }: LoudnessEnvelope,
  muted: readonly SpeechSpan[],
  audio: WantedRedaction['audio'],
): LoudnessEnvelope {
  // A muted stretch may end behind the last peak, which the `fill` of a Buffer refuses.
  const bytes = new Uint8Array(Buffer.from(peaks, 'base64'));
  for (const { startMs, endMs } of muted)
    bytes.fill(PEAKS[audio], Math.floor(startMs / msPerPeak), Math.ceil(endMs / msPerPeak));
  return { msPerPeak, peaks: Buffer.from(bytes).toString('base64') };
}
