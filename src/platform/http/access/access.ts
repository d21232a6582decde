// Decorators that declare who may call a route. The caller guard enforces them and the OpenAPI document shows them. The guard
// refuses every request to a route without one.
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { rightOfKeys } from '../../../access/rights.js';
import type { Scope } from '../../../access/scopes.js';

export const ACCESS = Symbol('access');

export type Access = { readonly kind: 'public' } | { readonly kind: 'caller'; readonly scope: Scope };

/** The guard does not read credentials. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/** Everyone who has the scope by the table of rights: the document offers API keys only where a key can have it. */
export const ForCaller = (scope: Scope) =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'caller', scope } satisfies Access),
    ApiSecurity('log_in'),
    ApiBearerAuth('bearer'),
    ...(rightOfKeys(scope) ? [ApiSecurity('api_key')] : []),
    ...(rightOfKeys(scope) === 'granted' ? [ApiExtension('x-required-scope', scope)] : []),
  );
