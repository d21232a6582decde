// Objects that a source has found, from discovery to the call. Only writer of their state.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundObject, OpenedObject } from '../../ports/buckets.js';
import type { ClaimedSource } from './source-claims.js';
import { type ItemError, identityOf } from './source-items.js';

export interface WaitingItem {
  readonly id: string;
  readonly key: string;
  readonly version: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  readonly identity: Buffer;
  /** Milliseconds since the object was found. */
  readonly ageMs: number;
  /** Milliseconds since its first failure; null where there was none. */
  readonly failingForMs: number | null;
}

export interface TagDue {
  readonly id: string;
  readonly key: string;
  readonly analysisId: string;
  readonly ageMs: number;
}

/** Record of the same object, found by another source of the account. */
export interface KnownObject {
  /** Null where its call was deleted. */
  readonly analysisId: string | null;
}

/** The item has ended, or its source was changed, paused or deleted meanwhile: nothing may be written. */
export class ItemGone extends Error {
  override readonly name = 'ItemGone';
}

/** Why an object waits for one more poll. */
const CHANGED = JSON.stringify({ loc: [], msg: 'The object changed after it was listed' });

/** Share of the time between two polls after which the second counts: the timers of two processes differ a little. */
const SECOND_POLL_SHARE = 0.9;

@Injectable()
export class FoundItems {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Records objects that are new, or that have changed while they waited. The next poll may take them.
   * @returns number of new objects
   */
  async note(tx: EntityManager, source: ClaimedSource, objects: readonly FoundObject[]): Promise<number> {
    if (objects.length === 0) return 0;
    const noted = await queryPrepared<{ is_new: boolean }>(tx, NOTE, [
      source.id,
      source.accountId,
      objects.map(({ key, version }) => identity(source, key, version)),
      objects.map(({ key }) => key),
      objects.map(({ version }) => version),
      objects.map(({ sizeBytes }) => sizeBytes),
      objects.map(({ modifiedAt }) => modifiedAt),
      secondPollSeconds(source),
      CHANGED,
    ]);
    return noted.filter(({ is_new }) => is_new).length;
  }

  /**
   * Finds waiting objects that may be taken now, in the order in which they were found.
   * @param isFresh true: only those that have not failed; false: only those that have
   */
  findWaiting(
    { id }: ClaimedSource,
    { isFresh, behind, limit }: { readonly isFresh: boolean; readonly behind: string; readonly limit: number },
  ): Promise<WaitingItem[]> {
    return queryPrepared(this.dataSource, WAITING, [id, behind, limit, isFresh]);
  }

  /** Tells why objects that could be taken now are not. */
  async explainWaiting({ id }: ClaimedSource, error: ItemError): Promise<void> {
    await queryPrepared(this.dataSource, EXPLAIN, [id, JSON.stringify(error)]);
  }

  /** @param most stops counting at this number */
  async countWaiting({ id }: ClaimedSource, most: number): Promise<number> {
    const [counted] = await queryPrepared<{ n: number }>(this.dataSource, COUNT_WAITING, [id, most]);
    return counted?.n ?? 0;
  }

  /** @returns null where neither another source of the account nor an earlier spelling has finished this object */
  async findKnown(source: ClaimedSource, item: WaitingItem): Promise<KnownObject | null> {
    const spellings = earlierSpellings(item.version).map((version) => identityAs(source, item.key, version));
    const values = [source.accountId, [item.identity, ...spellings], item.id];
    const [known] = await queryPrepared<KnownObject>(this.dataSource, KNOWN, values);
    return known ?? null;
  }

  /** Ends the item in the transaction that accepts the call. @throws ItemGone */
  async take(tx: EntityManager, source: ClaimedSource, item: WaitingItem, ended: EndedItem): Promise<void> {
    await this.end(tx, source, item, 'taken', ended);
  }

  /** @throws ItemGone */
  async markExisting(source: ClaimedSource, item: WaitingItem, ended: EndedItem): Promise<void> {
    await this.end(this.dataSource, source, item, 'existing', ended);
  }

  /** @throws ItemGone */
  async refuse(source: ClaimedSource, item: WaitingItem, error: ItemError): Promise<void> {
    await this.end(this.dataSource, source, item, 'refused', { externalId: null, analysisId: null, error });
  }

