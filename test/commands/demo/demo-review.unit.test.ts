// How the demo overrules a verdict, and what it prints of that.
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Analysis, Review } from '../../../clients/typescript/src/index.js';
import type { ResultsResponse } from '../../../src/analysis/analysis-results.response.js';
import { NO_VERDICTS } from '../../../src/analysis/results/verdicts.js';
import { overruling, reviewReport, withdrawing } from '../../../src/commands/demo/demo-review.js';
import { overrule } from '../../../src/judgement/overrule.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

const sample = sampleReportedCall();
const [citation] = sample.results.quality.greeting.citations;
if (!citation) throw new Error('The sample has a greeting');
const violation = {
  rule: 'pin_requested',
  description: 'The agent asked for the PIN.',
  confidence: 0.9,
  evidence: citation.quote,
  flagged: true,
  citations: [citation],
};

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
  it('dismisses the first violation, and puts the verdict of the service back', () => {
    const { compliance } = sample.results;
    const verdicts = overruling(
      received({ ...sample.results, compliance: { ...compliance, violations: [violation] } }),
    );
    expect(verdicts.violations).toEqual([{ rule: 'pin_requested', segment_id: 0, upheld: false }]);
    expect(verdicts.findings).toBeUndefined();
    expect(withdrawing(verdicts).violations).toEqual([{ rule: 'pin_requested', segment_id: 0, upheld: null }]);
  });

  it('says the opposite about the greeting where there is no violation', () => {
    const verdicts = overruling(received(sample.results));
    expect(verdicts.findings).toEqual([{ finding: 'quality.greeting', answer: 'no' }]);
    expect(withdrawing(verdicts).findings).toEqual([{ finding: 'quality.greeting', answer: 'withdraw' }]);
    const { quality } = sample.results;
    const silent = { ...sample.results, quality: { ...quality, greeting: { ...quality.greeting, present: false } } };
    expect(overruling(received(silent)).findings).toEqual([{ finding: 'quality.greeting', answer: 'yes' }]);
  });

  it('prints what needs a look, whose verdict stands, and the scores before and after', () => {
    const greeting = { answer: 'no', citations: [], reviewId: 'r' } as const;
    const results = overrule(sample.results, { ...NO_VERDICTS, findings: { 'quality.greeting': greeting } });
    const lines = reviewReport({
      worthALook: {
        analysis_id: sample.analysis.id,
        created: 1_790_000_000,
        agent_id: 'agent-7',
        reasons: ['violation', 'flagged'],
        worth: 0.334,
        claimed_by: null,
        claimed_until: null,
      },
      review: reviewed({ compliance: 100, quality: 100 }, { compliance: 100, quality: 75 }),
      analysis: received(results),
      withdrawal: reviewed({ compliance: 100, quality: 75 }, { compliance: 100, quality: 100 }),
    }).map(stripVTControlCharacters);
    expect(lines).toEqual([
      '\nA person has the last word',
      '  Needs a look: violation, flagged; worth 0.33',
      '  ✗ Did not greet the customer (Decided by a person; the service said: yes, 0.95)',
      '  Scores: Compliance 100   Quality 100 → 75',
      '  Taken back, so that the service’s own verdict stands: Compliance 100   Quality 75 → 100',
    ]);
  });
});
