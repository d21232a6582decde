// The findings: yes-or-no questions by which every conversation is judged. Records with a member for each (the rules, the prompt
// of the model, the call page) are keyed by `FindingName`, so that the compiler names every place that a new one needs.
import type { Role } from './transcript.js';

/** Quotations that prove a finding, and those that prove that it is false. */
export interface FindingProof {
  /** Speaker of the deed. */
  readonly deed: Role | 'either';
  /**
   * Speaker of its opposite. `agent-opening`: the agent, in the opening, known to have been heard well. `agent-to-customer`: the
   * agent, in answer to quoted words of the customer.
   */
  readonly opposite: Role | 'either' | 'agent-opening' | 'agent-to-customer';
  /** Parties of which none may be known to have been heard badly, or the finding is not held false. */
  readonly heard: readonly Role[];
}

interface FindingRow {
  /** Member of `results` that holds the finding. */
  readonly part: 'compliance' | 'quality';
  /** Member of the finding that holds its answer. */
  readonly answer: 'performed' | 'present' | 'resolved';
  /** Points of 100 in the score of the part; 0 where the finding moves no score. */
  readonly weight: number;
  readonly proof: FindingProof;
}

const BY_AGENT: FindingProof = { deed: 'agent', opposite: 'agent', heard: ['agent'] };
const BY_OPENING: FindingProof = { deed: 'agent', opposite: 'agent-opening', heard: ['agent'] };
const BY_EITHER: FindingProof = { deed: 'either', opposite: 'either', heard: ['agent', 'customer'] };
const BY_ANSWER: FindingProof = { deed: 'agent', opposite: 'agent-to-customer', heard: ['agent', 'customer'] };

export const FINDINGS = {
  identity_verification: { part: 'compliance', answer: 'performed', weight: 30, proof: BY_AGENT },
  privacy_protection: { part: 'compliance', answer: 'performed', weight: 20, proof: BY_AGENT },
  mandatory_disclosures: { part: 'compliance', answer: 'performed', weight: 30, proof: BY_OPENING },
  purpose_declaration: { part: 'compliance', answer: 'performed', weight: 20, proof: BY_AGENT },
  call_resolution: { part: 'quality', answer: 'resolved', weight: 45, proof: BY_EITHER },
  greeting: { part: 'quality', answer: 'present', weight: 25, proof: BY_OPENING },
  empathetic_language: { part: 'quality', answer: 'present', weight: 30, proof: BY_ANSWER },
  professionalism: { part: 'quality', answer: 'present', weight: 0, proof: BY_AGENT },
} as const satisfies Readonly<Record<string, FindingRow>>;

type Table = typeof FINDINGS;

export type FindingName = keyof Table;
export type FindingPart = FindingRow['part'];
/** The member that holds the answer of a finding. */
export type AnswerOf<Name extends FindingName> = Table[Name]['answer'];
export type FindingIn<Part extends FindingPart> = {
  [Name in FindingName]: Table[Name]['part'] extends Part ? Name : never;
}[FindingName];
/** The finding by its place in `results`. */
export type PathOf<Name extends FindingName> = `${Table[Name]['part']}.${Name}`;

export const FINDING_NAMES = Object.keys(FINDINGS) as readonly FindingName[];

export const isFindingName = (name: string): name is FindingName => Object.hasOwn(FINDINGS, name);

export const findingsIn = (part: FindingPart): readonly FindingName[] =>
  FINDING_NAMES.filter((name) => FINDINGS[name].part === part);

export function eachFinding<Value>(toValue: (name: FindingName) => Value): Record<FindingName, Value> {
  const values = FINDING_NAMES.map((name) => [name, toValue(name)]);
  return Object.fromEntries(values) as Record<FindingName, Value>;
}