  /** Records the new version. The next poll checks its size again. */
  async noteChange(source: ClaimedSource, item: WaitingItem, object: OpenedObject): Promise<void> {
    const { version, sizeBytes, modifiedAt } = object;
    const changed = identity(source, item.key, version);
    const seconds = secondPollSeconds(source);
    const values = [item.id, changed, version, sizeBytes, seconds, source.id, modifiedAt, CHANGED];
    const noted = await queryPrepared(this.dataSource, CHANGE, values);
    // That version already has an item, which has ended.
    if (noted.length === 0) await queryPrepared(this.dataSource, FORGET, [item.id]);
  }

  /**
   * Retries the object later.
   * @param error shown meanwhile
   * @param isFailure true: the retries back off, up to an hour
   */
  async postpone(source: ClaimedSource, { id }: WaitingItem, error: ItemError, isFailure: boolean): Promise<void> {
    await queryPrepared(this.dataSource, POSTPONE, [
      id,
      JSON.stringify(error),
      isFailure,
      source.settings.every_seconds,
    ]);
  }

  findTagsDue({ id }: ClaimedSource, limit: number): Promise<TagDue[]> {
    return queryPrepared(this.dataSource, TAGS_DUE, [id, limit]);
  }

  /** @param error why it has no tag; null where it has one */
  async noteTagged(id: string, error: ItemError | null): Promise<void> {
    await queryPrepared(this.dataSource, TAGGED, [id, error && JSON.stringify(error)]);
  }

  /** Tags the object later: at the next poll, and then after twice the time each, up to an hour. */
  async postponeTag(source: ClaimedSource, { id }: TagDue, error: ItemError): Promise<void> {
    await queryPrepared(this.dataSource, POSTPONE_TAG, [id, JSON.stringify(error), source.settings.every_seconds]);
  }

  private async end(
    sql: Sql,
    source: ClaimedSource,
    item: WaitingItem,
    status: 'taken' | 'existing' | 'refused',
    { externalId, analysisId, error }: EndedItem,
  ): Promise<void> {
    const isTagDue = analysisId !== null && source.settings.after === 'tag';
    const values = [
      item.id,
      status,
      externalId,
      analysisId,
      error && JSON.stringify(error),
      isTagDue,
      source.id,
      source.fence,
    ];
    if ((await queryPrepared(sql, END, values)).length === 0) throw new ItemGone();
  }
}

export interface EndedItem {
  readonly externalId: string | null;
  readonly analysisId: string | null;
  readonly error: ItemError | null;
}

const identityAs = ({ livemode, settings }: ClaimedSource, key: string, version: string) =>
  identityOf(livemode, ['s3', settings.bucket, key, version]);

/** Tags are spelled with quotes in identities, as nearly all stores send them; size and time without. */
const identity = (source: ClaimedSource, key: string, version: string) =>
  identityAs(source, key, SIZE_AND_TIME.test(version) ? version : `"${version}"`);

const SIZE_AND_TIME = /^\d{1,16}-\d{10,16}$/;

/** Spellings of a tag in the identities of earlier builds, which kept what the store sent. */
const earlierSpellings = (version: string) => [version, `W/"${version}"`];

const secondPollSeconds = ({ settings }: ClaimedSource) => settings.every_seconds * SECOND_POLL_SHARE;

/**
 * NOT IN reads the known items of the page from the index, once. With NOT EXISTS, Postgres compares each object of the page with
 * all items of the source for as long as it keeps the plan that it made while the table was empty.
 */
