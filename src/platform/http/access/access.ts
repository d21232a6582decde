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

/** How a review link opens a route. */
export interface LinkAccess {
  /** What the link must allow. */
  readonly act: LinkAct;
  /** What the path's `id` names: the call of the link, or what hangs on that. */
  readonly of: LinkedObject;
}

/** A value of a query parameter for which the route asks for another scope in place of its own. No review link opens it. */
export interface QueryAccess {
  readonly parameter: string;
  readonly value: string;
  readonly scope: Scope;
}

/** The guard does not read credentials. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/**
 * Everyone who has the scope by the table of rights: the document offers API keys only where a key can have it.
 * @param link opens the route to review links too, for the `id` in its path alone. Without it the route is closed to them.
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

/** In the API document: what a review link must allow, where one opens the operation. */
export const LINK_EXTENSION = 'x-review-link';

/** In the API document: the value of a query parameter for which a key needs another scope. */
export const QUERY_SCOPE_EXTENSION = 'x-required-scope-of-query';
