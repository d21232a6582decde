// The form of a revision as it is stored: every default filled in, its members always in the same order, so that equal forms
// have equal texts and hashes.
import { createHash } from 'node:crypto';
import type { Form, FormQuestion, QuestionJudge } from './form.js';
import type { FormQuestionRequest, RevisionRequest } from './form.requests.js';

export interface StoredForm {
  readonly text: string;
  /** SHA-256 of the text. */
  readonly contentHash: Buffer;
}

export function storedForm(request: RevisionRequest): StoredForm {
  const text = JSON.stringify(readForm(request));
  return { text, contentHash: createHash('sha256').update(text).digest() };
}

function readForm({ language, pass_mark, min_coverage, sections }: RevisionRequest): Form {
  return {
    language: language ?? null,
    pass_mark: pass_mark ?? null,
    min_coverage,
    sections: sections.map(({ key, title, weight, questions }) => ({
      key,
      title,
      weight,
      questions: questions.map(readQuestion),
    })),
  };
}

function readQuestion(question: FormQuestionRequest): FormQuestion {
  const { within, applies_if } = question;
  return {
    key: question.key,
    text: question.text,
    guidance: question.guidance ?? null,
    speaker: question.speaker ?? null,
    weight: question.weight,
    within: within ? { from: within.from, seconds: within.seconds } : null,
    answers: question.answers.map(({ key, label, points, needs_quote, auto_fail }) => ({
      key,
      label,
      points,
      needs_quote,
      auto_fail,
    })),
    na: question.na,
    applies_if: applies_if ? { question: applies_if.question, in: applies_if.in } : null,
    judge: readJudge(question.judge),
    automation: question.automation,
  };
}

function readJudge(judge: FormQuestionRequest['judge']): QuestionJudge {
  switch (judge.kind) {
    case 'phrases': {
      const { kind, any, none, answer, otherwise } = judge;
      return { kind, any, none, answer, otherwise };
    }
    case 'metric': {
      const bands = judge.bands.map(({ below, answer }) => ({ below: below ?? null, answer }));
      return { kind: judge.kind, metric: judge.metric, bands };
    }
    case 'finding': {
      const { kind, finding, answer, otherwise } = judge;
      return { kind, finding, answer, otherwise };
    }
    case 'model':
    case 'human':
      return { kind: judge.kind };
  }
}
