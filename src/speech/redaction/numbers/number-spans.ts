// Finds the numbers that are to be masked. Pure.
import type { WantedRedaction } from '../../../ports/redaction.js';
import type { SearchedCall, SensitiveSpan } from '../sensitive-span.js';
import { readNumbers } from './read-numbers.js';

/** Spans may overlap. */
export function numberSpans(call: SearchedCall, { types }: WantedRedaction): SensitiveSpan[] {
  if (!types.includes('card_number')) return [];
  return readNumbers(call)
    .filter(({ symbols }) => /^\d{13,19}$/.test(symbols))
    .flatMap(({ places, symbols: content }) =>
      places.map((place) => ({
        ...place,
        type: 'card_number' as const,
        basis: 'pattern' as const,
        confidence: 0.9,
        content,
      })),
    );
}
