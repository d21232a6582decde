// The compliance and quality scores: computed from the judged findings alone, never taken from the analyst.
import type { ViolationResponse } from '../../analysis/analysis-results.response.js';
import type { FindingName } from '../../ports/call-analyst.js';
import { type JudgedFinding, MIN_SURE_CONFIDENCE } from './judge-findings.js';

type Weights = readonly (readonly [FindingName, number])[];

const COMPLIANCE_WEIGHTS: Weights = [
  ['identity_verification', 30],
  ['mandatory_disclosures', 30],
  ['privacy_protection', 20],
  ['purpose_declaration', 20],
];

const QUALITY_WEIGHTS: Weights = [
  ['call_resolution', 45],
  ['empathetic_language', 30],
  ['greeting', 25],
];

/** Points off the compliance score for each violated rule, however often the agent violated it. */
const VIOLATION_PENALTY = 20;

/**
 * 0 to 100; null when no compliance finding is assessable. Violations below {@link MIN_SURE_CONFIDENCE} cost nothing.
 */
export function scoreCompliance(
  findings: Readonly<Record<FindingName, JudgedFinding>>,
  violations: readonly ViolationResponse[],
): number | null {
  const base = weightedShare(findings, COMPLIANCE_WEIGHTS);
  if (base === null) return null;
  const sure = violations.filter(({ confidence }) => confidence >= MIN_SURE_CONFIDENCE);
  const violatedRules = new Set(sure.map(({ rule }) => rule));
  return Math.max(0, base - VIOLATION_PENALTY * violatedRules.size);
}

/** 0 to 100; null when no quality finding is assessable. */
export function scoreQuality(findings: Readonly<Record<FindingName, JudgedFinding>>): number | null {
  return weightedShare(findings, QUALITY_WEIGHTS);
}

/** Percentage of the assessable weight whose findings hold. */
function weightedShare(findings: Readonly<Record<FindingName, JudgedFinding>>, weights: Weights): number | null {
  let heldWeight = 0;
  let assessableWeight = 0;
  for (const [name, weight] of weights) {
    const { holds, evidence } = findings[name];
    if (!evidence.assessable) continue;
    assessableWeight += weight;
    if (holds) heldWeight += weight;
  }
  return assessableWeight > 0 ? Math.round((100 * heldWeight) / assessableWeight) : null;
}
