// Reduces the results of an analysis to scores and flags.
import { type FindingPart, findingsIn } from '../../ports/findings.js';
import type { ResultsResponse } from './analysis-results.response.js';
import type { ResultsSummaryResponse, SummarisedPart } from './analysis-summary.response.js';
import { answered, findingIn, isHeld } from './judged-findings.js';

/** Those of an earlier release may lack members. */
type StoredResults = { readonly [Part in keyof ResultsResponse]?: Partial<ResultsResponse[Part]> };

/** @param json the results as clients receive them @returns JSON text of their summary */
export function summariseResults(json: string): string {
  const results: StoredResults = JSON.parse(json);
  const { compliance = {}, quality = {}, coaching = {} } = results;
  // JSON leaves out what is undefined: results of an earlier release have neither kind nor coverage nor a reason, and do not say
  // whose a verdict is.
  const summary: ResultsSummaryResponse = {
    call_kind: results.call_kind,
    not_judged_reason: results.not_judged_reason,
    compliance: {
      ...findingsOf(results, 'compliance'),
      violations_count: compliance.violations?.filter(({ upheld }) => upheld !== false).length ?? 0,
      score: compliance.score ?? null,
      coverage: compliance.coverage,
    },
    quality: {
      sentiment_analysis: quality.sentiment_analysis ?? NEUTRAL,
      ...findingsOf(results, 'quality'),
      overall_score: quality.overall_score ?? null,
      coverage: quality.coverage,
    },
    coaching: { customer_effort_score: coaching.customer_effort_score ?? null },
    manipulation_suspected: results.manipulation_suspected === true,
  };
  return JSON.stringify(summary);
}

const NEUTRAL = { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' };

/** A finding that the results lack was not judged. */
function findingsOf<Part extends FindingPart>(results: StoredResults, part: Part): SummarisedPart<Part> {
  const summaries = findingsIn(part).map((name) => {
    const finding = findingIn(results, name);
    const { flagged = true, assessable = false, source } = finding ?? {};
    return [name, { ...answered(name, finding !== undefined && isHeld(name, finding)), flagged, assessable, source }];
  });
  return Object.fromEntries(summaries) as SummarisedPart<Part>;
}
