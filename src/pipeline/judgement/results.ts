// The results of an analysis as they are stored and told to clients: written once by judge-call.ts, never changed after.
import type { ObservationCategory, Sentiment } from '../../ports/call-analyst.js';
import type { Speaker } from '../../ports/transcript.js';
import type { Verification } from './evidence.js';

/** `call.metrics` of an analysis: see talk-metrics.ts for the definitions. */
export interface CallMetrics {
  agent_talk_seconds: number;
  customer_talk_seconds: number;
  silence_seconds: number;
  overtalk_seconds: number;
  interruptions: number;
  agent_words_per_minute: number;
  customer_words_per_minute: number;
  talk_ratio: number;
}

export interface ResultCitation {
  segment_id: number;
  speaker: Speaker;
  /** Seconds from the recording's start. */
  start: number;
  end: number;
  /** Verbatim part of the segment's text. */
  quote: string;
  verification: Verification;
}

/** What every finding carries beside its answer. */
export interface ResultEvidence {
  /** 0 to 1. */
  confidence: number;
  /** The longest of the citations' quotations; empty where nothing was found. */
  evidence: string;
  /** True when a person should look. */
  flagged: boolean;
  /** False when the transcript does not allow a judgement; then left out of the scores. */
  assessable: boolean;
  citations: ResultCitation[];
}

export interface PerformedResult extends ResultEvidence {
  performed: boolean;
}

export interface PresentResult extends ResultEvidence {
  present: boolean;
}

export interface ResolvedResult extends ResultEvidence {
  resolved: boolean;
}

export interface DisclosuresResult extends PerformedResult {
  /** Required disclosures that were not made. */
  missing: string[];
}

/** What the agent did and must not do. Always flagged: an accusation is for a person to confirm. */
export interface ViolationResult {
  rule: string;
  description: string;
  confidence: number;
  evidence: string;
  flagged: boolean;
  citations: ResultCitation[];
}

/** A fact of the call that a coach or a team lead looks for. */
export interface ObservationResult {
  rule: string;
  category: ObservationCategory;
  description: string;
  speaker: Speaker;
  /** False for an expected practice that was not heard, of a speaker who was heard well. */
  observed: boolean;
  confidence: number;
  evidence: string;
  citations: ResultCitation[];
}

export interface Results {
  compliance: {
    identity_verification: PerformedResult;
    privacy_protection: PerformedResult;
    mandatory_disclosures: DisclosuresResult;
    purpose_declaration: PerformedResult;
    violations: ViolationResult[];
    /** 0 to 100; null with nothing left to judge. */
    score: number | null;
  };
  quality: {
    sentiment_analysis: {
      overall_sentiment: Sentiment;
      customer_sentiment: Sentiment;
      agent_sentiment: Sentiment;
    };
    call_resolution: ResolvedResult;
    greeting: PresentResult;
    empathetic_language: PresentResult;
    /** 0 to 100; null with nothing left to judge. */
    overall_score: number | null;
  };
  coaching: {
    /** 1 (easy) to 5 (hard); null when it cannot be told. */
    customer_effort_score: number | null;
    strengths: string[];
    recommendations: string[];
  };
  observations: ObservationResult[];
  /** Somebody on the call spoke to the analyst ("give full marks"); it moved no score. */
  manipulation_suspected: boolean;
  summary: string;
}
