// What is in force after any reviews, against a computation from scratch by the published weights.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultsResponse } from '../../../../src/calls/results/analysis-results.response.js';
import { FINDING_PATHS, type FindingPath, NO_VERDICTS, type Verdicts } from '../../../../src/calls/results/verdicts.js';
import { overrule } from '../../../../src/judgement/overrule.js';
import type { GivenFinding, GivenViolation } from '../../../../src/judging/reviews/reviewing/given-review.js';
import { mergeVerdicts, refuseUnknownViolations } from '../../../../src/judging/reviews/reviewing/merge-verdicts.js';
import { GIVEN_ANSWERS } from '../../../../src/wire/review.response.js';
import { casesOf } from '../../../gates/cases-of.js';
import { SYSTEM_RESULTS } from '../../../support/builders/reviewable-call.js';

const NOTHING_QUOTED = { ofFindings: [] };
/** Violations by rule and segments. Two of one rule share a segment. */
const CITED = [
  ['pin', [2, 5]],
  ['pin', [5]],
  ['pin', [7]],
  ['rude', [2]],
] as const;

/** The call as the service judged it: which findings it holds, which it could not assess, and which violations it found. */
interface Judged {
  readonly holds: readonly boolean[];
  readonly assessable: readonly boolean[];
  readonly found: readonly boolean[];
  readonly confidence: number;
}

const ANSWER_OF = { compliance: 'performed', quality: 'present' } as const;

function resultsOf({ holds, assessable, found, confidence }: Judged): ResultsResponse {
  const [template] = SYSTEM_RESULTS.compliance.violations;
  const citation = template?.citations[0];
  if (!template || !citation) throw new Error('The sample has a violation');
  const results = structuredClone(SYSTEM_RESULTS);
  for (const [index, path] of FINDING_PATHS.entries()) {
    const finding = findingIn(results, path);
    finding[answerMember(path)] = holds[index] === true;
    finding.assessable = assessable[index] === true;
  }
  const violations = CITED.filter((_, index) => found[index]).map(([rule, segments]) => ({
    ...template,
    rule,
    confidence,
    citations: segments.map((segment_id) => ({ ...citation, segment_id })),
  }));
  return { ...results, compliance: { ...results.compliance, violations } };
}

function answerMember(path: FindingPath): string {
  if (path === 'quality.call_resolution') return 'resolved';
  return ANSWER_OF[path.split('.')[0] as 'compliance' | 'quality'];
}

function findingIn(results: ResultsResponse, path: FindingPath): Record<string, unknown> {
  const [part, name] = path.split('.') as ['compliance' | 'quality', string];
  return (results[part] as unknown as Record<string, Record<string, unknown>>)[name]!;
}

/** As docs/review.md and the API document publish them. */
const WEIGHTS = { compliance: [30, 20, 30, 20, 0, 0, 0, 0], quality: [0, 0, 0, 0, 45, 25, 30, 0] };

interface Step {
  readonly findings: readonly GivenFinding[];
  readonly violations: readonly GivenViolation[];
}

/** Goes through all reviews for each finding and each violation by itself. */
function fromScratch({ holds, assessable, found, confidence }: Judged, steps: readonly Step[]) {
  const given = steps.flatMap(({ findings }) => findings);
  const standing = FINDING_PATHS.map((path, index) => {
    const last = given.findLast(({ finding }) => finding === path);
    if (!last || last.answer === 'withdraw') return { holds: holds[index], assessable: assessable[index] };
    return { holds: last.answer === 'yes', assessable: last.answer !== 'not_assessable' };
  });
  const share = (weights: readonly number[], least: number) => {
    const weightOf = (counts: (one: (typeof standing)[number]) => boolean) =>
      weights.reduce((sum, weight, index) => sum + (counts(standing[index]!) ? weight : 0), 0);
    const heard = weightOf((one) => one.assessable === true);
    return heard < least
      ? null
      : Math.round((100 * weightOf((one) => one.assessable === true && one.holds === true)) / heard);
  };
  const onViolations = steps.flatMap(({ violations }) => violations);
  const counted = CITED.filter(([rule, segments], index) => {
    if (!found[index]) return false;
    const last = onViolations.findLast((one) => one.rule === rule && segments.some((id) => id === one.segmentId));
    const upheld = last?.upheld ?? null;
    return upheld === null ? confidence >= 0.6 : upheld;
  });
  const base = share(WEIGHTS.compliance, 40);
  // There is no quality without a verdict on the matter.
  const isOfMatter = standing[FINDING_PATHS.indexOf('quality.call_resolution')]?.assessable === true;
  const rules = new Set(counted.map(([rule]) => rule));
  return {
    compliance: base === null ? null : Math.max(0, base - 20 * rules.size),
    quality: isOfMatter ? share(WEIGHTS.quality, 50) : null,
  };
}

