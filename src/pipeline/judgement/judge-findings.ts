// Judges what the analyst proposes against the evidence: yes-or-no findings, violations of rules, observations.
import type {
  CitationResponse,
  ObservationResponse,
  PerformedFindingResponse,
  ViolationResponse,
} from '../../analysis/analysis-results.response.js';
import type { FindingName, ProposedFinding, ProposedObservation, ProposedViolation } from '../../ports/call-analyst.js';
import { cleanText, MAX_ITEMS, MAX_SENTENCE_CHARS } from './bounded-text.js';
import type { CallEvidence } from './call-evidence.js';
import type { RequiredSpeaker } from './quotation-index.js';
import { dropInventedQuotations } from './quoted-prose.js';

/** Findings below this confidence are flagged for a person; violations below it do not lower the score. */
export const MIN_SURE_CONFIDENCE = 0.6;
/** Below {@link MIN_SURE_CONFIDENCE}: a keyword spotter alone makes a finding hold, but always flagged. */
const MAX_SPOTTER_CONFIDENCE = 0.55;

/** What every published finding carries beside its answer. */
export type FindingEvidence = Omit<PerformedFindingResponse, 'performed'>;

export interface JudgedFinding {
  readonly holds: boolean;
  readonly evidence: FindingEvidence;
}

const REQUIRED_SPEAKERS: Readonly<Record<FindingName, RequiredSpeaker>> = {
  identity_verification: 'agent',
  privacy_protection: 'agent',
  mandatory_disclosures: 'agent',
  purpose_declaration: 'agent',
  greeting: 'agent',
  empathetic_language: 'agent',
  call_resolution: 'either',
};

export function judgeFinding(evidence: CallEvidence, name: FindingName, finding: ProposedFinding): JudgedFinding {
  const speaker = REQUIRED_SPEAKERS[name];
  const confidence = clampConfidence(finding.confidence);
  const citations = finding.met ? evidence.cite(finding.quotes, speaker) : [];
  if (citations.length > 0) {
    const unsure = confidence < MIN_SURE_CONFIDENCE;
    return { holds: true, evidence: findingEvidence(citations, confidence, unsure, true) };
  }
  const heardWell = evidence.isHeardWell(speaker);
  if (finding.met && finding.spotted && heardWell && evidence.wasSpotted(speaker)) {
    return { holds: true, evidence: findingEvidence([], Math.min(confidence, MAX_SPOTTER_CONFIDENCE), true, true) };
  }
  if (!heardWell || finding.assessable === false) {
    return { holds: false, evidence: findingEvidence([], 0, true, false) };
  }
  return { holds: false, evidence: findingEvidence([], finding.met ? 0 : confidence, true, true) };
}

/** The proposed violations that quote the agent. Each is flagged: a person must confirm an accusation. */
export function judgeViolations(evidence: CallEvidence, proposed: readonly ProposedViolation[]): ViolationResponse[] {
  return proposed.slice(0, MAX_ITEMS).flatMap(({ rule, description, confidence, quotes }): ViolationResponse[] => {
    const citations = evidence.cite(quotes, 'agent');
    if (citations.length === 0) return [];
    return [
      {
        rule: cleanText(rule, MAX_SENTENCE_CHARS),
        description: cleanText(dropInventedQuotations(description, evidence), MAX_SENTENCE_CHARS),
        confidence: clampConfidence(confidence),
        evidence: longestQuote(citations),
        flagged: true,
        citations,
      },
    ];
  });
}

/**
 * The observed facts that quote their speaker, and the expected practices that were not heard of a speaker who was
 * heard well.
 */
export function judgeObservations(
  evidence: CallEvidence,
  proposed: readonly ProposedObservation[],
): ObservationResponse[] {
  return proposed.slice(0, MAX_ITEMS).flatMap((observation): ObservationResponse[] => {
    const { rule, category, description, speaker, observed, confidence, quotes } = observation;
    const citations = observed ? evidence.cite(quotes, speaker) : [];
    if (observed ? citations.length === 0 : !evidence.isHeardWell(speaker)) return [];
    return [
      {
        rule: cleanText(rule, MAX_SENTENCE_CHARS),
        category,
        description: cleanText(dropInventedQuotations(description, evidence), MAX_SENTENCE_CHARS),
        speaker,
        observed,
        confidence: clampConfidence(confidence),
        evidence: longestQuote(citations),
        citations,
      },
    ];
  });
}

export function findingEvidence(
  citations: CitationResponse[],
  confidence: number,
  flagged: boolean,
  assessable: boolean,
): FindingEvidence {
  return { confidence, evidence: longestQuote(citations), flagged, assessable, citations };
}

/**
 * The longest quotation, because a quotation across segments gives citations of any length, some of one or two words.
 * The first among equally long ones. Empty without citations.
 */
function longestQuote(citations: readonly CitationResponse[]): string {
  return citations.reduce((longest, { quote }) => (quote.length > longest.length ? quote : longest), '');
}

/** 0 to 1 with two decimals; 0 for what is not a number. */
function clampConfidence(value: number): number {
  return Number.isFinite(value) ? Math.round(100 * Math.min(1, Math.max(0, value))) / 100 : 0;
}
