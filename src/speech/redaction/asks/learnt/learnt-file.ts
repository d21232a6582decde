// What was learnt from exchanges in which people ask for data and for other things. `npm run requests` learns it;
// `test/speech/redaction/exchanges` has the exchanges.
import { z } from 'zod';
import { REDACTION_TYPES } from '../../../../ports/redaction.js';
import { readRules } from '../../talk/rule-shapes.js';
import type { KnownLanguage } from '../../talk/talk.js';

/** A request asks for data of a type, or for something else. */
export const ASKED_FOR = ['none', ...REDACTION_TYPES] as const;
export type AskedFor = (typeof ASKED_FOR)[number];

export const weightsFile = z.strictObject({
  /** SHA-256 of what it was learnt from. */
  learntFrom: z.string(),
  classes: z.array(z.enum(ASKED_FOR)),
  /** Value of one step of a weight. */
  step: z.number().positive(),
  bias: z.array(z.number()),
  /** A line each. */
  features: z.string(),
  /** A byte for each class of each feature, in base64: a record of so many features takes a thread long to read. */
  weights: z.string(),
});
export type Weights = z.infer<typeof weightsFile>;

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
export const learntWordsOf = (language: KnownLanguage): Weights => readRules(weightsFile, fileOf(`words-${language}`));

/** True for a word that few exchanges have, as names and passwords are. */
export const isRare = (language: KnownLanguage, word: string) => !LEARNT[language].commonWords.has(word);
