import { describe, expect, it } from 'vitest';
import type { AnalystReport } from '../../../src/ports/call-analyst.js';
import {
  CLEAR_TRANSCRIPT,
  FINDING_NAMES,
  HONEST_QUOTES,
  judge,
  proposeFinding,
  reportOf,
  transcriptOf,
} from '../../support/judged-call.js';

describe('findings', () => {
  it('hold with a quotation that is in the transcript, and cite it', () => {
    const { compliance, quality } = judge(reportOf());
    expect(compliance.identity_verification).toEqual({
      performed: true,
      confidence: 0.9,
      evidence: 'What is your date of birth?',
      flagged: false,
      assessable: true,
      citations: [
        {
          segment_id: 2,
          speaker: 'agent',
          start: (CLEAR_TRANSCRIPT.segments[2]!.startMs + 1800) / 1000,
          end: CLEAR_TRANSCRIPT.segments[2]!.endMs / 1000,
          quote: 'What is your date of birth?',
          verification: 'verified',
        },
      ],
    });
    expect(compliance.score).toBe(100);
    expect(quality.overall_score).toBe(100);
    expect(quality.call_resolution).toMatchObject({ resolved: true, citations: [{ speaker: 'customer' }] });
  });

  it.each([
    ['invented', [2, 'Can you tell me your mother maiden name?']],
    ['paraphrased', [2, 'What was the date of your birth?']],
    ["the customer's words", [3, 'The fourth of March']],
    ['nothing', [2, '']],
    ['punctuation', [2, '?!?!?!']],
  ] as const)('do not hold when the quotation is %s', (_, quote) => {
    for (const name of FINDING_NAMES.filter((each) => each !== 'call_resolution')) {
      const results = judge(reportOf({ [name]: proposeFinding(quote) }));
      const judged = { ...results.compliance, ...results.quality }[name as 'greeting'];
      expect(judged).toMatchObject({ confidence: 0, evidence: '', flagged: true, assessable: true, citations: [] });
      expect('performed' in judged ? judged.performed : judged.present).toBe(false);
    }
  });

  it('keep the quotations that were said, each once, and drop the others', () => {
    const mixed = proposeFinding(null, {
      met: true,
      quotes: [
        { segmentId: 2, quote: 'Never said at all' },
        { segmentId: 2, quote: 'your date of birth' },
        { segmentId: 0, quote: 'YOUR DATE OF BIRTH' },
        { segmentId: 2, quote: 'What is your' },
      ],
    });
    expect(judge(reportOf({ identity_verification: mixed })).compliance.identity_verification).toMatchObject({
      performed: true,
      evidence: 'your date of birth',
      citations: [
        { quote: 'your date of birth', verification: 'verified' },
        { quote: 'What is your', verification: 'verified' },
      ],
    });
  });

  it('cite nothing when the analyst says not met', () => {
    const denied = proposeFinding(HONEST_QUOTES.greeting, { met: false, confidence: 0.8 });
    expect(judge(reportOf({ greeting: denied })).quality.greeting).toEqual({
      present: false,
      confidence: 0.8,
      evidence: '',
      flagged: true,
      assessable: true,
      citations: [],
    });
  });

  it('are flagged below confidence 0.6, and their confidence is clamped to 0 to 1', () => {
    const greetingWith = (confidence: number) =>
      judge(reportOf({ greeting: proposeFinding(HONEST_QUOTES.greeting, { confidence }) })).quality.greeting;
    expect(greetingWith(0.59)).toMatchObject({ present: true, confidence: 0.59, flagged: true });
    expect(greetingWith(0.6)).toMatchObject({ confidence: 0.6, flagged: false });
    expect([greetingWith(7).confidence, greetingWith(-1).confidence, greetingWith(Number.NaN).confidence]).toEqual([
      1, 0, 0,
    ]);
  });

  it('hold on a spotted phrase alone only if the required speaker said it, and are then flagged', () => {
    const spot = (speaker: 'agent' | 'customer') =>
      judge(
        reportOf({ mandatory_disclosures: proposeFinding(null, { met: true, spotted: true }) }),
        transcriptOf(CLEAR_TRANSCRIPT.segments, {
          spotted: [{ phrase: 'call is recorded', speaker, startMs: 1, endMs: 2 }],
        }),
      ).compliance.mandatory_disclosures;
    expect(spot('agent')).toMatchObject({
      performed: true,
      confidence: 0.55,
      evidence: '',
      flagged: true,
      citations: [],
    });
    expect(spot('customer')).toMatchObject({ performed: false, flagged: true });
  });

  it('are not assessable when the analyst cannot judge them', () => {
    expect(judge(reportOf({ greeting: proposeFinding(null, { assessable: false }) })).quality.greeting).toMatchObject({
      present: false,
      assessable: false,
      flagged: true,
    });
  });
});

describe('violations and observations', () => {
  const violation = (rule: string, quote: string, confidence = 0.9, segmentId = 4) => ({
    rule,
    description: 'Asked for it.',
    confidence,
    quotes: [{ segmentId, quote }],
  });

  it('are reported only with a quotation that the agent said', () => {
    const { compliance } = judge(
      reportOf(
        {},
        {
          violations: [
            violation('card', 'I only need the last four digits'),
            violation('invented', 'give me your security code'),
            violation('of_customer', 'I want my money back', 0.9, 1),
            { rule: 'unquoted', description: 'Bad.', confidence: 1, quotes: [] },
          ],
        },
      ),
    );
    expect(compliance.violations).toMatchObject([
      { rule: 'card', evidence: 'I only need the last four digits', flagged: true, citations: [{ segment_id: 4 }] },
    ]);
    expect(compliance.score).toBe(80);
  });

  it('cost 20 points for each rule, nothing below confidence 0.6, and the score stays at least 0', () => {
    const score = (...violations: AnalystReport['violations']) => judge(reportOf({}, { violations })).compliance.score;
    const quote = 'I only need the last four digits';
    expect(score(violation('a', quote), violation('a', 'For your security'))).toBe(80);
    expect(score(violation('a', quote, 0.59))).toBe(100);
    expect(score(...['a', 'b', 'c', 'd', 'e', 'f'].map((rule) => violation(rule, quote)))).toBe(0);
  });

  it('need a quotation that the named speaker said, when they are observations', () => {
    const observation = {
      rule: 'refund',
      category: 'agent_practice' as const,
      description: 'Committed to a refund.',
      speaker: 'agent' as const,
      observed: true,
      confidence: 0.8,
      quotes: [{ segmentId: 4, quote: 'I have sent the refund' }],
    };
    const { observations } = judge(
      reportOf({}, { observations: [observation, { ...observation, rule: 'swapped', speaker: 'customer' }] }),
    );
    expect(observations).toEqual([
      expect.objectContaining({ rule: 'refund', observed: true, evidence: 'I have sent the refund' }),
    ]);
  });
});
