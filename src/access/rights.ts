// The one table of rights. Whatever refuses a request for want of a right reads it.
import type { Principal } from './principal.js';
import type { Scope } from './scopes.js';

/** `granted`: only with this scope among its own. A kind that a row leaves out never has the right. */
type Right = 'always' | 'granted';

const RIGHTS: Record<Scope, { readonly [Kind in Principal['kind']]?: Right }> = {
  'analysis:read': { person: 'always', key: 'granted', link: 'granted' },
  'analysis:write': { person: 'always', key: 'granted' },
  'billing:read': { person: 'always', key: 'granted' },
  'evaluations:write': { person: 'always', key: 'granted' },
  'reviews:write': { person: 'always', key: 'granted', link: 'granted' },
  // What is masked in the calls of the account.
  'settings:write': { person: 'always', key: 'granted' },
  // Recordings as they were sent, where masked ones stand in their place.
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

/** How API keys come by a right; undefined when no key can have it. */
export const rightOfKeys = (scope: Scope): Right | undefined => RIGHTS[scope].key;

/** Live objects change with live credentials only; objects of test mode with either. */
export const mayChange = (actor: { readonly livemode: boolean }, changed: { readonly livemode: boolean }) =>
  actor.livemode || !changed.livemode;
