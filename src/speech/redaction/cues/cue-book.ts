// Cues of a language: words that announce sensitive content.

import { z } from 'zod';
import type { KnownLanguage } from '../../../phrases/known-languages.js';
import type { PatternIndex } from '../../../phrases/pattern-index.js';
import { readRules } from '../../../phrases/read-rules.js';
import type { RedactionType } from '../../../ports/redaction.js';
import type { NoNames } from '../talk/names.js';
import { indexOf, patternsOf, text, typeName, wordLists, wordSet } from '../talk/rule-shapes.js';

/** Contents that are looked for behind a cue (`nameBefore`, `anyNameBefore`: before it). */
const CONTENTS = [
  /** Any word that can be a name. */
  'name',
  /** A likely name: a known first name, or a word with a capital letter in the place of one. */
  'likelyName',
  /** A name that begins with a known first name. */
  'knownName',
  /** A name after its title. */
  'titledName',
  'nameBefore',
  'anyNameBefore',
  'address',
  'date',
  /** A date near the cue, on either side. */
  'dateNear',
  'secret',
  /** A number of three digits or more. */
  'number',
  /** A number of five symbols or more. */
  'code',
  /** A number of six digits or more. */
  'phone',
  'expiry',
  'email',
] as const;
export type CueContent = (typeof CONTENTS)[number];

export const cueFile = z.strictObject({
  /** Alternatives that patterns insert as `@name`. */
  lists: wordLists,
  /** Capitalised words that are no names of persons. */
  companyWords: wordSet,
  /** Endings of such words. */
  companyEnds: wordSet,
  stopWords: wordSet,
  /** Names of signs and cases, by which a secret is spelled. */
  spelling: wordSet,
  cues: z.array(
    z.strictObject({
      type: typeName,
      content: z.enum(CONTENTS),
      patterns: z.array(text).min(1),
      /** Any of these near a match, within its sentence, cancels it. */
      unless: z.array(text),
      /** Test cases: the words in square brackets are found, and nothing else. */
      for: z.array(text).min(1),
      against: z.array(text).min(1),
    }),
  ),
});

export interface Cue {
  readonly type: RedactionType;
  readonly content: CueContent;
}

export interface CueBook {
  readonly words: NoNames;
  readonly spelling: ReadonlySet<string>;
  readonly index: PatternIndex<{ readonly cue: Cue; readonly undoes: boolean }>;
}

const BOOKS: Readonly<Record<KnownLanguage, CueBook>> = { en: readBook('en'), de: readBook('de') };

export const cueBookOf = (language: KnownLanguage) => BOOKS[language];

function readBook(language: KnownLanguage): CueBook {
  const { lists, cues, stopWords, spelling, companyWords, companyEnds } = readRules(
    cueFile,
    new URL(`./${language}.json`, import.meta.url),
  );
  return {
    words: { stopWords, companyWords, companyEnds: [...companyEnds] },
    spelling,
    index: indexOf(
      cues.flatMap(({ type, content, patterns, unless }) => {
        const cue = { type, content };
        return [
          ...patternsOf(patterns, lists, { cue, undoes: false }),
          ...patternsOf(unless, lists, { cue, undoes: true }),
        ];
      }),
    ),
  };
}
