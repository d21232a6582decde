// What was learnt from exchanges in which people ask for data and for other things. `npm run requests` learns it;
// `test/speech/redaction/exchanges` has the exchanges.
import { z } from 'zod';
import type { KnownLanguage } from '../../../../phrases/known-languages.js';
import { weightsOf } from '../../../../phrases/learnt/linear-model.js';
import { readRules } from '../../../../phrases/read-rules.js';
import { REDACTION_TYPES } from '../../../../ports/redaction.js';

/** A request asks for data of a type, or for something else. */
export const ASKED_FOR = ['none', ...REDACTION_TYPES] as const;
export type AskedFor = (typeof ASKED_FOR)[number];

const weightsFile = weightsOf(ASKED_FOR);
export type AskedWeights = z.output<typeof weightsFile>;

export const learntFile = weightsFile.extend({
  /** Those that many exchanges have. */
  commonWords: z.array(z.string()).transform((words): ReadonlySet<string> => new Set(words)),
});
export type Learnt = z.infer<typeof learntFile>;

const fileOf = (name: string) => new URL(`./${name}.json`, import.meta.url);
const LEARNT: Readonly<Record<KnownLanguage, Learnt>> = {
  en: readRules(learntFile, fileOf('en')),
  de: readRules(learntFile, fileOf('de')),
};

export const learntOf = (language: KnownLanguage) => LEARNT[language];

/** Weights by which words of data are found. */
export const learntWordsOf = (language: KnownLanguage): AskedWeights =>
  readRules(weightsFile, fileOf(`words-${language}`));

/** True for a word that few exchanges have, as names and passwords are. */
export const isRare = (language: KnownLanguage, word: string) => !LEARNT[language].commonWords.has(word);
