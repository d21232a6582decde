// Confidences of segments from those of their words.
import { type HeardSegment, informs } from '../../ports/speech-to-text.js';
import type { Word } from '../../ports/transcript.js';

/**
 * Gives each segment the mean probability of its words, else its own. Probabilities that tell nothing about the piece, those of
 * the words or those of the segments, become null throughout.
 */
export function withMeanConfidence(segments: readonly HeardSegment[]): HeardSegment[] {
  const ofWords = informs(segments.flatMap(({ words }) => words ?? []).map(({ confidence }) => confidence));
  const words = (segment: HeardSegment) =>
    ofWords ? segment.words : (segment.words?.map((each) => ({ ...each, confidence: null })) ?? null);
  const own = informs(segments.map(({ confidence }) => confidence));
  return segments.map((segment) => {
    const heardWords = words(segment);
    const confidence = meanConfidence(heardWords ?? []) ?? (own ? segment.confidence : null);
    return { ...segment, words: heardWords, confidence };
  });
}

/** Null unless every word has a confidence. */
function meanConfidence(words: readonly Word[]): number | null {
  let sum = 0;
  for (const { confidence } of words) {
    if (confidence === null) return null;
    sum += confidence;
  }
  return words.length === 0 ? null : sum / words.length;
}
