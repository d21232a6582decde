// Loads the rules of one language from the JSON files of its folder, and refuses to start with a faulty file.
import { readdirSync, readFileSync } from 'node:fs';
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

/** Files with rules. Results list observations, strengths and recommendations in the order of these files. */
const RULE_FILES = [
  'agent-opening',
  'agent-identity-and-privacy',
  'agent-empathy',
  'agent-resolution',
  'agent-closing',
  'agent-conduct',
  'agent-violations',
  'customer-problems',
  'customer-dissatisfaction',
  'customer-satisfaction',
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
  .regex(/ /, 'a single word is too short: similar words are too many')
  .transform((source) => new FuzzyPhrase(source));
const weighted = z.strictObject({ pattern, weight: z.number() });

const rule = z.strictObject({
  /** Stable name, which clients see. */
  id: z.string().regex(/^[a-z][a-z_]*$/),
  speaker: z.enum(['agent', 'customer']),
  category: z.enum(['customer_signal', 'agent_practice', 'agent_conduct', 'violation']),
  /** One sentence for a person. */
  description: text,
  /** Confidence of an exact match in a clearly heard transcript, 0 to 1. */
  confidence: z.number().min(0).max(1),
  patterns: z.array(pattern).min(1),
  /** Any of these cancels a match, if it is found from four words before to three words after it, within the sentence. */
  unless: z.array(pattern).default([]),
  /** Phrases that match even when they are misheard. Only for what an agent should say. */
  fuzzy: z.array(fuzzy).default([]),
  /** Phrases for a keyword spotter, of at least three words that are not stop words. */
  spot: z.array(text).default([]),
  /** The finding that a match is evidence for. */
  finding: z.enum(FINDINGS).nullable().default(null),
  /** The finding that a match of this violation rules out. */
  breaches: z.enum(FINDINGS).nullable().default(null),
  /** Only the speaker's first two, or last two, turns count. */
  within: z.enum(['opening', 'closing']).nullable().default(null),
  /** True for what every agent is expected to do: results report its absence. */
  expected: z.boolean().default(false),
  /** Steps on the customer effort scale. */
  effort: z.number().int().default(0),
  /** Completes the sentence "The agent …" or "The customer …". */
  clause: text.nullable().default(null),
  strength: text.nullable().default(null),
  recommendation: text.nullable().default(null),
  /** The tests of the rule: it must match each sentence of `for` and none of `against`. */
  for: z.array(text).min(1),
  against: z.array(text).min(1),
});

export type Rule = z.output<typeof rule>;

const bookFile = z.strictObject({
  /** ISO 639-1. */
  language: z.string().regex(/^[a-z]{2}$/),
  version: text,
  /** Disclosures that every agent must make, each with the rule that recognises it. */
  disclosures: z.array(z.strictObject({ name: text, rule: text })),
});

const wordsFile = z.strictObject({
  /** Words without a meaning of their own. They also tell the language of a transcript whose language is not known. */
  stopWords: z.array(text),
  negations: z.array(text).transform((words) => new Set(words)),
  contractions: z.record(text, text),
  suffixes: z.record(text, text),
});

const roleCuesFile = z.strictObject({
  /** What agents say and customers do not; weights are natural log odds. */
  agent: z.array(weighted),
  customer: z.array(weighted),
});

const sentimentFile = z.strictObject({
  /** `vader` (English only), or the `words` below. */
  method: z.enum(['vader', 'words']),
  /** Weights of phrases, -1 to 1. The words of a phrase that matched are not scored again one by one. */
  phrases: z.array(weighted),
  /** Weights of words, -4 to 4, by the beginning of the word. */
  words: z.record(text, z.number()),
});

const summaryFile = z.strictObject({
  customer: text,
  agent: text,
  resolved: text,
  unresolved: text,
  nothing: text,
  and: text,
});

const ruleFiles = Object.fromEntries(RULE_FILES.map((name) => [name, z.array(rule)])) as Record<
  (typeof RULE_FILES)[number],
  z.ZodArray<typeof rule>
>;

/** The folder of a language: the content of each JSON file by the name of the file. */
const folder = z.strictObject({
  book: bookFile,
  words: wordsFile,
  advice: z.record(z.enum(FINDINGS), z.strictObject({ strength: text, recommendation: text })),
  'role-cues': roleCuesFile,
  sentiment: sentimentFile,
  summary: summaryFile,
  ...ruleFiles,
});

const ruleBook = folder
  .transform((files) => ({
    ...files.book,
    ...files.words,
    rules: RULE_FILES.flatMap((name) => files[name]),
    advice: files.advice,
    roleCues: files['role-cues'],
    sentiment: files.sentiment,
    sentences: files.summary,
  }))
  .superRefine(({ rules, disclosures }, { addIssue }) => {
    const ids = rules.map(({ id }) => id);
    for (const id of ids.filter((each, index) => ids.indexOf(each) !== index)) {
      addIssue(`Two rules have the id ${id}`);
    }
    for (const disclosure of disclosures.filter((each) => !ids.includes(each.rule))) {
      addIssue(`The disclosure "${disclosure.name}" names the rule ${disclosure.rule}, which does not exist`);
    }
    for (const { id } of rules.filter((each) => each.category === 'violation' && each.fuzzy.length > 0)) {
      addIssue(`The violation ${id} must not have fuzzy phrases`);
    }
  });

/** The rules of one language, ready to use. */
export type RuleBook = z.output<typeof ruleBook>;

/** Throws an error that names every faulty file and what is wrong in it. */
export function loadRuleBook(language: 'en' | 'de', path = new URL(`./${language}/`, import.meta.url)): RuleBook {
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  const files = Object.fromEntries(names.map((name) => [name.replace(/\.json$/, ''), readJson(new URL(name, path))]));
  const parsed = ruleBook.safeParse(files);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: [file, ...members], message }) =>
    file === undefined ? message : `${[`${String(file)}.json`, ...members].join(' > ')}: ${message}`,
  );
  throw new Error(`The rules of ${language} are faulty:\n${faults.join('\n')}`);
}

function readJson(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file.pathname} is not JSON`, { cause: error });
  }
}
