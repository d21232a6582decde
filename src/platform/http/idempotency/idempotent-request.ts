// What a handler may know of the Idempotency-Key of its request: docs/idempotency.md tells which does what with it.
import type { Response } from 'express';
import type { EntityManager } from 'typeorm';
import type { ServiceRequest } from '../access/caller.js';
import { answered } from './answer.js';
import { FormContent } from './form-content.js';
import { type Claim, IdempotencyClaimLost, IdempotencyKeys } from './idempotency-keys.js';
import { KeySecrets } from './key-secrets.js';

const requests = new WeakMap<ServiceRequest, IdempotentRequest>();

export class IdempotentRequest {
  private bodyFingerprint: Buffer | null;
  private keptInTransaction = false;

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly secrets: KeySecrets,
    private readonly claim: Claim,
    fingerprint: Buffer | null,
    private readonly response: Response,
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

  /** An earlier attempt broke off. What it had done by then, nobody knows. */
  get resumed(): boolean {
    return this.claim.fence > 1;
  }

  /** 32 hexadecimal digits. Others who are told the same ones twice know that it is one request. */
  get effectId(): string {
    return this.claim.effectId;
  }

  /** The handler has seen to it that its answer is kept. */
  get kept(): boolean {
    return this.keptInTransaction;
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

  /**
   * In the transaction that makes what the answer tells of: a process that is killed leaves both or neither.
   * @param value what the handler will return
   * @throws IdempotencyClaimLost
   */
  async keep(tx: EntityManager, value: object): Promise<void> {
    if (this.bodyFingerprint === null) throw new IdempotencyClaimLost();
    const { status, contentType, body } = answered(value, this.response);
    const sealedBody = this.secrets.seal(body);
    const kept = await this.keys.keep(tx, this.claim, this.bodyFingerprint, { status, contentType, sealedBody });
    if (!kept) throw new IdempotencyClaimLost();
    this.keptInTransaction = true;
  }
}
