// What persons have decided about the results of one call: the decisions in force, as `analysis_payload.verdicts` keeps them.
import { FINDING_NAMES, FINDINGS, type FindingName, type PathOf } from '../../ports/findings.js';
import type { CitationResponse } from './findings.response.js';

/** The findings that a person can decide. */
export type FindingPath = { [Name in FindingName]: PathOf<Name> }[FindingName];
export const pathOf = (name: FindingName) => `${FINDINGS[name].part}.${name}` as FindingPath;
export const FINDING_PATHS = FINDING_NAMES.map(pathOf);

export const FINDING_ANSWERS = ['yes', 'no', 'not_assessable'] as const;
export type FindingAnswer = (typeof FINDING_ANSWERS)[number];

export interface FindingVerdict {
  readonly answer: FindingAnswer;
  /** What the person quoted, as it was found in the transcript. */
  readonly citations: readonly CitationResponse[];
  /** The review that gave it. */
  readonly reviewId: string;
}

/** Of each violation of the rule that was said in the segment. */
export interface ViolationVerdict {
  readonly rule: string;
  readonly segmentId: number;
  /** Null: withdrawn, where another verdict may be about the same violation by another of its segments. */
  readonly upheld: boolean | null;
  readonly reviewId: string;
}

export interface Verdicts {
  readonly findings: { readonly [Path in FindingPath]?: FindingVerdict };
  /** At most one for each rule and segment. One without its violation waits: another transcript may bring it back. */
  readonly violations: readonly ViolationVerdict[];
}

export const NO_VERDICTS: Verdicts = { findings: {}, violations: [] };

/** @param text `analysis_payload.verdicts`: null where no person has decided anything */
export function readVerdicts(text: string | null): Verdicts {
  if (text === null) return NO_VERDICTS;
  const verdicts: Verdicts = JSON.parse(text);
  return verdicts;
}

export const hasVerdicts = ({ findings, violations }: Verdicts) =>
  Object.keys(findings).length > 0 || violations.length > 0;

/** Whether the verdict is about this violation. */
export const isAbout = (
  { rule, segmentId }: Pick<ViolationVerdict, 'rule' | 'segmentId'>,
  violation: { readonly rule: string; readonly citations: readonly Pick<CitationResponse, 'segment_id'>[] },
) => violation.rule === rule && violation.citations.some(({ segment_id: id }) => id === segmentId);
