// Answers every question of a scorecard about one call. Conditions are not applied here: a person's answer may still change
// which questions apply.
import { type Form, type FormQuestion, questionsOf } from '../../../scorecards/form.js';
import type { JudgedAnswer } from '../../../scorecards/judged-answer.js';
import { answerByFinding } from './answer-by-finding.js';
import { answerByMetric } from './answer-by-metric.js';
import { answerByModel, type Proposals } from './answer-by-model.js';
import { answerByPhrases, matchPhrases, type PhraseMatches } from './answer-by-phrases.js';
import { type EvaluatedCall, hasSpeech } from './evaluated-call.js';
import { FormEvidence } from './form-evidence.js';
import { notAssessable, type ProofContext } from './proof.js';
import { stockRationales } from './stock-rationales.js';

interface CallContext extends ProofContext {
  readonly call: EvaluatedCall;
  readonly isSilent: boolean;
  readonly matches: PhraseMatches;
  readonly proposals: Proposals;
}

/**
 * One answer for each question, in the order of the form, held to the rules of proof (proof.ts).
 *
 * Of a call without speech nothing is assessable but measurements. Pure, except for a cache of compiled patterns. No proposal
 * makes it throw.
 */
export function judgeForm(form: Form, call: EvaluatedCall, proposals: Proposals): JudgedAnswer[] {
  const evidence = new FormEvidence(call);
  const context: CallContext = {
    call,
    proposals,
    isSilent: !hasSpeech(call),
    evidence,
    rationales: stockRationales(call.outputLanguage ?? call.transcript.language),
    matches: matchPhrases(form, call.transcript, evidence),
  };
  return questionsOf(form).map((question) => answerOf(question, context));
}

function answerOf(question: FormQuestion, context: CallContext): JudgedAnswer {
  const { judge } = question;
  if (judge.kind === 'human') return awaitingHuman(question);
  if (judge.kind === 'metric') return answerByMetric(question, judge, context.call.metrics, context);
  if (context.isSilent) return notAssessable(question, 'not_heard');
  switch (judge.kind) {
    case 'phrases':
      return answerByPhrases(question, judge, context.matches, context);
    case 'finding':
      return answerByFinding(question, judge, context.call.results, context);
    case 'model':
      return answerByModel(question, context.proposals, context);
  }
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
