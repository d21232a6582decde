// Forms and answers written in a few words, for tables of tests.
//
// A form: `section weight: question; question / section weight: question`. A question: `key weight answer=points …`, where
// `answer=points!` ends the call as failed; then `suggest`, `human`, `if=question:answer,answer`. Without answers it has `yes`
// for a point and `no` for none, and with `no!` alone, a `no` that ends the call.
//
// Answers: `question=answer`; `question=na`; `question=?` not assessable; `question=@answer` given by a person. A last `!` means
// that the answer ends the call as failed, with proof; a last `~` without it. What is left out waits for its person or its model.

import type { ReviewedAnswer } from '../../src/scorecards/answers/reviewed-answer.js';
import type { Form, FormAnswer, FormQuestion, FormSection } from '../../src/scorecards/form/form.js';

export function writtenForm(text: string, terms: Partial<Pick<Form, 'pass_mark' | 'min_coverage'>> = {}): Form {
  const sections = text.split(' / ').map((one): FormSection => {
    const [head = '', questions = ''] = one.split(': ');
    const [key = '', weight] = head.split(' ');
    return { key, title: key, weight: Number(weight), questions: questions.split('; ').map(writtenQuestion) };
  });
  return { language: null, pass_mark: null, min_coverage: 0.5, ...terms, sections };
}

function writtenQuestion(text: string): FormQuestion {
  const [key = '', weight, ...words] = text.split(' ');
  const answers = words.filter((word) => word.includes('=') && !word.startsWith('if='));
  const yesNo = ['yes=1', words.includes('no!') ? 'no=0!' : 'no=0'];
  const condition = /^if=(?<question>\w+):(?<answers>.+)$/.exec(words.find((word) => word.startsWith('if=')) ?? '');
  const { question: earlier = '', answers: allowed = '' } = condition?.groups ?? {};
  return {
    key,
    text: `What of ${key}?`,
    guidance: null,
    speaker: 'agent',
    weight: Number(weight),
    within: null,
    answers: (answers.length === 0 ? yesNo : answers).map(answer),
    na: true,
    applies_if: condition ? { question: earlier, in: allowed.split(',') } : null,
    judge: { kind: words.includes('human') ? 'human' : 'model' },
    automation: words.includes('suggest') ? 'suggest' : 'score',
  };
}

function answer(word: string): FormAnswer {
  const [key = '', points = ''] = word.replace('!', '').split('=');
  return { key, label: key, points: Number(points), needs_quote: false, auto_fail: word.endsWith('!') };
}

export function writtenAnswers(text: string): ReviewedAnswer[] {
  return text.split(/\s+/).filter(Boolean).map(judgedAnswer);
}

function judgedAnswer(word: string): ReviewedAnswer {
  const [key = '', value = ''] = word.split('=');
  const given = value.replace(/[!~]$/, '');
  const judge = { question: key, flagged: false, rationale: '', citations: [], source: 'model', reason: null } as const;
  const autoFail = value.endsWith('!') ? 'proved' : value.endsWith('~') ? 'unproved' : null;
  const none = { answer: null, confidence: null };
  if (given.startsWith('@')) {
    const review = { answer: given.slice(1), rationale: '', reviewerId: null };
    return { ...judge, ...none, state: 'awaiting_human', autoFail: null, review };
  }
  if (given === '?') return { ...judge, ...none, state: 'not_assessable', reason: 'not_heard', autoFail };
  if (given === 'na') return { ...judge, ...none, confidence: 0.9, state: 'na', autoFail };
  return { ...judge, state: 'answered', answer: given, confidence: 0.9, autoFail };
}
