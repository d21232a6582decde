// Questions for a language model: its proposals, checked against the evidence.

import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { ProposedAnswer } from '../../ports/form-judge.js';
import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import type { FormQuestion } from '../../scorecards/form/form.js';
import { cleanText, MAX_SENTENCE_CHARS } from '../bounded-text.js';
import { clampConfidence } from '../judge-findings.js';
import { dropInventedQuotations } from '../quoted-prose.js';
import { notAssessable, type ProofContext, prove } from './proof.js';

/** Answer of the model or the reason why it did not judge, by question; or the reason why no model was asked. */
export type Proposals =
  | ReadonlyMap<string, ProposedAnswer | NotJudgedReason>
  | 'no_language_model'
  | 'scenario'
  | NotJudgedReason;

/** Limits the work that one answer can cause: each quotation in a rationale is searched in the transcript. */
const MAX_READ_CHARS = 2 * MAX_SENTENCE_CHARS;

export function answerByModel(question: FormQuestion, proposals: Proposals, context: ProofContext): JudgedAnswer {
  if (typeof proposals === 'string') return notAssessable(question, proposals);
  const proposed = proposals.get(question.key);
  if (!proposed) return notAssessable(question, 'no_answer');
  if (typeof proposed === 'string') return notAssessable(question, proposed);
  const { citations: checked, hasFalse } = context.evidence.check(proposed.quotes, question);
  const citations = context.evidence.proving(checked, question, proposed.answer);
  const claim = {
    answer: proposed.answer,
    confidence: clampConfidence(proposed.confidence),
    citations,
    hasFalseQuote: hasFalse || citations.length < checked.length,
    flagged: false,
    rationale: rationaleOf(proposed, context),
    restsOn: 'words' as const,
  };
  return prove(question, claim, context);
}

function rationaleOf({ rationale }: ProposedAnswer, { evidence }: ProofContext): string {
  const read = cleanText(rationale.slice(0, MAX_READ_CHARS), MAX_READ_CHARS);
  return cleanText(dropInventedQuotations(read, evidence.ofCall), MAX_SENTENCE_CHARS);
}
