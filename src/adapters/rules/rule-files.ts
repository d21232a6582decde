// Format of the JSON files of a rule book.
import { z } from 'zod';
import { KNOWN_LANGUAGES } from '../../phrases/known-languages.js';
import type { WordLists } from '../../phrases/parse-pattern.js';
import { PhrasePattern } from '../../phrases/phrase-pattern.js';
import { FINDING_NAMES } from '../../ports/findings.js';
import { FuzzyPhrase } from './fuzzy-phrase.js';

/** Kinds of identifier: two different ones verify a customer, or the agent's word that the customer is verified. */
const IDENTIFIERS = [
  'name',
  'date_of_birth',
  'account',
  'order',
  'reference',
  'policy',
  'address',
  'postcode',
  'phone',
  'email',
  'last_four',
  'user_name',
  'employee',
  'vehicle',
  'secret',
  'confirmed',
] as const;

/** Files with rules. Results list observations, strengths and recommendations in the order of these files. */
export const RULE_FILES = [
  'agent-opening',
  'agent-identity',
  'agent-privacy',
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

const bookFile = z.strictObject({
  /** ISO 639-1. */
  language: z.enum(KNOWN_LANGUAGES),
  version: text,
  /** Disclosures that every agent must make, each with the rule that recognises it. */
  disclosures: z.array(z.strictObject({ name: text, rule: text })),
});

export const wordsFile = z.strictObject({
  /** Words without a meaning of their own. */
  stopWords: z.array(text),
  /** A speaker speaks this language when at least this share of the words are stop words. */
  minStopWordShare: z.number().min(0).max(1),
  negations: z.array(text).transform((words) => new Set(words)),
  /** Verbs of asking: after a negation they forbid what they name. */
  asking: z.array(text).transform((words) => new Set(words)),
  /** Alternatives that patterns insert as `@name`. */
  lists: z.record(z.string().regex(/^[a-z_]+$/), z.array(text).min(1)),
});

const summaryFile = z.strictObject({
  customer: text,
  agent: text,
  resolved: text,
  unresolved: text,
  /** Added when no outcome was heard. */
  unknown: text,
  nothing: text,
  /** The sentence for a party that speaks another language and was not judged. */
  notJudged: text,
  and: text,
});

/** A pattern that may use the given lists. */
function patternOf(lists: WordLists) {
  return text.transform((source, context) => {
    try {
      return new PhrasePattern(source, lists);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'not a pattern' });
      return z.NEVER;
    }
  });
}

const fuzzy = text
  .regex(/ /, 'a single word is too short: similar words are too many')
  .transform((source) => new FuzzyPhrase(source));

