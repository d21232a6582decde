import { describe, expect, it } from 'vitest';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import { GOLDEN_FORMS } from '../golden-forms.js';
import { writtenAnswers, writtenForm } from '../written-forms.js';

describe('the figures of a form', () => {
  it.each(GOLDEN_FORMS)('$name', ({ form, passMark, minCoverage, answers, ...expected }) => {
    const terms = { pass_mark: passMark, min_coverage: minCoverage };
    const figures = computeFigures(writtenForm(form, terms), writtenAnswers(answers));

    const sections = figures.sections.map((one) => `${one.key} ${one.score} ${one.coverage}`).join(', ');
    const { score, coverage, outcome } = figures;
    expect({ score, coverage, outcome, sections, autoFails: figures.autoFails.join(' ') }).toEqual({
      score: expected.score,
      coverage: expected.coverage,
      outcome: expected.outcome,
      sections: expected.sections,
      autoFails: expected.autoFails,
    });
  });
});

describe('the answers that a client sees', () => {
  const FORM = writtenForm('only 1: a 1 yes=2 no=0; b 1 suggest if=a:yes; c 1 human');
  const shown = (answers: string) =>
    computeFigures(FORM, writtenAnswers(answers)).answers.map(({ question, state, answer, points, source }) =>
      [question, state, answer, points, source].join(' '),
    );

  it('stand in the order of the form, with points', () => {
    expect(shown('c=@no b=@yes a=yes')).toEqual([
      'a answered yes 2 model',
      'b answered yes 1 human',
      'c answered no 0 human',
    ]);
  });

  it('show a suggestion as what waits for a person, with its answer', () => {
    expect(shown('a=yes b=no')).toEqual([
      'a answered yes 2 model',
      'b awaiting_human no 0 model',
      'c awaiting_human   human',
    ]);
    expect(shown('a=yes b=na')[1]).toBe('b awaiting_human na  model');
    expect(shown('a=yes b=?')[1]).toBe('b not_assessable   model');
  });

  it('show nothing of a question that does not apply, and a person’s answer again once it does', () => {
    expect(shown('a=no b=@yes')[1]).toBe('b skipped   model');
    expect(shown('a=yes b=@yes')[1]).toBe('b answered yes 1 human');
    const [a, b] = writtenAnswers('a=no b=yes');
    if (!a || !b) throw new Error('Two answers were written');
    const judged = { ...b, flagged: true, rationale: 'Said so.', confidence: 0.9 };
    expect(computeFigures(FORM, [a, judged]).answers[1], 'A question that does not apply shows an answer').toEqual({
      question: 'b',
      state: 'skipped',
      answer: null,
      confidence: null,
      points: null,
      flagged: false,
      rationale: '',
      citations: [],
      source: 'model',
      reason: null,
      reviewer_id: null,
      system: null,
    });
  });

  it('call a question that a judge left out not assessable', () => {
    expect(computeFigures(FORM, []).answers[0]).toMatchObject({ state: 'not_assessable', reason: 'no_answer' });
  });

  it('keep the quotations of the judge where the person confirms its answer, and no others', () => {
    const citations = [
      { segment_id: 0, speaker: 'agent', start: 3, end: 4.9, quote: 'is recorded', verification: 'verified' },
    ];
    const [a, b, c] = writtenAnswers('a=yes b=no c=@yes');
    if (!a || !b || !c) throw new Error('Three answers were written');
    const citationsOf = (answer: string) => {
      const review = { answer, rationale: 'Heard it.', reviewerId: 'anna' };
      return computeFigures(FORM, [a, { ...b, citations, review }, c]).answers[1];
    };

    expect(citationsOf('no')).toMatchObject({ citations, rationale: 'Heard it.', reviewer_id: 'anna', confidence: 1 });
    expect(citationsOf('yes')).toMatchObject({ citations: [], answer: 'yes', source: 'human' });
    expect(citationsOf('na')).toMatchObject({ citations: [], state: 'na', answer: null, points: null });
  });
});

describe('what persons decided', () => {
  const FORM = writtenForm('only 1: a 1 yes=2 no=0; b 1 if=a:yes; c 1 human', { pass_mark: 60 });
  const figures = (answers: string) => computeFigures(FORM, writtenAnswers(answers));

  it('stands before what the judges said, which is kept beside it', () => {
    const { score, outcome, system, answers } = figures('a=yes b=no c=@yes');
    expect([score, outcome], 'with the answer for a person').toEqual([67, 'passed']);
    expect(system, 'of the judges alone').toEqual({ score: 50, outcome: 'failed' });
    expect(
      answers.map((each) => each.system),
      'a question for a person has no other judge',
    ).toEqual([null, null, null]);
    expect(figures('a=yes b=no').system, 'where no person decided').toBeNull();
  });

  it('shows the judge’s answer as it was without the person’s', () => {
    const [a, b] = writtenAnswers('a=no b=yes');
    if (!a || !b) throw new Error('Two answers were written');
    const review = { answer: 'yes', rationale: 'Heard it.', reviewerId: 'anna' };
    const { answers } = computeFigures(FORM, [
      { ...a, review },
      { ...b, review: { ...review, answer: 'no' } },
    ]);
    expect(answers[0]).toMatchObject({ answer: 'yes', source: 'human', system: { answer: 'no', points: 0 } });
    expect(answers[1]).toMatchObject({ answer: 'no', source: 'human', system: { state: 'skipped', answer: null } });
    expect(answers[0]?.system).not.toHaveProperty('system');
  });

  it('is nothing for a question that no longer applies', () => {
    const [a, b] = writtenAnswers('a=no b=@yes');
    if (!a || !b) throw new Error('Two answers were written');
    expect(computeFigures(FORM, [a, b]).answers[1]).toMatchObject({ state: 'skipped', system: null });
  });
});
