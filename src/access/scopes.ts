/** The scopes that the owner of an account can grant to an API key, by the names that the API shows. */
export const KEY_SCOPES = [
  'analysis:read',
  'analysis:write',
  'billing:read',
  'evaluations:write',
  'reviews:write',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a route asks for. `rights.ts` says who can have it. */
export type Scope = KeyScope | 'account:read' | 'account:manage' | 'report:open' | 'recording:open';