function ruleOf(pattern: ReturnType<typeof patternOf>) {
  const patterns = z.array(pattern);
  return z.strictObject({
    /** Stable name, which clients see. */
    id: z.string().regex(/^[a-z][a-z_]*$/),
    speaker: z.enum(['agent', 'customer']),
    category: z.enum(['customer_signal', 'agent_practice', 'agent_conduct', 'violation']),
    /** One sentence for a person. */
    description: text,
    /** Confidence of an exact match in a clearly heard transcript, 0 to 1. */
    confidence: z.number().min(0).max(1),
    patterns: patterns.default([]),
    /** Patterns that count only if the other party's next turn matches one of `answer`. */
    answered: patterns.default([]),
    answer: patterns.default([]),
    /**
     * Patterns that count only where one of `hints` is found, and none of `unlessInTurn`: from thirty words before,
     * of either speaker, in this turn or the four before, to thirty words after in the turn.
     */
    hinted: patterns.default([]),
    hints: patterns.default([]),
    /** Requests that nothing around them cancels but a word that forbids or supposes them. */
    plain: patterns.default([]),
    /** Any of these cancels a match, if it is found from six words before to five words after it, within the sentence. */
    unless: patterns.default([]),
    /** The same, from twelve words before to twelve words after it, over the ends of sentences. */
    unlessInTurn: patterns.default([]),
    /** Phrases that match even when they are misheard. Only for what an agent should say. */
    fuzzy: z.array(fuzzy).default([]),
    /** Phrases for a keyword spotter, of at least three words that are not stop words. */
    spot: z.array(text).default([]),
    /** The finding that a match is evidence for. */
    finding: z.enum(FINDING_NAMES).nullable().default(null),
    /** The finding that a match speaks against: its opposite was heard. */
    refutes: z.enum(FINDING_NAMES).nullable().default(null),
    /** The finding that a match leaves open, e.g. "it might be back tomorrow". */
    unsettles: z.enum(FINDING_NAMES).nullable().default(null),
    /** Weight of a match when a finding weighs the evidence for and against it. */
    weight: z.number().positive().default(1),
    /** Kind of identifier that the agent checks, or that the customer gives unasked. */
    kind: z.enum(IDENTIFIERS).nullable().default(null),
    /** Only the speaker's first turn, first two, or last two turns count. */
    within: z.enum(['first', 'opening', 'closing']).nullable().default(null),
    /** True for what every agent is expected to do: results report its absence. */
    expected: z.boolean().default(false),
    /** True for a rule that serves a finding only: results do not list it as an observation. */
    silent: z.boolean().default(false),
    /** Steps on the customer effort scale. */
    effort: z.number().int().default(0),
    /** Completes the sentence "The agent …" or "The customer …". */
    clause: text.nullable().default(null),
    strength: text.nullable().default(null),
    recommendation: text.nullable().default(null),
    /** Test cases of the rule: it must match each sentence of `for` and none of `against`. `a → b`: b is the answer. */
    for: z.array(text).min(1),
    against: z.array(text).min(1),
  });
}

/** Patterns that decide whether a call lacks something. */
function absenceOf(pattern: ReturnType<typeof patternOf>) {
  const patterns = z.array(pattern);
  return z.strictObject({
    /** Phrases of the agent that are the opposite. Empty: the opening of the call is the proof. */
    opposite: patterns.default([]),
    /** Phrases of any speaker that leave doubt. */
    traces: patterns.default([]),
    /** Phrases that contain such words and leave no doubt: "close my account" is no check of an account. */
    unrelated: patterns.default([]),
    /** Words that leave doubt even when misheard. */
    soundsLike: z.array(text).default([]),
    /** Everyday words that only look like those. */
    innocent: z.array(text).default([]),
  });
}

/** Signs that distinguish the agent from the customer. Weights are natural log odds: above 0 for what agents say. */
const roleCues = z.strictObject({
  /** Minimum lead of one speaker for known roles. */
  minLead: z.number().positive(),
  /** Weights by pattern. */
  patterns: z.record(text, z.number()),
  /** Weights by the id of a rule, whose patterns count for any speaker. */
  rules: z.record(text, z.number()),
  /** Weights by single word. */
  words: z.record(text, z.number()),
});

/** Content of a language's folder: each JSON file by its name. Patterns use the given lists. */
export function folderOf(lists: WordLists) {
  const pattern = patternOf(lists);
  const rules = z.array(ruleOf(pattern));
  const absence = absenceOf(pattern);
  const weighted = z.strictObject({ pattern, weight: z.number() });
  const ruleFiles = Object.fromEntries(RULE_FILES.map((name) => [name, rules])) as Record<
    (typeof RULE_FILES)[number],
    typeof rules
  >;
  return z.strictObject({
    book: bookFile,
    words: wordsFile,
    absence: z.strictObject({
      greeting: absence,
      mandatory_disclosures: absence,
      identity_verification: absence,
      introduction: absence,
      offered_further_help: absence,
      closing: absence,
    }),
    advice: z.record(z.enum(FINDING_NAMES), z.strictObject({ strength: text, recommendation: text })),
    'role-cues': roleCues,
    sentiment: z.strictObject({
      /** `vader` (English only), or the `words` below. */
      method: z.enum(['vader', 'words']),
      /** Weights of phrases, -1 to 1. The words of a phrase that matched are not scored again one by one. */
      phrases: z.array(weighted),
      /** Weights of words, -4 to 4, by the beginning of the word. */
      words: z.record(text, z.number()),
    }),
    summary: summaryFile,
    ...ruleFiles,
  });
}
