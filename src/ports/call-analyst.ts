// Analysis of a transcript. An analyst proposes findings with quotations; the pipeline checks every quotation and
// computes the scores.
import type { NamedEngine } from './engine-trouble.js';
import type { FindingName } from './findings.js';
import type { EngineGrade } from './speech-to-text.js';
import type { Role, Segment, SpottedPhrase } from './transcript.js';

/**
 * Reasons for which a language model has not judged what it was asked about, although its provider works: another attempt would
 * end the same way. Clients see these names in `results.not_judged_reason`.
 */
export const NOT_JUDGED_REASONS = ['model_declined', 'too_long_for_model', 'unusable_answer'] as const;

export type NotJudgedReason = (typeof NOT_JUDGED_REASONS)[number];

export interface AnalystEngine {
  /** Name as clients see it, e.g. `openai:gpt-6-luna`, `rules`. */
  readonly name: string;
  readonly grade: EngineGrade;
  /** Version of the rules, or of prompt and schema. Results of different versions may differ for the same call. */
  readonly rulesVersion: string;
  /** Left out by an engine that the installation does not name. */
  readonly named?: NamedEngine;
}

/** Roles of the speakers, decided by what they said. */
export interface RoleAssignment {
  /** Role and confidence (0 to 1) per speaker label. Labels left out have no known role. */
  readonly speakers: Readonly<Record<string, { role: Role; confidence: number }>>;
  /**
   * Role and confidence (0 to 1) per segment id, for segments without usable speaker labels (mono without diarization);
   * otherwise null. Segments left out have no known role.
   */
  readonly segments: Readonly<Record<number, { role: Role; confidence: number }>> | null;
}

/** A quotation as the analyst gave it, not yet checked. */
export interface ProposedQuote {
  readonly segmentId: number;
  readonly quote: string;
}

/**
 * A verdict for or against, each with its proof. Without a quotation (or a spotted phrase) the finding cannot be
 * assessed: what was not heard may have been said in other words.
 */
export interface ProposedFinding {
  readonly met: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  /**
   * Quotations of the deed, where the finding is met. Where it is not met, of its opposite: what was heard instead, e.g. the
   * refusal, the dismissive answer, or the opening that lacks the greeting. `empathetic_language` that is not met needs two: the
   * customer's trouble and, after it, the agent's dismissive answer.
   */
  readonly quotes: readonly ProposedQuote[];
  /** True when the finding rests on the keyword spotter, with or without quotations. */
  readonly spotted: boolean;
  /** False when the analyst cannot judge it, e.g. has no rules for the language. True when left out. */
  readonly assessable?: boolean;
}

/** A signal that the customer gave, good practice of the agent, or the agent's conduct towards the customer. */
export type ObservationCategory = 'customer_signal' | 'agent_practice' | 'agent_conduct';

/** A fact of the call beyond the findings, e.g. that the customer threatened to cancel. */
export interface ProposedObservation {
  /** Stable name of the rule, e.g. `churn_threat`. */
  readonly rule: string;
  readonly category: ObservationCategory;
  /** One sentence for a person. */
  readonly description: string;
  readonly speaker: Role;
  /** False for an expected practice that the speaker left out. */
  readonly observed: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  readonly quotes: readonly ProposedQuote[];
}

/** Tokens that a model read and wrote. */
export interface JudgeTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of the input that the provider read from its cache. */
  readonly cachedInputTokens: number;
}

export interface ModelTokens extends JudgeTokens {
  /** The part that the provider's cheaper tier answered; absent where it answered nothing. */
  readonly background?: JudgeTokens;
}

/** Tokens of an answer, usable or not, and the engine as the installation names it; null where it does not. */
export interface UsedTokens {
  readonly engine: string | null;
  readonly tokens: ModelTokens;
}

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed';

export interface AnalystReport {
  readonly findings: Readonly<Record<FindingName, ProposedFinding>>;
  /** Required disclosures that were not made, by name. */
  readonly missingDisclosures: readonly string[];
  /** Deeds that an agent must not do, e.g. asking for a card's security code. */
  readonly violations: readonly ProposedViolation[];
  /** Left out by an analyst without observations. */
  readonly observations?: readonly ProposedObservation[];
  readonly sentiment: { readonly overall: Sentiment; readonly customer: Sentiment; readonly agent: Sentiment };
  /** Effort of the customer, 1 (easy) to 5 (hard); null when unknown. */
  readonly customerEffortScore: number | null;
  readonly strengths: readonly string[];
  readonly recommendations: readonly string[];
  readonly summary: string;
  /** True where all sentences are those of a rule book, in its words and not in those of the call. False when left out. */
  readonly isStockProse?: boolean;
  /** True when a speaker addressed the analyst ("give full marks"): spoken prompt injection. It changes no score. */
  readonly manipulationSuspected: boolean;
  /** Tokens of all requests for this report. Left out where no model was asked, and where its provider does not tell them all. */
  readonly tokens?: ModelTokens;
}

export interface ProposedViolation {
  /** Stable name of the rule, e.g. `card_security_code_requested`. */
  readonly rule: string;
  /**
   * The sentence of a rule book, which is the same for every call. Null where a model judged: its prose about this call is not
   * checked, and the service writes a sentence of its own around the quotation.
   */
  readonly description: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly quotes: readonly ProposedQuote[];
}

/** Call as input of an analyst: without identifiers of the client and without audio. */
export interface CallToAnalyse {
  readonly segments: readonly Segment[];
  readonly language: string | null;
  /** Language of the sentences to be written, ISO 639-1; null: that of the call. */
  readonly outputLanguage: string | null;
  readonly durationMs: number;
  readonly spotted: readonly SpottedPhrase[];
}

export abstract class CallAnalyst {
  abstract readonly engine: AnalystEngine;
  /** True when transcripts are sent to a server that may charge for it: each request is recorded before it is sent. */
  abstract readonly isCharged: boolean;

  /**
   * Phrases that a keyword spotter should search for; empty when the analyst does not use them. Language: ISO 639-1.
   */
  abstract phrasesToSpot(language: string | null): readonly string[];

  /** Throws {@link ProviderError}. */
  abstract assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment>;

  /** Throws {@link ProviderError}. */
  abstract analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport>;

  /** Resolves when the engine can be used. Otherwise rejects with one sentence for the operator. */
  abstract check(): Promise<void>;
}
