import type { Scope } from '../../../../clients/typescript/src/browser.js';

/** What a key may be allowed, in the order in which people think of it. */
export const SCOPES = [
  'analysis:read',
  'analysis:write',
  'evaluations:write',
  'reviews:write',
  'billing:read',
] as const satisfies readonly Scope[];
