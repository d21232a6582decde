// Expands the contractions of a language before patterns are matched: `can't` is matched as `can not`.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const text = z.string().min(1);
const spellingFile = z.strictObject({
  /** Expansions of whole words: `can't` stands for `can not`. */
  contractions: z.record(text, text),
  /** Expansions of word endings: `'re` stands for `are`. */
  suffixes: z.record(text, text),
});

export type Spelling = Readonly<z.output<typeof spellingFile>>;

const SPELLINGS: Readonly<Record<string, Spelling>> = { en: readSpelling('en'), de: readSpelling('de') };
/** No expansions, for a language without known contractions. */
const AS_WRITTEN: Spelling = { contractions: {}, suffixes: {} };

/** @param language ISO 639-1, with or without a region; null (not known) is taken for English */
export function spellingOf(language: string | null): Spelling {
  const base = language?.toLowerCase().split(/[-_]/)[0] ?? 'en';
  return Object.hasOwn(SPELLINGS, base) ? (SPELLINGS[base] ?? AS_WRITTEN) : AS_WRITTEN;
}

/** Throws when the file is missing or faulty: the service does not start with it. */
function readSpelling(language: 'en' | 'de'): Spelling {
  const file = new URL(`./spelling/${language}.json`, import.meta.url);
  return spellingFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}
