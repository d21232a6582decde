// Principal of a request: a signed-in person, a program with an API key, or the holder of a link. It does not say whose data the
// request may touch: that is the account of the request.
import type { Scope } from './scopes.js';

export type Principal =
  /** `id` is the account's id until accounts can have members. */
  | { readonly kind: 'person'; readonly id: string }
  /** `scopes` are granted by the account's owner. They are read from the key's row at every request, never cached. */
  | { readonly kind: 'key'; readonly id: string; readonly scopes: readonly Scope[] }
  /**
   * `id`: id of a stored link. For a signed link, which is not stored: id of the resource that it opens. `scopes`: scopes of the
   * link.
   */
  | { readonly kind: 'link'; readonly id: string; readonly scopes: readonly Scope[] };

/** Principal as logs and stored review answers name it. */
export type PrincipalName = Pick<Principal, 'kind' | 'id'>;
