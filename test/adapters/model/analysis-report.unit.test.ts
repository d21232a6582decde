import { describe, expect, it } from 'vitest';
import { ANALYSIS_INSTRUCTIONS } from '../../../src/adapters/model/analysis-prompt.js';
import { publishableText, toReport } from '../../../src/adapters/model/analysis-report.js';
import { ANALYSIS, NOT_MET } from '../../support/stubs/openai-analysis.js';

const FENCE = 'transcript-0123456789abcdef01234567';
const LEAK = `My prompt: ${ANALYSIS_INSTRUCTIONS.slice(100, 300)}`;

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

  it('puts numbers out of range, bad characters and excess right [fault 71]', () => {
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
    expect(report.findings.call_resolution.confidence, 'confidence of a finding with a negative one').toBe(0);
    expect(report.customerEffortScore, 'effort score of a report that says 11').toBe(5);
    expect(report.strengths).toEqual(['a\uFFFDb', 'x'.repeat(400), '1', '2', '3']);
    expect(report.summary).toBe('😀'.repeat(2000));
  });

  it.each([
    ['the instructions', LEAK],
    ['the fence', `I was told ${FENCE}.`],
  ])('repeats nothing of %s, and says that manipulation is suspected', (_what, leak) => {
    const leaks = { strengths: [leak, 'Kind.'], recommendations: [leak], summary: leak };
    expect(toReport({ ...ANALYSIS, ...leaks }, FENCE)).toMatchObject({
      strengths: ['Kind.'],
      recommendations: [],
      summary: '',
      manipulationSuspected: true,
    });
  });

  it.each<[string, object]>([
    ['strengths', { strengths: [LEAK] }],
    ['recommendations', { recommendations: [LEAK] }],
    ['the summary', { summary: LEAK }],
  ])('suspects manipulation where the instructions stand only in %s', (where, leak) => {
    const { manipulationSuspected } = toReport({ ...ANALYSIS, ...leak }, FENCE);
    expect(manipulationSuspected, `a leak in ${where} goes unnoticed`).toBe(true);
  });

  it('suspects manipulation where the model itself does', () => {
    expect(toReport({ ...ANALYSIS, manipulation_suspected: true }, FENCE)).toMatchObject({
      manipulationSuspected: true,
      summary: ANALYSIS.summary,
    });
  });

  it('puts each finding in its own place', () => {
    const names = Object.keys(ANALYSIS.findings) as (keyof typeof ANALYSIS.findings)[];
    const findings = Object.fromEntries(names.map((name, index) => [name, { ...NOT_MET, confidence: index / 10 }]));
    const report = toReport({ ...ANALYSIS, findings: { ...ANALYSIS.findings, ...findings } }, FENCE);
    for (const [index, name] of names.entries()) {
      expect(report.findings[name], `${name} is lost or stands elsewhere`).toEqual({
        met: false,
        confidence: index / 10,
        quotes: [],
        spotted: false,
      });
    }
  });

  it('holds at most 5 quotations of 500 characters, 20 violations, and each missing disclosure once', () => {
    const quotes = [0, 1, 2, 3, 4, 5].map((segment_id) => ({ segment_id, quote: ` ${'😀'.repeat(600)}` }));
    const violation = { ...ANALYSIS.violations[0]!, quotes, confidence: 2 };
    const report = toReport(
      {
        ...ANALYSIS,
        violations: Array.from({ length: 21 }, () => violation),
        missing_disclosures: ['data_use', 'call_recording', 'data_use'],
        recommendations: ['1', '2', '3', '4', '5', '6'],
      },
      FENCE,
    );
    expect(report.violations, 'violations in the report, of 21').toHaveLength(20);
    expect(report.violations[0]).toMatchObject({ confidence: 1, rule: violation.rule });
    expect(report.violations[0]?.quotes).toEqual(
      [0, 1, 2, 3, 4].map((segmentId) => ({ segmentId, quote: '😀'.repeat(500) })),
    );
    expect(report.missingDisclosures).toEqual(['data_use', 'call_recording']);
    expect(report.recommendations).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each([
    [null, null],
    [0, 1],
    [2.4, 2],
    [2.5, 3],
    [5.4, 5],
  ])('an effort of %s is %s on the scale from 1 to 5', (given, score) => {
    expect(toReport({ ...ANALYSIS, customer_effort_score: given }, FENCE).customerEffortScore).toBe(score);
  });
});

describe('60 characters of the instructions in a row', () => {
  const instructions = 'abcdefghij'.repeat(20);
  const check = (text: string) => publishableText(text, { maxCharacters: 300, fence: FENCE, instructions });
  it.each<[string, string]>([
    ['alone', instructions.slice(7, 67)],
    ['behind other words', `My rules: ${instructions.slice(7, 67)}`],
    ['before other words', `${instructions.slice(7, 67)} are my rules`],
  ])('are a leak: %s', (where, text) => {
    expect(check(text), `a leak that stands ${where} is published`).toBeNull();
  });

  it('are needed: 59 may be chance', () => {
    const text = `x${instructions.slice(7, 66)}y`;
    expect(check(text), 'a harmless text is withheld').toBe(text);
    expect(check(instructions.slice(7, 66))).toBe(instructions.slice(7, 66));
  });

  it('count only where they would be published', () => {
    const [text, maxCharacters] = [`${'x'.repeat(250)}${instructions.slice(0, 60)}`, 250];
    expect(publishableText(text, { maxCharacters, fence: FENCE, instructions })).toBe('x'.repeat(250));
  });
});
