// Finds what is to be masked in the words of a call: numbers, what was asked for, names after cues, patterns of the account. Pure.
import type { WantedRedaction } from '../../ports/redaction.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';

/** A card's digits in one run, with blanks or hyphens between them. */
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g;

/** Spans may overlap. */
export function findSensitive({ segments }: SearchedCall, { types }: WantedRedaction): SensitiveSpan[] {
  if (!types.includes('card_number')) return [];
  return segments.flatMap(({ id: segmentId, text }) =>
    [...text.matchAll(CARD)].map(({ 0: said, index: from }) => ({
      segmentId,
      from,
      to: from + said.length,
      type: 'card_number',
      basis: 'pattern' as const,
      confidence: 0.9,
      content: said.replaceAll(/\D/g, ''),
    })),
  );
}
