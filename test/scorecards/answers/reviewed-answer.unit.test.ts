// A person's answer stands before the judge's, and claims no proof that the judge did not give for it.
import { describe, expect, it } from 'vitest';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import {
  answerInForce,
  type HumanReview,
  isSuggestion,
  type ReviewedAnswer,
  withReview,
} from '../../../src/scorecards/answers/reviewed-answer.js';
import { type FormQuestion, questionsOf } from '../../../src/scorecards/form/form.js';
import { writtenForm } from '../written-forms.js';

function question(words: string): FormQuestion {
  const [only] = questionsOf(writtenForm(`section 1: ${words}`));
  if (!only) throw new Error('The form has no question');
  return only;
}

const GREETED = question('greeted 1 yes=1 no=0!');

const QUOTED: JudgedAnswer = {
  question: 'greeted',
  state: 'answered',
  answer: 'yes',
  confidence: 0.6,
  flagged: true,
  rationale: 'The agent said hello.',
  citations: [{ segment_id: 1, speaker: 'agent', start: 1, end: 2, quote: 'hello', verification: 'verified' }],
  source: 'model',
  reason: null,
  autoFail: null,
};

const inForce = (asked: FormQuestion, judged: ReviewedAnswer | undefined) => answerInForce(asked, judged, null).answer;
const review = (answer: string): HumanReview => ({ answer, rationale: 'I listened.', reviewerId: 'qa-7' });

describe('the answer that counts', () => {
  it("is the judge's where no person has answered", () => {
    expect(inForce(GREETED, QUOTED), 'the answer').toBe(QUOTED);
  });

  const OF_PERSON = {
    question: 'greeted',
    confidence: 1,
    flagged: false,
    rationale: 'I listened.',
    source: 'human',
    reason: null,
  };
  it.each([
    [
      "the judge's own, with its quotations as proof",
      'yes',
      { state: 'answered', answer: 'yes', citations: QUOTED.citations, autoFail: null },
    ],
    [
      'another, which the quotations do not prove, and which ends the call',
      'no',
      { state: 'answered', answer: 'no', citations: [], autoFail: 'proved' },
    ],
    [
      'that the question does not apply, with no answer and no proof',
      'na',
      { state: 'na', answer: null, citations: [], autoFail: null },
    ],
  ])("is a person's: %s", (_, answer, expected) => {
    const counted = inForce(GREETED, { ...QUOTED, review: review(answer) });
    expect(counted, 'the answer').toEqual({ ...OF_PERSON, ...expected });
  });

  it('has no quotations where neither the judge nor the person gave an answer', () => {
    const unanswered = { ...QUOTED, state: 'na', answer: null } as const;
    expect(inForce(GREETED, { ...unanswered, review: review('na') }).citations, 'the quotations').toEqual([]);
  });

  const NONE = {
    question: 'greeted',
    answer: null,
    confidence: null,
    flagged: false,
    rationale: '',
    citations: [],
    autoFail: null,
  };
  it('waits for a person where the question is for people', () => {
    const expected = { ...NONE, state: 'awaiting_human', source: 'human', reason: null };
    expect(inForce(question('greeted 1 human'), undefined), 'the answer').toEqual(expected);
  });

  it('is not assessable where the judge left the question out', () => {
    const expected = { ...NONE, state: 'not_assessable', source: 'model', reason: 'no_answer' };
    expect(inForce(GREETED, undefined), 'the answer').toEqual(expected);
  });
});

describe("a person's answer", () => {
  const OTHER: JudgedAnswer = { ...QUOTED, question: 'other' };

  it("is kept beside the judge's, and replaces the person's earlier one alone", () => {
    const once = withReview([QUOTED, OTHER], GREETED, review('no'));
    expect(once, 'after the first answer').toEqual([OTHER, { ...QUOTED, review: review('no') }]);
    const twice = withReview(once, GREETED, review('yes'));
    expect(twice, 'after the second answer').toEqual([OTHER, { ...QUOTED, review: review('yes') }]);
  });

  it('is taken back, so that the judge’s stands again', () => {
    expect(withReview([{ ...QUOTED, review: review('no') }, OTHER], GREETED, null)).toEqual([OTHER, QUOTED]);
  });

  it('shows what the person quoted in the place of what the judge quoted', () => {
    const citations = [{ ...QUOTED.citations[0]!, quote: 'good morning' }];
    const counted = inForce(GREETED, { ...QUOTED, review: { ...review('yes'), citations } });
    expect(counted.citations).toEqual(citations);
  });

  it('is kept for a question that the judge left out', () => {
    const kept = withReview([OTHER], GREETED, review('yes'));
    expect(kept, 'the stored answers').toEqual([OTHER, { ...inForce(GREETED, undefined), review: review('yes') }]);
  });
});

describe('a suggestion', () => {
  const SUGGESTED = question('greeted 1 suggest');
  it.each([
    ["is a judge's answer to such a question", SUGGESTED, QUOTED, true],
    ["is a judge's word that it does not apply", SUGGESTED, { ...QUOTED, state: 'na' }, true],
    ['is not what could not be assessed', SUGGESTED, { ...QUOTED, state: 'not_assessable' }, false],
    ['is not what waits for a person', SUGGESTED, { ...QUOTED, state: 'awaiting_human' }, false],
    ['is not an answer that scores', GREETED, QUOTED, false],
  ] as const)('%s', (_, asked, answer, expected) => {
    const given = { answer, decidedBy: 'judge', reviewerId: null } as const;
    expect(isSuggestion(asked, given), 'shown as a suggestion').toBe(expected);
    expect(isSuggestion(asked, { ...given, decidedBy: 'person' }), "a person's answer").toBe(false);
  });
});
