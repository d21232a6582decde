// Makes POST idempotent: a repeated request with the same Idempotency-Key gets the response of the first one and does nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError, type ErrorDetail, invalid, PassingError } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { formPartsOf } from '../body/body.guard.js';
import { OpenUploads } from '../body/open-uploads.js';
import { JSON_TYPE } from '../body/send-text.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { keyFault, readKey } from '../validation/idempotency-key.js';
import { requestFaults } from '../validation/request-faults.js';
import { readFormContent } from './form-content.js';
import { KEY_REUSED, responseForgotten, stillRunning } from './idempotency-errors.js';
import {
  type Claim,
  IdempotencyClaimLost,
  IdempotencyKeys,
  type KeptResponse,
  type KeyHolder,
  type KeyState,
  type StoredResponse,
} from './idempotency-keys.js';
import { IdempotentRequest } from './idempotent-request.js';
import type { KeySecrets } from './key-secrets.js';
import { Rendering, renderedBy } from './rendering.js';
import { secretsOf } from './request-secrets.js';
import { subjectsOfRequest, subjectsOfResponse } from './response-subjects.js';
import { type Answer, answerOf } from './response-to-store.js';

/** Time for which a repeated request waits for the response of the first one. */
const WAIT_TIMEOUT_MS = 30_000;
const MIN_POLL_INTERVAL_MS = 50;
const MAX_POLL_INTERVAL_MS = 500;
/** A third of a claim's lease. */
const RENEW_INTERVAL_MS = 3_000;

const REPLAYED = 'Idempotent-Replayed';
/** Statuses for errors of the body itself. Other errors may not occur at the next attempt, so they are not stored. */
const STORED_ERRORS: ReadonlySet<number> = new Set([400, 422]);

/** A POST with an Idempotency-Key. */
interface KeyedRequest {
  readonly request: ServiceRequest;
  readonly response: Response;
  readonly next: CallHandler;
  readonly holder: KeyHolder;
  readonly secrets: KeySecrets;
  /** The secrets that an earlier release derived for both modes; null for a live request, which still has them. */
  readonly shared: KeySecrets | null;
  /** The fingerprint of the body; null for a form, which the handler will read from the connection itself. */
  readonly fingerprint: Buffer | null;
  readonly handler: object;
}

