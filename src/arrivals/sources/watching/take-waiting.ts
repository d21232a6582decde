// Takes the waiting objects of a source, some at once, until the time of the poll is over: first those that have not failed, the
// oldest first, then those that have.
import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { timeLimit } from '../../../platform/concurrency/time-limit.js';
import { type Bucket, BucketError } from '../../../ports/buckets.js';
import { FoundItems, ItemGone, type WaitingItem } from '../found-items.js';
import type { ClaimedSource } from '../source-claims.js';
import { type Taken, TakeObject } from './take-object.js';

/** Time for one large object of a slow store. */
const OBJECT_TIMEOUT_MS = 10 * 60_000;
const OBJECTS_AT_ONCE = 4;
/** Failures without a success after which the store is not asked for further objects. */
const MAX_FAILURES_ALONE = OBJECTS_AT_ONCE;
const BATCH = 100;
const TOO_SLOW = 'The store sent too slowly';
const NOTHING_TAKEN = 'No object of the bucket could be read';

export interface Poll {
  readonly source: ClaimedSource;
  readonly bucket: Bucket;
  /** Time of `performance.now()` after which nothing is begun. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

@Injectable()
export class TakeWaiting {
  constructor(
    private readonly items: FoundItems,
    private readonly takeObject: TakeObject,
  ) {}

  /**
   * @returns whether nothing is left that could be taken at once
   * @throws BucketError where nothing of the bucket can be read, the signal's reason, errors of Postgres
   */
  async run(poll: Poll): Promise<boolean> {
    if (!(await this.hasRoom(poll))) return true;
    const queue = new ItemQueue(this.items, poll.source);
    const tally = new Tally();
    const taker = async () => {
      while (!tally.isOver && performance.now() < poll.deadline) {
        const item = await queue.next();
        if (item === null) return;
        tally.add(await this.takeOne(poll, item));
      }
    };
    const takers = await Promise.allSettled(Array.from({ length: OBJECTS_AT_ONCE }, taker));
    for (const one of takers) if (one.status === 'rejected') throw one.reason;
    if (tally.hasGivenUp) throw new BucketError(NOTHING_TAKEN, 'bucket');
    if (tally.isOutOfMinutes) await this.hasRoom(poll);
    return tally.isOutOfMinutes || queue.isEmpty;
  }

  /** Without minutes, each object that waits says so. */
  private async hasRoom({ source }: Poll): Promise<boolean> {
    const refusal = await this.takeObject.findRefusal(source);
    if (refusal !== null) await this.items.explainWaiting(source, { loc: [], msg: refusal });
    return refusal === null;
  }

  private async takeOne({ source, bucket, signal }: Poll, item: WaitingItem): Promise<Taken> {
    const limit = timeLimit(OBJECT_TIMEOUT_MS, { signal, reason: new BucketError(TOO_SLOW, 'store') });
    setMaxListeners(0, limit.signal);
    try {
      return await this.takeObject.run({ source, bucket, item, signal: limit.signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ItemGone) return 'later';
      if (!limit.isOver()) throw error;
      await this.items.postpone(source, item, { loc: [], msg: TOO_SLOW }, true);
      return item.failingForMs === null ? 'failed' : 'later';
    } finally {
      limit.clear();
    }
  }
}

/** Outcomes of the objects of one poll. */
class Tally {
  isOutOfMinutes = false;
  /** True from the moment on in which enough objects had failed and none was taken. */
  hasGivenUp = false;
  private readonly counts: Record<Taken, number> = { ended: 0, later: 0, failed: 0, 'no-minutes': 0 };

  add(outcome: Taken): void {
    this.counts[outcome] += 1;
    this.isOutOfMinutes ||= outcome === 'no-minutes';
    this.hasGivenUp ||= this.counts.failed >= MAX_FAILURES_ALONE && this.counts.ended === 0;
  }

  /** True where no further object is worth a try. */
  get isOver(): boolean {
    return this.isOutOfMinutes || this.hasGivenUp;
  }
}

/** The waiting items, batch by batch, each once a poll. */
class ItemQueue {
  private isFresh = true;
  /** True once the last batch is handed out. */
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
    const { isFresh, behind } = this;
    this.batch = await this.items.findWaiting(this.source, { isFresh, behind, limit: BATCH });
    this.behind = this.batch.at(-1)?.id ?? '0';
    this.isEmpty = this.batch.length === 0 && !isFresh;
    this.isFresh = isFresh && this.batch.length > 0;
  }
}
