// Lists what is new in the bucket of a source, and records it page by page together with how far the listing is.
import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { timeLimit } from '../../../platform/concurrency/time-limit.js';
import { Config } from '../../../platform/config/config.js';
import { fullSentence, isAccountFull } from '../../../platform/database/held-bytes.js';
import { type Bucket, BucketError } from '../../../ports/buckets.js';
import { FoundItems } from '../found-items.js';
import { roleOf } from '../naming/naming.js';
import { type ClaimedSource, SourceClaims } from '../source-claims.js';
import { ListNew } from './list-new.js';
import { OldKeys } from './old-keys.js';

/** A slow store leaves the rest of the poll to the objects that wait already. */
const LISTING_TIMEOUT_MS = 40_000;
/** Waiting objects from which on a backfill is not listed. */
const MAX_BACKLOG = 20_000;
/** Waiting objects from which on nothing is listed: a bucket without end fills no table. */
const MAX_WAITING = 40_000;
const TOO_MANY_WAIT = `The bucket is not listed while ${MAX_WAITING} recordings wait to be taken`;
const TOO_SLOW = 'The store did not list its keys in time';

@Injectable()
export class ListSource {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: SourceClaims,
    private readonly items: FoundItems,
    private readonly config: Config,
  ) {}

  /**
   * @returns why the bucket was not listed; null where it was
   * @throws BucketError, also where the account may hold no more; ClaimLost, the signal's reason, errors of Postgres
   */
  async run(source: ClaimedSource, bucket: Bucket, signal: AbortSignal): Promise<string | null> {
    if (await isAccountFull(this.dataSource, source.accountId, this.config))
      throw new BucketError(fullSentence(this.config), 'bucket');
    const waiting = await this.items.countWaiting(source, MAX_WAITING);
    if (waiting >= MAX_WAITING) return TOO_MANY_WAIT;
    const limit = timeLimit(LISTING_TIMEOUT_MS, { signal, reason: new BucketError(TOO_SLOW, 'bucket') });
    setMaxListeners(0, limit.signal);
    const { prefix, naming } = source.settings;
    const { backfill } = source.place;
    const isBackfillPaused = Boolean(backfill) && waiting >= MAX_BACKLOG;
    const listing = new ListNew(
      {
        bucket,
        prefix,
        now: new Date(),
        since: source.since,
        oldKeys: new OldKeys(source.oldKeys),
        signal: limit.signal,
        note: async (objects, listed) => {
          const recordings = objects.filter(({ key }) => roleOf(naming, key) === 'recording');
          const place = isBackfillPaused ? { ...listed.place, backfill: backfill ?? null } : listed.place;
          await this.dataSource.transaction(async (tx) => {
            // The source is locked before its items, as a deletion locks them.
            await this.claims.hold(tx, source);
            const found = await this.items.note(tx, source, recordings);
            await this.claims.recordPlace(tx, source, { ...listed, place }, found);
          });
        },
      },
      isBackfillPaused ? { ...source.place, backfill: null } : source.place,
    );
    try {
      await listing.run();
      return null;
    } finally {
      limit.clear();
    }
  }
}
