// The findings of `results` by the table of findings: read from stored results, and written as clients receive them.
import {
  type AnswerOf,
  FINDINGS,
  type FindingIn,
  type FindingName,
  type FindingPart,
  findingsIn,
} from '../../ports/findings.js';
import type {
  DisclosuresFindingResponse,
  PerformedFindingResponse,
  PresentFindingResponse,
  ResolvedFindingResponse,
} from './findings.response.js';

interface FindingResponses {
  readonly performed: PerformedFindingResponse;
  readonly present: PresentFindingResponse;
  readonly resolved: ResolvedFindingResponse;
}

/** The findings of a part of `results`. */
export type JudgedPart<Part extends FindingPart> = {
  [Name in FindingIn<Part>]: Name extends 'mandatory_disclosures'
    ? DisclosuresFindingResponse
    : FindingResponses[AnswerOf<Name>];
};

type Answers = { readonly [Member in keyof FindingResponses]?: boolean };

/** Any finding; its answer is in one of the members of {@link Answers}. */
export interface StoredFinding extends Answers, Omit<PerformedFindingResponse, 'performed' | 'system'> {
  readonly missing?: readonly string[];
  readonly system?: unknown;
}

/** Results of an earlier release lack the findings that it did not judge. */
export type StoredParts = { readonly [Part in FindingPart]?: Partial<JudgedPart<Part>> };

export function findingIn(results: StoredParts, name: FindingName): StoredFinding | undefined {
  const part: Readonly<Partial<Record<FindingName, StoredFinding>>> = results[FINDINGS[name].part] ?? {};
  return part[name];
}

export const isHeld = (name: FindingName, finding: Answers): boolean => finding[FINDINGS[name].answer] === true;

/** The member of the finding that holds its answer. */
export const answered = (name: FindingName, holds: boolean): Answers => ({ [FINDINGS[name].answer]: holds });

export function writePart<Part extends FindingPart>(
  part: Part,
  findingOf: (name: FindingName) => Omit<StoredFinding, 'system'>,
): JudgedPart<Part> {
  return Object.fromEntries(findingsIn(part).map((name) => [name, findingOf(name)])) as JudgedPart<Part>;
}
