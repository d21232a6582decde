// Decorators that declare who may call a route. The caller guard enforces them and the OpenAPI document shows them. The guard
// refuses every request to a route without one.
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { LinkAct } from '../../../access/link-acts.js';
import { rightOfKeys } from '../../../access/rights.js';
import type { Scope } from '../../../access/scopes.js';
import type { LinkedObject } from './caller.js';

export const ACCESS = Symbol('access');

export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'caller';
      readonly scope: Scope;
      readonly link?: LinkAccess;
      readonly ofQuery?: QueryAccess;
    };

/** Access to a route by a review link. */
export interface LinkAccess {
  /** Right that the link needs. */
  readonly act: LinkAct;
  /** Object that the path's `id` names: the call of the link, or an object that belongs to this call. */
  readonly of: LinkedObject;
  /** Parameter of the query that names it instead, of a list; without it the list is closed to links. */
  readonly in?: string;
}

/** Value of a query parameter for which the route requires another scope instead of its own. No review link opens it. */
export interface QueryAccess {
  readonly parameter: string;
  readonly value: string;
  readonly scope: Scope;
}

/** The guard does not read credentials. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/**
 * Route for every caller whose rights include the scope. The document offers API keys only where a key can have the scope.
 * @param link opens the route to review links too, but only for the `id` in its path, or for the parameter of a list. Without
 *   it, no link opens the route
 */
export const ForCaller = (scope: Scope, link?: LinkAccess, ofQuery?: QueryAccess) =>
  applyDecorators(
    SetMetadata(ACCESS, {
      kind: 'caller',
      scope,
      ...(link && { link }),
      ...(ofQuery && { ofQuery }),
    } satisfies Access),
    ApiSecurity('log_in'),
    ApiBearerAuth('bearer'),
    ...(rightOfKeys(scope) ? [ApiSecurity('api_key')] : []),
    ...(rightOfKeys(scope) === 'granted' ? [ApiExtension('x-required-scope', scope)] : []),
    ...(link ? [ApiExtension(LINK_EXTENSION, link.act)] : []),
    ...(ofQuery ? [ApiExtension(QUERY_SCOPE_EXTENSION, ofQuery)] : []),
  );

/** Extension of the API document: the right that a review link needs for the operation. */
export const LINK_EXTENSION = 'x-review-link';

/** Extension of the API document: the value of a query parameter for which a key needs another scope. */
export const QUERY_SCOPE_EXTENSION = 'x-required-scope-of-query';
