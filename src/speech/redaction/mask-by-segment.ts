// Masks more than was found: each segment with a redaction is masked as a whole. Pure.
import type { RedactedSpan } from '../../ports/redaction.js';
import type { Segment } from '../../ports/transcript.js';

/** Labels as `maskSegments` writes them. */
const LABEL = /\[[A-Z0-9_]+_\d+\]|####/g;

/**
 * Masks whole segments of a call whose sound could not be masked: its masked stretches may not be where they are thought to be.
 */
export function maskBySegment(
  segments: readonly Segment[],
  redactions: readonly RedactedSpan[],
): { readonly segments: Segment[]; readonly redactions: RedactedSpan[] } {
  const masked = new Set(redactions.map(({ segmentId }) => segmentId));
  const whole = segments.map((segment) => {
    if (!masked.has(segment.id)) return segment;
    const { startMs, endMs } = segment;
    const labels = segment.text.match(LABEL) ?? ['####'];
    const words = labels.map((text) => ({ text, startMs, endMs, confidence: null }));
    return { ...segment, text: labels.join(' '), words: segment.words && words };
  });
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  return {
    segments: whole,
    redactions: redactions.map((span) => {
      const segment = span.segmentId === null ? undefined : byId.get(span.segmentId);
      return segment ? { ...span, startMs: segment.startMs, endMs: segment.endMs } : span;
    }),
  };
}
