// A question that is judged by a finding follows what a person decided about that finding.
import { describe, expect, it } from 'vitest';
import type { ResultsResponse } from '../../../src/calls/results/analysis-results.response.js';
import { NO_VERDICTS, type Verdicts } from '../../../src/calls/results/verdicts.js';
import { overrule } from '../../../src/judgement/overrule.js';
import { answerFollowing } from '../../../src/scorecards/answers/answer-following.js';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import type { FormQuestion } from '../../../src/scorecards/form/form.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { CALL_LINES, judge, reportOf, transcriptOf } from '../../support/builders/judged-call.js';

const asked = (finding: string, change: Partial<FormQuestion> = {}): FormQuestion => ({
  key: 'asked',
  text: 'What of it?',
  guidance: null,
  speaker: 'agent',
  weight: 1,
  within: null,
  answers: [
    { key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false },
    { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: true },
  ],
  na: true,
  applies_if: null,
  judge: { kind: 'finding', finding, answer: 'yes', otherwise: 'no' },
  automation: 'score',
  ...change,
});
const JUDGED: JudgedAnswer = {
  question: 'asked',
  state: 'answered',
  answer: 'yes',
  confidence: 0.7,
  flagged: true,
  rationale: 'The finding holds.',
  citations: [],
  source: 'finding',
  reason: null,
  autoFail: null,
};
const quotes = [{ segmentId: 2, quote: 'date of birth' }];
const violation = (rule: string, segmentId = 2) => ({
  rule,
  description: null,
  confidence: 0.9,
  quotes: segmentId === 2 ? quotes : [{ segmentId: 0, quote: 'Thank you for calling' }],
});
const TWICE = [violation('pin_requested'), violation('pin_requested', 0)];
const resultsWith = (verdicts: Partial<Verdicts>, violations = [violation('pin_requested')]): ResultsResponse => {
  const transcript = transcriptOf(segmentsOf(CALL_LINES));
  return overrule(judge(reportOf({}, { violations }), transcript), { ...NO_VERDICTS, ...verdicts });
};
const finding = (answer: 'yes' | 'no' | 'not_assessable') =>
  resultsWith({ findings: { 'quality.greeting': { answer, citations: [], reviewId: 'r' } } });
const onPin = (upheld: boolean, segmentId = 2) => [{ rule: 'pin_requested', segmentId, upheld, reviewId: 'r' }];

describe('a question that is judged by a finding', () => {
  it('keeps its answer where no person decided the finding', () => {
    expect(answerFollowing(asked('greeting'), JUDGED, resultsWith({}))).toBeNull();
    expect(answerFollowing(asked('identity_verification'), JUDGED, finding('no')), 'another one').toBeNull();
  });

  it.each([
    ['yes', { state: 'answered', answer: 'yes', confidence: 1, autoFail: null, rationale: 'The finding holds.' }],
    ['no', { state: 'answered', answer: 'no', confidence: 1, autoFail: 'proved', rationale: '', citations: [] }],
    ['not_assessable', { state: 'not_assessable', answer: null, confidence: null, reason: 'finding_not_assessable' }],
  ] as const)('follows the person who says %s', (answer, expected) => {
    const answered = answerFollowing(asked('greeting'), JUDGED, finding(answer));
    expect(answered).toMatchObject({ ...expected, source: 'finding', flagged: false });
  });

  it('keeps its answer where it asks about a part of the call, of which the person said nothing', () => {
    const opening = asked('greeting', { within: { from: 'start', seconds: 30 } });
    expect(answerFollowing(opening, JUDGED, finding('no'))).toBeNull();
  });

  it('does not apply where the form says so of a finding that does not hold', () => {
    const judgedBy = { kind: 'finding', finding: 'greeting', answer: 'yes', otherwise: 'na' } as const;
    const answered = answerFollowing(asked('greeting', { judge: judgedBy }), JUDGED, finding('no'));
    expect(answered).toMatchObject({ state: 'na', answer: null, autoFail: null });
  });

  it('follows a person who upheld or dismissed the violation', () => {
    const answerWith = (violations: Verdicts['violations'], found = [violation('pin_requested')]) =>
      answerFollowing(asked('pin_requested'), JUDGED, resultsWith({ violations }, found))?.answer;
    expect(answerWith(onPin(true))).toBe('yes');
    expect(answerWith(onPin(false))).toBe('no');
    expect(answerWith(onPin(false), TWICE), 'one of two was dismissed').toBeUndefined();
    expect(answerWith([...onPin(false), ...onPin(false, 0)], TWICE), 'both were dismissed').toBe('no');
    expect(answerWith([...onPin(false), ...onPin(true, 0)], TWICE), 'one was upheld').toBe('yes');
  });
});
