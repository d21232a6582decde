// Results of a call after persons' decisions: their verdicts replace those of the service.
import type { ResultsResponse } from '../calls/results/analysis-results.response.js';
import type { ViolationResponse } from '../calls/results/findings.response.js';
import { answered, findingIn, isHeld, type StoredFinding, writePart } from '../calls/results/judged-findings.js';
import {
  type FindingAnswer,
  type FindingVerdict,
  hasVerdicts,
  isAbout,
  pathOf,
  type Verdicts,
} from '../calls/results/verdicts.js';
import type { FindingName } from '../ports/findings.js';
import { longestQuote, notAssessed } from './judge-findings.js';
import { withScores } from './scores.js';

/**
 * Applies persons' verdicts.
 *
 * - A person's verdict has confidence 1 and is not flagged, whatever was heard and however well. It needs no quotation; without
 *   one it keeps those of the service where both agree.
 * - The service's verdict is kept beside it, in `system`.
 * - A violation that a person dismissed stays and costs no points; one that a person upheld counts, whatever the service's
 *   confidence was.
 * - The scores are computed by {@link withScores}. Sentiment, coaching, observations and the summary stay the service's.
 *
 * Pure. Without verdicts the results are unchanged, as an earlier release may have computed them.
 * @param system the service's own results
 */
export function overrule(system: ResultsResponse, verdicts: Verdicts): ResultsResponse {
  if (!hasVerdicts(verdicts)) return system;
  const decided = (name: FindingName) => {
    const own = findingIn(system, name) ?? notAssessed(name);
    const verdict = verdicts.findings[pathOf(name)];
    return verdict ? decide(name, own, verdict) : own;
  };
  const { compliance, quality } = system;
  return withScores({
    ...system,
    compliance: {
      ...compliance,
      ...writePart('compliance', decided),
      violations: compliance.violations.map((violation) => decideViolation(violation, verdicts.violations)),
    },
    quality: { ...quality, ...writePart('quality', decided) },
  });
}

function decide(name: FindingName, own: StoredFinding, { answer, citations }: FindingVerdict): StoredFinding {
  const agrees = answer === sayOf(isHeld(name, own), own.assessable);
  const quoted = citations.length > 0 || !agrees ? [...citations] : own.citations;
  return {
    ...own,
    ...answered(name, answer === 'yes'),
    ...(own.missing && { missing: agrees ? own.missing : [] }),
    confidence: 1,
    evidence: longestQuote(quoted),
    flagged: false,
    assessable: answer !== 'not_assessable',
    citations: quoted,
    source: 'human',
    system: ownVerdict(own),
  };
}

const sayOf = (holds: boolean, assessable: boolean): FindingAnswer => {
  if (!assessable) return 'not_assessable';
  return holds ? 'yes' : 'no';
};

function decideViolation(own: ViolationResponse, verdicts: Verdicts['violations']): ViolationResponse {
  const verdict = verdicts.findLast((one) => isAbout(one, own));
  const upheld = verdict?.upheld ?? null;
  if (upheld === null) return own;
  return {
    ...own,
    confidence: 1,
    flagged: false,
    upheld,
    source: 'human',
    system: { upheld: true, ...ownVerdict(own) },
  };
}

/** The service's own verdict. Results of an earlier release do not say whose it is. */
function ownVerdict<Own extends { readonly system?: unknown }>({ system: _, ...own }: Own) {
  return { ...own, source: 'system' as const };
}
