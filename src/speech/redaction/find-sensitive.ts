// Finds what is to be masked in the words of a call: numbers, what was asked for, names after cues, patterns of the account. Pure.
import type { WantedRedaction } from '../../ports/redaction.js';
import { numberSpans } from './numbers/number-spans.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';

/** Spans may overlap. */
export function findSensitive(call: SearchedCall, wanted: WantedRedaction): SensitiveSpan[] {
  return numberSpans(call, wanted);
}
