// Table of all rights. Every check that refuses a request for a missing right reads it.
import type { Person, Principal } from './principal.js';
import { isAtLeast, type Role } from './roles.js';
import type { RouteRight } from './route-rights.js';
import type { Scope } from './scopes.js';

/**
 * `granted`: only if this scope was granted, and to a person by name. A kind that a row omits never has the right. What the
 * role of a person allows is in route-rights.ts.
 */
type Right = 'always' | 'granted';

const RIGHTS: Record<Scope, { readonly [Kind in Principal['kind']]?: Right }> = {
  'analysis:read': { person: 'always', key: 'granted', link: 'granted' },
  'analysis:write': { person: 'always', key: 'granted' },
  'billing:read': { person: 'always', key: 'granted' },
  'evaluations:write': { person: 'always', key: 'granted' },
  'reviews:write': { person: 'always', key: 'granted', link: 'granted' },
  // Settings that say what is masked in the account's calls.
  'settings:write': { person: 'always', key: 'granted' },
  // Original recordings, also where masked copies replace them.
  'recordings:original': { person: 'granted', key: 'granted' },
  // What is kept, and what is deleted.
  'data:govern': { person: 'always', key: 'granted' },
  'account:read': { person: 'always', key: 'always' },
  // Keys, subscription, password, webhook secret, erasure.
  'account:manage': { person: 'always' },
  'report:open': { link: 'granted' },
  'recording:open': { link: 'granted' },
  'export:open': { link: 'granted' },
};

export function can(principal: Principal, scope: Scope): boolean {
  const right = RIGHTS[scope][principal.kind];
  if (right !== 'granted') return right === 'always';
  if (principal.kind === 'person') return hearsOriginals(principal);
  // A key never hears more than its maker.
  const isClosed =
    scope === 'recordings:original' &&
    principal.kind === 'key' &&
    principal.maker !== null &&
    !hearsOriginals(principal.maker);
  return !isClosed && principal.scopes.includes(scope);
}

/** Members who are named, and no agents. */
export const hearsOriginals = ({ role, recordingsOriginal }: Pick<Person, 'role' | 'recordingsOriginal'>): boolean =>
  recordingsOriginal && role !== 'agent';

/**
 * The role that an operation needs and its caller lacks. A key has the role of its maker, and the account's own keys and the
 * holders of links have what they were granted alone.
 */
export function roleMissing(principal: Principal, right: RouteRight | undefined): Role | null {
  const role = roleOf(principal);
  if (role === null) return null;
  // An operation without a row: the service would not have started with it.
  const least = right?.least ?? 'owner';
  return isAtLeast(role, least) || (role === 'agent' && right?.agent) ? null : least;
}

function roleOf(principal: Principal): Role | null {
  if (principal.kind === 'link') return null;
  return principal.kind === 'person' ? principal.role : (principal.maker?.role ?? null);
}

/** The calls that a caller sees; null: all of the account. */
export type Sight = { readonly agentId: string } | { readonly teams: readonly string[] };

/** The calls of an account that a caller sees. */
export interface Seen {
  readonly accountId: string;
  readonly sight: Sight | null;
}

/** No call at all: an agent whose member names no `agent_id`. */
const NOTHING: Sight = { teams: [] };

/** Values of `metadata.team` that bind a caller; none: every call. */
export const teamsOf = (principal: Principal): readonly string[] => {
  const sight = sightOf(principal);
  return sight !== null && 'teams' in sight ? sight.teams : [];
};

export function sightOf(principal: Principal): Sight | null {
  if (principal.kind === 'link') return null;
  const member: Pick<Person, 'role' | 'teams' | 'agentId'> | null =
    principal.kind === 'person' ? principal : principal.maker;
  if (member === null) return null;
  if (member.role === 'agent') return member.agentId ? { agentId: member.agentId } : NOTHING;
  return member.teams.length > 0 ? { teams: member.teams } : null;
}

export const isAgent = (principal: Principal): boolean => principal.kind === 'person' && principal.role === 'agent';

/** The calls of the member's teams, whatever the role. */
export const sightOfTeams = (principal: Principal): Sight | null =>
  principal.kind === 'person' && principal.teams.length > 0 ? { teams: principal.teams } : null;

/** Right of API keys for a scope; undefined when no key can have it. */
export const rightOfKeys = (scope: Scope): Right | undefined => RIGHTS[scope].key;

/** Live objects change with live credentials only; objects of test mode with either. */
export const mayChange = (actor: { readonly livemode: boolean }, changed: { readonly livemode: boolean }) =>
  actor.livemode || !changed.livemode;
