// Figures shown to clients, computed from sums: means, medians, rates, intervals and changes.

import type {
  AnswerCountResponse,
  AnswerFiguresResponse,
  AnswerTotalsResponse,
  CallChangesResponse,
  CallFiguresResponse,
  ChangeResponse,
  EvaluationChangesResponse,
  EvaluationFiguresResponse,
  MeanResponse,
  RateResponse,
} from '../statistics.responses.js';
import { type AnswerSums, type CallSums, type EvaluationSums, medianOf, sumsOf } from './figure-sums.js';
import { countsOf, type Histogram } from './histogram.js';
import {
  differenceInterval,
  meanInterval,
  meanOf,
  rateInterval,
  type Sums,
  sumsOfHits,
  type TQuantile,
} from './intervals.js';

const LOW_N = 10;
const MINUTE_MS = 60_000;
const HUNDREDTHS = 100;

/** @param before sums of the previous period; null without a comparison */
export function callFigures(sums: CallSums, before: CallSums | null, t: TQuantile): CallFiguresResponse {
  const compliance = meanResponse(sums.compliance_scores, t);
  const quality = meanResponse(sums.quality_scores, t);
  const passRate = rateResponse(sums.passed, sums.judged);
  return {
    calls: sums.n,
    audio_minutes: sums.audio_ms / MINUTE_MS,
    compliance_score: compliance,
    quality_score: quality,
    pass_rate: passRate,
    violations: sums.violations,
    not_assessable: sums.not_assessable,
    flagged: sums.flagged,
    reviewed: sums.reviewed,
    overruled: sums.overruled,
    low_n: compliance.n < LOW_N || quality.n < LOW_N || isLowRate(passRate),
    ...(before && { change: callChanges(sums, before, t) }),
  };
}

function callChanges(now: CallSums, before: CallSums, t: TQuantile): CallChangesResponse {
  return {
    calls: plainChange(now.n - before.n),
    audio_minutes: plainChange((now.audio_ms - before.audio_ms) / MINUTE_MS),
    compliance_score: scoreChange(now.compliance_scores, before.compliance_scores, t),
    quality_score: scoreChange(now.quality_scores, before.quality_scores, t),
    pass_rate: meanChange(sumsOfHits(now.passed, now.judged), sumsOfHits(before.passed, before.judged), t),
  };
}

export function evaluationFigures(
  sums: EvaluationSums,
  before: EvaluationSums | null,
  t: TQuantile,
): EvaluationFiguresResponse {
  const score = meanResponse(sums.scores, t);
  const passRate = rateResponse(...passedOf(sums));
  const { passed, failed, auto_failed, needs_review, not_assessable } = sums;
  return {
    evaluations: sums.n,
    score,
    pass_rate: passRate,
    coverage: sums.n === 0 ? null : sums.coverage_percent / sums.n / HUNDREDTHS,
    outcomes: { passed, failed, auto_failed, needs_review, not_assessable },
    reviewed: sums.reviewed,
    overruled: sums.overruled,
    low_n: score.n < LOW_N || isLowRate(passRate),
    ...(before && { change: evaluationChanges(sums, before, t) }),
  };
}

function evaluationChanges(now: EvaluationSums, before: EvaluationSums, t: TQuantile): EvaluationChangesResponse {
  return {
    evaluations: plainChange(now.n - before.n),
    score: scoreChange(now.scores, before.scores, t),
    pass_rate: meanChange(sumsOfHits(...passedOf(now)), sumsOfHits(...passedOf(before)), t),
  };
}

/** Number of evaluations that passed, and of those that passed or failed. */
function passedOf({ passed, failed, auto_failed }: EvaluationSums): [passed: number, judged: number] {
  return [passed, passed + failed + auto_failed];
}

export function answerFigures(sums: AnswerSums, before: AnswerSums | null, t: TQuantile): AnswerFiguresResponse {
  const { answered } = sums.states;
  const answers = Object.keys(sums.answers)
    .sort(byCodePoint)
    .map((answer): AnswerCountResponse => {
      const count = sums.answers[answer] ?? 0;
      const was = before && sumsOfHits(before.answers[answer] ?? 0, before.states.answered);
      return {
        answer,
        count,
        share: rateResponse(count, answered),
        ...(was && { change: meanChange(sumsOfHits(count, answered), was, t) }),
      };
    });
  return { ...answerTotals(sums), answers, low_n: answered < LOW_N };
}

export const answerTotals = ({ states }: AnswerSums): AnswerTotalsResponse => ({ ...states });

/** The order of keys: by code points, whatever the language. */
export function byCodePoint(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === length ? a.length - b.length : rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
}

/** Rank of a UTF-16 code unit: pairs of surrogates stand for code points above all that one unit stands for. */
const rankOf = (unit: number): number => (isSurrogate(unit) ? unit + MAX_UNIT : unit);
const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
const MAX_UNIT = 0xffff;

function meanResponse(histogram: Histogram, t: TQuantile): MeanResponse {
  const counts = countsOf(histogram);
  const sums = sumsOf(counts);
  return { mean: meanOf(sums), ci: meanInterval(sums, t), median: medianOf(counts, sums.n), n: sums.n };
}

const rateResponse = (hits: number, n: number): RateResponse => ({
  value: n === 0 ? null : hits / n,
  ci: rateInterval(hits, n),
  n,
});

/** True where there is a rate, and too few to rank by it. */
const isLowRate = ({ n }: RateResponse) => n > 0 && n < LOW_N;

const plainChange = (value: number): ChangeResponse => ({ value, ci: null });

const scoreChange = (now: Histogram, before: Histogram, t: TQuantile): ChangeResponse =>
  meanChange(sumsOf(countsOf(now)), sumsOf(countsOf(before)), t);

function meanChange(now: Sums, before: Sums, t: TQuantile): ChangeResponse {
  if (now.n === 0 || before.n === 0) return { value: null, ci: null };
  return { value: now.sum / now.n - before.sum / before.n, ci: differenceInterval(now, before, t) };
}
