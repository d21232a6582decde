// Persons' decisions on the results of a call: those in force, as `analysis_payload.verdicts` stores them.
import { FINDING_NAMES, FINDINGS, type FindingName, type PathOf } from '../../ports/findings.js';
import type { CitationResponse } from './findings.response.js';

/** Findings on which a person can decide. */
export type FindingPath = { [Name in FindingName]: PathOf<Name> }[FindingName];
export const pathOf = (name: FindingName) => `${FINDINGS[name].part}.${name}` as FindingPath;
export const FINDING_PATHS = FINDING_NAMES.map(pathOf);

export const FINDING_ANSWERS = ['yes', 'no', 'not_assessable'] as const;
export type FindingAnswer = (typeof FINDING_ANSWERS)[number];

export interface FindingVerdict {
  readonly answer: FindingAnswer;
  /** The person's quotations, as found in the transcript. */
  readonly citations: readonly CitationResponse[];
  /** Review that gave the verdict. */
  readonly reviewId: string;
}

/** Verdict on each violation of the rule that was said in the segment. */
export interface ViolationVerdict {
  readonly rule: string;
  readonly segmentId: number;
  /** Null: withdrawn. Another verdict may then apply to the same violation through another of its segments. */
  readonly upheld: boolean | null;
  readonly reviewId: string;
}

export interface Verdicts {
  readonly findings: { readonly [Path in FindingPath]?: FindingVerdict };
  /**
   * At most one verdict for each rule and segment. A verdict without its violation is kept: another transcript may bring the
   * violation back.
   */
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

/** Whether the verdict applies to this violation. */
export const isAbout = (
  { rule, segmentId }: Pick<ViolationVerdict, 'rule' | 'segmentId'>,
  violation: { readonly rule: string; readonly citations: readonly Pick<CitationResponse, 'segment_id'>[] },
) => violation.rule === rule && violation.citations.some(({ segment_id: id }) => id === segmentId);
