// The sentences around what is planted. Each half of the calls has its own, so that rules made for one half prove nothing by
// the other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../spoken/number-words.js';
import type { Phrases } from '../spoken/say-value.js';

export type Half = 'seen' | 'held-out';

/** What the first party says and what the second answers. */
type Exchange = readonly [string, string];

export interface Sentences extends Phrases {
  /** By type; by type and country where the words differ. */
  readonly types: Readonly<Record<string, { readonly asks: readonly string[]; readonly cues: readonly string[] }>>;
  readonly leads: readonly string[];
  readonly thanks: readonly string[];
  readonly openings: readonly Exchange[];
  readonly talk: readonly Exchange[];
  readonly closings: readonly Exchange[];
  readonly neutral: readonly Exchange[];
}

export function readSentences(half: Half, language: Language): Sentences {
  const path = join(import.meta.dirname, 'sentences', `${half}.${language}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Sentences;
}
