import { describe, expect, it } from 'vitest';
import {
  CALL_LINES,
  CLEAR_TRANSCRIPT,
  FINDING_NAMES,
  judge,
  proposeFinding,
  reportOf,
  transcriptOf,
} from '../../support/judged-call.js';
import { segmentsOf } from '../../support/segments.js';

describe('a party that was not heard well', () => {
  const unclear = (role: 'agent' | 'customer') =>
    transcriptOf(
      CLEAR_TRANSCRIPT.segments.map((segment) =>
        segment.speaker === role
          ? { ...segment, words: (segment.words ?? []).map((word) => ({ ...word, confidence: 0.64 })) }
          : segment,
      ),
    );

  it('makes findings that do not hold not assessable; findings with a quotation hold', () => {
    const { compliance, coaching, observations, summary } = judge(
      reportOf(
        {
          greeting: proposeFinding(null),
          mandatory_disclosures: proposeFinding(null),
          purpose_declaration: proposeFinding([0, 'invented words']),
        },
        {
          missingDisclosures: ['Recording'],
          observations: [
            {
              rule: 'closing',
              category: 'agent_practice',
              description: 'Closed.',
              speaker: 'agent',
              observed: false,
              confidence: 0.7,
              quotes: [],
            },
          ],
        },
      ),
      unclear('agent'),
    );
    const notAssessable = { performed: false, assessable: false, flagged: true, confidence: 0, evidence: '' };
    expect(compliance.mandatory_disclosures).toMatchObject({ ...notAssessable, missing: [] });
    expect(compliance.purpose_declaration).toMatchObject(notAssessable);
    expect(compliance.identity_verification).toMatchObject({ performed: true, assessable: true });
    expect(compliance.score).toBe(100);
    expect(coaching.recommendations).toEqual([]);
    expect(observations).toEqual([]);
    expect(summary).toContain('not assessable');
  });

  it('leaves a score null when no finding is assessable', () => {
    const none = Object.fromEntries(FINDING_NAMES.map((name) => [name, proposeFinding(null)]));
    const { compliance, quality } = judge(reportOf(none), unclear('agent'));
    expect(compliance.score).toBeNull();
    expect(quality.overall_score).toBeNull();
    expect(quality.call_resolution).toMatchObject({ resolved: false, assessable: false });
  });

  it('is one with a mean word confidence below 0.65; without confidences every party counts as heard well', () => {
    for (const confidence of [0.65, null]) {
      const transcript = transcriptOf(segmentsOf(CALL_LINES, { words: true, confidence }));
      expect(judge(reportOf({ greeting: proposeFinding(null) }), transcript).quality.greeting.assessable).toBe(true);
    }
  });

  it('cannot be credited with a spotted phrase', () => {
    const spotted = [{ phrase: 'call is recorded', speaker: 'agent' as const, startMs: 1, endMs: 2 }];
    const report = reportOf({ mandatory_disclosures: proposeFinding(null, { met: true, spotted: true }) });
    expect(judge(report, { ...unclear('agent'), spotted }).compliance.mandatory_disclosures).toMatchObject({
      performed: false,
      assessable: false,
    });
  });

  it('makes only a missing resolution not assessable when it is the customer', () => {
    const { compliance, quality } = judge(
      reportOf({ call_resolution: proposeFinding(null), greeting: proposeFinding(null) }),
      unclear('customer'),
    );
    expect(quality.call_resolution).toMatchObject({ resolved: false, assessable: false });
    expect(quality.greeting).toMatchObject({ present: false, assessable: true });
    expect(compliance.score).toBe(100);
  });

  it('is the agent when roles are unknown: only the resolution can then be judged', () => {
    const unknown = transcriptOf(
      CLEAR_TRANSCRIPT.segments.map((segment) => ({
        ...segment,
        speaker: segment.speaker === 'agent' ? 'speaker_0' : 'speaker_1',
      })),
    );
    const { compliance, quality } = judge(reportOf(), unknown);
    expect(compliance).toMatchObject({
      identity_verification: { performed: false, assessable: false },
      score: null,
    });
    expect(quality.call_resolution).toMatchObject({ resolved: true, citations: [{ speaker: 'speaker_1' }] });
    expect(quality.sentiment_analysis).toEqual({
      overall_sentiment: 'positive',
      customer_sentiment: 'neutral',
      agent_sentiment: 'neutral',
    });
    expect(quality.overall_score).toBe(100);
  });

  it('is the agent when turns have no role, unless diarization shows that they are a third voice', () => {
    const segments = CLEAR_TRANSCRIPT.segments.map((segment) =>
      segment.id === 4 ? { ...segment, speaker: 'speaker_0' as const } : segment,
    );
    const greeting = (method: 'content' | 'model') =>
      judge(
        reportOf({ greeting: proposeFinding(null) }),
        transcriptOf(segments, { diarization: { method, roleConfidence: 0.8 } }),
      ).quality.greeting.assessable;
    expect(greeting('content')).toBe(false);
    expect(greeting('model')).toBe(true);
  });
});
