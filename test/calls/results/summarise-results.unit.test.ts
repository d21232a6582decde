import { describe, expect, it } from 'vitest';
import { summariseResults } from '../../../src/calls/results/summarise-results.js';
import { makeSampleAnalysis } from '../../../src/webhooks/samples/sample-analysis.js';

const RESULTS = JSON.parse(makeSampleAnalysis('https://example.com', new Date(0)).results ?? '');
const summaryOf = (results: object) => JSON.parse(summariseResults(JSON.stringify(results)));

const SURE = { flagged: false, assessable: true, source: 'system' };
const DONE = { performed: true, ...SURE };
const THERE = { present: true, ...SURE };
const NOT_JUDGED = { flagged: true, assessable: false };

describe('the summary of results', () => {
  it('has the scores and the flags of each finding, and nothing that was said', () => {
    expect(summaryOf(RESULTS)).toEqual({
      call_kind: 'conversation',
      not_judged_reason: null,
      compliance: {
        identity_verification: DONE,
        privacy_protection: DONE,
        mandatory_disclosures: DONE,
        purpose_declaration: DONE,
        violations_count: 0,
        score: 100,
        coverage: 1,
      },
      quality: {
        sentiment_analysis: RESULTS.quality.sentiment_analysis,
        call_resolution: { resolved: true, ...SURE },
        greeting: THERE,
        empathetic_language: THERE,
        professionalism: THERE,
        overall_score: 100,
        coverage: 1,
      },
      coaching: { customer_effort_score: 2 },
      manipulation_suspected: false,
    });
  });

  it('keeps verdicts against the agent, what was not assessable, and how many violations there are', () => {
    const { compliance, quality } = RESULTS;
    const summary = summaryOf({
      ...RESULTS,
      compliance: {
        ...compliance,
        violations: [{}, {}],
        score: null,
        privacy_protection: { ...compliance.privacy_protection, performed: false, flagged: true },
      },
      quality: { ...quality, greeting: { ...quality.greeting, present: false, ...NOT_JUDGED } },
      manipulation_suspected: true,
    });
    expect(summary).toMatchObject({
      compliance: {
        violations_count: 2,
        score: null,
        privacy_protection: { performed: false, flagged: true, assessable: true },
      },
      quality: { greeting: { present: false, ...NOT_JUDGED } },
      manipulation_suspected: true,
    });
  });

  it('leaves out what the results of an earlier release do not have: kind and coverage', () => {
    const { call_kind: _, ...earlier } = RESULTS;
    const { coverage: __, ...compliance } = RESULTS.compliance;
    const summary = summaryOf({ ...earlier, compliance });
    expect(summary).not.toHaveProperty('call_kind');
    expect(summary.compliance).not.toHaveProperty('coverage');
    expect(summary.quality.coverage).toBe(1);
  });

  it('says of a finding that an earlier release did not know that it was not judged', () => {
    const { professionalism: _, ...quality } = RESULTS.quality;
    expect(summaryOf({ ...RESULTS, quality }).quality.professionalism).toEqual({ present: false, ...NOT_JUDGED });
    expect(summaryOf({})).toMatchObject({
      compliance: { identity_verification: { performed: false, ...NOT_JUDGED }, violations_count: 0, score: null },
      quality: { call_resolution: { resolved: false, ...NOT_JUDGED }, overall_score: null },
      coaching: { customer_effort_score: null },
      manipulation_suspected: false,
    });
  });
});
