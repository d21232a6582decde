// Answers every question of a scorecard about one call. Conditions are not applied here: a person's answer may still change
// which questions apply.

import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import { type Form, type FormQuestion, questionsOf } from '../../scorecards/form/form.js';
import { answerByFinding } from './answer-by-finding.js';
import { answerByMetric, isOfSound } from './answer-by-metric.js';
import { answerByModel, type Proposals } from './answer-by-model.js';
import { answerByPhrases, MAX_STEPS, matchPhrases, type PhraseMatches } from './answer-by-phrases.js';
import { type EvaluatedCall, whyNotJudged } from './evaluated-call.js';
import { FormEvidence } from './form-evidence.js';
import { notAssessable, type ProofContext } from './proof.js';
import { stockRationales } from './stock-rationales.js';

interface CallContext extends ProofContext {
  readonly call: EvaluatedCall;
  /** Why the call is not judged; null for a conversation. */
  readonly notJudged: ReturnType<typeof whyNotJudged>;
  readonly matches: PhraseMatches;
  readonly proposals: Proposals;
}

/**
 * One answer for each question, in the order of the form, held to the rules of proof (proof.ts).
 *
 * Of a call without speech, or that is no conversation, nothing is assessable but measurements, and none of them ends the call
 * as failed. Pure, except for a cache of compiled patterns. No proposal
 * makes it throw.
 * @param maxSteps for the phrases of the form
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
  return questionsOf(form).map((question) => answerOf(question, context));
}

function answerOf(question: FormQuestion, context: CallContext): JudgedAnswer {
  const { judge } = question;
  const { notJudged } = context;
  if (judge.kind === 'human') return awaitingHuman(question);
  if (judge.kind === 'metric') {
    if (notJudged === 'no_conversation' && !isOfSound(judge)) return notAssessable(question, notJudged);
    const measured = answerByMetric(question, judge, context.call.metrics, context);
    return notJudged !== null && measured.autoFail !== null ? notAssessable(question, notJudged) : measured;
  }
  if (notJudged !== null) return notAssessable(question, notJudged);
  switch (judge.kind) {
    case 'phrases':
      return answerByPhrases(question, judge, context.matches, context);
    case 'finding':
      return answerByFinding(question, judge, context.call.results, context);
    case 'model':
      return answerByModel(question, context.proposals, context);
  }
}

/** For a call that could not be judged in its time: only what waits for a person is as it would have been. */
export function judgeNothing(form: Form): JudgedAnswer[] {
  return questionsOf(form).map((question) =>
    question.judge.kind === 'human' ? awaitingHuman(question) : notAssessable(question, 'too_costly'),
  );
}

function awaitingHuman({ key }: FormQuestion): JudgedAnswer {
  return {
    question: key,
    state: 'awaiting_human',
    answer: null,
    confidence: null,
    flagged: false,
    rationale: '',
    citations: [],
    source: 'human',
    reason: null,
    autoFail: null,
  };
}
