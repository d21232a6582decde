import type { Scope } from '../../../../clients/typescript/src/browser.js';

/** Scopes of a key, in the order in which people think of them. */
export const SCOPES = [
  'analysis:read',
  'analysis:write',
  'evaluations:write',
  'reviews:write',
  'billing:read',
  'settings:write',
  'recordings:original',
  'data:govern',
] as const satisfies readonly Scope[];

/** Default scopes of a new key, as in the API. */
export const UNASKED_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'settings:write' && scope !== 'recordings:original' && scope !== 'data:govern',
);
