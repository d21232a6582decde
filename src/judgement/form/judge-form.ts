// Answers every question of a scorecard for one call. Conditions are applied later: a person's answer may still change which
// questions apply.

import { awaitingPerson, type JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import {
  ANSWERED_BY,
  type Form,
  type FormQuestion,
  type JudgeKind,
  type QuestionJudge,
  questionsOf,
} from '../../scorecards/form/form.js';
import { answerByFinding } from './answer-by-finding.js';
import { answerByMetric, isOfSound } from './answer-by-metric.js';
import { answerByModel, type Proposals } from './answer-by-model.js';
import { answerByPhrases, MAX_STEPS, matchPhrases, type PhraseMatches } from './answer-by-phrases.js';
import { type EvaluatedCall, whyNotJudged } from './evaluated-call.js';
import { FormEvidence } from './form-evidence.js';
import { notAssessable, type ProofContext } from './proof.js';
import { stockRationales } from './stock-rationales.js';

/** Raise it when the same form, call and proposals would be answered otherwise. */
export const FORM_RULES_VERSION = 'form-rules-1';

interface CallContext extends ProofContext {
  readonly call: EvaluatedCall;
  /** Reason why the call is not evaluated; null for a conversation. */
  readonly notJudged: ReturnType<typeof whyNotJudged>;
  readonly matches: PhraseMatches;
  readonly proposals: Proposals;
}

/**
 * Returns one answer for each question, in the order of the form, checked by the rules of proof (proof.ts).
 *
 * For a call without speech, or that is no conversation, only measurements are assessable, and none of them fails the call
 * automatically. Pure, except for a cache of compiled patterns. No proposal makes it throw.
 * @param maxSteps limit for the phrases of the form
 */
export function judgeForm(
  form: Form,
  call: EvaluatedCall,
  proposals: Proposals,
  maxSteps: number = MAX_STEPS,
): JudgedAnswer[] {
  const evidence = new FormEvidence(call);
  const context: CallContext = {
    call,
    proposals,
    notJudged: whyNotJudged(call),
    evidence,
    rationales: stockRationales(call.outputLanguage ?? call.transcript.language),
    matches: matchPhrases(form, call.transcript, evidence, maxSteps),
  };
  return questionsOf(form).map((question) => answerOf(question, question.judge, context));
}

type Answerer<Kind extends JudgeKind> = (
  question: FormQuestion,
  judge: QuestionJudge<Kind>,
  context: CallContext,
) => JudgedAnswer;

const ANSWERERS: { readonly [Kind in JudgeKind]: Answerer<Kind> } = {
  model: ofTalk((question, _judge, context) => answerByModel(question, context.proposals, context)),
  phrases: ofTalk((question, judge, context) => answerByPhrases(question, judge, context.matches, context)),
  metric: (question, judge, context) => {
    const { notJudged, call } = context;
    if (notJudged === 'no_conversation' && !isOfSound(judge)) return notAssessable(question, notJudged);
    const measured = answerByMetric(question, judge, call.metrics, context);
    return notJudged !== null && measured.autoFail !== null ? notAssessable(question, notJudged) : measured;
  },
  finding: ofTalk((question, judge, context) => answerByFinding(question, judge, context.call.results, context)),
  human: awaitingPerson,
};

function answerOf<Kind extends JudgeKind>(
  question: FormQuestion,
  judge: QuestionJudge<Kind>,
  context: CallContext,
): JudgedAnswer {
  return ANSWERERS[judge.kind](question, judge, context);
}

/** Wraps an answerer so that it is not asked about a call that is not judged. */
function ofTalk<Kind extends JudgeKind>(answer: Answerer<Kind>): Answerer<Kind> {
  return (question, judge, context) =>
    context.notJudged === null ? answer(question, judge, context) : notAssessable(question, context.notJudged);
}

/**
 * Answers of a form whose call could not be judged in its time: only questions that wait for a person are as they would have
 * been.
 */
export function judgeNothing(form: Form): JudgedAnswer[] {
  return questionsOf(form).map((question) =>
    ANSWERED_BY[question.judge.kind] === 'person' ? awaitingPerson(question) : notAssessable(question, 'too_costly'),
  );
}
