// What the check of a form found, at the question that it is about. Without the browser.
import type { RevisionCheck } from '../../../../../clients/typescript/src/browser.js';
import { type Form, type Part, placeOf } from './draft.js';
import { type Fault, faultsIn } from './faults.js';

export interface Finding extends Fault {
  readonly code: string;
}

export const findingsIn = (form: Form, faults: RevisionCheck['faults']): readonly Finding[] =>
  faults.flatMap(({ loc, code, message: msg }) => faultsIn(form, [{ loc, msg }]).map((fault) => ({ ...fault, code })));

/** Text that the finding is about: a phrase, or the label of an answer. */
export function subjectOf(form: Form, { part, given }: Finding): string {
  if (typeof given === 'string') return given;
  return placeOf(form, part).answer?.label ?? '';
}

export type Stability = RevisionCheck['stability'];

/** Sums the counts of several requests, each about other calls. */
export function addStability(before: Stability, more: Stability): Stability {
  if (before.length === 0) return more;
  return before.map((one) => {
    const added = more.find(({ question }) => question === one.question);
    return added ? { ...one, same: one.same + added.same, of: one.of + added.of } : one;
  });
}

/** Fewer equal answers than nine of ten. */
export const isUnstable = ({ same, of }: Stability[number]): boolean => same < of * 0.9;

/** Findings about a question, also those about its answers. */
export const findingsOf = (form: Form, question: Part, findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ part }) => placeOf(form, part).question === question);
