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
