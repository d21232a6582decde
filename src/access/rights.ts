// Table of all rights. Every check that refuses a request for a missing right reads it.
import type { Principal } from './principal.js';
import type { Scope } from './scopes.js';

/** `granted`: only if this scope was granted. A kind that a row omits never has the right. */
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
  'recordings:original': { person: 'always', key: 'granted' },
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
  return principal.kind !== 'person' && principal.scopes.includes(scope);
}

/** Right of API keys for a scope; undefined when no key can have it. */
export const rightOfKeys = (scope: Scope): Right | undefined => RIGHTS[scope].key;

/** Live objects change with live credentials only; objects of test mode with either. */
export const mayChange = (actor: { readonly livemode: boolean }, changed: { readonly livemode: boolean }) =>
  actor.livemode || !changed.livemode;
