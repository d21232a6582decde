// The compliance and quality scores: computed from the judged findings alone, never taken from the analyst.
import type { ViolationResponse } from '../analysis/analysis-results.response.js';
import type { FindingName } from '../ports/call-analyst.js';
import { type JudgedFinding, MIN_SURE_CONFIDENCE } from './judge-findings.js';

type Weights = readonly (readonly [FindingName, number])[];

/** Together 100, as those of the quality score. */
export const COMPLIANCE_WEIGHTS = [
  ['identity_verification', 30],
  ['mandatory_disclosures', 30],
  ['privacy_protection', 20],
  ['purpose_declaration', 20],
] as const satisfies Weights;

export const QUALITY_WEIGHTS = [
  ['call_resolution', 45],
  ['empathetic_language', 30],
  ['greeting', 25],
] as const satisfies Weights;

/** Points off the compliance score for each violated rule, however often the agent violated it. */
export const VIOLATION_PENALTY = 20;

/** With less of the weight assessable, the score would rest on next to nothing: a greeting alone is no quality of 100. */
export const MIN_COVERAGE = 0.4;

export interface Score {
  /** 0 to 100; null under {@link MIN_COVERAGE}. */
  readonly score: number | null;
  /** 0 to 1: the weight of the assessable findings, of the weight of all. */
  readonly coverage: number;
}

/** Violations below {@link MIN_SURE_CONFIDENCE} cost nothing. */
export function scoreCompliance(
  findings: Readonly<Record<FindingName, JudgedFinding>>,
  violations: readonly ViolationResponse[],
): Score {
  const { score: base, coverage } = weightedShare(findings, COMPLIANCE_WEIGHTS);
  if (base === null) return { score: null, coverage };
  const sure = violations.filter(({ confidence }) => confidence >= MIN_SURE_CONFIDENCE);
  const violatedRules = new Set(sure.map(({ rule }) => rule));
  return { score: Math.max(0, base - VIOLATION_PENALTY * violatedRules.size), coverage };
}

export function scoreQuality(findings: Readonly<Record<FindingName, JudgedFinding>>): Score {
  return weightedShare(findings, QUALITY_WEIGHTS);
}

/** Percentage of the assessable weight whose findings hold. */
function weightedShare(findings: Readonly<Record<FindingName, JudgedFinding>>, weights: Weights): Score {
  let heldWeight = 0;
  let assessableWeight = 0;
  let weightOfAll = 0;
  for (const [name, weight] of weights) {
    const { holds, evidence } = findings[name];
    weightOfAll += weight;
    if (!evidence.assessable) continue;
    assessableWeight += weight;
    if (holds) heldWeight += weight;
  }
  const coverage = assessableWeight / weightOfAll;
  return { score: coverage < MIN_COVERAGE ? null : Math.round((100 * heldWeight) / assessableWeight), coverage };
}