const judged = fc.record({
  holds: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  assessable: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  found: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  confidence: fc.constantFrom(0.5, 0.9),
});
const step = fc.record({
  findings: fc.uniqueArray(
    fc.record({
      finding: fc.constantFrom(...FINDING_PATHS),
      answer: fc.constantFrom(...GIVEN_ANSWERS),
      note: fc.constant(null),
      quotes: fc.constant([]),
    }),
    { maxLength: 3, selector: ({ finding }) => finding },
  ),
  violations: fc.uniqueArray(
    fc.record({
      rule: fc.constantFrom('pin', 'rude'),
      segmentId: fc.constantFrom(2, 5, 7),
      upheld: fc.constantFrom(true, false, null),
      note: fc.constant(null),
    }),
    { maxLength: 3, selector: ({ rule, segmentId }) => `${rule} ${segmentId}` },
  ),
});

describe('the verdicts in force', () => {
  it('give the scores of a computation from scratch, after thousands of random histories of reviews and judgements', () => {
    fc.assert(
      fc.property(
        fc.array(judged, { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 12 }),
        (judgements, steps) => {
          let verdicts: Verdicts = NO_VERDICTS;
          for (const [index, one] of steps.entries()) {
            verdicts = mergeVerdicts(verdicts, one, NOTHING_QUOTED, `review-${index}`);
            // A correction may judge the call again between any two reviews: the verdicts stay.
            const now = judgements[index % judgements.length]!;
            const { compliance, quality } = overrule(resultsOf(now), verdicts);
            const scores = { compliance: compliance.score, quality: quality.overall_score };
            const isUntouched = Object.keys(verdicts.findings).length === 0 && verdicts.violations.length === 0;
            if (!isUntouched) expect(scores).toEqual(fromScratch(now, steps.slice(0, index + 1)));
          }
        },
      ),
      { numRuns: casesOf(10_000, 2_000) },
    );
  });

  it('are one for each finding and for each rule and segment, however many reviews there were', () => {
    let verdicts: Verdicts = NO_VERDICTS;
    for (let i = 0; i < 1_000; i++) {
      const findings = FINDING_PATHS.map((finding) => ({ finding, answer: 'yes' as const, note: null, quotes: [] }));
      const violations = [2, 5, 7].map((segmentId) => ({ rule: 'pin', segmentId, upheld: i % 2 === 0, note: null }));
      verdicts = mergeVerdicts(verdicts, { findings, violations }, NOTHING_QUOTED, `review-${i}`);
    }
    expect(Object.keys(verdicts.findings), 'findings decided').toHaveLength(FINDING_PATHS.length);
    expect(verdicts.violations, 'violations decided').toHaveLength(3);
  });

  it('are gone once everything is withdrawn', () => {
    const decide = (upheld: boolean | null) =>
      [2, 5].map((segmentId) => ({ rule: 'pin', segmentId, upheld, note: null }));
    const decided = mergeVerdicts(NO_VERDICTS, { findings: [], violations: decide(false) }, NOTHING_QUOTED, 'a');
    expect(mergeVerdicts(decided, { findings: [], violations: decide(null) }, NOTHING_QUOTED, 'b')).toEqual(
      NO_VERDICTS,
    );
  });

  it('refuse a violation of results without any', () => {
    const results = resultsOf({ holds: [], assessable: [], found: [], confidence: 1 });
    const violations = [{ rule: 'pin', segmentId: 2, upheld: false, note: null }];
    expect(() => refuseUnknownViolations(violations, results)).toThrow(
      expect.objectContaining({
        status: 422,
        detail: [expect.objectContaining({ msg: 'Input should be a rule that the results find violated' })],
      }),
    );
  });
});
