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
