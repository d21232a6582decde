import { describe, expect, it } from 'vitest';
import { withoutWords } from '../../../src/redaction/stored/without-words.js';

const citation = {
  segment_id: 3,
  speaker: 'agent',
  start: 1,
  end: 2,
  quote: 'my pin is 1234',
  verification: 'verified',
};

describe('texts of a call without its transcript', () => {
  it('keep scores, verdicts and names of rules, and no quotation, sentence or note', () => {
    const results = {
      compliance: {
        score: 80,
        identity_verification: {
          performed: true,
          confidence: 0.9,
          evidence: citation.quote,
          flagged: false,
          citations: [citation],
        },
        violations: [
          {
            rule: 'pin_requested',
            description: 'Asked for it.',
            evidence: citation.quote,
            citations: [citation],
            upheld: true,
          },
          { rule: 'The agent said my pin is 1234', description: '', citations: [] },
        ],
      },
      coaching: { customer_effort_score: 2, strengths: ['Said my pin is 1234.'], recommendations: [] },
      summary: 'The customer said: my pin is 1234.',
    };
    const left = withoutWords('judged', JSON.stringify(results)) ?? '';
    expect(left).not.toContain('1234');
    expect(JSON.parse(left)).toMatchObject({
      compliance: {
        score: 80,
        identity_verification: { performed: true, confidence: 0.9, evidence: '', citations: [] },
        violations: [{ rule: 'pin_requested', upheld: true, citations: [] }, { rule: '' }],
      },
      coaching: { customer_effort_score: 2, strengths: [] },
      summary: '',
    });
  });

  it('keep what a reviewer and an agent decided, without what they wrote', () => {
    const given = [{ question: 'thanks', answer: 'yes', note: 'heard', quotes: [citation], reviewerId: 'mara' }];
    expect(JSON.parse(withoutWords('judged', JSON.stringify(given)) ?? '')).toEqual([
      { question: 'thanks', answer: 'yes', note: '', quotes: [], reviewerId: 'mara' },
    ]);
    const disputed = [{ question: 'thanks', answer: 'no', answered_by: 'mara', claim: 'yes', note: 'I did say it.' }];
    expect(JSON.parse(withoutWords('judged', JSON.stringify(disputed)) ?? '')).toEqual([{ ...disputed[0], note: '' }]);
  });

  it('tell which segments were put right, and no longer how', () => {
    const changes = {
      swapRoles: true,
      speakers: { speaker_1: 'agent' },
      segments: [{ id: 2, text: 'my pin', speaker: 'agent' }],
    };
    expect(JSON.parse(withoutWords('changes', JSON.stringify(changes)) ?? '')).toEqual({
      ...changes,
      segments: [{ id: 2 }],
    });
    expect(withoutWords('note', 'my pin')).toBeNull();
    expect(withoutWords('transcript', '{"text":"my pin"}')).toBeNull();
  });
});
