// What a handler can read and do about the Idempotency-Key of its request. docs/idempotency.md lists what each POST does.
import type { Response } from 'express';
import type { EntityManager } from 'typeorm';
import type { ServiceRequest } from '../access/caller.js';
import { FormContent } from './form-content.js';
import { type Claim, IdempotencyClaimLost, IdempotencyKeys } from './idempotency-keys.js';
import { KeySecrets } from './key-secrets.js';
import { renderedBy } from './rendering.js';
import { subjectsOfResponse } from './response-subjects.js';
import { answerOf } from './response-to-store.js';

const requests = new WeakMap<ServiceRequest, IdempotentRequest>();

export class IdempotentRequest {
  private bodyFingerprint: Buffer | null;
  private storedInTransaction = false;

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly secrets: KeySecrets,
    private readonly claim: Claim,
    fingerprint: Buffer | null,
    private readonly response: Response,
    private readonly handler: object,
  ) {
    this.bodyFingerprint = fingerprint;
  }

  /** Null for a request without an Idempotency-Key. */
  static of(request: ServiceRequest): IdempotentRequest | null {
    return requests.get(request) ?? null;
  }

  attachTo(request: ServiceRequest): void {
    requests.set(request, this);
  }

  /**
   * The id for the resource that this request creates. Once it was created, all attempts have the same id. Until then each
   * attempt has its own, so that an attempt that has lost its claim without knowing it cannot overwrite what a later one
   * stores, such as the recording.
   */
  get resourceId(): string {
    return this.claim.resourceId;
  }

  /** True when an earlier attempt created the resource: the handler must answer with that one. */
  get created(): boolean {
    return this.claim.created;
  }

  /** True when an earlier attempt ended without a response. What it had done by then is unknown. */
  get resumed(): boolean {
    return this.claim.fence > 1;
  }

  /** 32 hexadecimal digits that name the request to other services, so that they carry it out once. */
  get effectId(): string {
    return this.claim.effectId;
  }

  /** True when the handler has stored its response itself. */
  get responseStored(): boolean {
    return this.storedInTransaction;
  }

  /** Null until the whole body was read. */
  get fingerprint(): Buffer | null {
    return this.bodyFingerprint;
  }

  /** A handler that reads a form itself must pass its content here. */
  setForm(content: FormContent): void {
    this.bodyFingerprint = this.secrets.fingerprint('form', content.summary());
  }

  /**
   * Call in the transaction that creates the resource.
   * @throws IdempotencyClaimLost when another attempt has taken over: the transaction must be rolled back
   */
  async recordCreated(tx: EntityManager): Promise<void> {
    if (this.bodyFingerprint === null) throw new IdempotencyClaimLost();
    await this.keys.recordCreated(tx, this.claim, this.bodyFingerprint);
  }

  /**
   * The response will be about this object, which was there before. Call it in a transaction that has locked the object.
   * @throws IdempotencyClaimLost
   */
  async noteSubject(tx: EntityManager, id: string): Promise<void> {
    await this.keys.noteSubject(tx, this.claim, id);
  }

  /**
   * Call in the transaction with the effect that the response describes, so that both are committed or neither.
   * @param value what the handler will return
   * @throws IdempotencyClaimLost
   */
  async storeResponse(tx: EntityManager, value: object): Promise<void> {
    if (this.bodyFingerprint === null) throw new IdempotencyClaimLost();
    const { status, contentType, body } = answerOf(value, this.response);
    const sealedBody = this.secrets.seal(body);
    const stored = await this.keys.storeResponse(tx, this.claim, this.bodyFingerprint, {
      status,
      contentType,
      sealedBody,
      renders: renderedBy(this.handler, value),
      subjects: subjectsOfResponse(value),
    });
    if (!stored) throw new IdempotencyClaimLost();
    this.storedInTransaction = true;
  }
}
