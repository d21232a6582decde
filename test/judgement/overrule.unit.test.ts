import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultsResponse } from '../../src/calls/results/analysis-results.response.js';
import {
  FINDING_ANSWERS,
  FINDING_PATHS,
  type FindingPath,
  type FindingVerdict,
  isAbout,
  NO_VERDICTS,
  type Verdicts,
} from '../../src/calls/results/verdicts.js';
import { overrule } from '../../src/judgement/overrule.js';
import { segmentsOf } from '../support/audio/segments.js';
import {
  CALL_LINES,
  denyFinding,
  judge,
  OPPOSITE_QUOTES,
  reportOf,
  transcriptOf,
} from '../support/builders/judged-call.js';

const PIN = { rule: 'pin_requested', segmentId: 2 };
const transcript = transcriptOf(segmentsOf(CALL_LINES));
const violating = (confidence: number) =>
  judge(
    reportOf(
      {},
      {
        violations: [
          { rule: PIN.rule, description: null, confidence, quotes: [{ segmentId: 2, quote: 'date of birth' }] },
        ],
      },
    ),
    transcript,
  );
const verdict = (answer: FindingVerdict['answer']): FindingVerdict => ({ answer, citations: [], reviewId: 'r' });
const decided = (path: FindingPath, answer: FindingVerdict['answer']): Verdicts => ({
  findings: { [path]: verdict(answer) },
  violations: [],
});

function findingIn(results: ResultsResponse, path: FindingPath) {
  const [part, name] = path.split('.') as ['compliance' | 'quality', string];
  return (results[part] as unknown as Record<string, Record<string, unknown>>)[name]!;
}

const holdsIn = (finding: Record<string, unknown>) => finding.performed ?? finding.present ?? finding.resolved;

