// The table of idempotency keys. A row is also the lock: the request that inserts it runs, and all others with the same key
// wait for its response.
import { createHash, randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../database/sql.js';

/** A process that has not renewed its claim for this long counts as dead. Shorter than a repeated request waits. */
const LEASE = "interval '10 seconds'";
const RETENTION = "interval '24 hours'";
const SWEEP_INTERVAL_MS = 600_000;
const MAX_SWEPT_ROWS = 5_000;
/**
 * Limit above which a response counts as large. The rate limit bounds smaller ones. An index on larger ones contains this number
 * too.
 */
const LARGE_ANSWER_BYTES = 4_096;
/** Limit of the large responses that are kept for one account. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** Sender of a request with a key. */
export interface KeyHolder {
  /** Null for a request without credentials. */
  readonly accountId: string | null;
  readonly livemode: boolean;
}

/** The right of one attempt to run the request. Every write to the row names it, as a fence against older attempts. */
export interface Claim {
  readonly id: Buffer;
  readonly resourceId: string;
  readonly fence: number;
  /**
   * Names the request to other services, e.g. to the payment provider. All attempts have the same one, until an attempt ends
   * with an error.
   */
  readonly effectId: string;
  /** The fingerprint of the first body; null while no attempt has read a body to its end. */
  readonly fingerprint: Buffer | null;
  /** True when an earlier attempt created the resource and ended before its response was stored. */
  readonly created: boolean;
}

export interface StoredResponse {
  readonly status: number;
  readonly contentType: string;
  /** Empty when its object was deleted or masked, or when newer responses needed the space. */
  readonly sealedBody: Buffer;
}

/** A response with the objects that it is about. */
export interface ResponseToKeep extends StoredResponse {
  /** Object from which the response is rebuilt after its call was masked: see `rendering.ts`. */
  readonly renders: string | null;
  /** Ids of further objects that the response is about, beside those that the request names. */
  readonly subjects: readonly string[];
}

export interface KeptResponse extends StoredResponse {
  /** Same as in {@link ResponseToKeep}; null also when the object was deleted. */
  readonly renders: string | null;
}

export interface KeyState {
  readonly fingerprint: Buffer | null;
  /** Null while the first request is running. */
  readonly answer: KeptResponse | null;
  /** True when the lease of the first request has expired, so that the key can be claimed. */
  readonly abandoned: boolean;
  /** Null in a row of an earlier release, which may be of either mode. */
  readonly livemode: boolean | null;
}

/** Another attempt has claimed the key after the lease of this one expired. */
export class IdempotencyClaimLost extends Error {
  override readonly name = 'IdempotencyClaimLost';
  constructor() {
    super('Another attempt has taken the idempotency key over');
  }
}

@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeys.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error) =>
        this.logger.warn({ err: error }, 'Failed to delete expired idempotency keys; trying again in 10 minutes'),
      );
    }, SWEEP_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * @param subjects ids that the response will be about, as far as the request names them
   * @returns null when the key is held: by a running request, an answered one, or one with another body
   */
  async claim(
    id: Buffer,
    { accountId, livemode }: KeyHolder,
    fingerprint: Buffer | null,
    subjects: readonly string[] = [],
  ): Promise<Claim | null> {
    const claimed = await queryRow<{
      resource_id: string;
      fence: number;
      fingerprint: Buffer | null;
      created: boolean;
      since: string;
    }>(
      this.dataSource,
      `INSERT INTO idempotency_key AS k (id, account_id, resource_id, fingerprint, lease_until, expires_at, livemode, subjects)
       VALUES ($1, $2, $3, $4, now() + ${LEASE}, now() + ${RETENTION}, $5, $6)
       ON CONFLICT (id) DO UPDATE
       SET fence = k.fence + 1, lease_until = EXCLUDED.lease_until, livemode = EXCLUDED.livemode,
           subjects = coalesce(k.subjects, EXCLUDED.subjects),
           resource_id = CASE WHEN k.made_at IS NULL THEN EXCLUDED.resource_id ELSE k.resource_id END,
           fingerprint = coalesce(k.fingerprint, EXCLUDED.fingerprint)
       WHERE k.status IS NULL AND k.lease_until < now() AND k.expires_at > now()
         AND (k.fingerprint IS NULL OR EXCLUDED.fingerprint IS NULL OR k.fingerprint = EXCLUDED.fingerprint)
       RETURNING k.resource_id, k.fence, k.fingerprint, k.made_at IS NOT NULL AS created, k.expires_at::text AS since`,
      [id, accountId, randomUUID(), fingerprint, livemode, subjects],
    );
    if (!claimed) return null;
    return {
      id,
      resourceId: claimed.resource_id,
      fence: claimed.fence,
      // A takeover keeps the row and so the time of the first claim. A released key gets a new row, with another time.
      effectId: createHash('sha256').update(id).update(claimed.since).digest('hex').slice(0, 32),
      fingerprint: claimed.fingerprint,
      created: claimed.created,
    };
  }

  /** @returns null when the key is unknown or has expired */
  async find(id: Buffer): Promise<KeyState | null> {
    const found = await queryRow<{
      fingerprint: Buffer | null;
      status: number | null;
      content_type: string | null;
      body: Buffer | null;
      renders: string | null;
      abandoned: boolean;
      livemode: boolean | null;
      expired: boolean;
    }>(
      this.dataSource,
      `SELECT fingerprint, status, content_type, body, CASE WHEN NOT forgotten THEN renders END AS renders, status IS NULL AND lease_until < now() AS abandoned,
         livemode, expires_at <= now() AS expired
       FROM idempotency_key WHERE id = $1`,
      [id],
    );
    if (!found) return null;
    if (found.expired) {
      await this.dataSource.query('DELETE FROM idempotency_key WHERE id = $1 AND expires_at <= now()', [id]);
      return null;
    }
    const { fingerprint, status, content_type, body, renders, abandoned, livemode } = found;
    const answer =
      status === null || body === null ? null : { status, contentType: content_type ?? '', sealedBody: body, renders };
    return { fingerprint, answer, abandoned, livemode };
  }

  /** Renews the claim. Has no effect if another attempt has taken it over, or if it was released during the renewal. */
  async renew({ id, resourceId, fence }: Claim): Promise<void> {
    await this.dataSource.query(
      `UPDATE idempotency_key SET lease_until = now() + ${LEASE}
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL AND lease_until > '-infinity'`,
      [id, resourceId, fence],
    );
  }

  /**
   * Call inside the transaction that creates the resource. Once it has committed, no attempt creates another one. Where the
   * resource is there already, lock it before: its deletion locks it, and then the stored responses about it.
   * @throws IdempotencyClaimLost
   */
  async recordCreated(tx: EntityManager, { id, resourceId, fence }: Claim, fingerprint: Buffer): Promise<void> {
    const recorded = await queryRow(
      tx,
      `UPDATE idempotency_key SET made_at = now(), fingerprint = $4, subjects = subjects || resource_id::text
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL
       RETURNING id`,
      [id, resourceId, fence, fingerprint],
    );
    if (!recorded) throw new IdempotencyClaimLost();
  }

  /**
   * The response will be about an object that was there before. Call it in a transaction that has locked the object: its
   * deletion then finds the response.
   * @throws IdempotencyClaimLost
   */
  async noteSubject(tx: EntityManager, { id, resourceId, fence }: Claim, subject: string): Promise<void> {
    const noted = await queryRow(
      tx,
      `UPDATE idempotency_key SET subjects = subjects || $4::text
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL
       RETURNING id`,
      [id, resourceId, fence, subject],
    );
    if (!noted) throw new IdempotencyClaimLost();
  }

  /**
   * @param tx the transaction with the effect that the response describes, so that both are committed or neither. Null when
   *   there is no such transaction.
   * @returns false when the claim was lost: the attempt that took over stores its own answer
   */
  async storeResponse(
    tx: EntityManager | null,
    claim: Claim,
    fingerprint: Buffer,
    { status, contentType, sealedBody, renders, subjects }: ResponseToKeep,
  ): Promise<boolean> {
    const { id, resourceId, fence } = claim;
    const stored = await queryRow<{ account_id: string | null }>(
      tx ?? this.dataSource,
      `UPDATE idempotency_key SET status = $4, content_type = $5, fingerprint = $7,
         subjects = CASE WHEN forgotten THEN '{}'::text[] ELSE subjects || $8::text[] END,
         resource_id = CASE WHEN forgotten THEN gen_random_uuid() ELSE resource_id END,
         renders = CASE WHEN forgotten THEN NULL ELSE $9 END, forgotten = forgotten OR (masked AND $9::text IS NULL),
         body = CASE WHEN forgotten OR (masked AND $9::text IS DISTINCT FROM '') THEN ''::bytea ELSE $6 END
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL
       RETURNING account_id`,
      [id, resourceId, fence, status, contentType, sealedBody, fingerprint, subjects, renders],
    );
    if (stored?.account_id && sealedBody.length > LARGE_ANSWER_BYTES)
      await (tx ?? this.dataSource).query(FORGET_OLDEST, [stored.account_id, MAX_KEPT_BYTES]);
    return stored !== null;
  }

  /** The next request with this key starts from the beginning, or, when the resource was created, continues from there. */
  async release({ id, resourceId, fence }: Claim): Promise<void> {
    const claim = [id, resourceId, fence];
    await this.dataSource.query(
      `DELETE FROM idempotency_key
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL AND made_at IS NULL`,
      claim,
    );
    await this.dataSource.query(
      `UPDATE idempotency_key SET lease_until = '-infinity'
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL`,
      claim,
    );
  }

  /** Deletes the keys that are older than 24 hours. */
  async sweep(): Promise<void> {
    let removed: number;
    do {
      const gone = await queryRows(
        this.dataSource,
        `DELETE FROM idempotency_key WHERE id = ANY(ARRAY(
           SELECT id FROM idempotency_key WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING id`,
        [MAX_SWEPT_ROWS],
      );
      removed = gone.length;
    } while (removed === MAX_SWEPT_ROWS);
  }
}

