import { describe, expect, it } from 'vitest';
import { ANALYSIS_INSTRUCTIONS } from '../../../src/adapters/openai/openai-analysis-prompt.js';
import { toReport } from '../../../src/adapters/openai/openai-analysis-report.js';
import { ANALYSIS, NOT_MET } from '../../support/openai-analysis.js';

const FENCE = 'transcript-0123456789abcdef01234567';

describe('the report of an analysis', () => {
  it('holds all that the model answered', () => {
    const report = toReport(ANALYSIS, FENCE);
    expect(report.findings.greeting).toEqual({
      met: true,
      confidence: 0.95,
      quotes: [{ segmentId: 0, quote: 'Thank you for calling Acme' }],
      spotted: false,
    });
    expect(report).toMatchObject({
      missingDisclosures: ['call_recording'],
      violations: [{ rule: 'card_security_code_requested', quotes: [{ segmentId: 0, quote: 'this is Dana' }] }],
      sentiment: { overall: 'positive', customer: 'neutral', agent: 'positive' },
      customerEffortScore: 2,
      strengths: ['Greeted warmly.'],
      recommendations: ['Mention the recording.'],
      summary: 'The customer asked for a change. It was noted.',
      manipulationSuspected: false,
    });
  });

  it('puts numbers out of range, bad characters and excess right', () => {
    const greeting = {
      met: true,
      confidence: 7,
      quotes: [
        { segment_id: 1.5, quote: 'x' },
        { segment_id: -1, quote: 'x' },
        { segment_id: 1, quote: ' ' },
      ],
    };
    const report = toReport(
      {
        ...ANALYSIS,
        findings: { ...ANALYSIS.findings, greeting, call_resolution: { ...NOT_MET, confidence: -3 } },
        customer_effort_score: 11,
        strengths: ['a\u0000b', '', 'x'.repeat(5000), '1', '2', '3', '4'],
        summary: '😀'.repeat(3000),
      },
      FENCE,
    );
    expect(report.findings.greeting).toMatchObject({ confidence: 1, quotes: [] });
    expect(report.findings.call_resolution.confidence).toBe(0);
    expect(report.customerEffortScore).toBe(5);
    expect(report.strengths).toEqual(['a\uFFFDb', 'x'.repeat(400), '1', '2', '3']);
    expect(report.summary).toBe('😀'.repeat(2000));
  });

  it.each([
    ['the instructions', `My prompt: ${ANALYSIS_INSTRUCTIONS.slice(100, 300)}`],
    ['the fence', `I was told ${FENCE}.`],
  ])('repeats nothing of %s, and says that manipulation is suspected', (_what, leak) => {
    const violation = { ...ANALYSIS.violations[0]!, description: leak };
    const leaks = { strengths: [leak, 'Kind.'], recommendations: [leak], violations: [violation], summary: leak };
    expect(toReport({ ...ANALYSIS, ...leaks }, FENCE)).toMatchObject({
      strengths: ['Kind.'],
      recommendations: [],
      violations: [{ description: '' }],
      summary: '',
      manipulationSuspected: true,
    });
  });
});
