import { describe, expect, it } from 'vitest';
import type { AnalystReport, ProposedFinding } from '../../src/ports/call-analyst.js';
import { FINDING_NAMES } from '../../src/ports/findings.js';
import {
  CLEAR_TRANSCRIPT,
  denyFinding,
  FAILED_TRANSCRIPT,
  findingIn,
  HONEST_QUOTES,
  judge,
  OPPOSITE_QUOTES,
  proposeFinding,
  type Quote,
  reportOf,
  transcriptOf,
} from '../support/builders/judged-call.js';

const NOT_ASSESSABLE = {
  holds: false,
  confidence: 0,
  evidence: '',
  flagged: true,
  assessable: false,
  citations: [],
};

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
      source: 'system',
      system: null,
    });
    expect(compliance.score, 'compliance score').toBe(100);
    expect(quality.overall_score, 'quality score').toBe(100);
    expect(quality.call_resolution).toMatchObject({ resolved: true, citations: [{ speaker: 'customer' }] });
  });

  it.each([
    ['invented', [2, 'Can you tell me your mother maiden name?']],
    ['paraphrased', [2, 'What was the date of your birth?']],
    ["the customer's words", [3, 'The fourth of March']],
    ['nothing', [2, '']],
    ['punctuation', [2, '?!?!?!']],
  ] as const)('are not assessable, for or against, when the quotation is %s', (_, quote) => {
    for (const name of FINDING_NAMES.filter((each) => each !== 'call_resolution')) {
      for (const finding of [proposeFinding(quote), denyFinding([quote])]) {
        expect(findingIn(judge(reportOf({ [name]: finding })), name)).toEqual(NOT_ASSESSABLE);
      }
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

  it.each(FINDING_NAMES)('are false only with a quotation of the opposite, and cite it: %s', (name) => {
    const quotes = OPPOSITE_QUOTES[name];
    const finding = findingIn(judge(reportOf({ [name]: denyFinding(quotes) }), FAILED_TRANSCRIPT), name);
    expect(finding).toMatchObject({ holds: false, assessable: true, confidence: 0.9, flagged: true });
    expect(finding.citations.map(({ quote }) => quote).toSorted()).toEqual(quotes.map(([, quote]) => quote).toSorted());
    expect(finding.evidence).not.toBe('');
    expect(findingIn(judge(reportOf({ [name]: denyFinding([]) }), FAILED_TRANSCRIPT), name)).toEqual(NOT_ASSESSABLE);
  });

  it('are not false by what the other party said', () => {
    const quote = [1, 'My line has been dead for a week'] as const;
    for (const name of FINDING_NAMES.filter((each) => each !== 'call_resolution')) {
      const results = judge(reportOf({ [name]: denyFinding([quote]) }), FAILED_TRANSCRIPT);
      expect(findingIn(results, name)).toEqual(NOT_ASSESSABLE);
    }
  });

  it.each(['greeting', 'mandatory_disclosures'] as const)('are not false by words after the opening: %s', (name) => {
    const late = denyFinding([[4, 'Your balance is ninety dollars.']]);
    expect(findingIn(judge(reportOf({ [name]: late }), FAILED_TRANSCRIPT), name)).toEqual(NOT_ASSESSABLE);
    const inSecondTurn = denyFinding([[2, 'Read me your card number.']]);
    expect(
      findingIn(judge(reportOf({ [name]: inSecondTurn }), FAILED_TRANSCRIPT), name).assessable,
      `${name} can be assessed`,
    ).toBe(true);
  });

  it('name missing disclosures only where the disclosures are proved missing', () => {
    const missing = (finding: ProposedFinding) =>
      judge(reportOf({ mandatory_disclosures: finding }, { missingDisclosures: ['call_recording'] }), FAILED_TRANSCRIPT)
        .compliance.mandatory_disclosures.missing;
    expect(missing(denyFinding(OPPOSITE_QUOTES.mandatory_disclosures))).toEqual(['call_recording']);
    expect(missing(denyFinding([]))).toEqual([]);
    expect(missing(proposeFinding([0, 'Billing. Which account is it?']))).toEqual([]);
  });

  it('show the first of their longest quotations', () => {
    const quotes = ['your date', 'I understand', 'What is your'].map((quote) => ({ segmentId: 2, quote }));
    const finding = proposeFinding(null, { met: true, quotes });
    const { evidence } = judge(reportOf({ identity_verification: finding })).compliance.identity_verification;
    expect(evidence, 'Another quotation stands for the finding').toBe('I understand');
  });

  it('may rest on an answer that begins with the trouble, where both speak at once', () => {
    const [trouble, answer] = OPPOSITE_QUOTES.empathetic_language as readonly [Quote, Quote];
    const segments = FAILED_TRANSCRIPT.segments.map((each) => (each.id === 2 ? { ...each, startMs: 6500 } : each));
    expect(segments[1]?.startMs, 'The customer begins at another time').toBe(6500);
    const denied = reportOf({ empathetic_language: denyFinding([trouble, answer]) });
    const finding = findingIn(judge(denied, { ...FAILED_TRANSCRIPT, segments }), 'empathetic_language');
    expect(finding.assessable, 'An answer at the same time is none').toBe(true);
  });

  it("need the customer's trouble and the agent's answer after it for a lack of empathy", () => {
    const [trouble, answer] = OPPOSITE_QUOTES.empathetic_language as readonly [Quote, Quote];
    const empathy = (...quotes: Quote[]) =>
      findingIn(
        judge(reportOf({ empathetic_language: denyFinding(quotes) }), FAILED_TRANSCRIPT),
        'empathetic_language',
      );
    expect(empathy(trouble, answer)).toMatchObject({ assessable: true, evidence: 'That is hardly our problem.' });
    expect(empathy(trouble)).toEqual(NOT_ASSESSABLE);
    expect(empathy(answer)).toEqual(NOT_ASSESSABLE);
    expect(empathy([5, 'nothing has been solved'], answer)).toEqual(NOT_ASSESSABLE);
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
    expect(spot('customer')).toMatchObject({ performed: false, assessable: false, flagged: true });
  });

  it('are not assessable when the analyst cannot judge them, whatever else it says [settled 7]', () => {
    for (const finding of [
      proposeFinding(null),
      proposeFinding(HONEST_QUOTES.greeting),
      denyFinding([[0, 'Billing']]),
    ]) {
      const greeting = { ...finding, assessable: false };
      expect(findingIn(judge(reportOf({ greeting })), 'greeting')).toEqual(NOT_ASSESSABLE);
    }
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
    expect(compliance.score, 'compliance score after one violation').toBe(80);
  });

  it('cost 20 points for each rule, nothing below confidence 0.6, and the score stays at least 0', () => {
    const score = (...violations: AnalystReport['violations']) => judge(reportOf({}, { violations })).compliance.score;
    const quote = 'I only need the last four digits';
    expect(
      score(violation('a', quote), violation('a', 'For your security')),
      'compliance score after two breaches of one rule',
    ).toBe(80);
    expect(score(violation('a', quote, 0.59)), 'A violation of confidence 0.59 costs points').toBe(100);
    expect(score(violation('a', quote, 0.6)), 'A violation of confidence 0.6 costs nothing').toBe(80);
    expect(
      score(...['a', 'b', 'c', 'd', 'e', 'f'].map((rule) => violation(rule, quote))),
      'compliance score after six violations',
    ).toBe(0);
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

  it('beyond fifty are left out', () => {
    const many = Array.from({ length: 60 }, (_, at) => violation(`rule ${at}`, 'I only need the last four digits'));
    const observed = many.map((each) => ({
      ...each,
      category: 'agent_practice' as const,
      speaker: 'agent' as const,
      observed: true,
    }));
    const { compliance, observations } = judge(reportOf({}, { violations: many, observations: observed }));
    expect(compliance.violations.at(-1)?.rule, 'More violations than fifty are stored').toBe('rule 49');
    expect(observations.at(-1)?.rule, 'More observations than fifty are stored').toBe('rule 49');
  });
});
