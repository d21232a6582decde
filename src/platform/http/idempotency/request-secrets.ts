// What an Idempotency-Key of a request means: the same key in another account, mode, method or path is another one.
import type { ServiceRequest } from '../access/caller.js';
import type { RateLimits } from '../rate-limit/rate-limits.js';
import type { KeyHolder } from './idempotency-keys.js';
import { KeySecrets } from './key-secrets.js';

interface RequestSecrets {
  readonly holder: KeyHolder;
  readonly secrets: KeySecrets;
  /** The secrets that an earlier release derived for both modes; null for a live request, which still has them. */
  readonly shared: KeySecrets | null;
}

export function secretsOf(request: ServiceRequest, key: string, limits: RateLimits): RequestSecrets {
  const holder = { accountId: request.caller?.accountId ?? null, livemode: request.caller?.livemode ?? true };
  const scope = scopeOf(request, limits);
  // Live requests keep the scope of earlier releases, so that no request runs twice because a release came between.
  const secrets = new KeySecrets(key, JSON.stringify(holder.livemode ? scope : [...scope, 'test']));
  const shared = holder.livemode ? null : new KeySecrets(key, JSON.stringify(scope));
  return { holder, secrets, shared };
}

/** `/analysis`, `/analysis/` and `/Analysis` are one path. */
function scopeOf(request: ServiceRequest, limits: RateLimits): readonly string[] {
  const path = decodeURIComponent(request.path).replace(/\/+$/, '').toLowerCase();
  const { caller } = request;
  // A link's holder may move between networks, and its account may use the same key.
  const holder = caller?.link ? `link:${caller.principal.id}` : limits.payerOf(request);
  return [holder, request.method, path];
}
