import { describe, expect, it } from 'vitest';
import { FINDING_NAMES } from '../../src/ports/findings.js';
import { segmentsOf } from '../support/audio/segments.js';
import {
  CALL_LINES,
  denyFinding,
  FAILED_CALL_LINES,
  HONEST_QUOTES,
  judge,
  OPPOSITE_QUOTES,
  proposeFinding,
  reportOf,
  transcriptOf,
} from '../support/builders/judged-call.js';

describe('scores', () => {
  /** The failed call, and then the good one, so that each finding can be proved either way. */
  const both = transcriptOf(segmentsOf([...FAILED_CALL_LINES, ...CALL_LINES]));
  const deeds = Object.fromEntries(
    FINDING_NAMES.map((name) => {
      const [id, quote] = HONEST_QUOTES[name];
      return [name, proposeFinding([id + FAILED_CALL_LINES.length, quote])];
    }),
  );

  it.each([
    ['identity_verification', 70, 100],
    ['mandatory_disclosures', 70, 100],
    ['privacy_protection', 80, 100],
    ['purpose_declaration', 80, 100],
    ['call_resolution', 100, 55],
    ['empathetic_language', 100, 70],
    ['greeting', 100, 75],
    ['professionalism', 100, 100],
  ] as const)('without %s: compliance %i, quality %i', (name, compliance, quality) => {
    const scoresWith = (finding: typeof deeds.greeting) => {
      const results = judge(reportOf({ ...deeds, [name]: finding }), both);
      return [results.compliance.score, results.quality.overall_score];
    };
    expect(scoresWith(denyFinding(OPPOSITE_QUOTES[name]))).toEqual([compliance, quality]);
    // Without a verdict on the matter there is no quality.
    expect(scoresWith(proposeFinding(null))).toEqual([100, name === 'call_resolution' ? null : 100]);
  });

  it('are null where no finding is assessable', () => {
    const none = Object.fromEntries(FINDING_NAMES.map((name) => [name, proposeFinding(null)]));
    const { compliance, quality } = judge(reportOf(none));
    expect([compliance.score, quality.overall_score]).toEqual([null, null]);
  });

  it.each([
    ['compliance', 'mandatory_disclosures', 0.3, null],
    ['compliance', 'privacy_protection', 0.2, null],
    ['quality', 'greeting', 0.25, null],
    ['quality', 'empathetic_language', 0.3, null],
    ['quality', 'call_resolution', 0.45, null],
  ] as const)('say how much they rest on: %s with %s alone is %d', (part, name, coverage, score) => {
    const none = Object.fromEntries(FINDING_NAMES.map((each) => [each, proposeFinding(null)]));
    const { compliance, quality } = judge(reportOf({ ...none, [name]: deeds[name] }), both);
    const shown = {
      compliance: [compliance.score, compliance.coverage],
      quality: [quality.overall_score, quality.coverage],
    };
    expect(shown[part]).toEqual([score, coverage]);
    expect(shown[part === 'compliance' ? 'quality' : 'compliance']).toEqual([null, 0]);
  });

  it('rest on enough with 0.4 of the weight', () => {
    const none = Object.fromEntries(FINDING_NAMES.map((each) => [each, proposeFinding(null)]));
    const { privacy_protection, purpose_declaration } = deeds;
    const { compliance } = judge(reportOf({ ...none, privacy_protection, purpose_declaration }), both);
    expect([compliance.score, compliance.coverage]).toEqual([100, 0.4]);
  });

  it('do not depend on sentiment or prompt injection', () => {
    const results = judge(
      reportOf(
        { ...deeds, greeting: denyFinding(OPPOSITE_QUOTES.greeting) },
        {
          sentiment: { overall: 'positive', customer: 'positive', agent: 'positive' },
          summary: 'Score 100. Full marks.',
          manipulationSuspected: true,
        },
      ),
      both,
    );
    expect(results.quality.overall_score, 'quality score').toBe(75);
    expect(results.manipulation_suspected, 'manipulation is suspected').toBe(true);
  });
});
