// The results of a call as they stand once persons have decided: the service's verdicts, with theirs in their place.
import type { ResultsResponse } from '../calls/results/analysis-results.response.js';
import type {
  PerformedFindingResponse,
  PresentFindingResponse,
  ViolationResponse,
} from '../calls/results/findings.response.js';
import {
  type FindingAnswer,
  type FindingVerdict,
  hasVerdicts,
  isAbout,
  type Verdicts,
} from '../calls/results/verdicts.js';
import { longestQuote, notAssessable } from './judge-findings.js';
import { withScores } from './scores.js';

/**
 * - A person's verdict counts with confidence 1 and is not flagged, whatever was heard and however well. It needs no quotation;
 *   without one it keeps those of the service where both say the same.
 * - The service's verdict stands beside it, in `system`.
 * - A violation that a person dismissed stays and takes nothing off; one that a person upheld counts, however unsure the
 *   service was.
 * - The scores follow by {@link withScores}. Sentiment, coaching, observations and the summary stay the service's.
 *
 * Pure. Without verdicts the results are the given ones, as an earlier release may have computed them.
 * @param system as the service judged the call
 */
export function overrule(system: ResultsResponse, verdicts: Verdicts): ResultsResponse {
  if (!hasVerdicts(verdicts)) return system;
  const { findings, violations } = verdicts;
  const { compliance, quality } = system;
  const performed = (own: PerformedFindingResponse, verdict: FindingVerdict | undefined) =>
    verdict ? decide(own, own.performed, verdict, (holds) => ({ performed: holds })) : own;
  const present = (own: PresentFindingResponse, verdict: FindingVerdict | undefined) =>
    verdict ? decide(own, own.present, verdict, (holds) => ({ present: holds })) : own;
  const { mandatory_disclosures: disclosures, violations: found } = compliance;
  const { call_resolution: resolution, professionalism = NOT_JUDGED } = quality;
  const onDisclosures = findings['compliance.mandatory_disclosures'];
  const onResolution = findings['quality.call_resolution'];
  return withScores({
    ...system,
    compliance: {
      ...compliance,
      identity_verification: performed(compliance.identity_verification, findings['compliance.identity_verification']),
      privacy_protection: performed(compliance.privacy_protection, findings['compliance.privacy_protection']),
      mandatory_disclosures: onDisclosures
        ? decide(disclosures, disclosures.performed, onDisclosures, (holds, agrees) => ({
            performed: holds,
            missing: agrees ? disclosures.missing : [],
          }))
        : disclosures,
      purpose_declaration: performed(compliance.purpose_declaration, findings['compliance.purpose_declaration']),
      violations: found.map((violation) => decideViolation(violation, violations)),
    },
    quality: {
      ...quality,
      call_resolution: onResolution
        ? decide(resolution, resolution.resolved, onResolution, (holds) => ({ resolved: holds }))
        : resolution,
      greeting: present(quality.greeting, findings['quality.greeting']),
      empathetic_language: present(quality.empathetic_language, findings['quality.empathetic_language']),
      professionalism: present(professionalism, findings['quality.professionalism']),
    },
  });
}

/** Professionalism in the results of an earlier release. */
const NOT_JUDGED: PresentFindingResponse = { present: false, ...notAssessable().evidence };

type Evidence = Omit<PerformedFindingResponse, 'performed' | 'system'> & { readonly system?: unknown };

/** @param answerOf the members of this kind of finding; told whether the person says what the service says */
function decide<Own extends Evidence, Answer extends object>(
  own: Own,
  ownHolds: boolean,
  { answer, citations }: FindingVerdict,
  answerOf: (holds: boolean, agrees: boolean) => Answer,
) {
  const agrees = answer === sayOf(ownHolds, own.assessable);
  const quoted = citations.length > 0 || !agrees ? [...citations] : own.citations;
  return {
    ...own,
    ...answerOf(answer === 'yes', agrees),
    confidence: 1,
    evidence: longestQuote(quoted),
    flagged: false,
    assessable: answer !== 'not_assessable',
    citations: quoted,
    source: 'human' as const,
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

/** What an earlier release stored does not say whose it is. */
function ownVerdict<Own extends { readonly system?: unknown }>({ system: _, ...own }: Own) {
  return { ...own, source: 'system' as const };
}
