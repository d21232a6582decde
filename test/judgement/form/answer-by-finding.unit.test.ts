// Questions answered by built-in findings, violations and observations.
import { describe, expect, it } from 'vitest';
import type { AnalystReport } from '../../../src/ports/call-analyst.js';
import { FINDING_NAMES } from '../../../src/ports/findings.js';
import type { Transcript } from '../../../src/ports/transcript.js';
import {
  CLEAR_TRANSCRIPT,
  denyFinding,
  FAILED_TRANSCRIPT,
  hearingOf,
  judge,
  OPPOSITE_QUOTES,
  proposeFinding,
  reportOf,
} from '../../support/builders/judged-call.js';
import { answerOf, byFinding, callOf, judgeQuestion } from '../../support/builders/judged-form.js';

const badlyHeard: Transcript = { ...CLEAR_TRANSCRIPT, hearing: hearingOf('bad') };

describe('a built-in finding', () => {
  it.each(FINDING_NAMES)('%s answers by its own result alone', (name) => {
    const report = reportOf({ [name]: proposeFinding(null) });
    const call = callOf(undefined, { results: judge(report) });
    const holding = FINDING_NAMES.filter(
      (each) => judgeQuestion(byFinding(each, { speaker: null }), null, call).answer === 'yes',
    );
    expect(holding, `Without ${name}, other findings than the rest hold`).toEqual(
      FINDING_NAMES.filter((each) => each !== name),
    );
  });

  it.each(FINDING_NAMES)('%s that is proved false answers otherwise', (name) => {
    const report = reportOf({ [name]: denyFinding(OPPOSITE_QUOTES[name]) });
    const call = callOf(FAILED_TRANSCRIPT, { results: judge(report, FAILED_TRANSCRIPT) });
    expect(judgeQuestion(byFinding(name, { speaker: null }), null, call), `${name} was taken for met`).toMatchObject({
      state: 'answered',
      answer: 'no',
      rationale: `${name} was not found.`,
    });
  });

  it.each(FINDING_NAMES)('%s that an earlier release did not store is not assessable', (name) => {
    const { compliance, quality } = judge(reportOf());
    const results = { compliance: { ...compliance, [name]: undefined }, quality: { ...quality, [name]: undefined } };
    const call = callOf(undefined, { results: JSON.parse(JSON.stringify(results)) });
    expect(judgeQuestion(byFinding(name), null, call).reason, `${name} was made up`).toBe('finding_not_assessable');
  });
});

describe('several violations or observations of one rule', () => {
  const quoted = (quote: string) => [{ segmentId: 4, quote }];
  const violation = { rule: 'card', description: 'Asked.' };
  const observation = {
    rule: 'card',
    category: 'agent_practice' as const,
    description: 'Asked.',
    speaker: 'agent' as const,
    observed: true,
  };
  const first = 'For your security';
  const second = 'I only need the last four digits.';

  it.each<[string, Partial<AnalystReport>, object]>([
    [
      'violations count with the surest and all their quotations',
      {
        violations: [
          { ...violation, confidence: 0.7, quotes: quoted(first) },
          { ...violation, confidence: 0.9, quotes: quoted(second) },
          { ...violation, confidence: 0.8, rule: 'pin', quotes: quoted('I have sent the refund.') },
        ],
      },
      { answer: 'yes', confidence: 0.9, flagged: true, citations: [{ quote: first }, { quote: second }] },
    ],
    [
      'observations count with the surest and all their quotations',
      {
        observations: [
          { ...observation, confidence: 0.9, quotes: quoted(first) },
          { ...observation, confidence: 0.7, quotes: quoted(second) },
        ],
      },
      { answer: 'yes', confidence: 0.9, flagged: false, citations: [{ quote: first }, { quote: second }] },
    ],
    [
      'one that was observed counts before a surer one that was not',
      {
        observations: [
          { ...observation, observed: false, confidence: 1, quotes: [] },
          { ...observation, confidence: 0.7, quotes: quoted(second) },
        ],
      },
      { answer: 'yes', confidence: 0.7, citations: [{ quote: second }] },
    ],
    [
      'a violation counts before an observation',
      {
        violations: [{ ...violation, confidence: 0.7, quotes: quoted(first) }],
        observations: [{ ...observation, confidence: 0.9, quotes: quoted(second) }],
      },
      { answer: 'yes', confidence: 0.7, flagged: true, citations: [{ quote: first }] },
    ],
  ])('%s', (fault, reported, expected) => {
    const call = callOf(undefined, { results: judge(reportOf({}, reported)) });
    expect(judgeQuestion(byFinding('card'), null, call), `Not so: ${fault}`).toMatchObject(expected);
  });

  it('are looked for in results of an earlier release that had none', () => {
    const { compliance, quality } = judge(reportOf());
    const { violations: _, ...withoutViolations } = compliance;
    const call = callOf(undefined, { results: { compliance: withoutViolations, quality } });
    expect(judgeQuestion(byFinding('card'), null, call), 'Results without lists were not read').toMatchObject({
      state: 'answered',
      answer: 'no',
      confidence: 0.7,
      flagged: false,
    });
  });
});

