// The findings, observations and coaching of a call, each fact once.
import type { AnalysisResponse } from '../analysis/analysis.response.js';
import type { Citation, Results } from './reported-call.js';

export type FindingState = 'done' | 'not-done' | 'not-assessable';

export interface ShownFinding {
  readonly title: string;
  readonly state: FindingState;
  readonly citations: readonly Citation[];
  /** Sentences beside the quotations. */
  readonly notes: readonly string[];
}

type Finding = {
  readonly assessable: boolean;
  readonly citations: readonly Citation[];
  readonly performed?: boolean;
  readonly present?: boolean;
  readonly resolved?: boolean;
  readonly missing?: readonly string[];
};

/** Titles by what the finding says, in the order in which the matters come up in a call. */
const FINDINGS: readonly (readonly [done: string, notDone: string, of: (results: Results) => Finding | undefined])[] = [
  ['Greeted the customer', 'Did not greet the customer', ({ quality }) => quality.greeting],
  [
    'Made the required disclosures',
    'Did not make the required disclosures',
    ({ compliance }) => compliance.mandatory_disclosures,
  ],
  ['Made the purpose clear', 'Did not make the purpose clear', ({ compliance }) => compliance.purpose_declaration],
  [
    "Verified the customer's identity",
    "Did not verify the customer's identity",
    ({ compliance }) => compliance.identity_verification,
  ],
  [
    "Protected the customer's data",
    "Did not protect the customer's data",
    ({ compliance }) => compliance.privacy_protection,
  ],
  ['Showed understanding', 'Dismissed what troubled the customer', ({ quality }) => quality.empathetic_language],
  ['Stayed courteous', 'Did not stay courteous', ({ quality }) => quality.professionalism],
  ['Resolved the matter', 'Did not resolve the matter', ({ quality }) => quality.call_resolution],
];

/** An analysis of an earlier release lacks the newer findings. */
export function findingsOf(results: Results): ShownFinding[] {
  return FINDINGS.flatMap(([done, notDone, of]) => {
    const finding = of(results);
    if (finding === undefined) return [];
    const state = stateOf(finding);
    const notes = (finding.missing ?? []).map((name) => `Missing: ${name}`);
    return [{ title: state === 'not-done' ? notDone : done, state, citations: finding.citations, notes }];
  });
}

function stateOf({ assessable, performed, present, resolved }: Finding): FindingState {
  if (!assessable) return 'not-assessable';
  return (performed ?? present ?? resolved) ? 'done' : 'not-done';
}

/** The observations that no finding or violation has told already: those that quote none of the same words. */
export function furtherObservations(results: Results): Results['observations'] {
  const told = [...findingsOf(results), ...results.compliance.violations].flatMap(({ citations }) => citations);
  return results.observations.filter(
    ({ citations }) => !citations.some((one) => told.some((two) => overlap(one, two))),
  );
}

function overlap(one: Citation, two: Citation): boolean {
  return one.segment_id === two.segment_id && one.start < two.end && two.start < one.end;
}

/** The strengths that say more than the findings and observations: the rules make theirs of just these, sentence by sentence. */
export function furtherStrengths({ results, metadata }: AnalysisResponse): readonly string[] {
  if (results === null || metadata.engine?.analysis.startsWith('rules')) return [];
  return results.coaching.strengths;
}
