// Compliance and quality scores. They are computed only from the findings, whether the service or a person decided them; never
// taken from the analyst.
import type {
  ComplianceResponse,
  QualityResponse,
  ResultsResponse,
} from '../calls/results/analysis-results.response.js';
import { findingIn, isHeld } from '../calls/results/judged-findings.js';
import { FINDINGS, type FindingPart, findingsIn } from '../ports/findings.js';
import { MIN_SURE_CONFIDENCE } from './judge-findings.js';

/** Points that each violated rule costs the compliance score, however often the agent violated it. */
export const VIOLATION_PENALTY = 20;

/** Assessable share of the weight below which there is no score of compliance: it would rest on next to nothing. */
export const MIN_COVERAGE = 0.4;
/** The same for quality, which also needs a verdict on the matter: a greeting and kind words are no quality of 100. */
export const MIN_COVERAGE_OF_QUALITY = 0.5;

interface Score {
  /** 0 to 100; null where too little could be assessed. */
  readonly score: number | null;
  /** Weight of the assessable findings as a share of the total weight, from 0 to 1. */
  readonly coverage: number;
}

/** Results whose scores are yet to be computed. */
export type WithoutScores = Omit<ResultsResponse, 'compliance' | 'quality'> & {
  readonly compliance: Omit<ComplianceResponse, 'score' | 'coverage'>;
  readonly quality: Omit<QualityResponse, 'overall_score' | 'coverage'>;
};

/** Adds the scores that follow from findings and violations. */
export function withScores(results: WithoutScores): ResultsResponse {
  const { compliance, quality } = results;
  const { score: share, coverage } = weightedShare(results, 'quality');
  const isOfMatter = findingIn(results, 'call_resolution')?.assessable === true;
  const score = isOfMatter && coverage >= MIN_COVERAGE_OF_QUALITY ? share : null;
  return {
    ...results,
    compliance: { ...compliance, ...scoreCompliance(results) },
    quality: { ...quality, overall_score: score, coverage },
  };
}

/** Violations that a person dismissed, or below {@link MIN_SURE_CONFIDENCE}, cost no points. */
function scoreCompliance(results: WithoutScores): Score {
  const { score: base, coverage } = weightedShare(results, 'compliance');
  if (base === null) return { score: null, coverage };
  const sure = results.compliance.violations.filter(
    ({ confidence, upheld }) => upheld !== false && confidence >= MIN_SURE_CONFIDENCE,
  );
  const violatedRules = new Set(sure.map(({ rule }) => rule));
  return { score: Math.max(0, base - VIOLATION_PENALTY * violatedRules.size), coverage };
}

/** Percentage of the assessable weight whose findings are fulfilled. */
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
