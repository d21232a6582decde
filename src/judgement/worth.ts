// Finds doubts about the results of a call, and its priority in the review queue: the weight at stake × (1 − confidence), summed.
//
// Doubts about a conversation, each until a person has decided it:
// - `violation`: a valid violation. At stake, once a rule: its penalty on the compliance score.
// - `flagged`: a finding that is assessable and flagged. At stake: its share of its score; nothing for one that is in no score.
// - `withheld`: a missing score, because too few of its findings are assessable. At stake: the missing share, with a confidence
//   of 0. Other findings that are not assessable are no doubt: nearly every call has one, and none is a reproach.
// - `roles_unclear`: everything, since nothing is evaluated. No other doubt is counted with it.
// Doubts about an evaluation:
// - `needs_review`: an unproved answer that would fail the call automatically. At stake: the whole form.
// - `awaiting_human`: a question that waits for a person. At stake: its share of the form, with the confidence of a suggestion,
//   else 0.
// - `flagged`: a flagged answer, with the share of its question; the whole form where the answer failed the call automatically.
// - `withheld`: no score, because questions could not be assessed. At stake: the missing share of the form.
// - `disputed`: an agent disputes answers. At stake: the shares of their questions, with a confidence of 0.
//
// Shares are those of the published weights. Pure.
import type { ResultsResponse } from '../calls/results/analysis-results.response.js';
import type { PerformedFindingResponse, ViolationResponse } from '../calls/results/findings.response.js';
import { findingIn, isHeld } from '../calls/results/judged-findings.js';
import { type Doubt, type DoubtItem, NO_DOUBT, REVIEW_REASONS } from '../calls/review-tasks/doubt.js';
import { FINDINGS, type FindingPart, findingsIn } from '../ports/findings.js';
import type { EvaluationAnswerResponse } from '../scorecards/answers/answers.response.js';
import type { Figures } from '../scorecards/answers/figures.js';
import type { JudgedAnswer } from '../scorecards/answers/judged-answer.js';
import type { Form } from '../scorecards/form/form.js';
import { MIN_ROLE_CONFIDENCE } from './call-evidence.js';
import { MIN_COVERAGE, MIN_COVERAGE_OF_QUALITY, VIOLATION_PENALTY } from './scores.js';

interface InDoubt extends Omit<DoubtItem, 'worth'> {
  /** 0 to 1. */
  readonly atStake: number;
  /** 0 to 1; null when not known. */
  readonly confidence: number | null;
}

/** @param roleConfidence `role_confidence` of the transcript's diarization */
export function doubtOfCall(results: ResultsResponse, roleConfidence: number): Doubt {
  if (results.call_kind !== 'conversation') return NO_DOUBT;
  const { compliance, quality } = results;
  const ofCompliance = verdictsOf(results, 'compliance');
  const ofQuality = verdictsOf(results, 'quality');
  const withheld = [
    ...withheldScore('compliance', compliance.score, MIN_COVERAGE - (compliance.coverage ?? 0), ofCompliance),
    ...withheldScore('quality', quality.overall_score, lackOfQuality(results), ofQuality),
  ];
  if (roleConfidence < MIN_ROLE_CONFIDENCE)
    return addUp([
      { reason: 'roles_unclear', subject: null, said: null, atStake: 1, confidence: roleConfidence },
      ...withheld.map((one) => ({ ...one, atStake: 0 })),
    ]);
  return addUp([
    ...violations(compliance.violations),
    ...[...ofCompliance, ...ofQuality].flatMap(flaggedFinding),
    ...withheld,
  ]);
}

/** @param judged answers from which the figures were computed */
export function doubtOfForm(
  form: Form,
  judged: readonly JudgedAnswer[],
  { answers, outcome, coverage }: Figures,
): Doubt {
  const shares = sharesOf(form);
  const autoFails = new Map(judged.map(({ question, autoFail }) => [question, autoFail]));
  const each = answers.flatMap((answer) =>
    answerInDoubt(answer, shares.get(answer.question) ?? 0, autoFails.get(answer.question) ?? null),
  );
  if (outcome !== 'not_assessable') return addUp(each);
  const open = sum(
    answers.filter(({ state }) => state === 'not_assessable').map((one) => shares.get(one.question) ?? 0),
  );
  return addUp([...each, ...lacking(null, form.min_coverage - coverage, open)]);
}

interface Verdict extends Pick<PerformedFindingResponse, 'confidence' | 'flagged' | 'assessable' | 'source'> {
  /** Name of the finding in reviews: its part and its name. */
  readonly path: string;
  readonly holds: boolean;
  /** Share of the weight of its score. */
  readonly share: number;
}

