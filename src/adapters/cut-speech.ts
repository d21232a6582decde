// Cuts long speech for recognisers whose memory or size limits bound the length of an utterance.
import type { SpeechSpan } from '../ports/transcript.js';

/** The frame length of speech recognisers: all cuts are multiples of it. */
export const CUT_STEP_MS = 10;

/** Widens the span to whole frames and cuts it into equal parts. @param maxMs a multiple of {@link CUT_STEP_MS} */
export function cutSpeech(span: SpeechSpan, maxMs: number): SpeechSpan[] {
  const first = Math.floor(span.startMs / CUT_STEP_MS);
  const frames = Math.ceil(span.endMs / CUT_STEP_MS) - first;
  const parts = Math.ceil((frames * CUT_STEP_MS) / maxMs);
  const edge = (part: number): number => (first + Math.floor((frames * part) / parts)) * CUT_STEP_MS;
  return Array.from({ length: parts }, (_, part) => ({ startMs: edge(part), endMs: edge(part + 1) }));
}
