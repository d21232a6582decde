// Who acts in a request: a person who has logged in, a program with an API key, or the holder of a link. Whose data it may
// touch is the account of the request, which is another question.
import type { Scope } from './scopes.js';

export type Principal =
  /** Until an account can have members, `id` is the account's. */
  | { readonly kind: 'person'; readonly id: string }
  /** `scopes`: granted by the owner of the account. Read from the key's row at every request, never cached. */
  | { readonly kind: 'key'; readonly id: string; readonly scopes: readonly Scope[] }
  /** `id`: of a stored link; what a signed link opens, since such links are not stored. `scopes`: of the link. */
  | { readonly kind: 'link'; readonly id: string; readonly scopes: readonly Scope[] };

/** What logs and stored acts name. */
export type PrincipalName = Pick<Principal, 'kind' | 'id'>;
