import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FuzzyPhrase } from './fuzzy-phrase.js';
import { PhrasePattern } from './phrase-pattern.js';

const FINDINGS = [
  'identity_verification',
  'privacy_protection',
  'mandatory_disclosures',
  'purpose_declaration',
  'call_resolution',
  'greeting',
  'empathetic_language',
] as const;

const text = z.string().min(1);
const pattern = text.transform((source, context) => {
  try {
    return new PhrasePattern(source);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'not a pattern' });
    return z.NEVER;
  }
});
const fuzzy = text
  .regex(/ /, 'a single word is too short to be told from another')
  .transform((s) => new FuzzyPhrase(s));
const weighted = z.strictObject({ pattern, weight: z.number() });

const rule = z.strictObject({
  /** Stable name, told to clients. */
  id: z.string().regex(/^[a-z][a-z_]*$/),
  speaker: z.enum(['agent', 'customer']),
  category: z.enum(['customer_signal', 'agent_practice', 'agent_conduct', 'violation']),
  /** One sentence for a person. */
  description: text,
  /** Of an exact match in a transcript without doubt, 0 to 1. */
  confidence: z.number().min(0).max(1),
  patterns: z.array(pattern).min(1),
  /** Found from four words before to three words after a match, within the sentence, they undo it. */
  unless: z.array(pattern).default([]),
  /** Only for what should be said. */
  fuzzy: z.array(fuzzy).default([]),
  /** Phrases of at least three words that carry meaning, for a keyword spotter. */
  spot: z.array(text).default([]),
  /** The finding it is evidence for. */
  finding: z.enum(FINDINGS).nullable().default(null),
  /** The finding that cannot be met where this violation was found. */
  breaches: z.enum(FINDINGS).nullable().default(null),
  /** Only the speaker's first two, or last two, turns count. */
  within: z.enum(['opening', 'closing']).nullable().default(null),
  /** Every agent is expected to do it: its absence is told. */
  expected: z.boolean().default(false),
  /** Steps on the customer effort scale. */
  effort: z.number().int().default(0),
  /** Ends the sentence "The agent …" or "The customer …". */
  clause: text.nullable().default(null),
  strength: text.nullable().default(null),
  recommendation: text.nullable().default(null),
  /** Run as tests: each must match, none may match. */
  for: z.array(text).min(1),
  against: z.array(text).min(1),
});

const bookSchema = z
  .strictObject({
    /** ISO 639-1. */
    language: z.string().regex(/^[a-z]{2}$/),
    version: text,
    /** Words that carry no meaning of their own; also how a transcript of unknown language is told. */
    stopWords: z.array(text),
    negations: z.array(text).transform((words) => new Set(words)),
    contractions: z.record(text, text),
    suffixes: z.record(text, text),
    /** Disclosures every agent must make, and the rule that hears each. */
    disclosures: z.array(z.strictObject({ name: text, rule: text })),
    rules: z.array(rule),
    advice: z.record(z.enum(FINDINGS), z.strictObject({ strength: text, recommendation: text })),
    /** Words that tell who speaks; the weight is in natural log odds. */
    roleCues: z.strictObject({ agent: z.array(weighted), customer: z.array(weighted) }),
    sentiment: z.strictObject({
      /** `vader` (English only) or this book's own words. */
      method: z.enum(['vader', 'words']),
      /** Domain phrases, -1 to 1; their words are not scored again. */
      phrases: z.array(weighted),
      /** Beginnings of words, -4 to 4. */
      words: z.record(text, z.number()),
    }),
    sentences: z.strictObject({
      customer: text,
      agent: text,
      resolved: text,
      unresolved: text,
      nothing: text,
      and: text,
    }),
  })
  .superRefine((book, context) => {
    const ids = book.rules.map(({ id }) => id);
    for (const id of ids.filter((each, index) => ids.indexOf(each) !== index)) {
      context.addIssue({ code: 'custom', message: `Rule ${id} stands twice` });
    }
    for (const disclosure of book.disclosures.filter((each) => !ids.includes(each.rule))) {
      context.addIssue({ code: 'custom', message: `Disclosure rule ${disclosure.rule} is missing` });
    }
    for (const { id } of book.rules.filter((each) => each.category === 'violation' && each.fuzzy.length > 0)) {
      context.addIssue({ code: 'custom', message: `Violation ${id} must not match by likeness` });
    }
  });

/** The rules of one language, ready to use. */
export type RuleBook = z.output<typeof bookSchema>;
export type Rule = RuleBook['rules'][number];

/** Reads and checks the rules of one language; throws, naming what is wrong, if the file is faulty. */
export function loadRuleBook(language: 'en' | 'de'): RuleBook {
  const url = new URL(`./${language}.json`, import.meta.url);
  return bookSchema.parse(JSON.parse(readFileSync(url, 'utf8')));
}
