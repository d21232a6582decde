// Results of a masked call. Earlier results stay as long as their proof does; the new ones count only where masking removed the
// proof. A model that is asked twice may answer differently, which is no reason for another score. Pure.
import type { ResultsResponse } from '../../../calls/results/analysis-results.response.js';
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import { findingIn, type StoredFinding, writePart } from '../../../calls/results/judged-findings.js';
import { notAssessed } from '../../../judgement/judge-findings.js';
import { withScores } from '../../../judgement/scores.js';
import type { FindingName } from '../../../ports/findings.js';

interface Proved {
  readonly citations: readonly CitationResponse[];
}

/** Labels of masked words, and the quotation that stands in no version. */
const MASKED = /\[[A-Z][A-Z0-9_]*_\d+\]|####|^$/;

const stands = ({ citations }: Proved) => citations.every(({ quote }) => !MASKED.test(quote));

/** @param before the service's own results, with masked quotations and without sentences */
export function keepProved(before: ResultsResponse, next: ResultsResponse): ResultsResponse {
  const finding = (name: FindingName): StoredFinding => {
    const own = findingIn(before, name);
    return own !== undefined && stands(own) ? own : (findingIn(next, name) ?? notAssessed(name));
  };
  const { compliance, quality } = before;
  const ofCompliance = writePart('compliance', finding);
  const { missing } = next.compliance.mandatory_disclosures;
  const results: ResultsResponse = {
    ...next,
    compliance: {
      ...compliance,
      ...ofCompliance,
      mandatory_disclosures: { ...ofCompliance.mandatory_disclosures, missing },
      violations: keepList(compliance.violations ?? [], next.compliance.violations),
    },
    quality: { ...quality, ...writePart('quality', finding) },
    coaching: { ...next.coaching, customer_effort_score: before.coaching?.customer_effort_score ?? null },
    observations: keepList(before.observations ?? [], next.observations),
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

/**
 * Keeps in its place, with its new sentence, what has its proof. What lost its proof stays where it is found again; nothing is
 * added.
 */
function keepList<Entry extends Listed>(before: readonly Entry[], next: readonly Entry[]): Entry[] {
  return before.flatMap((own): Entry[] => {
    const found = next.find((other) => other.rule === own.rule && isOfSameSegment(own, other));
    if (stands(own)) return [{ ...own, description: found?.description ?? own.description }];
    return found ? [found] : [];
  });
}

const isOfSameSegment = (one: Proved, other: Proved) =>
  one.citations.some(({ segment_id: id }) => other.citations.some(({ segment_id }) => segment_id === id));