const NOTE: PreparedStatement = {
  name: 'note-source-items',
  text: `INSERT INTO source_item (source_id, account_id, identity, object_key, version, size_bytes, modified_at, run_after)
         SELECT $1, $2, g.identity, g.key, g.version, g.size, g.modified, now() + $8 * interval '1 second'
         FROM unnest($3::bytea[], $4::text[], $5::text[], $6::bigint[], $7::timestamptz[])
           WITH ORDINALITY AS g (identity, key, version, size, modified, place)
         WHERE g.identity NOT IN (SELECT i.identity FROM source_item i WHERE i.source_id = $1 AND i.identity = ANY($3))
         ORDER BY place
         ON CONFLICT (source_id, object_key) WHERE status = 'waiting' DO UPDATE SET identity = excluded.identity,
           version = excluded.version, size_bytes = excluded.size_bytes, modified_at = excluded.modified_at,
           run_after = excluded.run_after, failures = 0, failing_since = NULL, error = $9::jsonb
         RETURNING xmax = 0 AS is_new`,
};
const WAITING: PreparedStatement = {
  name: 'waiting-source-items',
  text: `SELECT id, object_key AS key, version, identity, size_bytes::float8 AS "sizeBytes", modified_at AS "modifiedAt",
           (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs",
           (extract(epoch FROM now() - failing_since) * 1000)::float8 AS "failingForMs"
         FROM source_item WHERE source_id = $1 AND status = 'waiting' AND id > $2 AND run_after <= now()
           AND (failures = 0) = $4
         ORDER BY id LIMIT $3`,
};
const EXPLAIN: PreparedStatement = {
  name: 'explain-source-items',
  text: `UPDATE source_item SET error = $2::jsonb
         WHERE source_id = $1 AND status = 'waiting' AND run_after <= now() AND error IS NULL`,
};
const COUNT_WAITING: PreparedStatement = {
  name: 'count-waiting-source-items',
  text: `SELECT count(*)::int AS n FROM (SELECT FROM source_item WHERE source_id = $1 AND status = 'waiting' LIMIT $2) AS waiting`,
};
const KNOWN: PreparedStatement = {
  name: 'known-source-item',
  text: `SELECT analysis_id AS "analysisId" FROM source_item
         WHERE account_id = $1 AND identity = ANY($2) AND id <> $3
           AND (analysis_id IS NOT NULL OR (status = 'refused' AND object_key IS NULL))
         ORDER BY analysis_id LIMIT 1`,
};
/** Updates the counts on the source. Locks the source before its item, in the same order as a deletion. */
const END: PreparedStatement = {
  name: 'end-source-item',
  text: `WITH held AS (
           SELECT id FROM source WHERE id = $7 AND fence = $8 AND deleted_at IS NULL AND paused_at IS NULL FOR NO KEY UPDATE),
         ended AS (
           UPDATE source_item SET status = $2, external_id = $3, analysis_id = $4, error = $5::jsonb, tag_due = $6,
             settled_at = now(), failing_since = NULL, failures = 0, run_after = now()
           WHERE id = $1 AND status = 'waiting' AND EXISTS (SELECT FROM held) RETURNING id)
         UPDATE source SET taken = taken + ($2 = 'taken')::int, existing = existing + ($2 = 'existing')::int,
           refused = refused + ($2 = 'refused')::int
         FROM ended WHERE source.id = $7 RETURNING ended.id`,
};
const CHANGE: PreparedStatement = {
  name: 'change-source-item',
  text: `UPDATE source_item SET identity = $2, version = $3, size_bytes = $4, run_after = now() + $5 * interval '1 second',
           modified_at = coalesce($7, modified_at), error = $8::jsonb
         WHERE id = $1 AND status = 'waiting'
           AND NOT EXISTS (SELECT FROM source_item o WHERE o.source_id = $6 AND o.identity = $2 AND o.id <> $1)
         RETURNING id`,
};
const FORGET: PreparedStatement = {
  name: 'forget-source-item',
  text: "DELETE FROM source_item WHERE id = $1 AND status = 'waiting'",
};
const POSTPONE: PreparedStatement = {
  name: 'postpone-source-item',
  text: `UPDATE source_item SET error = $2::jsonb, failures = failures + $3::boolean::int,
           failing_since = CASE WHEN $3 THEN coalesce(failing_since, now()) ELSE failing_since END,
           run_after = now() + least($4 * CASE WHEN $3 THEN power(2, least(failures, 12)) ELSE 1 END, 3600) * interval '1 second'
         WHERE id = $1 AND status = 'waiting'`,
};
const TAGS_DUE: PreparedStatement = {
  name: 'source-tags-due',
  text: `SELECT id, object_key AS key, analysis_id AS "analysisId",
           (extract(epoch FROM now() - settled_at) * 1000)::float8 AS "ageMs"
         FROM source_item WHERE source_id = $1 AND tag_due AND run_after <= now() ORDER BY failures, id LIMIT $2`,
};
const TAGGED: PreparedStatement = {
  name: 'source-item-tagged',
  text: 'UPDATE source_item SET tag_due = false, error = $2::jsonb WHERE id = $1',
};
const POSTPONE_TAG: PreparedStatement = {
  name: 'postpone-source-tag',
  text: `UPDATE source_item SET error = $2::jsonb, failures = failures + 1,
           run_after = now() + least($3 * power(2, least(failures, 12)), 3600) * interval '1 second'
         WHERE id = $1 AND tag_due`,
};
