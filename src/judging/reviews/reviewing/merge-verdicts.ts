// The decisions in force after a review: the latest decides. Pure.
import type { ResultsResponse } from '../../../calls/results/analysis-results.response.js';
import { type FindingPath, type FindingVerdict, isAbout, type Verdicts } from '../../../calls/results/verdicts.js';
import { oneOf } from '../../../platform/errors/validation-messages.js';
import { WITHDRAW } from '../../../wire/review.response.js';
import type { FoundQuotes, GivenReview, GivenViolation } from './given-review.js';
import { violationUnknown } from './review-errors.js';
import { unknownRule } from './reviews.requests.js';

/** Null forgets the verdict. */
export function mergeVerdicts(
  before: Verdicts,
  { findings, violations }: Pick<GivenReview, 'findings' | 'violations'>,
  { ofFindings }: Pick<FoundQuotes, 'ofFindings'>,
  reviewId: string,
): Verdicts {
  const decided = new Map<string, FindingVerdict>(Object.entries(before.findings));
  for (const [index, { finding, answer }] of findings.entries()) {
    if (answer === WITHDRAW) decided.delete(finding);
    else decided.set(finding, { answer, citations: ofFindings[index] ?? [], reviewId });
  }
  return {
    findings: Object.fromEntries(decided) as { [Path in FindingPath]?: FindingVerdict },
    violations: violations.reduce((inForce, entry) => mergeViolation(inForce, entry, reviewId), before.violations),
  };
}

function mergeViolation(
  before: Verdicts['violations'],
  { rule, segmentId, upheld }: GivenViolation,
  reviewId: string,
): Verdicts['violations'] {
  const others = before.filter((one) => one.rule !== rule || one.segmentId !== segmentId);
  // A violation can be cited from two segments. A verdict by the other one must not come back.
  const mayBeShared = others.some((one) => one.rule === rule && one.upheld !== null);
  return upheld === null && !mayBeShared
    ? others.filter((one) => one.rule !== rule)
    : [...others, { rule, segmentId, upheld, reviewId }];
}

/** @throws ApiError 422 for a violation that the results do not have */
export function refuseUnknownViolations(violations: readonly GivenViolation[], results: ResultsResponse): void {
  if (violations.length === 0) return;
  const found = results.compliance.violations;
  for (const [index, entry] of violations.entries()) {
    if (found.some((violation) => isAbout(entry, violation))) continue;
    const { rule, segmentId } = entry;
    const segments = found
      .filter((violation) => violation.rule === rule)
      .flatMap(({ citations }) => citations.map(({ segment_id: id }) => id));
    if (segments.length > 0) throw violationUnknown(index, 'segment_id', oneOf([...new Set(segments)]), segmentId);
    throw violationUnknown(index, 'rule', unknownRule([...new Set(found.map((violation) => violation.rule))]), rule);
  }
}
