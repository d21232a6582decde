// Tells a repetition before its body is read: it gets the answer of the first request, whatever is the case now.
import { Injectable } from '@nestjs/common';
import type { ServiceRequest } from '../access/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { readKey } from '../validation/idempotency-key.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { secretsOf } from './request-secrets.js';

@Injectable()
export class Repetitions {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly limits: RateLimits,
  ) {}

  /** True where the Idempotency-Key of the request is known. */
  async has(request: ServiceRequest): Promise<boolean> {
    const given = request.headers['idempotency-key'];
    if (typeof given !== 'string') return false;
    const { secrets, shared } = secretsOf(request, readKey(given), this.limits);
    return (
      (await this.keys.find(secrets.id)) !== null || (shared !== null && (await this.keys.find(shared.id)) !== null)
    );
  }
}
