// The compliance and quality scores: computed from the findings alone, be it the service or a person that decided them; never
// taken from the analyst.
import type {
  ComplianceResponse,
  QualityResponse,
  ResultsResponse,
} from '../calls/results/analysis-results.response.js';
import { findingIn, isHeld } from '../calls/results/judged-findings.js';
import { FINDINGS, type FindingPart, findingsIn } from '../ports/findings.js';
import { MIN_SURE_CONFIDENCE } from './judge-findings.js';

/** Points off the compliance score for each violated rule, however often the agent violated it. */
export const VIOLATION_PENALTY = 20;

/**
 * Assessable share of the weight below which there is no score, since it would rest on next to nothing: a greeting alone is no
 * quality of 100.
 */
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
  const { score, coverage } = weightedShare(results, 'quality');
  return {
    ...results,
    compliance: { ...compliance, ...scoreCompliance(results) },
    quality: { ...quality, overall_score: score, coverage },
  };
}

/** Violations that a person dismissed cost nothing, nor do those below {@link MIN_SURE_CONFIDENCE}. */
function scoreCompliance(results: WithoutScores): Score {
  const { score: base, coverage } = weightedShare(results, 'compliance');
  if (base === null) return { score: null, coverage };
  const sure = results.compliance.violations.filter(
    ({ confidence, upheld }) => upheld !== false && confidence >= MIN_SURE_CONFIDENCE,
  );
  const violatedRules = new Set(sure.map(({ rule }) => rule));
  return { score: Math.max(0, base - VIOLATION_PENALTY * violatedRules.size), coverage };
}

/** Percentage of the assessable weight whose findings hold. */
function weightedShare(results: WithoutScores, part: FindingPart): Score {
  let heldWeight = 0;
  let assessableWeight = 0;
  let weightOfAll = 0;
  for (const name of findingsIn(part)) {
    const { weight } = FINDINGS[name];
    weightOfAll += weight;
    const finding = findingIn(results, name);
    if (!finding?.assessable) continue;
    assessableWeight += weight;
    if (isHeld(name, finding)) heldWeight += weight;
  }
  const coverage = assessableWeight / weightOfAll;
  return { score: coverage < MIN_COVERAGE ? null : Math.round((100 * heldWeight) / assessableWeight), coverage };
}
