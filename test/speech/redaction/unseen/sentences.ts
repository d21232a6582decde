// The sentences of the unseen calls, in the trades they come from.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../spoken/number-words.js';
import type { Phrases } from '../spoken/say-value.js';
import type { Vocabulary } from '../spoken/values.js';

/** What the two parties say in turn; who opened the call begins. */
type Dialogue = readonly string[];

export interface Sentences extends Phrases {
  /** By type; by type and country where the words differ. */
  readonly types: Readonly<Record<string, Wordings>>;
  readonly trades: Readonly<Record<string, Trade>>;
  readonly neutral: readonly Dialogue[];
  /** Said before the value, after it in the same breath, and after it was read back. */
  readonly leads: readonly string[];
  readonly tails: readonly string[];
  readonly confirmations: readonly string[];
  readonly thanks: readonly string[];
  readonly vocabulary: Vocabulary;
}

export interface Wordings {
  readonly asks: readonly string[];
  /** Asks that do not name what they ask for as it is usually named. */
  readonly indirect: readonly string[];
  /** How one begins unasked. */
  readonly cues: readonly string[];
}

interface Trade {
  readonly opening: Dialogue;
  readonly talk: readonly Dialogue[];
  readonly closing: Dialogue;
}

export function readSentences(language: Language): Sentences {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'sentences', `${language}.json`), 'utf8')) as Sentences;
}
