// The results of a masked call: what was judged before stands as long as its proof does, and only where masking took the proof
// the new judgement counts. A model that is asked twice may answer twice; that is no reason for another score. Pure.
import type { ResultsResponse } from '../../../calls/results/analysis-results.response.js';
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import { withScores } from '../../../judgement/scores.js';

interface Proved {
  readonly citations: readonly CitationResponse[];
}

/** As masking writes what it hides, and as a quotation is left that stands in no version. */
const MASKED = /\[[A-Z][A-Z0-9_]*_\d+\]|####|^$/;

const stands = ({ citations }: Proved) => citations.every(({ quote }) => !MASKED.test(quote));

/** @param before as the service judged the call, with masked quotations and without sentences */
export function keepProved(before: ResultsResponse, anew: ResultsResponse): ResultsResponse {
  const { compliance, quality } = before;
  const finding = <Finding extends Proved>(own: Finding | undefined, other: Finding): Finding =>
    own !== undefined && stands(own) ? own : other;
  const disclosures = finding(compliance.mandatory_disclosures, anew.compliance.mandatory_disclosures);
  const results: ResultsResponse = {
    ...anew,
    compliance: {
      ...compliance,
      identity_verification: finding(compliance.identity_verification, anew.compliance.identity_verification),
      privacy_protection: finding(compliance.privacy_protection, anew.compliance.privacy_protection),
      mandatory_disclosures: { ...disclosures, missing: anew.compliance.mandatory_disclosures.missing },
      purpose_declaration: finding(compliance.purpose_declaration, anew.compliance.purpose_declaration),
      violations: keepList(compliance.violations ?? [], anew.compliance.violations),
    },
    quality: {
      ...quality,
      call_resolution: finding(quality.call_resolution, anew.quality.call_resolution),
      greeting: finding(quality.greeting, anew.quality.greeting),
      empathetic_language: finding(quality.empathetic_language, anew.quality.empathetic_language),
      professionalism: finding(quality.professionalism, anew.quality.professionalism),
    },
    coaching: { ...anew.coaching, customer_effort_score: before.coaching?.customer_effort_score ?? null },
    observations: keepList(before.observations ?? [], anew.observations),
  };
  return allStand(before) ? results : withScores(results);
}

function allStand({ compliance, quality }: ResultsResponse): boolean {
  const { violations = [], ...ofCompliance } = compliance;
  const proved = [...Object.values(ofCompliance), ...Object.values(quality), ...violations].filter(isProved);
  return proved.every(stands);
}

const isProved = (value: unknown): value is Proved =>
  typeof value === 'object' && value !== null && 'citations' in value && Array.isArray(value.citations);

interface Listed extends Proved {
  readonly rule: string;
  readonly description: string;
}

/** What stands keeps its place with its new sentence. What lost its proof stays where it is found again; nothing is added. */
function keepList<Entry extends Listed>(before: readonly Entry[], anew: readonly Entry[]): Entry[] {
  return before.flatMap((own): Entry[] => {
    const found = anew.find((other) => other.rule === own.rule && isOfSameSegment(own, other));
    if (stands(own)) return [{ ...own, description: found?.description ?? own.description }];
    return found ? [found] : [];
  });
}

const isOfSameSegment = (one: Proved, other: Proved) =>
  one.citations.some(({ segment_id: id }) => other.citations.some(({ segment_id }) => segment_id === id));
