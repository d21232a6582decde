// Reads the numbers that each party of a call says or spells. Pure.
import type { SearchedCall } from '../sensitive-span.js';
import type { NumberStretch } from './number-stretch.js';

const WRITTEN = /\d+(?:[ .,-]{1,2}\d+)*/g;

/** In the order of their first segments. */
export function readNumbers({ segments }: SearchedCall): NumberStretch[] {
  return segments.flatMap(({ id: segmentId, speaker, text }) =>
    [...text.matchAll(WRITTEN)].map(({ 0: said, index: from }) => ({
      speaker,
      places: [{ segmentId, from, to: from + said.length }],
      symbols: said.replaceAll(/\D/g, ''),
      alternatives: [],
      isQuantity: false,
    })),
  );
}
