// Tasks of a thread for evaluations: reads a stored call and evaluates it by a form. Pure, so that tests run it without a thread.

import type { CitationResponse } from '../../../calls/results/findings.response.js';
import type { Doubt } from '../../../calls/review-tasks/doubt.js';
import type { Proposals } from '../../../judgement/form/answer-by-model.js';
import {
  type EvaluatedCall,
  readEvaluatedCall,
  readTranscript,
  type StoredCall,
  whyNotJudged,
} from '../../../judgement/form/evaluated-call.js';
import { judgeForm } from '../../../judgement/form/judge-form.js';
import { doubtOfForm } from '../../../judgement/worth.js';
import type { CallToAnalyse, NotJudgedReason } from '../../../ports/call-analyst.js';
import { computeFigures } from '../../../scorecards/answers/figures.js';
import type { JudgedAnswer } from '../../../scorecards/answers/judged-answer.js';
import { type Lines, markedByLines } from '../../../scorecards/answers/lines.js';
import type { Form } from '../../../scorecards/form/form.js';
import { removePromptInjection } from '../../../speech/transcript/prompt-injection.js';
import { type CitationWish, citeAll } from './cite-quotations.js';

export interface JudgeTask {
  /** JSON text of a `Form`. */
  readonly form: string;
  readonly call: StoredCall;
  readonly proposals: Proposals;
  /** Default: every answer counts. */
  readonly lines?: Lines | null;
  /** Limit for the phrases of the form. Default: the limit of a form. */
  readonly maxSteps?: number;
}

export interface CiteTask {
  /** The transcript with its words, as it is stored. */
  readonly words: string;
  readonly wishes: readonly CitationWish[];
}

/** Task of a thread: evaluate a call, read it for a language model, or find quotations in it. */
export type JudgingTask = { readonly judge: JudgeTask } | { readonly read: StoredCall } | { readonly cite: CiteTask };

/** JSON texts as they are stored, and the columns by which lists are filtered. */
export interface JudgedForm extends Pick<ReturnType<typeof computeFigures>, 'score' | 'coverage' | 'outcome'> {
  readonly judged: string;
  readonly sections: string;
  readonly answers: string;
  readonly autoFails: string;
  readonly doubt: Doubt;
}

/** Reason why the model did not evaluate the analysis of the call; then it is not asked again. */
function declinedBefore({ results }: EvaluatedCall): NotJudgedReason | null {
  return results?.not_judged_reason ?? null;
}

/** Call as it is sent to a language model; null where none is asked. */
export function callForModel(call: EvaluatedCall): CallToAnalyse | null {
  if (whyNotJudged(call) !== null || declinedBefore(call) !== null) return null;
  const { transcript, durationMs, outputLanguage } = call;
  const segments = removePromptInjection(transcript.segments, 'form').map((segment) => ({ ...segment, words: null }));
  return { segments, language: transcript.language, outputLanguage, durationMs, spotted: transcript.spotted };
}

export function judgedForm(form: Form, judged: readonly JudgedAnswer[]): JudgedForm {
  const figures = computeFigures(form, judged);
  const { score, coverage, outcome, sections, autoFails, answers } = figures;
  return {
    score,
    coverage,
    outcome,
    judged: JSON.stringify(judged),
    sections: JSON.stringify(sections),
    answers: JSON.stringify(answers),
    autoFails: JSON.stringify(autoFails),
    doubt: doubtOfForm(form, judged, figures),
  };
}

/** Runs tasks one after the other. Keeps the form of the last task: a job evaluates many calls by the same form. */
export class TaskRunner {
  private last: { readonly text: string; readonly form: Form } | null = null;

  run(task: JudgingTask): CallToAnalyse | JudgedForm | CitationResponse[][][] | null {
    if ('cite' in task) return citeAll(readTranscript(task.cite.words), task.cite.wishes);
    if ('read' in task) return callForModel(readEvaluatedCall(task.read));
    const { form: text, call, proposals, lines = null, maxSteps } = task.judge;
    const form = this.formOf(text);
    const evaluated = readEvaluatedCall(call);
    const known = typeof proposals === 'string' ? proposals : (declinedBefore(evaluated) ?? proposals);
    const judged = judgeForm(form, evaluated, known, maxSteps);
    return judgedForm(form, lines === null ? judged : markedByLines(form, judged, lines));
  }

  private formOf(text: string): Form {
    if (this.last?.text === text) return this.last.form;
    // Frees the patterns of the previous form before those of this one are compiled.
    this.last = null;
    const form: Form = JSON.parse(text);
    this.last = { text, form };
    return form;
  }
}
