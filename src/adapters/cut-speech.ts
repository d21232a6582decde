import type { SpeechSpan } from '../ports/transcript.js';

/** The frame of speech recognisers: all cuts lie on multiples of it. */
export const CUT_STEP_MS = 10;

/** Equal parts of at most `longestMs` (a multiple of the step), widened to whole frames. */
export function cutSpeech(span: SpeechSpan, longestMs: number): SpeechSpan[] {
  const first = Math.floor(span.startMs / CUT_STEP_MS);
  const frames = Math.ceil(span.endMs / CUT_STEP_MS) - first;
  const parts = Math.ceil((frames * CUT_STEP_MS) / longestMs);
  const edge = (part: number): number => (first + Math.floor((frames * part) / parts)) * CUT_STEP_MS;
  return Array.from({ length: parts }, (_, part) => ({ startMs: edge(part), endMs: edge(part + 1) }));
}
