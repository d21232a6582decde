// How the demo overrules a verdict, and what it prints of that.
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Analysis, Review } from '../../../clients/typescript/src/index.js';
import type { ResultsResponse } from '../../../src/calls/results/analysis-results.response.js';
import { NO_VERDICTS } from '../../../src/calls/results/verdicts.js';
import { overruling, reviewReport } from '../../../src/commands/demo/demo-review.js';
import { overrule } from '../../../src/judgement/overrule.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

const sample = sampleReportedCall();
/** As the client of the interface has it. */
const received = (results: ResultsResponse): Analysis => JSON.parse(JSON.stringify({ ...sample.analysis, results }));

const reviewed = (before: Review['scores']['before'], after: Review['scores']['after']): Review => ({
  id: 'r',
  object: 'review',
  created: 1_790_000_000,
  livemode: true,
  analysis_id: sample.analysis.id,
  transcript_version: 1,
  reviewer_id: 'demo',
  via: 'api_key',
  note: null,
  findings: [],
  violations: [],
  answers: [],
  scores: { before, after },
});

describe('the review at the end of the demo', () => {
  it('says the opposite of the service about the outcome', () => {
    expect(overruling(received(sample.results)).findings).toMatchObject([
      { finding: 'quality.call_resolution', answer: 'no' },
    ]);
    const { quality } = sample.results;
    const open = { ...quality, call_resolution: { ...quality.call_resolution, resolved: false } };
    expect(overruling(received({ ...sample.results, quality: open })).findings).toMatchObject([{ answer: 'yes' }]);
  });

  it('prints what needs a look, whose verdict stands, and the scores before and after', () => {
    const outcome = { answer: 'no', citations: [], reviewId: 'r' } as const;
    const results = overrule(sample.results, { ...NO_VERDICTS, findings: { 'quality.call_resolution': outcome } });
    const lines = reviewReport({
      worthALook: {
        analysis_id: sample.analysis.id,
        created: 1_790_000_000,
        agent_id: 'agent-7',
        contact_id: 'cust-42',
        duration_seconds: 92.34,
        reasons: ['violation', 'flagged'],
        doubts: [],
        returned: false,
        severity: 1,
        worth: 0.334,
        claimed_by: null,
        claimed_until: null,
      },
      review: reviewed({ compliance: 100, quality: 100 }, { compliance: 100, quality: 55 }),
      analysis: received(results),
      withdrawal: reviewed({ compliance: 100, quality: 55 }, { compliance: 100, quality: 100 }),
    }).map(stripVTControlCharacters);
    expect(lines).toEqual([
      '\nA reviewer has the last word',
      '  Needs review: violation, low confidence; priority 33 %',
      '  ✗ Did not resolve the matter (Decided by a reviewer; AI: yes, 95 % confident)',
      '  Scores: Compliance 100   Quality 100 → 55',
      '  Withdrawn, so that the AI’s decision counts again: Compliance 100   Quality 55 → 100',
    ]);
  });
});