/** Results of an earlier release lack findings that it did not evaluate. */
const verdictsOf = (results: ResultsResponse, part: FindingPart): Verdict[] =>
  findingsIn(part).flatMap((name) => {
    const finding = findingIn(results, name);
    if (!finding) return [];
    const path = `${part}.${name}`;
    return [{ ...finding, path, holds: isHeld(name, finding), share: FINDINGS[name].weight / 100 }];
  });

const isDecided = ({ source }: Pick<PerformedFindingResponse, 'source'>) => source === 'human';

function flaggedFinding(verdict: Verdict): InDoubt[] {
  const { path: subject, holds, flagged, assessable, share: atStake, confidence } = verdict;
  if (isDecided(verdict) || !flagged || !assessable) return [];
  return [{ reason: 'flagged', subject, said: holds ? 'yes' : 'no', atStake, confidence }];
}

/** Share that is missing for a score of quality, which needs a verdict on the matter too. */
function lackOfQuality({ quality }: ResultsResponse): number {
  const lack = MIN_COVERAGE_OF_QUALITY - (quality.coverage ?? 0);
  return quality.call_resolution.assessable ? lack : Math.max(lack, FINDINGS.call_resolution.weight / 100);
}

/** @param lack share that is missing for a score */
function withheldScore(
  subject: FindingPart,
  score: number | null,
  lack: number,
  verdicts: readonly Verdict[],
): InDoubt[] {
  if (score !== null) return [];
  const open = verdicts.filter((verdict) => !verdict.assessable && !isDecided(verdict));
  return lacking(subject, lack, sum(open.map(({ share }) => share)));
}

/**
 * @param lack share that is missing for a score
 * @param open share of the findings that could still count
 */
function lacking(subject: string | null, lack: number, open: number): InDoubt[] {
  if (open === 0) return [];
  return [{ reason: 'withheld', subject, said: null, atStake: Math.max(0, Math.min(lack, open)), confidence: 0 }];
}

/** Violations in doubt. What a rule takes off is settled as soon as a person has upheld one violation of it. */
function violations(found: readonly ViolationResponse[]): InDoubt[] {
  const standing = found.filter(({ upheld }) => upheld !== false);
  return [...new Set(standing.map(({ rule }) => rule))].flatMap((each): InDoubt[] => {
    const ofRule = standing.filter(({ rule }) => rule === each);
    const open = ofRule.filter((one) => !isDecided(one));
    if (open.length === 0) return [];
    const atStake = open.length === ofRule.length ? VIOLATION_PENALTY / 100 : 0;
    const confidence = Math.max(...open.map((one) => one.confidence));
    return open.map(({ citations }, at) => ({
      reason: 'violation',
      subject: each,
      said: String(citations[0]?.segment_id ?? ''),
      atStake: at === 0 ? atStake : 0,
      confidence,
    }));
  });
}

function answerInDoubt(
  { question: subject, answer: said, state, flagged, confidence, source, system }: EvaluationAnswerResponse,
  share: number,
  autoFail: JudgedAnswer['autoFail'],
): InDoubt[] {
  // A question for people has the source `human` even before anyone has answered.
  if (state === 'awaiting_human')
    return [{ reason: 'awaiting_human', subject, said: null, atStake: share, confidence }];
  // An answer with `system` follows from a finding that a person decided.
  if (state === 'skipped' || source === 'human' || system) return [];
  if (autoFail === 'unproved') return [{ reason: 'needs_review', subject, said, atStake: 1, confidence }];
  if (!flagged || state === 'not_assessable') return [];
  if (autoFail === 'proved') return [{ reason: 'flagged', subject, said, atStake: 1, confidence, fails: true }];
  return [{ reason: 'flagged', subject, said, atStake: share, confidence }];
}

/** Share of each question, by its key: its share of the weight of its section, times the section's of the form. */
export function sharesOf({ sections }: Form): Map<string, number> {
  const weightOfSections = sum(sections.map(({ weight }) => weight));
  return new Map(
    sections.flatMap(({ weight, questions }) => {
      const weightOfQuestions = sum(questions.map((question) => question.weight));
      return questions.map(
        (question) =>
          [question.key, part(weight, weightOfSections) * part(question.weight, weightOfQuestions)] as const,
      );
    }),
  );
}

const part = (weight: number, whole: number) => (whole === 0 ? 0 : weight / whole);

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const DECIMALS = 10_000;

function addUp(doubts: readonly InDoubt[]): Doubt {
  const items = doubts.map(({ atStake, confidence, ...doubt }) => ({
    ...doubt,
    worth: atStake * (1 - (confidence ?? 0)),
  }));
  const worth = sum(items.map((item) => item.worth));
  return {
    reasons: REVIEW_REASONS.filter((reason) => doubts.some((one) => one.reason === reason)),
    worth: Math.round(DECIMALS * Math.min(1, worth)) / DECIMALS,
    items,
  };
}
