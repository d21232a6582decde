// Judges what the analyst proposes against the evidence: yes-or-no findings, violations of rules, observations.
import type { ObservationResponse } from '../calls/results/analysis-results.response.js';
import type {
  CitationResponse,
  PerformedFindingResponse,
  ViolationResponse,
} from '../calls/results/findings.response.js';
import { answered } from '../calls/results/judged-findings.js';
import type { ProposedFinding, ProposedObservation, ProposedQuote, ProposedViolation } from '../ports/call-analyst.js';
import { FINDINGS, type FindingName, type FindingProof } from '../ports/findings.js';
import { cleanText, MAX_ITEMS, MAX_SENTENCE_CHARS } from './bounded-text.js';
import type { CallEvidence } from './call-evidence.js';
import { dropInventedQuotations } from './quoted-prose.js';
import { describeViolation } from './violation-descriptions.js';

/** Findings below this confidence are flagged for a person; violations below it do not lower the score. */
export const MIN_SURE_CONFIDENCE = 0.6;
/** Below {@link MIN_SURE_CONFIDENCE}: a keyword spotter alone makes a finding hold, but always flagged. */
const MAX_SPOTTER_CONFIDENCE = 0.55;

/** Members of every published finding beside its answer. */
export type FindingEvidence = Omit<PerformedFindingResponse, 'performed' | 'system'> & { readonly system: null };

export interface JudgedFinding {
  readonly holds: boolean;
  readonly evidence: FindingEvidence;
}

/** The finding as the evidence bears it out: it holds, it is false, or it is not assessable. */
export function judgeFinding(evidence: CallEvidence, name: FindingName, finding: ProposedFinding): JudgedFinding {
  if (!evidence.rolesKnown || finding.assessable === false) return notAssessable();
  const { proof } = FINDINGS[name];
  const confidence = clampConfidence(finding.confidence);
  if (!finding.met) {
    const citations = citeOpposite(evidence, proof, finding.quotes);
    return citations.length === 0
      ? notAssessable()
      : { holds: false, evidence: findingEvidence(citations, confidence, true, true) };
  }
  const citations = evidence.cite(finding.quotes, proof.deed);
  if (citations.length > 0) {
    const unsure = confidence < MIN_SURE_CONFIDENCE;
    return { holds: true, evidence: findingEvidence(citations, confidence, unsure, true) };
  }
  if (!finding.spotted || !evidence.wasSpotted(proof.deed)) return notAssessable();
  return { holds: true, evidence: findingEvidence([], Math.min(confidence, MAX_SPOTTER_CONFIDENCE), true, true) };
}

/** The citations that prove the opposite of a finding; empty where they do not prove it. */
function citeOpposite(
  evidence: CallEvidence,
  { opposite, heard }: FindingProof,
  quotes: readonly ProposedQuote[],
): CitationResponse[] {
  if (heard.some((role) => evidence.isHeardBadly(role))) return [];
  if (opposite === 'agent-opening') {
    if (!evidence.isAbsenceKnown('agent')) return [];
    return evidence.cite(quotes, 'agent').filter(({ segment_id: id }) => evidence.isOpening(id));
  }
  if (opposite !== 'agent-to-customer') return evidence.cite(quotes, opposite);
  const told = evidence.cite(quotes, 'customer');
  const answered = evidence.cite(quotes, 'agent');
  const inOrder = told.some((trouble) => answered.some((answer) => trouble.start <= answer.start));
  // The agent's answer comes first: it is what is held against the agent.
  return inOrder ? [...answered, ...told] : [];
}

/** The finding as clients receive it. */
export const responseOf = (name: FindingName, { holds, evidence }: JudgedFinding) => ({
  ...answered(name, holds),
  ...evidence,
});

function notAssessable(): JudgedFinding {
  return { holds: false, evidence: findingEvidence([], 0, true, false) };
}

/** The finding of a call in which nothing is judged, and one that an earlier release did not judge. */
export const notAssessed = (name: FindingName) => responseOf(name, notAssessable());

/**
 * The proposed violations that quote the agent. Each is flagged: a person must confirm an accusation. None where the
 * roles are not known, or where the agent is known to have been heard badly. Each is described by the sentence of its rule, or by
 * its quotation; never by what a model writes about it.
 *
 * @param language of the service's own sentences
 */
export function judgeViolations(
  evidence: CallEvidence,
  proposed: readonly ProposedViolation[],
  language: string | null,
): ViolationResponse[] {
  if (!evidence.rolesKnown || evidence.isHeardBadly('agent')) return [];
  return proposed.slice(0, MAX_ITEMS).flatMap(({ rule, description, confidence, quotes }): ViolationResponse[] => {
    const citations = evidence.cite(quotes, 'agent');
    if (citations.length === 0) return [];
    const quote = longestQuote(citations);
    const ofRule = dropInventedQuotations(description ?? '', evidence);
    return [
      {
        rule: cleanText(rule, MAX_SENTENCE_CHARS),
        description:
          ofRule === '' || ofRule !== description
            ? describeViolation(rule, quote, language)
            : cleanText(ofRule, MAX_SENTENCE_CHARS),
        confidence: clampConfidence(confidence),
        evidence: quote,
        flagged: true,
        citations,
        upheld: true,
        source: 'system',
        system: null,
      },
    ];
  });
}

/**
 * The observed facts that quote their speaker, and the expected practices that a speaker is known to have left out.
 * Where the roles are not known, or the agent is known to have been heard badly, the agent's conduct is left out: it
 * accuses like a violation.
 */
export function judgeObservations(
  evidence: CallEvidence,
  proposed: readonly ProposedObservation[],
): ObservationResponse[] {
  return proposed.slice(0, MAX_ITEMS).flatMap((observation): ObservationResponse[] => {
    const { rule, category, description, speaker, observed, confidence, quotes } = observation;
    if (!mayObserve(evidence, observation)) return [];
    const citations = observed ? evidence.cite(quotes, speaker) : [];
    if (observed && citations.length === 0) return [];
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

function mayObserve(evidence: CallEvidence, { category, speaker, observed }: ProposedObservation): boolean {
  if (!observed) return evidence.rolesKnown && evidence.isAbsenceKnown(speaker);
  return category !== 'agent_conduct' || (evidence.rolesKnown && !evidence.isHeardBadly(speaker));
}

function findingEvidence(
  citations: CitationResponse[],
  confidence: number,
  flagged: boolean,
  assessable: boolean,
): FindingEvidence {
  return {
    confidence,
    evidence: longestQuote(citations),
    flagged,
    assessable,
    citations,
    source: 'system',
    system: null,
  };
}

/**
 * The longest quotation, because a quotation across segments gives citations of any length, some of one or two words.
 * The first among equally long ones. Empty without citations.
 */
export function longestQuote(citations: readonly CitationResponse[]): string {
  return citations.reduce((longest, { quote }) => (quote.length > longest.length ? quote : longest), '');
}

/** 0 to 1 with two decimals; 0 for what is not a number. */
export function clampConfidence(value: number): number {
  return Number.isFinite(value) ? Math.round(100 * Math.min(1, Math.max(0, value))) / 100 : 0;
}
