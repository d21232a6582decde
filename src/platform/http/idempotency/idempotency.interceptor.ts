// Idempotency-Key: a repeated POST is answered with what the first one was answered, and does nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError, type ErrorDetail, invalid } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { keyFault, readKey } from '../validation/idempotency-key.js';
import { requestFaults } from '../validation/request-faults.js';
import { type Answer, answered, JSON_TYPE } from './answer.js';
import { readFormContent } from './form-content.js';
import { KEY_REUSED, stillRunning } from './idempotency-errors.js';
import { type Claim, IdempotencyClaimLost, IdempotencyKeys, type KeptAnswer } from './idempotency-keys.js';
import { IdempotentRequest } from './idempotent-request.js';
import { KeySecrets } from './key-secrets.js';

/** How long a repeated request waits for the first one. */
const WAIT_MS = 30_000;
const FIRST_LOOK_MS = 50;
const SLOWEST_LOOK_MS = 500;
/** A third of a claim's lease. */
const RENEW_MS = 3_000;

const REPLAYED = 'Idempotent-Replayed';
/** Faults of the body itself; all others may be gone at the next attempt. */
const KEPT_ERRORS: ReadonlySet<number> = new Set([400, 422]);

@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly limits: RateLimits,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const given = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof given !== 'string') return next.handle();
    const key = readKey(given);
    if (keyFault(key) !== null) throw invalid(requestFaults(context));
    return from(this.answer(key, request, http.getResponse<Response>(), next));
  }

  private async answer(key: string, request: ServiceRequest, response: Response, next: CallHandler): Promise<unknown> {
    const secrets = new KeySecrets(key, this.scopeOf(request));
    const fingerprint = isUnreadForm(request) ? null : secrets.fingerprint('bytes', request.rawBody ?? '');
    const waitUntil = Date.now() + WAIT_MS;
    let lookAfterMs = FIRST_LOOK_MS;
    let free = true;
    for (;;) {
      if (free) {
        const claim = await this.keys.claim(secrets.id, request.caller?.accountId ?? null, fingerprint);
        if (claim) return this.work(claim, secrets, fingerprint, request, response, next);
      }
      const known = await this.keys.find(secrets.id);
      if (known?.fingerprint && fingerprint && !known.fingerprint.equals(fingerprint)) throw reused();
      if (known?.answer) {
        const same = fingerprint ?? (await fingerprintOfForm(request, secrets));
        if (!known.fingerprint?.equals(same)) throw reused();
        return replay(known.answer, secrets, response);
      }
      if (Date.now() > waitUntil || response.destroyed) throw stillRunning();
      free = known === null || known.abandoned;
      if (free) continue;
      await pause(lookAfterMs);
      lookAfterMs = Math.min(2 * lookAfterMs, SLOWEST_LOOK_MS);
    }
  }

  private async work(
    claim: Claim,
    secrets: KeySecrets,
    fingerprint: Buffer | null,
    request: ServiceRequest,
    response: Response,
    next: CallHandler,
  ): Promise<unknown> {
    const renewal = setInterval(() => {
      this.keys.renew(claim).catch((error) => this.logger.warn({ err: error }, 'A claim could not be renewed'));
    }, RENEW_MS);
    try {
      const known = fingerprint ?? (claim.fingerprint && (await this.formOf(claim, request, secrets)));
      const idempotent = new IdempotentRequest(this.keys, secrets, claim, known, response);
      idempotent.attachTo(request);
      const outcome = await settle(next);
      clearInterval(renewal);
      await this.conclude(claim, secrets, idempotent, outcome, response);
      if (outcome.error === undefined) return outcome.value;
      throw outcome.error instanceof IdempotencyClaimLost ? stillRunning() : outcome.error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** An attempt before this one has read its form. @throws ApiError 422 when this is another one */
  private async formOf(claim: Claim, request: ServiceRequest, secrets: KeySecrets): Promise<Buffer> {
    // Where nothing was made, only bytes of another kind can have left a fingerprint, and the form is still needed.
    const same = claim.made ? await fingerprintOfForm(request, secrets).catch(() => null) : null;
    if (same && claim.fingerprint?.equals(same)) return same;
    await this.keys.release(claim);
    throw reused();
  }

  /** The answer goes out whether or not it can be kept: what was done is done. */
  private async conclude(
    claim: Claim,
    secrets: KeySecrets,
    { fingerprint, kept }: IdempotentRequest,
    outcome: Outcome,
    response: Response,
  ): Promise<void> {
    if (kept && outcome.error === undefined) return;
    try {
      const answer = fingerprint && answerToKeep(outcome, response);
      if (answer) {
        const { status, contentType, body } = answer;
        await this.keys.keep(null, claim, fingerprint, { status, contentType, sealedBody: secrets.seal(body) });
      } else {
        await this.keys.release(claim);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'The outcome of a request with an idempotency key could not be kept');
    }
  }

  /** `/analysis`, `/analysis/` and `/Analysis` are one path. */
  private scopeOf(request: ServiceRequest): string {
    const path = decodeURIComponent(request.path).replace(/\/+$/, '').toLowerCase();
    return JSON.stringify([this.limits.whoPays(request), request.method, path]);
  }
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

async function settle(next: CallHandler): Promise<Outcome> {
  try {
    return { value: await lastValueFrom(next.handle(), { defaultValue: undefined }) };
  } catch (error) {
    return { error: error ?? new Error('Something empty was thrown') };
  }
}

const reused = () => invalid([KEY_REUSED]);

/** The handler will read it from the connection itself. */
function isUnreadForm(request: ServiceRequest): boolean {
  return (
    request.rawBody === undefined &&
    !request.readableEnded &&
    request.headers['content-length'] !== '0' &&
    Boolean(request.is('multipart/form-data'))
  );
}

/** @throws ApiError 422 for a form that cannot be read: it is not the one that was */
async function fingerprintOfForm(request: ServiceRequest, secrets: KeySecrets): Promise<Buffer> {
  try {
    return secrets.fingerprint('form', (await readFormContent(request)).summary());
  } catch {
    throw reused();
  }
}

/** Null for what the next request may be answered differently, and for tokens, which are never kept. */
function answerToKeep({ value, error }: Outcome, response: Response): Answer | null {
  if (error !== undefined) {
    if (!(error instanceof ApiError) || !KEPT_ERRORS.has(error.status)) return null;
    return { status: error.status, contentType: JSON_TYPE, body: JSON.stringify(error.detail) };
  }
  // The name that RFC 6749, 5.1, gives to it.
  if (response.statusCode >= 300 || (typeof value === 'object' && value !== null && 'access_token' in value))
    return null;
  return answered(value, response);
}

function replay({ status, contentType, sealedBody }: KeptAnswer, secrets: KeySecrets, response: Response): string {
  const body = secrets.open(sealedBody);
  if (status >= 400) {
    const detail: ErrorDetail = JSON.parse(body);
    throw new ApiError(status, detail, { [REPLAYED]: 'true' });
  }
  response.status(status).setHeader(REPLAYED, 'true');
  if (contentType) response.setHeader('Content-Type', contentType);
  return body;
}
