// Workers' claims on sources that have a bucket; only writer of their progress. Each claim raises the fence number of the row,
// and every write checks it: a worker that lost its lease writes nothing.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import { ClaimLost } from '../../work/claim.js';
import type { BucketCredentials, BucketSettings } from './source.js';
import { SourceCredentials } from './source-credentials.js';

/** State of the listing of the bucket, which each poll takes over from the one before. JSON. */
export interface Place {
  /** Backfill: lists the whole prefix once. Continues behind `after`; takes objects written since `since`. */
  readonly backfill?: { readonly after: string; readonly token?: string; readonly since: string | null } | null;
  /** Ranges by prefix. */
  readonly ranges?: Readonly<Record<string, RangePlace>>;
  /** Time at which the folders of the last days were last listed to their end, where there are folders by date. ISO 8601. */
  readonly caughtUpAt?: string;
  /** Days that passed while nothing was listed, as `yyyyMMdd`. Each is listed once. */
  readonly missed?: readonly string[];
  /** End of a prefix without folders by date at some moments, the oldest first. */
  readonly trail?: readonly TrailPoint[];
  /** Keys between which the end of such a prefix is searched. */
  readonly search?: {
    readonly low: string;
    readonly high: string;
    /** Pages that were listed, the first of them one after the other. */
    readonly pages?: number;
  } | null;
  /** True where such a prefix is small enough to be listed whole at each poll. */
  readonly isSmall?: boolean;
  /** True where the store cannot begin behind a key: its pages are listed one after the other, by their tokens. */
  readonly isByToken?: boolean;
}

export interface RangePlace {
  /** Last key that was listed. */
  readonly front: string;
  /** Keys up to it were listed again in this round; empty before a round. */
  readonly sweep: string;
  /** Tokens of the pages that hold these two keys, where pages are listed by their tokens. */
  readonly frontToken?: string;
  readonly sweepToken?: string;
  /**
   * State of its first listing, which tells old objects from new ones: it follows the keys from its first one on, or, in a range
   * of an earlier build, a round sweeps over them. `whole`: it is over, and each further key is new.
   */
  readonly first?: 'follows' | 'sweeps' | 'whole';
}

export interface TrailPoint {
  /** ISO 8601. */
  readonly at: string;
  readonly key: string;
}

export interface ClaimedSource {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly fence: number;
  readonly settings: BucketSettings;
  readonly defaults: Record<string, unknown>;
  readonly credentials: BucketCredentials;
  /** Objects of the first listing that were last written before this time are not taken; null for no limit. */
  readonly since: Date | null;
  readonly place: Place;
  /** See {@link OldKeys}. */
  readonly oldKeys: Buffer | null;
}

/** Progress of a listing after a page. */
export interface Listed {
  readonly place: Place;
  /** Last key that was listed; empty where it stays. */
  readonly cursor: string;
  /** Added to those of the source; null for none. */
  readonly oldKeys: Buffer | null;
}

/** Outcome of a poll that did not fail. */
export interface Looked {
  /** False when objects are left that could be taken at once. */
  readonly isDone: boolean;
  /** Why the bucket was not listed; null where it was. */
  readonly notListed: string | null;
}

interface ClaimedRow extends Omit<ClaimedSource, 'credentials'> {
  readonly sealed: Buffer;
}

const MAX_BACK_OFF_SECONDS = 3_600;
const TOLD_AFTER_HOURS = 24;

