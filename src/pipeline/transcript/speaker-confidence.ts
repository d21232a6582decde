// How well each party was heard: below the gate, what was not heard is not held against anybody.
import type { Segment, Speaker } from '../../ports/transcript.js';
import { countWords } from './words.js';

/** Mean word confidence under which a speaker's silence on a matter proves nothing. */
export const LEAST_SPEAKER_CONFIDENCE = 0.65;

/**
 * Mean word confidence, 0 to 1, of the segments given; those without word confidences count with their own, weighted
 * by their words. Null where the engine gives none, or nothing was said.
 */
export function meanConfidence(segments: readonly Segment[]): number | null {
  let sum = 0;
  let weight = 0;
  for (const segment of segments) {
    const rated = (segment.words ?? []).flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
    if (rated.length > 0) {
      sum += rated.reduce((total, confidence) => total + confidence, 0);
      weight += rated.length;
    } else if (segment.confidence !== null) {
      const words = countWords(segment.text);
      sum += segment.confidence * words;
      weight += words;
    }
  }
  return weight > 0 ? sum / weight : null;
}

/** True when the speaker said something and it was heard well enough to tell what was not said. */
export function isHeardWell(segments: readonly Segment[], speaker: Speaker): boolean {
  const own = segments.filter((segment) => segment.speaker === speaker);
  if (!own.some((segment) => countWords(segment.text) > 0)) return false;
  const confidence = meanConfidence(own);
  return confidence === null || confidence >= LEAST_SPEAKER_CONFIDENCE;
}
