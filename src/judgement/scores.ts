// The compliance and quality scores: computed from the findings alone, be it the service or a person that decided them; never
// taken from the analyst.
import type {
  ComplianceResponse,
  QualityResponse,
  ResultsResponse,
} from '../calls/results/analysis-results.response.js';
import type { ViolationResponse } from '../calls/results/findings.response.js';
import type { FindingName } from '../ports/call-analyst.js';
import { MIN_SURE_CONFIDENCE } from './judge-findings.js';

/** What a finding comes to. */
export interface Standing {
  readonly holds: boolean;
  readonly assessable: boolean;
}

type Weights = readonly (readonly [FindingName, number])[];
type Standings = Readonly<Record<FindingName, Standing>>;

/** Points of 100. */
export const COMPLIANCE_WEIGHTS = [
  ['identity_verification', 30],
  ['mandatory_disclosures', 30],
  ['privacy_protection', 20],
  ['purpose_declaration', 20],
] as const satisfies Weights;

/** Points of 100. */
export const QUALITY_WEIGHTS = [
  ['call_resolution', 45],
  ['empathetic_language', 30],
  ['greeting', 25],
] as const satisfies Weights;

/** Points off the compliance score for each violated rule, however often the agent violated it. */
export const VIOLATION_PENALTY = 20;

/** With less of the weight assessable, the score would rest on next to nothing: a greeting alone is no quality of 100. */
export const MIN_COVERAGE = 0.4;

interface Score {
  /** 0 to 100; null under {@link MIN_COVERAGE}. */
  readonly score: number | null;
  /** 0 to 1: the weight of the assessable findings, of the weight of all. */
  readonly coverage: number;
}

/** Results whose scores are yet to be computed. */
export type WithoutScores = Omit<ResultsResponse, 'compliance' | 'quality'> & {
  readonly compliance: Omit<ComplianceResponse, 'score' | 'coverage'>;
  readonly quality: Omit<QualityResponse, 'overall_score' | 'coverage'>;
};

/** The results with the scores that follow from their findings and violations. */
export function withScores(results: WithoutScores): ResultsResponse {
  const { compliance, quality } = results;
  const standings = standingsOf(results);
  const { score, coverage } = weightedShare(standings, QUALITY_WEIGHTS);
  return {
    ...results,
    compliance: { ...compliance, ...scoreCompliance(standings, compliance.violations) },
    quality: { ...quality, overall_score: score, coverage },
  };
}

/** Violations that a person dismissed cost nothing, nor do those below {@link MIN_SURE_CONFIDENCE}. */
function scoreCompliance(standings: Standings, violations: readonly ViolationResponse[]): Score {
  const { score: base, coverage } = weightedShare(standings, COMPLIANCE_WEIGHTS);
  if (base === null) return { score: null, coverage };
  const sure = violations.filter(({ confidence, upheld }) => upheld !== false && confidence >= MIN_SURE_CONFIDENCE);
  const violatedRules = new Set(sure.map(({ rule }) => rule));
  return { score: Math.max(0, base - VIOLATION_PENALTY * violatedRules.size), coverage };
}

/** Percentage of the assessable weight whose findings hold. */
function weightedShare(standings: Standings, weights: Weights): Score {
  let heldWeight = 0;
  let assessableWeight = 0;
  let weightOfAll = 0;
  for (const [name, weight] of weights) {
    const { holds, assessable } = standings[name];
    weightOfAll += weight;
    if (!assessable) continue;
    assessableWeight += weight;
    if (holds) heldWeight += weight;
  }
  const coverage = assessableWeight / weightOfAll;
  return { score: coverage < MIN_COVERAGE ? null : Math.round((100 * heldWeight) / assessableWeight), coverage };
}

/** Results of an earlier release lack professionalism. */
const NOT_JUDGED: Standing = { holds: false, assessable: false };

function standingsOf({ compliance, quality }: WithoutScores): Standings {
  const performed = ({ performed: holds, assessable }: { performed: boolean; assessable: boolean }) => ({
    holds,
    assessable,
  });
  const present = (finding?: { present: boolean; assessable: boolean }) =>
    finding ? { holds: finding.present, assessable: finding.assessable } : NOT_JUDGED;
  return {
    identity_verification: performed(compliance.identity_verification),
    privacy_protection: performed(compliance.privacy_protection),
    mandatory_disclosures: performed(compliance.mandatory_disclosures),
    purpose_declaration: performed(compliance.purpose_declaration),
    call_resolution: { holds: quality.call_resolution.resolved, assessable: quality.call_resolution.assessable },
    greeting: present(quality.greeting),
    empathetic_language: present(quality.empathetic_language),
    professionalism: present(quality.professionalism),
  };
}
