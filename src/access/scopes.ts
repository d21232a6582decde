/** The scopes that the owner of an account can grant to an API key, by the names that the API shows. */
export const KEY_SCOPES = [
  'analysis:read',
  'analysis:write',
  'billing:read',
  'evaluations:write',
  'reviews:write',
  'settings:write',
  'recordings:original',
  'data:govern',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Default scopes of a key whose owner names none. The other scopes must be requested by name. */
export const UNASKED_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter(
  (scope) => scope !== 'settings:write' && scope !== 'recordings:original' && scope !== 'data:govern',
);

/** Scope that a route requires. `rights.ts` says who can have it. */
export type Scope = KeyScope | 'account:read' | 'account:manage' | 'report:open' | 'recording:open' | 'export:open';
