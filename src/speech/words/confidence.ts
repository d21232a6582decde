// Mean confidence of words and of segments, computed in one place so that merged, split and reported numbers agree.
import { informs } from '../../ports/speech-to-text.js';
import type { Segment, Word } from '../../ports/transcript.js';
import { countWords } from './words.js';

/** Confidences to be averaged: the sum of confidence × weight, and the sum of the weights. */
interface WeightedSum {
  readonly sum: number;
  readonly weight: number;
}

/** Mean confidence of the words that have one, 0 to 1; null when none has. */
export function meanWordConfidence(words: readonly Word[]): number | null {
  return meanOf([sumOfWords(words)]);
}

/** Mean confidence of segments weighted by the length of their text, 0 to 1; null when no segment has a confidence. */
export function meanConfidenceByLength(
  segments: readonly { readonly text: string; readonly confidence: number | null }[],
): number | null {
  return meanOf(segments.map(({ text, confidence }) => sumOfSegment(confidence, text.length)));
}

/**
 * Mean word confidence of segments, 0 to 1. A segment without word confidences counts with its own confidence,
 * weighted by its number of words. Null when the engine gives no confidence, or when nothing was said.
 */
export function meanConfidence(segments: readonly Segment[]): number | null {
  return meanOf(
    segments.map(({ text, confidence, words }) => {
      const rated = sumOfWords(words ?? []);
      return rated.weight > 0 ? rated : sumOfSegment(confidence, countWords(text));
    }),
  );
}

/**
 * Confidence as {@link meanConfidence}, but null where the numbers tell nothing: because they are the same throughout, or because
 * the engine gives them for less than half of the words.
 */
export function informedConfidence(segments: readonly Segment[]): number | null {
  const given: number[] = [];
  let [words, ratedWords] = [0, 0];
  for (const segment of segments) {
    const count = countWords(segment.text);
    const own = (segment.words ?? []).flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
    const rated = own.length > 0 || segment.confidence === null ? own : [segment.confidence];
    given.push(...rated);
    words += count;
    if (rated.length > 0) ratedWords += count;
  }
  return ratedWords < words / 2 || !informs(given) ? null : meanConfidence(segments);
}

function sumOfWords(words: readonly Word[]): WeightedSum {
  let [sum, weight] = [0, 0];
  for (const { confidence } of words) {
    if (confidence === null) continue;
    sum += confidence;
    weight += 1;
  }
  return { sum, weight };
}

function sumOfSegment(confidence: number | null, weight: number): WeightedSum {
  return confidence === null ? { sum: 0, weight: 0 } : { sum: confidence * weight, weight };
}

function meanOf(parts: readonly WeightedSum[]): number | null {
  let [sum, weight] = [0, 0];
  for (const part of parts) {
    sum += part.sum;
    weight += part.weight;
  }
  return weight === 0 ? null : sum / weight;
}
