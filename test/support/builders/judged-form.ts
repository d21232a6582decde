// Questions of a form, and the answers of the judgement to them about the short calls of judged-call.ts.
import type { Proposals } from '../../../src/judgement/form/answer-by-model.js';
import type { EvaluatedCall } from '../../../src/judgement/form/evaluated-call.js';
import { judgeForm } from '../../../src/judgement/form/judge-form.js';
import { computeTalkMetrics } from '../../../src/judgement/talk-metrics.js';
import type { ProposedAnswer } from '../../../src/ports/form-judge.js';
import type { Transcript } from '../../../src/ports/transcript.js';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import type { Form, FormAnswer, FormQuestion, QuestionJudge } from '../../../src/scorecards/form/form.js';
import { CLEAR_TRANSCRIPT, judge, type Quote, reportOf } from './judged-call.js';

/** Of 0 or 1 points by its key, `yes` needs a quotation. */
export function answerOf(key: string, more: Partial<FormAnswer> = {}): FormAnswer {
  const isYes = key === 'yes';
  return { key, label: key, points: isYes ? 1 : 0, needs_quote: isYes, auto_fail: false, ...more };
}

/** A question about the agent with the answers `yes`, which needs a quotation, and `no`. */
export function questionOf(judgeOfQuestion: QuestionJudge, more: Partial<FormQuestion> = {}): FormQuestion {
  return {
    key: 'q',
    text: 'Was it done?',
    guidance: null,
    speaker: 'agent',
    weight: 10,
    within: null,
    answers: [answerOf('yes'), answerOf('no')],
    na: false,
    applies_if: null,
    judge: judgeOfQuestion,
    automation: 'score',
    ...more,
  };
}

export const byModel = (more: Partial<FormQuestion> = {}) => questionOf({ kind: 'model' }, more);

export function byPhrases(
  any: readonly string[],
  more: Partial<FormQuestion> = {},
  judgeMore: Partial<QuestionJudge<'phrases'>> = {},
) {
  return questionOf({ kind: 'phrases', any, none: [], answer: 'yes', otherwise: 'no', ...judgeMore }, more);
}

export const byFinding = (finding: string, more: Partial<FormQuestion> = {}) =>
  questionOf({ kind: 'finding', finding, answer: 'yes', otherwise: 'no' }, more);

export function formOf(questions: readonly FormQuestion[]): Form {
  return {
    language: null,
    pass_mark: null,
    min_coverage: 0.5,
    sections: [{ key: 's', title: 'S', weight: 1, questions }],
  };
}

/** The clear call of judged-call.ts with the results of a correct report, unless given otherwise. */
export function callOf(transcript: Transcript = CLEAR_TRANSCRIPT, more: Partial<EvaluatedCall> = {}): EvaluatedCall {
  const durationMs = transcript.segments.at(-1)?.endMs ?? 0;
  return {
    transcript,
    durationMs,
    damaged: false,
    outputLanguage: null,
    metrics: computeTalkMetrics({ segments: transcript.segments, durationMs }),
    results: judge(reportOf(), transcript),
    ...more,
  };
}

/** With confidence 0.9. */
export function proposalOf(answer: string | null, quotes: readonly Quote[] = [], more: Partial<ProposedAnswer> = {}) {
  return {
    question: 'q',
    answer,
    confidence: 0.9,
    rationale: 'The agent did.',
    quotes: quotes.map(([segmentId, quote]) => ({ segmentId, quote })),
    ...more,
  };
}

/** The answer to one question. */
export function judgeQuestion(
  question: FormQuestion,
  proposals: Proposals | ProposedAnswer | null = null,
  call: EvaluatedCall = callOf(),
): JudgedAnswer {
  const given = proposals !== null && typeof proposals === 'object' && 'question' in proposals;
  const asked: Proposals = given ? new Map([[question.key, proposals]]) : (proposals ?? new Map());
  const [answer] = judgeForm(formOf([question]), call, asked);
  if (!answer) throw new Error('The question has no answer');
  return answer;
}
