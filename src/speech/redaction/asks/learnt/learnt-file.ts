// What was learnt from exchanges in which people ask for data and for other things. `npm run requests` learns it;
// `test/speech/redaction/exchanges` has the exchanges.
import { z } from 'zod';
import { REDACTION_TYPES } from '../../../../ports/redaction.js';
import { readRules } from '../../talk/rule-shapes.js';
import type { KnownLanguage } from '../../talk/talk.js';

/** A request asks for data of a type, or for something else. */
export const ASKED_FOR = ['none', ...REDACTION_TYPES] as const;
export type AskedFor = (typeof ASKED_FOR)[number];

export const learntFile = z.strictObject({
  /** SHA-256 of the exchanges. */
  learntFrom: z.string(),
  classes: z.array(z.enum(ASKED_FOR)),
  /** Value of one step of a weight. */
  step: z.number().positive(),
  /** Those that many exchanges have. */
  commonWords: z.array(z.string()).transform((words): ReadonlySet<string> => new Set(words)),
  bias: z.array(z.number()),
  /** A byte for each class, in base64, by feature. */
  weights: z.record(z.string(), z.string()),
});
export type Learnt = z.infer<typeof learntFile>;

const read = (language: KnownLanguage) => readRules(learntFile, new URL(`./${language}.json`, import.meta.url));
const LEARNT: Readonly<Record<KnownLanguage, Learnt>> = { en: read('en'), de: read('de') };

export const learntOf = (language: KnownLanguage) => LEARNT[language];

/** True for a word that few exchanges have, as names and passwords are. */
export const isRare = (language: KnownLanguage, word: string) => !LEARNT[language].commonWords.has(word);
