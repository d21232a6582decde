// The table of idempotency keys. A row is the lock: whoever inserts it works, everybody else waits for its answer.
import { createHash, randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../database/sql.js';

/** A process that does not renew its claim for so long is taken for dead. Shorter than a repeated request waits. */
const LEASE = "interval '10 seconds'";
const KEPT = "interval '24 hours'";
const SWEEP_MS = 600_000;
const SWEPT_AT_ONCE = 5_000;

/** One attempt at answering; every write names it. */
export interface Claim {
  readonly id: Buffer;
  readonly resourceId: string;
  readonly fence: number;
  /** The same for every attempt until an attempt ends with an error: names the request to others. */
  readonly effectId: string;
  /** Of the body that was seen first. Null while none was read to its end. */
  readonly fingerprint: Buffer | null;
  /** An earlier attempt made the thing, and ended before its answer was kept. */
  readonly made: boolean;
}

export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly sealedBody: Buffer;
}

export interface KnownKey {
  readonly fingerprint: Buffer | null;
  /** Null while the first request is running. */
  readonly answer: KeptAnswer | null;
  /** Nobody works at it any more: claim it. */
  readonly abandoned: boolean;
}

/** Another attempt has taken the key over. */
export class IdempotencyClaimLost extends Error {
  override readonly name = 'IdempotencyClaimLost';
  constructor() {
    super('Another attempt has taken the idempotency key over');
  }
}

@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeys.name);
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error) => this.logger.warn({ err: error }, 'Expired idempotency keys could not be removed'));
    }, SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** @returns null when the key is taken: by a running request, an answered one, or one with another body */
  async claim(id: Buffer, accountId: string | null, fingerprint: Buffer | null): Promise<Claim | null> {
    const claimed = await queryRow<{
      resource_id: string;
      fence: number;
      fingerprint: Buffer | null;
      made: boolean;
      since: string;
    }>(
      this.dataSource,
      `INSERT INTO idempotency_key AS k (id, account_id, resource_id, fingerprint, lease_until, expires_at)
       VALUES ($1, $2, $3, $4, now() + ${LEASE}, now() + ${KEPT})
       ON CONFLICT (id) DO UPDATE
       SET fence = k.fence + 1, lease_until = EXCLUDED.lease_until,
           resource_id = CASE WHEN k.made_at IS NULL THEN EXCLUDED.resource_id ELSE k.resource_id END,
           fingerprint = coalesce(k.fingerprint, EXCLUDED.fingerprint)
       WHERE k.status IS NULL AND k.lease_until < now() AND k.expires_at > now()
         AND (k.fingerprint IS NULL OR EXCLUDED.fingerprint IS NULL OR k.fingerprint = EXCLUDED.fingerprint)
       RETURNING k.resource_id, k.fence, k.fingerprint, k.made_at IS NOT NULL AS made, k.expires_at::text AS since`,
      [id, accountId, randomUUID(), fingerprint],
    );
    if (!claimed) return null;
    return {
      id,
      resourceId: claimed.resource_id,
      fence: claimed.fence,
      // A takeover leaves the time of the first claim; what was given up is claimed anew, at another time.
      effectId: createHash('sha256').update(id).update(claimed.since).digest('hex').slice(0, 32),
      fingerprint: claimed.fingerprint,
      made: claimed.made,
    };
  }

  /** @returns null when there is no such key, or no longer */
  async find(id: Buffer): Promise<KnownKey | null> {
    const found = await queryRow<{
      fingerprint: Buffer | null;
      status: number | null;
      content_type: string | null;
      body: Buffer | null;
      abandoned: boolean;
      expired: boolean;
    }>(
      this.dataSource,
      `SELECT fingerprint, status, content_type, body, status IS NULL AND lease_until < now() AS abandoned,
         expires_at <= now() AS expired
       FROM idempotency_key WHERE id = $1`,
      [id],
    );
    if (!found) return null;
    if (found.expired) {
      await this.dataSource.query('DELETE FROM idempotency_key WHERE id = $1 AND expires_at <= now()', [id]);
      return null;
    }
    const { fingerprint, status, content_type, body, abandoned } = found;
    const answer =
      status === null || body === null ? null : { status, contentType: content_type ?? '', sealedBody: body };
    return { fingerprint, answer, abandoned };
  }

  /** A claim that was lost stays lost. */
  async renew({ id, resourceId, fence }: Claim): Promise<void> {
    await this.dataSource.query(
      `UPDATE idempotency_key SET lease_until = now() + ${LEASE}
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL`,
      [id, resourceId, fence],
    );
  }

  /**
   * Inside the transaction that makes the thing: from its commit on, no retry makes another one.
   * @throws IdempotencyClaimLost
   */
  async recordMade(tx: EntityManager, { id, resourceId, fence }: Claim, fingerprint: Buffer): Promise<void> {
    const recorded = await queryRow(
      tx,
      `UPDATE idempotency_key SET made_at = now(), fingerprint = $4
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL
       RETURNING id`,
      [id, resourceId, fence, fingerprint],
    );
    if (!recorded) throw new IdempotencyClaimLost();
  }

  /**
   * Inside the transaction whose effect the answer tells of, so that neither is without the other; or afterwards, on its
   * own, where there is no such transaction.
   * @returns false when the claim was lost: the attempt that took over keeps its own answer
   */
  async keep(tx: EntityManager | null, claim: Claim, fingerprint: Buffer, answer: KeptAnswer): Promise<boolean> {
    const { id, resourceId, fence } = claim;
    const kept = await queryRow(
      tx ?? this.dataSource,
      `UPDATE idempotency_key SET status = $4, content_type = $5, body = $6, fingerprint = $7
       WHERE id = $1 AND resource_id = $2 AND fence = $3 AND status IS NULL
       RETURNING id`,
      [id, resourceId, fence, answer.status, answer.contentType, answer.sealedBody, fingerprint],
    );
    return kept !== null;
  }

  /** The next request with this key begins anew; where something was made, it goes on from there. */
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

  /** Removes what is older than a key is kept. */
  async sweep(): Promise<void> {
    let removed: number;
    do {
      const gone = await queryRows(
        this.dataSource,
        `DELETE FROM idempotency_key WHERE id = ANY(ARRAY(
           SELECT id FROM idempotency_key WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING id`,
        [SWEPT_AT_ONCE],
      );
      removed = gone.length;
    } while (removed === SWEPT_AT_ONCE);
  }
}