/** Deletes the responses of an account that is being erased. */
export async function eraseKeptAnswers(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query('DELETE FROM idempotency_key WHERE account_id = $1', [accountId]);
}

/**
 * Empties the kept responses about a call: its words are masked from now on. A replay rebuilds a response from its object; a
 * response without such an object is lost. Call it in the transaction that masks the call, after its row is locked: a request
 * that responds about the call locks that row first.
 */
export async function forgetAnswersAbout(tx: EntityManager, accountId: string, analysisId: string): Promise<void> {
  for (const about of ['subjects @> ARRAY[$2::text]', '$2::text IS NOT NULL AND subjects IS NULL'])
    await tx.query(forgetting(about), [accountId, analysisId]);
}

/**
 * Locks rows in the order of deletions. A row without a response will get an empty one. Skips responses without words of the
 * call, and the response of the request that masks the call: that one is written later.
 */
const forgetting = (about: string) => `
  UPDATE idempotency_key SET masked = true, forgotten = body IS NOT NULL AND renders IS NULL,
    body = CASE WHEN body IS NOT NULL THEN ''::bytea END
  WHERE id IN (
    SELECT id FROM idempotency_key
    WHERE account_id = $1 AND ${about} AND NOT forgotten AND NOT masked AND renders IS DISTINCT FROM ''
      AND made_at IS DISTINCT FROM now()::timestamptz(3)
    ORDER BY id FOR UPDATE)`;

/**
 * Empties the oldest large responses beyond the limit. A row that another transaction has locked is left to the next large
 * response.
 */
const FORGET_OLDEST = `
  UPDATE idempotency_key SET forgotten = true, body = ''::bytea
  WHERE id IN (
    SELECT id FROM idempotency_key
    WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(octet_length(body)) OVER (ORDER BY expires_at DESC, id) AS bytes FROM idempotency_key
        WHERE account_id = $1 AND octet_length(body) > ${LARGE_ANSWER_BYTES}) AS newest
      WHERE bytes > $2)
    ORDER BY id FOR UPDATE SKIP LOCKED)`;
