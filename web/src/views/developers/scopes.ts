import type { Scope } from '../../../../clients/typescript/src/browser.js';

/** What a key may be allowed, in the order in which people think of it. */
export const SCOPES = [
  'analysis:read',
  'analysis:write',
  'evaluations:write',
  'reviews:write',
  'billing:read',
  'settings:write',
  'recordings:original',
] as const satisfies readonly Scope[];

/** Chosen for a new key until its owner chooses otherwise, as the API does. */
export const UNASKED_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'settings:write' && scope !== 'recordings:original',
);
