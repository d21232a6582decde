// An erasure, in the form and in the API. Without the browser.
import type {
  ErasedSubject,
  ErasureCounts,
  ErasureScope,
  ErasuresCreateParams,
} from '../../../../../clients/typescript/src/browser.js';
import { idsIn } from '../call-ids.js';

export const SUBJECTS = ['contact', 'agent', 'analyses'] as const satisfies readonly ErasedSubject[];

/** Scopes that make sense for a subject; the first is that of the API where none is named. */
export const SCOPES: Readonly<Record<ErasedSubject, readonly [ErasureScope, ...ErasureScope[]]>> = {
  contact: ['calls', 'recordings', 'traces'],
  agent: ['traces', 'calls', 'recordings'],
  analyses: ['calls', 'recordings'],
};

export interface Draft {
  readonly subject: ErasedSubject;
  /** Name of the contact or the agent. */
  readonly name: string;
  readonly ids: string;
  readonly scope: ErasureScope;
  readonly reason: string;
  readonly reference: string;
}

export const NEW: Draft = { subject: 'contact', name: '', ids: '', scope: 'calls', reason: '', reference: '' };

export const withSubject = (draft: Draft, subject: ErasedSubject): Draft => ({
  ...draft,
  subject,
  scope: SCOPES[subject][0],
});

export const paramsOf = ({ subject, name, ids, scope, reason, reference }: Draft) =>
  ({
    ...(subject === 'analyses'
      ? { analysis_ids: idsIn(ids) }
      : { [subject === 'contact' ? 'contact_id' : 'agent_id']: name.trim() }),
    scope,
    reason: reason.trim(),
    ...(reference.trim() !== '' && { reference: reference.trim() }),
  }) satisfies ErasuresCreateParams;

const KINDS = [
  'analyses',
  'recordings',
  'evaluations',
  'reviews',
  'deliveries',
  'exports',
  'idempotent_answers',
] as const satisfies readonly (keyof ErasureCounts)[];

/** Kinds of which there is something, each with its number. */
export const countedIn = (counts: ErasureCounts): readonly (readonly [kind: (typeof KINDS)[number], n: number])[] =>
  KINDS.map((kind) => [kind, counts[kind]] as const).filter(([, n]) => n > 0);
