import { describe, expect, it } from 'vitest';
import { CLEAR_TRANSCRIPT, hearingOf, judge, reportOf, transcriptOf } from '../../support/judged-call.js';
import { segmentsOf } from '../../support/segments.js';

describe('stored text', () => {
  it('is accepted by Postgres and bounded in length and number', () => {
    const { summary, coaching } = judge(
      reportOf(
        {},
        {
          summary: `a\u0000b\ud800c\n${'x'.repeat(9000)}`,
          strengths: ['  ', `${'😀'.repeat(600)}`, ...Array.from({ length: 90 }, () => 'kind')],
          customerEffortScore: 9.4,
        },
      ),
    );
    expect(summary.startsWith('a b\ufffdc x')).toBe(true);
    expect([...summary].length).toBe(4000);
    expect(coaching.strengths.length).toBeLessThanOrEqual(50);
    expect([...(coaching.strengths[0] ?? '')].length).toBe(500);
    expect(coaching.customer_effort_score).toBe(5);
    expect(judge(reportOf({}, { customerEffortScore: null })).coaching.customer_effort_score).toBeNull();
  });
});

describe('a call without words', () => {
  it.each([
    ['no segments', transcriptOf([], { language: null }), reportOf()],
    ['segments without words', transcriptOf(segmentsOf([['agent', ' … ']])), reportOf()],
    ['no report', CLEAR_TRANSCRIPT, null],
  ])('has no score and no assessable finding: %s', (_, transcript, report) => {
    const { compliance, quality, coaching, summary, ...rest } = judge(report, transcript);
    for (const name of [
      'identity_verification',
      'privacy_protection',
      'mandatory_disclosures',
      'purpose_declaration',
    ] as const) {
      expect(compliance[name]).toMatchObject({ performed: false, flagged: true, assessable: false, citations: [] });
    }
    expect(compliance.score).toBeNull();
    expect(quality).toMatchObject({
      sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' },
      call_resolution: { resolved: false, flagged: true },
      greeting: { present: false, flagged: true },
      professionalism: { present: false, flagged: true, assessable: false },
      overall_score: null,
    });
    expect(coaching).toEqual({ customer_effort_score: null, strengths: [], recommendations: [] });
    expect(summary).toContain('No speech');
    expect(rest).toEqual({ observations: [], manipulation_suspected: false });
  });
});

describe("the service's own sentences", () => {
  const unclear = { ...CLEAR_TRANSCRIPT, hearing: hearingOf('bad') };
  const GERMAN = /Der Agent war/;
  const ENGLISH = /The agent could not be told apart/;

  it.each([
    ['the output language', 'en', 'de', GERMAN],
    ['the output language with a region', 'en', 'de-AT', GERMAN],
    ['the language of the call, where none is asked for', 'de', null, GERMAN],
    ['the output language rather than that of the call', 'de', 'en', ENGLISH],
    ['English for a language without sentences', 'de', 'fr', ENGLISH],
    ['English where no language is known', null, null, ENGLISH],
  ])('are in %s', (_, language, outputLanguage, sentence) => {
    const { summary } = judge(reportOf(), { ...unclear, language }, outputLanguage);
    expect(summary).toMatch(new RegExp(`^A dead line\\. ${sentence.source}`));
  });

  it('are the summary of a call without speech', () => {
    expect(judge(null, transcriptOf([], { language: null }), 'de').summary).toMatch(/^In /);
  });

  it('are left out where the agent was heard well or it is not known how well', () => {
    for (const hearing of ['good', 'unknown'] as const) {
      expect(judge(reportOf(), { ...CLEAR_TRANSCRIPT, hearing: hearingOf(hearing) }).summary).toBe('A dead line.');
    }
  });
});
