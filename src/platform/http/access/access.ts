// Decorators that declare who may call a route. The caller guard enforces them and the OpenAPI document shows them. The guard
// refuses every request to a route without one.
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Scope } from './caller.js';

export const ACCESS = Symbol('access');

export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'caller'; readonly scope: Scope | null }
  | { readonly kind: 'token' };

/** The guard does not read credentials. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/** An access token or an API key. When a scope is named, an API key must have it. */
export const ForCaller = (scope: Scope | null = null) =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'caller', scope } satisfies Access),
    ApiSecurity('log_in'),
    ApiBearerAuth('bearer'),
    ApiSecurity('api_key'),
    ...(scope ? [ApiExtension('x-required-scope', scope)] : []),
  );

/** An access token only; an API key gets 403. */
export const ForToken = () =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'token' } satisfies Access),
    ApiSecurity('log_in'),
    ApiBearerAuth('bearer'),
  );
