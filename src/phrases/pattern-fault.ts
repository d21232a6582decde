// What is wrong with a pattern that a client has written.
import { PhrasePattern } from './phrase-pattern.js';

/** A sentence for the client; null for a pattern that is well formed. */
export function patternFault(source: string): string | null {
  try {
    new PhrasePattern(source);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'this is not a pattern';
  }
}
