// Checks each answer to a question of a scorecard by the rules of proof, whichever judge gave it.
import type { CitationResponse } from '../../calls/results/findings.response.js';
import { type JudgedAnswer, NOT_ASSESSABLE, type NotAssessableReason } from '../../scorecards/answers/judged-answer.js';
import { type FormAnswer, type FormQuestion, NOT_APPLICABLE } from '../../scorecards/form/form.js';
import { MIN_SURE_CONFIDENCE } from '../judge-findings.js';
import type { FormEvidence } from './form-evidence.js';
import type { StockRationales } from './stock-rationales.js';

const MIN_AUTO_FAIL_CONFIDENCE = 0.8;

/** Answer of a judge, its quotations checked. */
export interface Claim {
  /** Key of an answer, or `na`; null where the judge gives none. */
  readonly answer: string | null;
  /** 0 to 1, two decimals. */
  readonly confidence: number;
  readonly citations: readonly CitationResponse[];
  /** Some quotation could not be checked. */
  readonly hasFalseQuote: boolean;
  /** True when a person should review the answer in any case. */
  readonly flagged: boolean;
  readonly rationale: string;
  /** A measurement uses only the audio: without a quotation it does not prove that something was not said. */
  readonly restsOn: 'words' | 'measurement';
}

/** Evidence of a call, and the service's own sentences in the language of its results. */
export interface ProofContext {
  readonly evidence: FormEvidence;
  readonly rationales: StockRationales;
}

/**
 * Returns the answer that the evidence supports.
 *
 * - A question with a speaker is not assessable where it is not certain who the agent is.
 * - An answer that needs a quotation and has no checked one is replaced by the answer with the fewest points among those that
 *   need none (on a tie the one without an automatic fail, then the first), with confidence 0. If there is none: not assessable.
 * - An answer without a checked quotation is valid only if an absence can be concluded (`whyAbsenceUnknown`).
 * - For a speaker who may not have been heard well, only an answer with the most points is valid, with its quotation: a lesser
 *   one would accuse.
 * - An automatic fail is proved by a verbatim quotation where the answer needs one; otherwise by a speaker heard well in an
 *   undamaged recording and no false quotation; and by a confidence of 0.8. The answer `na` needs no proof.
 */
export function prove(question: FormQuestion, claim: Claim, context: ProofContext): JudgedAnswer {
  const { evidence } = context;
  const claimed = question.answers.find(({ key }) => key === claim.answer) ?? null;
  const isNa = claim.answer === NOT_APPLICABLE && question.na;
  if (!claimed && !isNa) return notAssessable(question, 'no_answer');
  const autoFail = claimed?.auto_fail ? 'unproved' : null;
  if (question.speaker !== null && !evidence.ofCall.rolesKnown)
    return notAssessable(question, 'roles_unknown', autoFail);
  const isUnsure = claim.flagged || claim.hasFalseQuote || claim.confidence < MIN_SURE_CONFIDENCE;
  if (!claimed) return { ...stateOf(question, claim), state: 'na', flagged: isUnsure };

  const isProved = !claimed.needs_quote || claim.citations.length > 0;
  const stands = isProved ? claimed : leastWithoutQuote(question.answers);
  if (!stands) return notAssessable(question, 'no_quotation', autoFail);
  const held = isProved ? claim : fallen(claim, claimed, context);
  const obstacle = held.restsOn === 'words' ? whyNot(question, stands, held, evidence) : null;
  if (obstacle !== null) return notAssessable(question, obstacle, autoFail);

  const proof = stands.auto_fail && provesAutoFail(question, stands, held, evidence) ? 'proved' : null;
  const ends = proof ?? (stands.auto_fail ? 'unproved' : autoFail);
  return {
    ...stateOf(question, held),
    state: 'answered',
    answer: stands.key,
    flagged: isUnsure || !isProved || ends === 'unproved',
    autoFail: ends,
  };
}

/** @param autoFail `unproved` where an answer was given that would fail the call automatically */
export function notAssessable(
  { key, judge }: FormQuestion,
  reason: NotAssessableReason,
  autoFail: 'unproved' | null = null,
): JudgedAnswer {
  return {
    question: key,
    state: 'not_assessable',
    answer: null,
    confidence: null,
    flagged: NOT_ASSESSABLE[reason].flagged,
    rationale: '',
    citations: [],
    source: judge.kind,
    reason,
    autoFail,
  };
}

function stateOf({ key, judge }: FormQuestion, { confidence, rationale, citations }: Claim) {
  return {
    question: key,
    answer: null,
    confidence,
    rationale,
    citations,
    source: judge.kind,
    reason: null,
    autoFail: null,
  };
}

/** Replaces the judge's rationale, which supports the rejected answer. */
function fallen(claim: Claim, { label }: FormAnswer, { rationales }: ProofContext): Claim {
  return { ...claim, confidence: 0, rationale: rationales.noQuotation(label) };
}

function leastWithoutQuote(answers: readonly FormAnswer[]): FormAnswer | null {
  return answers
    .filter(({ needs_quote: needsQuote }) => !needsQuote)
    .reduce<FormAnswer | null>((least, answer) => (least && !isLess(answer, least) ? least : answer), null);
}

function isLess(a: FormAnswer, b: FormAnswer): boolean {
  return a.points < b.points || (a.points === b.points && !a.auto_fail && b.auto_fail);
}

/** Reason why an answer based on words is not valid; null where it is. */
function whyNot(
  { speaker, answers }: FormQuestion,
  { points }: FormAnswer,
  { citations }: Claim,
  evidence: FormEvidence,
): NotAssessableReason | null {
  if (citations.length === 0) return evidence.whyAbsenceUnknown(speaker);
  const isBest = answers.every((other) => other.points <= points);
  return isBest || evidence.isHeardWell(speaker) ? null : 'not_heard';
}

function provesAutoFail(
  { speaker }: FormQuestion,
  { needs_quote: needsQuote }: FormAnswer,
  { confidence, citations, hasFalseQuote }: Claim,
  evidence: FormEvidence,
): boolean {
  if (confidence < MIN_AUTO_FAIL_CONFIDENCE) return false;
  if (needsQuote) return citations.some(({ verification }) => verification === 'verified');
  return !hasFalseQuote && evidence.whyAbsenceUnknown(speaker) === null;
}