describe('overrule', () => {
  it('gives the results as they are where no one decided', () => {
    const system = violating(0.9);
    expect(overrule(system, NO_VERDICTS)).toBe(system);
  });

  it.each(FINDING_PATHS)('puts a person’s answer in the place of the service’s, which stands beside it: %s', (path) => {
    const system = judge(reportOf(), transcript);
    const { source: _, system: __, ...own } = findingIn(system, path);
    const no = findingIn(overrule(system, decided(path, 'no')), path);
    expect(no).toMatchObject({ assessable: true, confidence: 1, flagged: false, source: 'human', evidence: '' });
    expect(no.citations, 'what proves the deed does not prove its opposite').toEqual([]);
    expect(holdsIn(no), 'the answer').toBe(false);
    expect(no.system).toEqual({ ...own, source: 'system' });
    const unknown = findingIn(overrule(system, decided(path, 'not_assessable')), path);
    expect(unknown).toMatchObject({ assessable: false, confidence: 1, flagged: false, source: 'human' });
    const yes = findingIn(overrule(system, decided(path, 'yes')), path);
    expect(yes, 'the quotations of the service, where a person agrees').toMatchObject({
      citations: own.citations,
      evidence: own.evidence,
      confidence: 1,
    });
  });

  it('scores what the person decided', () => {
    const { compliance, quality } = overrule(judge(reportOf(), transcript), {
      findings: {
        'compliance.identity_verification': verdict('no'),
        'quality.empathetic_language': verdict('not_assessable'),
        'quality.greeting': verdict('no'),
      },
      violations: [],
    });
    expect([compliance.score, compliance.coverage]).toEqual([70, 1]);
    expect([quality.overall_score, quality.coverage]).toEqual([Math.round((100 * 45) / 70), 0.7]);
  });

  it('keeps a dismissed violation and takes nothing off for it', () => {
    const system = violating(0.9);
    expect(system.compliance.score, 'as the service judged').toBe(80);
    const { compliance } = overrule(system, { findings: {}, violations: [{ ...PIN, upheld: false, reviewId: 'r' }] });
    expect(compliance.score).toBe(100);
    expect(compliance.violations).toMatchObject([
      { upheld: false, flagged: false, confidence: 1, source: 'human', system: { upheld: true, confidence: 0.9 } },
    ]);
  });

  it('counts a violation that a person upheld, however unsure the service was', () => {
    const system = violating(0.3);
    expect(system.compliance.score, 'as the service judged').toBe(100);
    const upheld = { findings: {}, violations: [{ ...PIN, upheld: true, reviewId: 'r' }] };
    expect(overrule(system, upheld).compliance.score).toBe(80);
    const elsewhere = { findings: {}, violations: [{ ...PIN, segmentId: 3, upheld: false, reviewId: 'r' }] };
    expect(overrule(violating(0.9), elsewhere).compliance.score, 'one of another segment').toBe(80);
  });

  it('keeps what was not said only where the person agrees that it was not', () => {
    const system = judge(
      reportOf(
        { mandatory_disclosures: denyFinding(OPPOSITE_QUOTES.mandatory_disclosures) },
        { missingDisclosures: ['The call is recorded.'] },
      ),
      transcript,
    );
    const missing = (answer: FindingVerdict['answer']) =>
      overrule(system, decided('compliance.mandatory_disclosures', answer)).compliance.mandatory_disclosures.missing;
    expect(missing('yes')).toEqual([]);
    expect(missing('no')).toEqual(system.compliance.mandatory_disclosures.missing);
  });

  /** The scores by hand, from what each finding came to. */
  function scoresByHand(results: ResultsResponse) {
    const share = (weights: readonly (readonly [FindingPath, number])[], least: number) => {
      const assessable = weights.filter(([path]) => findingIn(results, path).assessable);
      const sum = (of: typeof weights) => of.reduce((total, [, weight]) => total + weight, 0);
      if (sum(assessable) < least) return null;
      return Math.round(
        (100 * sum(assessable.filter(([path]) => holdsIn(findingIn(results, path))))) / sum(assessable),
      );
    };
    const base = share(
      [
        ['compliance.identity_verification', 30],
        ['compliance.mandatory_disclosures', 30],
        ['compliance.privacy_protection', 20],
        ['compliance.purpose_declaration', 20],
      ],
      40,
    );
    const counted = results.compliance.violations.filter((one) => one.upheld && one.confidence >= 0.6);
    return {
      compliance: base === null ? null : Math.max(0, base - 20 * new Set(counted.map(({ rule }) => rule)).size),
      quality: findingIn(results, 'quality.call_resolution').assessable
        ? share(
            [
              ['quality.call_resolution', 45],
              ['quality.empathetic_language', 30],
              ['quality.greeting', 25],
            ],
            50,
          )
        : null,
    };
  }

  const anyVerdicts = fc.record({
    findings: fc.dictionary(
      fc.constantFrom(...FINDING_PATHS),
      fc.constantFrom(...FINDING_ANSWERS).map((answer) => verdict(answer)),
    ),
    violations: fc.array(
      fc.record({
        rule: fc.constantFrom(PIN.rule, 'other'),
        segmentId: fc.constantFrom(2, 3),
        upheld: fc.boolean(),
        reviewId: fc.constant('r'),
      }),
      { maxLength: 3 },
    ),
  });

  it('scores whatever persons decide by the published weights, and never touches what they did not decide', () => {
    fc.assert(
      fc.property(fc.constantFrom(0.3, 0.9), anyVerdicts, (confidence, { findings, violations }) => {
        const system = violating(confidence);
        const results = overrule(system, { findings, violations });
        const byHand = scoresByHand(results);
        expect(results.compliance.score).toBe(byHand.compliance);
        expect(results.quality.overall_score).toBe(byHand.quality);
        for (const path of FINDING_PATHS.filter((each) => findings[each] === undefined))
          expect(findingIn(results, path)).toEqual(findingIn(system, path));
        for (const violation of results.compliance.violations)
          expect(violation.source).toBe(violations.some((one) => isAbout(one, violation)) ? 'human' : 'system');
        expect(overrule(system, { findings, violations }), 'the same again').toEqual(results);
      }),
    );
  });
});
