// Carries persons' decisions over to the next version of the transcript. Verdicts stay; a quotation that no longer matches is
// marked. Pure.
import type { TranscriptResponse } from '../../../../calls/results/analysis-transcript.response.js';
import type { CitationResponse } from '../../../../calls/results/findings.response.js';
import type { FindingPath, FindingVerdict, Verdicts } from '../../../../calls/results/verdicts.js';
import { restateCitations } from '../../../../calls/versions/restate-citations.js';
import type { QuotedAnswer } from '../../../../scorecards/evaluations/carried-answers.js';

/** Part of a quotation in a review, with its new state. */
export interface RestatedQuote {
  readonly reviewId: string;
  /** Finding, or key of the question, for which it was quoted. */
  readonly of: string;
  readonly segmentId: number;
  readonly stale: boolean;
}

export interface RestatedVerdicts {
  readonly verdicts: Verdicts;
  /** Restated quotations, for the reviews that gave them. */
  readonly quotes: readonly RestatedQuote[];
}

export function restateVerdicts(
  { segments }: Pick<TranscriptResponse, 'segments'>,
  { findings, violations }: Verdicts,
  answers: readonly QuotedAnswer[],
): RestatedVerdicts {
  const restate = restateCitations(segments);
  const restated = Object.entries(findings).map(([path, verdict]): [FindingPath, FindingVerdict] => [
    path as FindingPath,
    { ...verdict, citations: restate(verdict.citations) },
  ]);
  const ofFindings = restated.flatMap(([of, { reviewId, citations }]) => quotesOf(reviewId, of, citations));
  const ofAnswers = answers.flatMap(({ reviewId, question, citations }) =>
    quotesOf(reviewId, question, restate(citations)),
  );
  return { verdicts: { findings: Object.fromEntries(restated), violations }, quotes: [...ofFindings, ...ofAnswers] };
}

const quotesOf = (reviewId: string, of: string, citations: readonly CitationResponse[]) =>
  citations.map(({ segment_id: segmentId, stale = false }): RestatedQuote => ({ reviewId, of, segmentId, stale }));
