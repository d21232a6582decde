// Arithmetic of time spans.
import type { SpeechSpan } from '../../ports/transcript.js';

/** Total length in milliseconds; overlapping parts count twice. */
export function totalMs(spans: readonly SpeechSpan[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** Milliseconds that both spans share. */
export function overlapMs(a: SpeechSpan, b: SpeechSpan): number {
  return Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs));
}

/** The spans that share some time with any of the others. Both ascending by start; neither need be disjoint. */
export function spansWithin<Span extends SpeechSpan>(spans: readonly Span[], others: readonly SpeechSpan[]): Span[] {
  let next = 0;
  let untilMs = Number.NEGATIVE_INFINITY;
  return spans.filter(({ startMs, endMs }) => {
    for (; next < others.length && others[next]!.startMs < endMs; next++) {
      untilMs = Math.max(untilMs, others[next]!.endMs);
    }
    return untilMs > startMs;
  });
}
