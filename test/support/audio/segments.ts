import type { Segment, Speaker, Word } from '../../../src/ports/transcript.js';

/** Segments from `[speaker, text]` lines: 300 ms per word, and a pause of `pauseMs` after each segment. */
export function segmentsOf(
  lines: readonly (readonly [Speaker, string])[],
  { pauseMs = 5000, words = false, confidence = null as number | null } = {},
): Segment[] {
  let atMs = 0;
  return lines.map(([speaker, text], id) => {
    const startMs = atMs;
    const timed: Word[] = text
      .split(/\s+/)
      .filter(Boolean)
      .map((word, index) => ({
        text: word,
        startMs: startMs + 300 * index,
        endMs: startMs + 300 * (index + 1),
        confidence,
      }));
    const endMs = startMs + 300 * Math.max(1, timed.length);
    atMs = endMs + pauseMs;
    return { id, speaker, channel: null, startMs, endMs, text, confidence, words: words ? timed : null };
  });
}
