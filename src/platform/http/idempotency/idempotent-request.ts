// What a handler may know of the Idempotency-Key of its request. Most need not: only one that makes a thing which costs money.
import type { EntityManager } from 'typeorm';
import type { ServiceRequest } from '../caller.js';
import { FormContent } from './form-content.js';
import { type Claim, IdempotencyClaimLost, IdempotencyKeys } from './idempotency-keys.js';
import { KeySecrets } from './key-secrets.js';

const requests = new WeakMap<ServiceRequest, IdempotentRequest>();

export class IdempotentRequest {
  private bodyFingerprint: Buffer | null;

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly secrets: KeySecrets,
    private readonly claim: Claim,
    fingerprint: Buffer | null,
  ) {
    this.bodyFingerprint = fingerprint;
  }

  /** Without an Idempotency-Key: null. */
  static of(request: ServiceRequest): IdempotentRequest | null {
    return requests.get(request) ?? null;
  }

  attachTo(request: ServiceRequest): void {
    requests.set(request, this);
  }

  /**
   * The id that what this request makes must get. Once it is made, every attempt has it; until then each has its own, so
   * that one which broke off, and may not know it, writes nowhere that matters.
   */
  get resourceId(): string {
    return this.claim.resourceId;
  }

  /** An earlier attempt made it already: answer with what is there. */
  get made(): boolean {
    return this.claim.made;
  }

  /** Null until the body is known to its end. */
  get fingerprint(): Buffer | null {
    return this.bodyFingerprint;
  }

  /** A handler that reads a form itself tells here what was in it. */
  readForm(content: FormContent): void {
    this.bodyFingerprint = this.secrets.fingerprint('form', content.summary());
  }

  /**
   * In the transaction that makes the thing.
   * @throws IdempotencyClaimLost when another attempt has taken over: this one must leave no trace
   */
  async recordMade(tx: EntityManager): Promise<void> {
    if (this.bodyFingerprint === null) throw new IdempotencyClaimLost();
    await this.keys.recordMade(tx, this.claim, this.bodyFingerprint);
  }
}
