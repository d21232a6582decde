// Reduces the results of an analysis to scores and flags.
import type { ResultsResponse } from './analysis-results.response.js';
import type { ResultsSummaryResponse } from './analysis-summary.response.js';
import type { PerformedFindingResponse, PresentFindingResponse, ResolvedFindingResponse } from './findings.response.js';

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
      identity_verification: performed(compliance.identity_verification),
      privacy_protection: performed(compliance.privacy_protection),
      mandatory_disclosures: performed(compliance.mandatory_disclosures),
      purpose_declaration: performed(compliance.purpose_declaration),
      violations_count: compliance.violations?.filter(({ upheld }) => upheld !== false).length ?? 0,
      score: compliance.score ?? null,
      coverage: compliance.coverage,
    },
    quality: {
      sentiment_analysis: quality.sentiment_analysis ?? NEUTRAL,
      call_resolution: resolved(quality.call_resolution),
      greeting: present(quality.greeting),
      empathetic_language: present(quality.empathetic_language),
      professionalism: present(quality.professionalism),
      overall_score: quality.overall_score ?? null,
      coverage: quality.coverage,
    },
    coaching: { customer_effort_score: coaching.customer_effort_score ?? null },
    manipulation_suspected: results.manipulation_suspected === true,
  };
  return JSON.stringify(summary);
}

const NEUTRAL = { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' };

const performed = (finding?: PerformedFindingResponse) => ({
  performed: finding?.performed ?? false,
  ...judged(finding),
});

const present = (finding?: PresentFindingResponse) => ({ present: finding?.present ?? false, ...judged(finding) });

const resolved = (finding?: ResolvedFindingResponse) => ({ resolved: finding?.resolved ?? false, ...judged(finding) });

/** A finding that the results lack was not judged. */
const judged = (
  finding?: Pick<PerformedFindingResponse, 'flagged' | 'assessable' | 'source'>,
): Pick<PerformedFindingResponse, 'flagged' | 'assessable' | 'source'> => ({
  flagged: finding?.flagged ?? true,
  assessable: finding?.assessable ?? false,
  source: finding?.source,
});
