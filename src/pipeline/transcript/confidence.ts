// Mean confidence of words and of segments, computed in one place so that merged, split and reported numbers agree.
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
