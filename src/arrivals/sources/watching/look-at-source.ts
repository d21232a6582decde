// One look at a source: what is new is listed and noted, then what waits is taken, oldest first.
import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { timeLimit } from '../../../platform/concurrency/time-limit.js';
import { type Bucket, BucketError, Buckets } from '../../../ports/buckets.js';
import { FoundItems, ItemGone, type WaitingItem } from '../found-items.js';
import { roleOf } from '../naming/naming.js';
import { type ClaimedSource, SourceClaims } from '../source-claims.js';
import { ListNew } from './list-new.js';
import { openSource } from './open-source.js';
import { TakeObject } from './take-object.js';

/** Of the listing. A slow store leaves the rest of the look to what waits already. */
const LISTING_MS = 40_000;
/** No object is begun afterwards. */
export const LOOK_MS = 60_000;
/** For one large object of a slow store. */
const OBJECT_MS = 10 * 60_000;
const OBJECTS_AT_ONCE = 4;
const BATCH = 100;
/** Listing a backfill waits while so many objects wait. */
const MAX_BACKLOG = 20_000;
/** Nothing is listed while so many wait: a bucket without end fills no table. */
const MAX_WAITING = 40_000;
const TAGS_A_LOOK = 500;
const TAG_PATIENCE_MS = 24 * 3_600_000;
const TAG = 'call-analysis';
const TOO_SLOW = 'The store did not list its keys in time';

@Injectable()
export class LookAtSource {
  constructor(
    private readonly dataSource: DataSource,
    private readonly buckets: Buckets,
    private readonly claims: SourceClaims,
    private readonly items: FoundItems,
    private readonly takeObject: TakeObject,
  ) {}

  /**
   * @returns whether nothing is left that could be taken at once
   * @throws BucketError, ClaimLost, the signal's reason, errors of Postgres
   */
  async run(source: ClaimedSource, signal: AbortSignal): Promise<boolean> {
    setMaxListeners(0, signal);
    const deadline = performance.now() + LOOK_MS;
    const bucket = await openSource(this.buckets, source);
    try {
      await this.list(source, bucket, signal);
      const isDone = await this.takeWaiting(source, bucket, deadline, signal);
      await this.tag(source, bucket, deadline, signal);
      return isDone;
    } finally {
      bucket.close();
    }
  }

  private async list(source: ClaimedSource, bucket: Bucket, signal: AbortSignal): Promise<void> {
    const waiting = await this.items.countWaiting(source, MAX_WAITING);
    if (waiting >= MAX_WAITING) return;
    const limit = timeLimit(LISTING_MS, { signal, reason: new BucketError(TOO_SLOW, 'bucket') });
    setMaxListeners(0, limit.signal);
    const { prefix, naming } = source.settings;
    const { backfill } = source.place;
    const isHeld = Boolean(backfill) && waiting >= MAX_BACKLOG;
    const listing = new ListNew(
      {
        bucket,
        prefix,
        now: new Date(),
        since: source.since,
        signal: limit.signal,
        note: async (objects, place, cursor) => {
          const recordings = objects.filter(({ key }) => roleOf(naming, key) === 'recording');
          const kept = isHeld ? { ...place, backfill: backfill ?? null } : place;
          await this.dataSource.transaction(async (tx) => {
            // The source is locked before its items, as by who deletes it.
            await this.claims.hold(tx, source);
            const found = await this.items.note(tx, source, recordings);
            await this.claims.recordPlace(tx, source, kept, cursor, found);
          });
        },
      },
      isHeld ? { ...source.place, backfill: null } : source.place,
    );
    try {
      await listing.run();
    } finally {
      limit.clear();
    }
  }

  private async takeWaiting(
    source: ClaimedSource,
    bucket: Bucket,
    deadline: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const work = new Waiting(this.items, source);
    const state = { taken: 0, failure: null as string | null, isHeld: !(await this.takeObject.hasRoom(source)) };
    const take = async () => {
      while (!state.isHeld && state.failure === null && performance.now() < deadline) {
        const item = await work.next();
        if (item === null) return;
        const outcome = await this.takeOne(source, bucket, item, signal);
        if (outcome === 'no-minutes') state.isHeld = true;
        if (outcome === 'ended') state.taken += 1;
        if (outcome === 'failed') work.failed += 1;
        // A store that gives nothing is not asked for each of its objects.
        if (work.failed >= OBJECTS_AT_ONCE && state.taken === 0) state.failure = NOTHING_TAKEN;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: OBJECTS_AT_ONCE }, take));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    if (state.failure !== null) throw new BucketError(state.failure, 'bucket');
    return state.isHeld || work.isEmpty;
  }

  private async takeOne(source: ClaimedSource, bucket: Bucket, item: WaitingItem, signal: AbortSignal) {
    const limit = timeLimit(OBJECT_MS, { signal, reason: new BucketError('The store sent too slowly', 'object') });
    setMaxListeners(0, limit.signal);
    try {
      return await this.takeObject.run({ source, bucket, item, signal: limit.signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ItemGone) return 'later' as const;
      if (!limit.isOver()) throw error;
      await this.items.postpone(source, item, { loc: [], msg: 'The store sent too slowly' }, true);
      return 'failed' as const;
    } finally {
      limit.clear();
    }
  }

  /** What cannot be tagged for a day stays without. */
  private async tag(source: ClaimedSource, bucket: Bucket, deadline: number, signal: AbortSignal): Promise<void> {
    if (source.settings.after !== 'tag') return;
    let failure: BucketError | null = null;
    for (const { id, key, analysisId, ageMs } of await this.items.findTagsDue(source, TAGS_A_LOOK)) {
      if (performance.now() > deadline || failure !== null) break;
      try {
        await bucket.tag(key, TAG, analysisId, signal);
        await this.items.noteTagged(id);
      } catch (error) {
        if (!(error instanceof BucketError)) throw error;
        if (ageMs > TAG_PATIENCE_MS) await this.items.noteTagged(id);
        else failure = error;
      }
    }
    if (failure !== null)
      throw new BucketError(`The tag could not be written: ${lowerFirst(failure.message)}`, 'bucket');
  }
}

const NOTHING_TAKEN = 'No object of the bucket could be read';
const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The waiting items, batch by batch, each once a look. */
class Waiting {
  failed = 0;
  isEmpty = false;
  private batch: WaitingItem[] = [];
  private behind = '0';
  private loading: Promise<void> | null = null;

  constructor(
    private readonly items: FoundItems,
    private readonly source: ClaimedSource,
  ) {}

  async next(): Promise<WaitingItem | null> {
    while (this.batch.length === 0 && !this.isEmpty) {
      this.loading ??= this.load().finally(() => {
        this.loading = null;
      });
      await this.loading;
    }
    return this.batch.shift() ?? null;
  }

  private async load(): Promise<void> {
    this.batch = await this.items.findWaiting(this.source, this.behind, BATCH);
    this.behind = this.batch.at(-1)?.id ?? this.behind;
    this.isEmpty = this.batch.length === 0;
  }
}
