// Principal of a request: a signed-in person, a program with an API key, or the holder of a link. It does not say whose data the
// request may touch: that is the account of the request.
import type { Role } from './roles.js';
import type { Scope } from './scopes.js';

export type Principal =
  | Person
  | Key
  /**
   * `id`: id of a stored link. For a signed link, which is not stored: id of the resource that it opens. `scopes`: scopes of the
   * link.
   */
  | { readonly kind: 'link'; readonly id: string; readonly scopes: readonly Scope[] };

/** Principal as logs and stored review answers name it. */
export type PrincipalName = Pick<Principal, 'kind' | 'id'>;

/** A member with an access token. Read from the member's row at every request, never cached. */
export interface Person {
  readonly kind: 'person';
  /** The account's id where it is the first member. */
  readonly id: string;
  /** The one who registered the account. Names reviewers as keys do, where other members write under their own id. */
  readonly isFirst: boolean;
  readonly role: Role;
  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  readonly teams: readonly string[];
  /** The `agent_id` of the member's own calls. */
  readonly agentId: string | null;
  readonly recordingsOriginal: boolean;
}

/** A program with an API key. Its row and its maker's are read at every request, never cached. */
export interface Key {
  readonly kind: 'key';
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** The member who made it, and may not give it more than that member may do; null: the account's own. */
  readonly maker: Pick<Person, 'id' | 'role' | 'teams' | 'agentId' | 'recordingsOriginal'> | null;
}
