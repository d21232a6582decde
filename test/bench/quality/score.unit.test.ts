// Checks the scores of `npm run bench -- --only quality` with calls that are small enough to count by hand.
import { describe, expect, it } from 'vitest';
import { score, sum } from '../../../bench/quality/score.mjs';

const REFERENCE = {
  turns: [
    { speaker: 'agent', startMs: 0, endMs: 2000, text: 'This call is recorded.' },
    { speaker: 'customer', startMs: 2500, endMs: 4500, text: 'I want my money back!' },
    { speaker: 'agent', startMs: 5000, endMs: 6000, text: 'Goodbye.' },
  ],
  facts: [
    { rule: 'recording_disclosure', speaker: 'agent', quote: 'this call is recorded', turn: 0 },
    { rule: 'billing_problem', speaker: 'customer', quote: 'money back', turn: 1 },
    { rule: 'greeting', speaker: 'agent', quote: null },
  ],
  expected: {
    findings: { mandatory_disclosures: true, greeting: false },
    violations: [],
    observations: ['recording_disclosure', 'billing_problem'],
  },
};

const CITATION = { segment_id: 0, speaker: 'agent', start: 0, end: 2, quote: 'this call is recorded' };

function analysis(changes: { speakers?: string[]; citation?: object; confidence?: number; rule?: string } = {}) {
  const { speakers = ['agent', 'customer', 'agent'], citation = CITATION, confidence = 0.9, rule } = changes;
  const texts = ['this call is recorded', 'i want my monkey back', 'good bye'];
  const segments = REFERENCE.turns.map(({ startMs, endMs }, id) => {
    return { id, speaker: speakers[id], start: startMs / 1000, end: endMs / 1000, text: texts[id], words: null };
  });
  return {
    transcript: { segments, diarization: { method: 'channel', role_confidence: confidence } },
    results: {
      compliance: {
        mandatory_disclosures: {
          performed: true,
          assessable: true,
          evidence: 'this call is recorded',
          citations: [citation],
        },
        violations: [],
        score: 100,
      },
      quality: { greeting: { present: false, assessable: true, evidence: '', citations: [] }, overall_score: 0 },
      observations: [
        { rule: rule ?? 'recording_disclosure', observed: true, evidence: '', citations: [CITATION] },
        { rule: 'closing', observed: false, evidence: '', citations: [] },
      ],
    },
  };
}

describe('a call that was mostly understood', () => {
  it('has its errors counted, word by word', () => {
    // "monkey" for "money" is one error; "good bye" for "goodbye" is two: a substitution and an insertion.
    expect(score(analysis(), REFERENCE).words).toEqual({ said: 10, errors: 3 });
  });

  it('has its planted facts and its claims counted', () => {
    const { facts, claims } = score(analysis(), REFERENCE);
    expect(facts).toEqual({ planted: 3, found: 2, missed: ['billing_problem'] });
    expect(claims).toEqual({ made: 2, right: 2, false: [] });
    expect(score(analysis({ rule: 'churn_threat' }), REFERENCE).claims).toEqual({
      made: 2,
      right: 1,
      false: ['churn_threat'],
    });
  });

  it('has no claims counted where the reference does not say what may be claimed', () => {
    const { expected: _, ...reference } = REFERENCE;
    expect(score(analysis(), reference).claims).toBeNull();
    expect(sum([score(analysis(), reference)])).toMatchObject({ claims: 0, planted: 3, found: 2 });
  });
});

describe('roles', () => {
  it.each([
    [['agent', 'customer', 'agent'], 0.9, { right: 3, wrong: 0, unassigned: 0, wrongConfident: 0 }],
    [['customer', 'agent', 'customer'], 0.9, { right: 0, wrong: 3, unassigned: 0, wrongConfident: 3 }],
    [['customer', 'agent', 'customer'], 0.7, { right: 0, wrong: 3, unassigned: 0, wrongConfident: 0 }],
    [['agent', 'speaker_1', 'agent'], 0.9, { right: 2, wrong: 0, unassigned: 1, wrongConfident: 0 }],
  ])('%j at %d', (speakers, confidence, counts) => {
    expect(score(analysis({ speakers, confidence }), REFERENCE).roles).toMatchObject(counts);
  });
});

describe('a quotation', () => {
  it('is faithful as it stands', () => {
    expect(score(analysis(), REFERENCE).evidence).toEqual({ quotations: 3, faithful: 3 });
  });

  it.each([
    ['of another speaker', { ...CITATION, speaker: 'customer' }, 2],
    ['of another segment', { ...CITATION, segment_id: 1 }, 2],
    ['of no segment', { ...CITATION, segment_id: 9 }, 2],
    ['out of time', { ...CITATION, end: 3 }, 2],
    ['in other words, which its evidence then lacks too', { ...CITATION, quote: 'this call was recorded' }, 1],
  ])('is not faithful %s', (_, citation, faithful) => {
    expect(score(analysis({ citation }), REFERENCE).evidence).toEqual({ quotations: 3, faithful });
  });
});