@Injectable()
export class SourceClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SourceCredentials,
    private readonly config: Config,
  ) {}

  get leaseMs(): number {
    return this.config.worker.leaseMs;
  }

  /**
   * Takes a lease on the source that has been due for longest.
   * @param except accounts that have reached their limit of polls at once
   * @returns null when none is due
   */
  async claimNext(except: readonly string[]): Promise<ClaimedSource | null> {
    const [row] = await queryPrepared<ClaimedRow>(this.dataSource, CLAIM, [this.leaseMs, except]);
    if (!row) return null;
    const { sealed, ...source } = row;
    return { ...source, credentials: this.credentials.open(row.id, sealed) };
  }

  /** @throws ClaimLost */
  async renew(source: ClaimedSource): Promise<void> {
    await this.write(this.dataSource, source, RENEW, [this.leaseMs]);
  }

  /** Holds the claim until the transaction ends. @throws ClaimLost */
  async hold(tx: EntityManager, source: ClaimedSource): Promise<void> {
    await this.write(tx, source, HOLD, []);
  }

  /** @throws ClaimLost */
  async recordPlace(sql: Sql, source: ClaimedSource, { place, cursor, oldKeys }: Listed, found: number): Promise<void> {
    await this.write(sql, source, PLACE, [JSON.stringify(place), cursor, found, oldKeys]);
  }

  /** @param isDone false when objects are left that could be taken at once @throws ClaimLost */
  async succeed(source: ClaimedSource, { isDone, notListed }: Looked): Promise<void> {
    await this.write(this.dataSource, source, SUCCEED, [isDone ? source.settings.every_seconds : 0, notListed]);
  }

  /** Backs off: the next poll comes later after each failure, up to an hour. @throws ClaimLost */
  async fail(source: ClaimedSource, sentence: string): Promise<void> {
    const values = [sentence, source.settings.every_seconds, MAX_BACK_OFF_SECONDS, TOLD_AFTER_HOURS];
    await this.write(this.dataSource, source, FAIL, values);
  }

  /** Makes the source due at once, perhaps in another process. Does nothing if the claim is lost. */
  async handBack({ id, fence }: ClaimedSource): Promise<void> {
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence]);
  }

  private async write(
    sql: Sql,
    { id, fence }: ClaimedSource,
    statement: PreparedStatement,
    values: readonly unknown[],
  ) {
    const written = await queryPrepared(sql, statement, [id, fence, ...values]);
    if (written.length === 0) throw new ClaimLost();
  }
}

/** Matches one claim of the row. Every change by the client ends the claim. */
const HELD = 'id = $1 AND fence = $2 AND deleted_at IS NULL AND paused_at IS NULL';
const held = (name: string, set: string): PreparedStatement => ({
  name,
  text: `UPDATE source SET ${set} WHERE ${HELD} RETURNING id`,
});

const CLAIM: PreparedStatement = {
  name: 'claim-source',
  text: `UPDATE source SET fence = fence + 1, lease_until = now() + $1 * interval '1 millisecond'
         WHERE id = (
           SELECT id FROM source
           WHERE kind = 's3' AND paused_at IS NULL AND deleted_at IS NULL AND run_after <= now()
             AND (lease_until IS NULL OR lease_until < now()) AND account_id <> ALL($2::uuid[])
           ORDER BY run_after LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING id, account_id AS "accountId", livemode, fence, settings, defaults, credentials_encrypted AS sealed, since, place,
           old_keys AS "oldKeys"`,
};
const RENEW = held('renew-source', "lease_until = now() + $3 * interval '1 millisecond'");
const HOLD: PreparedStatement = {
  name: 'hold-source',
  text: `SELECT id FROM source WHERE ${HELD} FOR NO KEY UPDATE`,
};
/** A rescan requested meanwhile has raised the fence, so that this write fails. */
const PLACE = held(
  'place-source',
  `place = $3, cursor = coalesce(nullif($4, ''), cursor), seen = seen + $5,
   old_keys = CASE WHEN $6::bytea IS NULL THEN old_keys ELSE coalesce(old_keys, '') || $6 END`,
);
const LAG = `coalesce((SELECT greatest(0, extract(epoch FROM now() - min(i.modified_at)))::int FROM source_item i
  WHERE i.source_id = source.id AND i.status = 'waiting'), 0)`;
const SUCCEED = held(
  'succeed-source',
  `lease_until = NULL, run_after = now() + $3 * interval '1 second', last_polled_at = now(), failures = 0, failing_since = NULL,
   last_error = $4, notice_at = NULL, told = false, lag_seconds = ${LAG}`,
);
/** SQL: time from which the client is notified. */
const TOLD_AT = "coalesce(failing_since, now()) + $6 * interval '1 hour'";
const FAIL = held(
  'fail-source',
  `lease_until = NULL, last_polled_at = now(), failures = least(failures + 1, 1000), failing_since = coalesce(failing_since, now()),
   last_error = $3, run_after = now() + least($4 * power(2, least(failures + 1, 12)), $5) * interval '1 second',
   notice_at = CASE WHEN told OR ${TOLD_AT} > now() THEN notice_at ELSE coalesce(notice_at, now()) END,
   lag_seconds = ${LAG}`,
);
const HAND_BACK: PreparedStatement = {
  name: 'hand-back-source',
  text: 'UPDATE source SET lease_until = NULL, run_after = now() WHERE id = $1 AND fence = $2',
};
