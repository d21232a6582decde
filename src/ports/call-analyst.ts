// Judging a transcript. An analyst proposes findings with quotations; the pipeline checks every quotation and computes scores.
import type { EngineGrade } from './speech-to-text.js';
import type { Role, Segment, SpottedPhrase } from './transcript.js';

export interface AnalystEngine {
  /** Name told to clients, e.g. `openai:gpt-6-luna`, `rules`. */
  readonly name: string;
  readonly grade: EngineGrade;
  /** Version of the rules, or of prompt and schema: which yardstick a result was measured with. */
  readonly rulesVersion: string;
}

/** Who is who, told by what was said. */
export interface RoleAssignment {
  /** Role of each speaker label that could be told, with how sure it is (0 to 1). */
  readonly speakers: Readonly<Record<string, { role: Role; confidence: number }>>;
  /**
   * Role per segment id, where segments carry no usable speaker label (mono without diarization); null otherwise.
   * Segments left out could not be told.
   */
  readonly segments: Readonly<Record<number, { role: Role; confidence: number }>> | null;
}

/** Findings that answer a yes-or-no question with evidence. */
export type FindingName =
  | 'identity_verification'
  | 'privacy_protection'
  | 'mandatory_disclosures'
  | 'purpose_declaration'
  | 'call_resolution'
  | 'greeting'
  | 'empathetic_language';

/** A quotation as the analyst gave it: not yet believed. */
export interface ProposedQuote {
  readonly segmentId: number;
  readonly quote: string;
}

export interface ProposedFinding {
  readonly met: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  readonly quotes: readonly ProposedQuote[];
  /** True when it rests on a keyword spotter's evidence beside (or instead of) the transcript. */
  readonly spotted: boolean;
  /** False when the analyst has no means to judge it, e.g. no rules for the language. Taken as true when left out. */
  readonly assessable?: boolean;
}

/** What the customer gave away, what the agent did as an agent should, how the agent treated the customer. */
export type ObservationCategory = 'customer_signal' | 'agent_practice' | 'agent_conduct';

/** A fact of the call beyond the findings, e.g. that the customer threatened to leave. */
export interface ProposedObservation {
  /** Stable name of the rule, e.g. `churn_threat`. */
  readonly rule: string;
  readonly category: ObservationCategory;
  /** One sentence for a person. */
  readonly description: string;
  readonly speaker: Role;
  /** False for an expected practice that was not heard. */
  readonly observed: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  readonly quotes: readonly ProposedQuote[];
}

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed';

export interface AnalystReport {
  readonly findings: Readonly<Record<FindingName, ProposedFinding>>;
  /** Required disclosures that were not made, by name. */
  readonly missingDisclosures: readonly string[];
  /** What the agent did that an agent must not do, e.g. asked for a card's security code. */
  readonly violations: readonly ProposedViolation[];
  /** Left out by an analyst that makes none. */
  readonly observations?: readonly ProposedObservation[];
  readonly sentiment: { readonly overall: Sentiment; readonly customer: Sentiment; readonly agent: Sentiment };
  /** 1 (easy) to 5 (hard); null when it cannot be told. */
  readonly customerEffortScore: number | null;
  readonly strengths: readonly string[];
  readonly recommendations: readonly string[];
  readonly summary: string;
  /** Somebody on the call spoke to the analyst ("give full marks"): shown to a person, moves no score. */
  readonly manipulationSuspected: boolean;
}

export interface ProposedViolation {
  /** Stable name of the rule, e.g. `card_security_code_requested`. */
  readonly rule: string;
  /** One sentence for a person. */
  readonly description: string;
  readonly confidence: number;
  readonly quotes: readonly ProposedQuote[];
}

/** The call as an analyst sees it: no identifiers of the client, no audio. */
export interface CallToAnalyse {
  readonly segments: readonly Segment[];
  readonly language: string | null;
  readonly durationMs: number;
  readonly spotted: readonly SpottedPhrase[];
}

export abstract class CallAnalyst {
  abstract readonly engine: AnalystEngine;

  /** Phrases worth a keyword spotter's second look; empty when the analyst has no use for it. */
  abstract phrasesToSpot(language: string | null): readonly string[];

  /** Throws {@link ProviderError}. */
  abstract assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment>;

  /** Throws {@link ProviderError}. */
  abstract analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport>;

  /** Resolves when the engine can be used; rejects with one sentence for the operator otherwise. */
  abstract check(): Promise<void>;
}
