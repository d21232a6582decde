import { describe, expect, it } from 'vitest';
import { askedQuestions, asksModel, modelKeyOf } from '../../../src/scorecards/form/asked-questions.js';
import type { Form, FormQuestion, QuestionJudge } from '../../../src/scorecards/form/form.js';

const ENGINE = { name: 'openai:some-model', promptVersion: '3' };

function question(key: string, judge: QuestionJudge = { kind: 'model' }): FormQuestion {
  const answers = [
    { key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false },
    { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: true },
  ];
  const text = `Was ${key} done?`;
  return {
    key,
    text,
    guidance: null,
    speaker: 'agent',
    weight: 1,
    within: null,
    answers,
    na: true,
    applies_if: null,
    judge,
    automation: 'score',
  };
}

function formOf(...sections: FormQuestion[][]): Form {
  return {
    language: null,
    pass_mark: null,
    min_coverage: 0.5,
    sections: sections.map((questions, index) => ({ key: `s${index}`, title: 'Section', weight: 1, questions })),
  };
}

describe('the questions that a language model is asked', () => {
  it('come in the order of the form, without those that need none, 25 at a time', () => {
    const keys = Array.from({ length: 30 }, (_, index) => `q${index}`);
    const form = formOf(
      [question('human', { kind: 'human' }), ...keys.slice(0, 20).map((key) => question(key))],
      keys.slice(20).map((key) => question(key)),
    );
    const batches = askedQuestions(form).map((batch) => batch.map(({ key }) => key));
    expect(batches).toEqual([keys.slice(0, 25), keys.slice(25)]);
    expect(askedQuestions(formOf([question('human', { kind: 'human' })]))).toEqual([]);
  });

  it('say nothing of points and of automatic fails, which would bend the answer', () => {
    expect(askedQuestions(formOf([question('greeting')]))).toEqual([
      [
        {
          key: 'greeting',
          text: 'Was greeting done?',
          guidance: null,
          speaker: 'agent',
          within: null,
          answers: [
            { key: 'yes', label: 'Yes', needsQuote: true },
            { key: 'no', label: 'No', needsQuote: false },
          ],
          na: true,
        },
      ],
    ]);
  });
});

describe('the model key of an evaluation', () => {
  it('is engine and prompt, and null where no language model is asked', () => {
    const form = { asksModel: asksModel(formOf([question('human', { kind: 'human' }), question('greeting')])) };
    expect(modelKeyOf(form, ENGINE, false)).toBe('openai:some-model 3');
    expect(modelKeyOf(form, null, false)).toBeNull();
    expect(modelKeyOf(form, ENGINE, true)).toBeNull();
    const forPeople = { asksModel: asksModel(formOf([question('human', { kind: 'human' })])) };
    expect(modelKeyOf(forPeople, ENGINE, false)).toBeNull();
  });
});
