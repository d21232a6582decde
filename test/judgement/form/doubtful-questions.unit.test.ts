import { describe, expect, it } from 'vitest';
import {
  countPhrases,
  type FormHistory,
  faultsOf,
  formOfPhrases,
} from '../../../src/judgement/form/doubtful-questions.js';
import { type Form, type FormQuestion, questionsOf } from '../../../src/scorecards/form/form.js';

const QUESTION: FormQuestion = {
  key: 'greeting',
  text: 'Did the agent greet the customer?',
  guidance: 'Yes: any greeting.',
  speaker: 'agent',
  weight: 1,
  within: null,
  answers: [
    { key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false },
    { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: false },
  ],
  na: false,
  applies_if: null,
  judge: { kind: 'model' },
  automation: 'score',
};
const NO_HISTORY: FormHistory = { phrases: new Map(), onlyAnswers: new Map() };
const formOf = (...questions: Partial<FormQuestion>[]): Form => ({
  language: null,
  pass_mark: null,
  min_coverage: 0.5,
  sections: [{ key: 'only', title: 'Only', weight: 1, questions: questions.map((one) => ({ ...QUESTION, ...one })) }],
});
const codes = (question: Partial<FormQuestion>, history = NO_HISTORY) =>
  faultsOf(formOf(question), history).map(({ code }) => code);

describe('the words of a form', () => {
  it('have no fault where there is none', () => {
    expect(faultsOf(formOf({}), NO_HISTORY)).toEqual([]);
  });

  it.each([
    'Did the agent greet the customer and say their name?',
    'Did the agent greet? Did the agent say a name?',
    'Was the customer identified and was the reason named?',
    'Hat der Agent gegrüßt und sich vorgestellt?',
    'Hat der Agent das Anliegen erfragt und zusammengefasst?',
  ])('ask two things in one: %s', (text) => {
    expect(codes({ text })).toEqual(['double_question']);
  });

  it.each([
    'Did the agent ask for name and address?',
    'Wurden Name und Adresse erfragt?',
    'Terms and conditions read?',
  ])('ask one thing: %s', (text) => {
    expect(codes({ text })).toEqual([]);
  });

  it('lack guidance for a model, and for it alone', () => {
    expect(codes({ guidance: null })).toEqual(['no_guidance']);
    expect(codes({ guidance: null, judge: { kind: 'human' } })).toEqual([]);
  });

  it('have a condition without N/A', () => {
    const text = 'If the customer complained, did the agent apologise?';
    expect(codes({ text })).toEqual(['no_na']);
    expect(codes({ text, na: true })).toEqual([]);
    expect(codes({ text, applies_if: { question: 'complaint', in: ['yes'] } })).toEqual([]);
    expect(codes({ text: 'Did the agent ask if the customer is well?' })).toEqual([]);
    expect(codes({ text: 'Hat der Agent, falls nötig, gewarnt?' })).toEqual(['no_na']);
  });

  it('fail a call for what was not heard', () => {
    const fails = (needsQuote: boolean) =>
      QUESTION.answers.map((answer) =>
        answer.key === 'no' ? { ...answer, auto_fail: true, needs_quote: needsQuote } : answer,
      );
    expect(faultsOf(formOf({}, { answers: fails(false) }), NO_HISTORY)).toMatchObject([
      { loc: ['sections', '0', 'questions', '1', 'answers', '1', 'auto_fail'], code: 'absence_auto_fail' },
    ]);
    expect(codes({ answers: fails(true) })).toEqual([]);
  });
});

describe('the last calls', () => {
  const phrases: Partial<FormQuestion> = {
    judge: { kind: 'phrases', any: ['good morning', 'hello'], none: ['no'], answer: 'yes', otherwise: 'no' },
  };
  const history = (counts: readonly (readonly [n: number, matched: number])[]): FormHistory => ({
    phrases: new Map([['greeting', counts.map(([n, matched]) => ({ n, matched }))]]),
    onlyAnswers: new Map(),
  });

  it('show phrases of none and of all of them, from 20 calls on', () => {
    const seen = history([
      [20, 0],
      [20, 20],
    ]);
    expect(faultsOf(formOf(phrases), seen)).toMatchObject([
      { loc: ['sections', '0', 'questions', '0', 'judge', 'any', '0'], code: 'phrase_never' },
      { loc: ['sections', '0', 'questions', '0', 'judge', 'any', '1'], code: 'phrase_always' },
    ]);
    expect(
      codes(
        phrases,
        history([
          [19, 0],
          [20, 1],
        ]),
      ),
    ).toEqual([]);
  });

  it('show an answer that never varies, from 20 on', () => {
    const only = (n: number): FormHistory => ({
      ...NO_HISTORY,
      onlyAnswers: new Map([['greeting', { n, answer: 'yes' }]]),
    });
    expect(faultsOf(formOf({}), only(20))).toMatchObject([
      {
        loc: ['sections', '0', 'questions', '0'],
        code: 'never_varies',
        message: expect.stringContaining('20 answers was “yes”'),
      },
    ]);
    expect(codes({}, only(19))).toEqual([]);
  });

  it('are asked for each phrase by itself', () => {
    const form = formOf({}, phrases);
    const asked = formOfPhrases(form);
    expect(asked && questionsOf(asked).map(({ judge }) => judge)).toMatchObject([
      { kind: 'phrases', any: ['good morning'], none: ['no'], answer: 'matched' },
      { kind: 'phrases', any: ['hello'], none: ['no'], answer: 'matched' },
    ]);
    const counted = countPhrases(form, [
      ['matched', 'unmatched'],
      ['unmatched', null],
    ]);
    expect(counted.get('greeting')).toEqual([
      { n: 2, matched: 1 },
      { n: 1, matched: 0 },
    ]);
    expect(formOfPhrases(formOf({}))).toBeNull();
  });
});
