// Who is signed in, and what that person may do. The token tells the role at once; the service's answer, which may be newer,
// takes its place.
import { computed, signal } from '@preact/signals';
import type { User } from '../../../clients/typescript/src/browser.js';
import { type Operation, type Role, rightOf, roleIn } from './role-rights.js';
import { accountIn, claimsIn, memberIn, session } from './session.js';

export interface Member {
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string;
  /** The `agent_id` of the member's own calls. */
  readonly agentId: string | null;
  readonly teams: readonly string[];
  /** Hears original recordings where masked copies replace them. */
  readonly hearsOriginals: boolean;
  /** The one who registered the account; reviews under any name, where others review under their id. */
  readonly isFirst: boolean;
}

const told = signal<User['member']>(null);

/** Null without a log-in, and with a review link. */
export const member = computed<Member | null>(() => {
  const now = session.value;
  if (now?.kind !== 'account') return null;
  const id = memberIn(now);
  const known = told.value?.id === id ? told.value : null;
  return {
    id,
    role: roleIn(known?.role ?? claimsIn(now).role ?? 'owner'),
    name: known?.name ?? null,
    email: now.email,
    agentId: known?.agent_id ?? null,
    teams: known?.teams ?? [],
    hearsOriginals: known?.recordings_original ?? false,
    isFirst: id === accountIn(now),
  };
});

export const role = computed<Role | null>(() => member.value?.role ?? null);
export const isAgent = computed(() => role.value === 'agent');

export function setMember(user: User): void {
  told.value = user.member;
}

/** False with a review link, which has rights of its own. */
export const may = (operation: Operation): boolean => role.value !== null && rightOf(role.value, operation) !== 'no';

/** Rights to review and correct the open call: those of the role, or of the review link. */
export function callRights(): { readonly review: boolean; readonly correct: boolean } {
  const now = session.value;
  return now?.kind === 'link'
    ? { review: now.may.includes('review'), correct: now.may.includes('correct') }
    : { review: may('createReview'), correct: may('createCorrection') };
}
