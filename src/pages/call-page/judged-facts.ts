// Findings, observations and coaching of a call, each fact once.
// Its types are narrow, because clients of the interface use this file too, with types of their own.
import { FINDINGS, type FindingIn, type FindingName, type FindingPart } from '../../ports/findings.js';
import { type Decided, type FoundViolation, type ShownVerdict, verdictOn } from './whose-verdict.js';

export interface Quotation {
  readonly segment_id: number;
  readonly speaker: string;
  /** Seconds from the start of the call, like `end`. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** A correction has since changed the text that a person quoted. */
  readonly stale?: boolean | undefined;
}

export type FindingState = 'done' | 'not-done' | 'not-assessable';

export interface ShownFinding {
  readonly title: string;
  readonly state: FindingState;
  readonly citations: readonly Quotation[];
  /** Further sentences, which are no quotations. */
  readonly notes: readonly string[];
  readonly verdict: ShownVerdict;
}

interface Answered {
  readonly assessable: boolean;
  readonly confidence: number;
  readonly performed?: boolean;
  readonly present?: boolean;
  readonly resolved?: boolean;
}

interface Finding extends Answered, Decided<Answered>, Quoting {
  readonly missing?: readonly string[];
}

interface Quoting {
  readonly citations: readonly Quotation[];
}

type Findings<Part extends FindingPart> = { readonly [Name in FindingIn<Part>]?: Finding | undefined };

/** Results of an analysis that this file shows. Results of an earlier release lack the newer findings. */
interface JudgedCall {
  readonly compliance: Findings<'compliance'> & { readonly violations: readonly (Quoting & FoundViolation)[] };
  readonly quality: Findings<'quality'>;
}

/** Titles by result of the finding, in the order in which the topics come up in a call. */
const TITLES = {
  greeting: ['Greeted the customer', 'Did not greet the customer'],
  mandatory_disclosures: ['Made the required disclosures', 'Did not make the required disclosures'],
  purpose_declaration: ['Made the purpose clear', 'Did not make the purpose clear'],
  identity_verification: ["Verified the customer's identity", "Did not verify the customer's identity"],
  privacy_protection: ["Protected the customer's data", "Did not protect the customer's data"],
  empathetic_language: ['Showed understanding', 'Dismissed what troubled the customer'],
  professionalism: ['Stayed courteous', 'Did not stay courteous'],
  call_resolution: ['Resolved the matter', 'Did not resolve the matter'],
} as const satisfies Readonly<Record<FindingName, readonly [done: string, notDone: string]>>;

const IN_ORDER = Object.keys(TITLES) as readonly FindingName[];

function findingIn(results: JudgedCall, name: FindingName): readonly Finding[] {
  const part: Findings<FindingPart> = results[FINDINGS[name].part];
  const finding = part[name];
  return finding ? [finding] : [];
}

const allFindings = (results: JudgedCall) => IN_ORDER.flatMap((name) => findingIn(results, name));

/** "85 % assessed"; empty where results of an earlier release have no coverage. */
export function coverageText(coverage: number | null | undefined): string {
  return coverage === undefined || coverage === null ? '' : `${Math.round(100 * coverage)} % assessed`;
}

export function findingsOf(results: JudgedCall): ShownFinding[] {
  return IN_ORDER.flatMap((name) =>
    findingIn(results, name).map((finding) => {
      const state = stateOf(finding);
      const [done, notDone] = TITLES[name];
      const notes = (finding.missing ?? []).map((missing) => `Missing: ${missing}`);
      const citations = distinctCitations(finding.citations);
      const verdict = verdictOn(finding, (system) => SAID[stateOf(system)]);
      return { title: state === 'not-done' ? notDone : done, state, citations, notes, verdict };
    }),
  );
}

const SAID: Readonly<Record<FindingState, string>> = {
  done: 'yes',
  'not-done': 'no',
  'not-assessable': 'not assessable',
};

/** Number of findings and violations that a person has decided. */
export function decidedByPersons(results: JudgedCall): { readonly findings: number; readonly violations: number } {
  const ofPersons = (verdicts: readonly Pick<Decided, 'source'>[]) =>
    verdicts.filter(({ source }) => source === 'human').length;
  return {
    findings: ofPersons(allFindings(results)),
    violations: ofPersons(results.compliance.violations),
  };
}

function stateOf({ assessable, performed, present, resolved }: Answered): FindingState {
  if (!assessable) return 'not-assessable';
  return (performed ?? present ?? resolved) ? 'done' : 'not-done';
}

/** Keeps the longest of overlapping quotations: "how can i help" is redundant beside "how can i help you today". */
export function distinctCitations(citations: readonly Quotation[]): Quotation[] {
  const byLength = citations.toSorted((one, two) => two.quote.length - one.quote.length);
  const kept = new Set<Quotation>();
  for (const citation of byLength) if (![...kept].some((other) => overlap(citation, other))) kept.add(citation);
  return citations.filter((citation) => kept.has(citation));
}

/** Observations whose quotations share no words with those of a finding or violation. */
export function furtherObservations<Observation extends Quoting>(
  results: JudgedCall & { readonly observations: readonly Observation[] },
): Observation[] {
  const told = [...allFindings(results), ...results.compliance.violations].flatMap(({ citations }) => citations);
  return results.observations.filter(
    ({ citations }) => !citations.some((one) => told.some((two) => overlap(one, two))),
  );
}

function overlap(one: Quotation, two: Quotation): boolean {
  return one.segment_id === two.segment_id && one.start < two.end && two.start < one.end;
}

/** Strengths that add to the findings and observations. Those of the rules only repeat these, sentence by sentence. */
export function furtherStrengths({ results, metadata }: CoachedCall): readonly string[] {
  if (results === null || metadata.engine?.analysis.startsWith('rules')) return [];
  return results.coaching.strengths;
}

interface CoachedCall {
  readonly results: { readonly coaching: { readonly strengths: readonly string[] } } | null;
  readonly metadata: { readonly engine: { readonly analysis: string } | null };
}