@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly limits: RateLimits,
    private readonly uploads: OpenUploads,
    private readonly rendering: Rendering,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const given = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof given !== 'string') return next.handle();
    const key = readKey(given);
    if (keyFault(key) !== null) throw invalid(requestFaults(context));
    const { holder, secrets, shared } = secretsOf(request, key, this.limits);
    const fingerprint = isUnreadForm(request) ? null : secrets.fingerprint('bytes', request.rawBody ?? '');
    const response = http.getResponse<Response>();
    const handler = context.getHandler();
    return from(this.answer({ request, response, next, holder, secrets, shared, fingerprint, handler }));
  }

  /** Runs the handler when the key is free. Otherwise waits for the response of the request that holds the key. */
  private async answer(keyed: KeyedRequest): Promise<unknown> {
    const { request, response, holder, secrets, fingerprint } = keyed;
    const kept = await this.keptTestResponse(keyed);
    if (kept !== null) return kept;
    const waitUntil = Date.now() + WAIT_TIMEOUT_MS;
    let pollIntervalMs = MIN_POLL_INTERVAL_MS;
    let claimable = true;
    for (;;) {
      if (claimable) {
        const claim = await this.keys.claim(secrets.id, holder, fingerprint, subjectsOfRequest(request));
        if (claim) return this.run(claim, keyed);
      }
      const known = await this.keys.find(secrets.id);
      if (known?.fingerprint && fingerprint && !known.fingerprint.equals(fingerprint)) throw keyReused();
      if (known?.answer) {
        if (holder.livemode && isOfTestMode(known, known.answer, secrets)) throw keyReused();
        const own = fingerprint ?? (await this.fingerprintOfForm(keyed, secrets));
        if (!known.fingerprint?.equals(own)) throw keyReused();
        return this.replay(known.answer, keyed, secrets);
      }
      if (Date.now() > waitUntil || response.destroyed) throw stillRunning();
      claimable = known === null || known.abandoned;
      if (claimable) continue;
      await sleep(pollIntervalMs);
      pollIntervalMs = Math.min(2 * pollIntervalMs, MAX_POLL_INTERVAL_MS);
    }
  }

  /** Response to the same request in test mode that an earlier release has kept. A row lives for 24 hours. */
  private async keptTestResponse(keyed: KeyedRequest): Promise<string | null> {
    const { request, shared } = keyed;
    if (shared === null) return null;
    const known = await this.keys.find(shared.id);
    if (!known?.answer || !isOfTestMode(known, known.answer, shared)) return null;
    const own = isUnreadForm(request)
      ? await this.fingerprintOfForm(keyed, shared)
      : shared.fingerprint('bytes', request.rawBody ?? '');
    if (!known.fingerprint?.equals(own)) throw keyReused();
    return this.replay(known.answer, keyed, shared);
  }

  /** Runs the handler and renews the lease of the claim meanwhile. */
  private async run(claim: Claim, keyed: KeyedRequest): Promise<unknown> {
    const renewal = setInterval(() => {
      this.keys
        .renew(claim)
        .catch((error) =>
          this.logger.warn({ err: error }, 'Failed to renew the lease of an idempotency key; trying again in 3 s'),
        );
    }, RENEW_INTERVAL_MS);
    try {
      const fingerprint = keyed.fingerprint ?? (claim.fingerprint && (await this.matchForm(claim, keyed)));
      const idempotent = new IdempotentRequest(
        this.keys,
        keyed.secrets,
        claim,
        fingerprint,
        keyed.response,
        keyed.handler,
      );
      idempotent.attachTo(keyed.request);
      const outcome = await outcomeOf(keyed.next);
      clearInterval(renewal);
      await this.storeOutcome(claim, keyed, idempotent, outcome);
      if (outcome.error === undefined) return outcome.value;
      throw outcome.error instanceof IdempotencyClaimLost ? stillRunning() : outcome.error;
    } finally {
      clearInterval(renewal);
    }
  }

  /**
   * Reads the form and compares its fingerprint with that of an earlier attempt.
   * @throws ApiError 422 when the form is another one, 429 as `fingerprintOfForm`
   */
  private async matchForm(claim: Claim, keyed: KeyedRequest): Promise<Buffer> {
    try {
      // While nothing was created, only a JSON body can have left a fingerprint. No form can match it, so none is read.
      const fingerprint = claim.created ? await this.fingerprintOfForm(keyed, keyed.secrets) : null;
      if (fingerprint && claim.fingerprint?.equals(fingerprint)) return fingerprint;
      throw keyReused();
    } catch (error) {
      await this.keys.release(claim);
      throw error;
    }
  }

  /**
   * Reads the form, which holds a connection for as long as a submission does.
   * @throws ApiError 422 for a form that cannot be read: the first request's form could; 429 when the account has as many
   *   uploads open as it may have
   */
  private fingerprintOfForm({ request, holder, handler }: KeyedRequest, secrets: KeySecrets): Promise<Buffer> {
    const parts = formPartsOf(handler);
    if (parts === null) throw keyReused();
    // The routes that take forms have a caller.
    return this.uploads.run(holder.accountId ?? '', async () => {
      try {
        return secrets.fingerprint('form', (await readFormContent(request, parts)).summary());
      } catch {
        throw keyReused();
      }
    });
  }

  /** The client gets the response even when storing it fails, because the effects of the request have taken place. */
  private async storeOutcome(
    claim: Claim,
    { secrets, response, handler }: KeyedRequest,
    { fingerprint, responseStored }: IdempotentRequest,
    outcome: Outcome,
  ): Promise<void> {
    if (responseStored && outcome.error === undefined) return;
    try {
      const answer = fingerprint && responseToStore(outcome, response);
      if (answer) {
        const { status, contentType, body } = answer;
        await this.keys.storeResponse(null, claim, fingerprint, {
          status,
          contentType,
          sealedBody: secrets.seal(body),
          renders: renderedBy(handler, outcome.value),
          subjects: subjectsOfResponse(outcome.value),
        });
      } else {
        await this.keys.release(claim);
      }
    } catch (error) {
      this.logger.warn(
        { err: error },
        'Failed to store the outcome of a request with an Idempotency-Key; a repetition may run again',
      );
    }
  }

  /** @throws the ApiError that was kept; ApiError 404 when its object no longer exists */
  private async replay(kept: KeptResponse, { request, response }: KeyedRequest, secrets: KeySecrets): Promise<string> {
    const { status, contentType, sealedBody, renders } = kept;
    const body =
      sealedBody.length > 0 ? secrets.open(sealedBody) : await this.rendering.render(request.caller, renders);
    if (body === null) throw responseForgotten();
    if (status >= 400) {
      const detail: ErrorDetail = JSON.parse(body);
      throw new ApiError(status, detail, { [REPLAYED]: 'true' });
    }
    response.status(status).setHeader(REPLAYED, 'true');
    if (contentType) response.setHeader('Content-Type', contentType);
    return body;
  }
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

async function outcomeOf(next: CallHandler): Promise<Outcome> {
  try {
    return { value: await lastValueFrom(next.handle()) };
  } catch (error) {
    return { error: error ?? new Error('The handler threw null or undefined') };
  }
}

const keyReused = () => invalid([KEY_REUSED]);

/** An earlier release did not record the mode of a request; the resource in its response names it. */
function isOfTestMode({ livemode }: KeyState, { sealedBody }: StoredResponse, secrets: KeySecrets): boolean {
  if (livemode !== null) return !livemode;
  try {
    const body: unknown = JSON.parse(secrets.open(sealedBody));
    return typeof body === 'object' && body !== null && 'livemode' in body && body.livemode === false;
  } catch {
    return false;
  }
}

function isUnreadForm(request: ServiceRequest): boolean {
  return (
    request.rawBody === undefined &&
    !request.readableEnded &&
    request.headers['content-length'] !== '0' &&
    Boolean(request.is('multipart/form-data'))
  );
}

/** Null for a response that must not be replayed: an error that may be gone at the next attempt, and access tokens. */
function responseToStore({ value, error }: Outcome, response: Response): Answer | null {
  if (error !== undefined) {
    if (!(error instanceof ApiError) || error instanceof PassingError || !STORED_ERRORS.has(error.status)) return null;
    return { status: error.status, contentType: JSON_TYPE, body: JSON.stringify(error.detail) };
  }
  // RFC 6749, 5.1, names the member `access_token`.
  if (typeof value === 'object' && value !== null && 'access_token' in value) return null;
  return answerOf(value, response);
}