describe('a finding', () => {
  it('that holds cites what the analysis cites, with its confidence', () => {
    expect(judgeQuestion(byFinding('greeting'))).toMatchObject({
      answer: 'yes',
      confidence: 0.9,
      flagged: false,
      rationale: 'greeting was found.',
      citations: [{ segment_id: 0, quote: 'Thank you for calling.' }],
    });
  });

  it('that is false answers otherwise, flagged as the analysis flags it', () => {
    const report = reportOf({ greeting: denyFinding(OPPOSITE_QUOTES.greeting) });
    const call = callOf(FAILED_TRANSCRIPT, { results: judge(report, FAILED_TRANSCRIPT) });
    expect(judgeQuestion(byFinding('greeting'), null, call)).toMatchObject({
      answer: 'no',
      flagged: true,
      citations: [{ segment_id: 0, quote: 'Billing. Which account is it?' }],
    });
  });

  it('that is not assessable, or that an earlier release did not have, is not assessable', () => {
    const without = callOf(undefined, { results: judge(reportOf({ greeting: denyFinding([]) })) });
    expect(judgeQuestion(byFinding('greeting'), null, without).reason).toBe('finding_not_assessable');
    const { professionalism: _, ...quality } = judge(reportOf()).quality;
    const old = callOf(undefined, { results: { ...judge(reportOf()), quality } });
    expect(judgeQuestion(byFinding('professionalism'), null, old).reason).toBe('finding_not_assessable');
    for (const results of [null, {}])
      expect(judgeQuestion(byFinding('greeting'), null, callOf(undefined, { results })).reason).toBe(
        'finding_not_assessable',
      );
  });

  it('in another part of the call is not what was asked for', () => {
    const late = byFinding('greeting', { within: { from: 'end', seconds: 5 } });
    // The answer is given, and does not fall for lack of a quotation.
    expect(judgeQuestion(late)).toMatchObject({ answer: 'no', citations: [], confidence: 0.9, flagged: false });
    expect(judgeQuestion(late, null, callOf(CLEAR_TRANSCRIPT, { damaged: true })).reason).toBe('not_heard');
  });

  it("that only the other party's words prove is left without a quotation", () => {
    const resolved = byFinding('call_resolution', { speaker: 'agent' });
    expect(judgeQuestion(resolved)).toMatchObject({ answer: 'no', citations: [], confidence: 0, flagged: true });
    const lenient = { ...resolved, answers: [answerOf('yes', { needs_quote: false }), answerOf('no')] };
    expect(judgeQuestion(lenient)).toMatchObject({ answer: 'yes', citations: [], confidence: 0.9 });
    expect(judgeQuestion({ ...resolved, speaker: 'customer' })).toMatchObject({ answer: 'yes', confidence: 0.9 });
  });

  it('of the keyword spotter alone has no quotation', () => {
    const transcript: Transcript = {
      ...CLEAR_TRANSCRIPT,
      spotted: [{ phrase: 'good day', speaker: 'agent', startMs: 0, endMs: 500 }],
    };
    const report = reportOf({ greeting: { ...proposeFinding(null), met: true, spotted: true } });
    const call = callOf(transcript, { results: judge(report, transcript) });
    expect(judgeQuestion(byFinding('greeting'), null, call)).toMatchObject({
      answer: 'no',
      confidence: 0,
      flagged: true,
    });
    const lenient = byFinding('greeting', { answers: [answerOf('yes', { needs_quote: false }), answerOf('no')] });
    expect(judgeQuestion(lenient, null, call)).toMatchObject({ answer: 'yes', confidence: 0.55, flagged: true });
  });

  const quotes = [{ segmentId: 2, quote: 'What is your date of birth?' }];
  const reported = callOf(undefined, {
    results: judge(
      reportOf(
        {},
        {
          violations: [{ rule: 'card_asked', description: 'Asked.', confidence: 0.85, quotes }],
          observations: [
            {
              rule: 'own_name',
              category: 'agent_practice',
              description: 'Name.',
              speaker: 'agent',
              observed: false,
              confidence: 0.8,
              quotes: [],
            },
            {
              rule: 'churn',
              category: 'customer_signal',
              description: 'Left.',
              speaker: 'customer',
              observed: true,
              confidence: 0.7,
              quotes: [{ segmentId: 1, quote: 'I want my money back.' }],
            },
          ],
        },
      ),
    ),
  });

  it.each([
    ['card_asked', 'agent', 'yes', 0.85, true, ['What is your date of birth?']],
    ['churn', 'customer', 'yes', 0.7, false, ['I want my money back.']],
    ['own_name', 'agent', 'no', 0.8, false, []],
    ['pin_asked', 'agent', 'no', 0.7, false, []],
  ] as const)('may be a violation or an observation: %s', (rule, speaker, answer, confidence, flagged, cited) => {
    const judged = judgeQuestion(byFinding(rule, { speaker }), null, reported);
    expect(judged).toMatchObject({ answer, confidence, flagged });
    expect(judged.citations.map(({ quote }) => quote)).toEqual(cited);
  });

  it('that is proved false by words stands in a damaged recording too', () => {
    const report = reportOf({ greeting: denyFinding(OPPOSITE_QUOTES.greeting) });
    const results = judge(report, FAILED_TRANSCRIPT);
    const call = callOf(FAILED_TRANSCRIPT, { results, damaged: true });
    expect(judgeQuestion(byFinding('greeting'), null, call).answer, 'A proof was taken for an absence').toBe('no');
  });

  it('that the results lack is absent where at least one finding was judged', () => {
    const others = FINDING_NAMES.filter((name) => name !== 'greeting').map((name) => [name, proposeFinding(null)]);
    const results = judge(reportOf(Object.fromEntries(others)));
    const either = byFinding('pin_asked', { speaker: null });
    expect(
      judgeQuestion(either, null, callOf(undefined, { results })),
      'One judged finding was not enough, or absence was quoted',
    ).toMatchObject({ state: 'answered', answer: 'no', citations: [] });
    const judged = judgeQuestion(either, null, callOf(undefined, { results: {} }));
    expect(judged.reason, 'Absence was read from empty results').toBe('finding_not_assessable');
  });

  it('that the results lack is absent only where absence is known and the analyst judged the call', () => {
    const absent = byFinding('pin_asked');
    expect(judgeQuestion(absent, null, callOf(badlyHeard, { results: judge(reportOf()) })).reason).toBe('not_heard');
    expect(judgeQuestion(absent, null, callOf(undefined, { damaged: true })).reason).toBe('not_heard');
    expect(judgeQuestion(absent, null, callOf(undefined, { results: judge(null) })).reason).toBe(
      'finding_not_assessable',
    );
    const ending = byFinding('pin_asked', { answers: [answerOf('yes'), answerOf('no', { auto_fail: true })] });
    expect(judgeQuestion(ending)).toMatchObject({ answer: 'no', autoFail: 'unproved', flagged: true });
    const unheard = callOf(badlyHeard, { results: judge(reportOf()) });
    expect(judgeQuestion(ending, null, unheard)).toMatchObject({ reason: 'not_heard', autoFail: null });
  });
});
