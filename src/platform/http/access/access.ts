// Who may call a route, said once: the guard enforces it and the OpenAPI document tells it. A route without it is closed.
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Scope } from './caller.js';

export const ACCESS = Symbol('access');

export type Access =
  | { readonly kind: 'public' }
  /** Token or API key; with a scope, a key must carry it. */
  | { readonly kind: 'caller'; readonly scope: Scope | null }
  /** Access token only: 403 for a key. */
  | { readonly kind: 'token' };

/** No credentials looked at. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);

/** A token, or an API key (with the scope, where one is named). */
export const ForCaller = (scope: Scope | null = null) =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'caller', scope } satisfies Access),
    ApiBearerAuth('bearer'),
    ApiSecurity('api_key'),
    ...(scope ? [ApiExtension('x-required-scope', scope)] : []),
  );

/** An access token only. */
export const ForToken = () =>
  applyDecorators(SetMetadata(ACCESS, { kind: 'token' } satisfies Access), ApiBearerAuth('bearer'));
