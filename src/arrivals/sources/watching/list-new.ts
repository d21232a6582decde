// Lists new objects in the bucket of a source, in few requests: never the whole bucket, unless that is requested.
//
//   date folders        folders of the last days: behind the last listed key, then once more from their beginning;
//                       folders of days that passed while nothing was listed, once
//   no date folders     behind the last key, then once more from the end of two days ago
//   backfill            the whole prefix once, for `start: "all"` and a rescan, over many polls
//
// Each page is recorded together with the progress, so that a poll may stop at any point.
import { type Bucket, BucketError, type FoundObject, type KeyPage } from '../../../ports/buckets.js';
import type { Place, RangePlace } from '../source-claims.js';
import { type DatedFolder, daysBetweenLooks, daysLookedAt, findDatedFolders } from './dated-folders.js';
import { keyBetween } from './end-of-keys.js';

export const MAX_LIST_REQUESTS = 20;
/** Requests of a poll that are kept for a backfill. */
const BACKFILL_REQUESTS = 6;
/** A prefix without date folders is listed whole up to this number of pages: its names may be in any order. */
const SMALL_PAGES = 5;
const MISSED_DAYS_A_POLL = 2;
const LOOK_BACK_MS = 2 * 86_400_000;
const TRAIL_STEP_MS = 3_600_000;
const SAME_KEYS = 'The store lists the same keys again and again';

export interface ListingTask {
  readonly bucket: Bucket;
  readonly prefix: string;
  readonly now: Date;
  /** Objects last written before this time are skipped; null for no limit. */
  readonly since: Date | null;
  readonly signal: AbortSignal;
  /** Called for each page, with its objects and the progress of the listing. */
  note(objects: readonly FoundObject[], place: Place, cursor: string): Promise<void>;
}

export class ListNew {
  private requests = 0;
  private cursor = '';

  constructor(
    private readonly task: ListingTask,
    private place: Place,
  ) {}

  /** @throws BucketError */
  async run(): Promise<void> {
    const isBackfilling = Boolean(this.place.backfill);
    const budget = MAX_LIST_REQUESTS - (isBackfilling ? BACKFILL_REQUESTS : 0);
    const { prefix, now } = this.task;
    const lookedAt = daysLookedAt(now);
    const { caughtUpAt, missed = [] } = this.place;
    const between = caughtUpAt === undefined ? [] : daysBetweenLooks(new Date(caughtUpAt), now);
    this.place = { ...this.place, missed: [...new Set([...missed, ...between])].sort() };
    const folders = await findDatedFolders((folder, after) => this.list(folder, after, true), prefix, [
      ...lookedAt,
      ...(this.place.missed ?? []).slice(0, MISSED_DAYS_A_POLL),
    ]);
    if (folders === null) await this.listFlat(budget);
    else await this.listDated(folders, lookedAt, budget);
    await this.backfill();
  }

  private async listDated(folders: readonly DatedFolder[], lookedAt: readonly string[], budget: number): Promise<void> {
    this.keepRanges(folders.map(({ prefix }) => prefix));
    const recent = folders.filter(({ day }) => lookedAt.includes(day));
    const isCaughtUp = await this.listRanges(
      recent.map(({ prefix }) => ({ prefix, floor: '' })),
      budget,
    );
    if (!isCaughtUp) return;
    this.place = { ...this.place, caughtUpAt: this.task.now.toISOString() };
    for (const day of (this.place.missed ?? []).slice(0, MISSED_DAYS_A_POLL)) {
      const ofDay = folders.filter((folder) => folder.day === day);
      for (const { prefix } of ofDay) {
        const { front } = this.placeOf(prefix);
        if (!(await this.follow(prefix, front, budget, (last) => ({ front: last })))) return;
      }
      this.place = { ...this.place, missed: this.place.missed?.filter((one) => one !== day) };
    }
    await this.note([], '');
  }

  /**
   * Lists objects behind the last keys first, then late ones before them.
   * @returns whether everything behind the last keys is listed
   */
  private async listRanges(ranges: readonly Range[], budget: number): Promise<boolean> {
    const whole = new Set<string>();
    let isCaughtUp = true;
    for (const range of ranges) {
      const { front } = this.placeOf(range.prefix);
      const start = front > range.floor ? front : range.floor;
      const isDone = await this.follow(range.prefix, start, budget, (last) => ({ front: last }));
      isCaughtUp &&= isDone;
      if (isDone && start === range.floor) whole.add(range.prefix);
    }
    for (const range of ranges) if (!whole.has(range.prefix)) await this.sweep(range, budget);
    return isCaughtUp;
  }

  private async sweep({ prefix, floor }: Range, budget: number): Promise<void> {
    const { front, sweep } = this.placeOf(prefix);
    if (front === '' || front <= floor) return;
    let after = sweep > floor ? sweep : floor;
    while (this.requests < budget) {
      const page = await this.list(prefix, after, false);
      const last = page.objects.at(-1)?.key ?? '';
      const isRound = page.isLast || last >= front;
      this.setRange(prefix, { sweep: isRound ? '' : last });
      await this.note(page.objects, '');
      if (isRound) return;
      after = last;
    }
  }

  /** @returns whether the end is reached */
  private async follow(
    prefix: string,
    from: string,
    budget: number,
    placeAt: (last: string) => Partial<RangePlace>,
  ): Promise<boolean> {
    let after = from;
    while (this.requests < budget) {
      const page = await this.list(prefix, after, false);
      const last = page.objects.at(-1)?.key;
      if (last !== undefined) this.setRange(prefix, placeAt(last));
      await this.note(page.objects, last ?? '');
      if (page.isLast || last === undefined) return true;
      after = last;
    }
    return false;
  }

  private async listFlat(budget: number): Promise<void> {
    const { prefix } = this.task;
    this.keepRanges([prefix]);
    if (this.placeOf(prefix).front === '' && !(await this.findEnd(budget))) return;
    const floor = this.place.isSmall ? '' : this.floor();
    const before = this.requests;
    await this.listRanges([{ prefix, floor }], budget);
    this.leaveTrail();
    if (this.place.isSmall && this.requests - before > SMALL_PAGES) this.place = { ...this.place, isSmall: false };
    await this.note([], '');
  }

  /** @returns whether the end was found; else the next poll continues the search */
  private async findEnd(budget: number): Promise<boolean> {
    const { prefix, now } = this.task;
    let { low, high } = this.place.search ?? { low: '', high: '' };
    while (this.requests < budget) {
      const tried = low === '' ? '' : keyBetween(low, high, prefix);
      const after = tried ?? low;
      const page = await this.list(prefix, after, false);
      const last = page.objects.at(-1)?.key;
      if (last === undefined && low !== '' && tried !== null) high = tried;
      else if (page.isLast || last === undefined) {
        this.setRange(prefix, { front: last ?? '' });
        const trail = [{ at: now.toISOString(), key: after }];
        this.place = { ...this.place, search: null, trail, isSmall: after === '' };
        await this.note(page.objects, last ?? '');
        // An empty prefix has no end yet.
        return last !== undefined;
      } else low = last;
      this.place = { ...this.place, search: { low, high } };
      await this.note(page.objects, '');
    }
    return false;
  }

  /** Key at the end of the prefix two days ago, as far as that is known. */
  private floor(): string {
    const { trail = [] } = this.place;
    const before = this.task.now.getTime() - LOOK_BACK_MS;
    return (trail.findLast(({ at }) => Date.parse(at) <= before) ?? trail[0])?.key ?? '';
  }

  private leaveTrail(): void {
    const { trail = [] } = this.place;
    const { now, prefix } = this.task;
    const last = trail.at(-1);
    if (last && now.getTime() - Date.parse(last.at) < TRAIL_STEP_MS) return;
    const before = now.getTime() - LOOK_BACK_MS;
    const needed = Math.max(
      0,
      trail.findLastIndex(({ at }) => Date.parse(at) <= before),
    );
    const key = this.placeOf(prefix).front;
    this.place = { ...this.place, trail: [...trail.slice(needed), { at: now.toISOString(), key }] };
  }

  private async backfill(): Promise<void> {
    const { prefix } = this.task;
    for (let work = this.place.backfill; work && this.requests < MAX_LIST_REQUESTS; work = this.place.backfill) {
      const page = await this.list(prefix, work.after, false);
      const last = page.objects.at(-1)?.key;
      const isDone = page.isLast || last === undefined;
      const since = work.since === null ? null : new Date(work.since);
      this.place = { ...this.place, backfill: isDone ? null : { ...work, after: last } };
      await this.note(page.objects, '', since);
    }
  }

  private async list(prefix: string, after: string, inFolders: boolean): Promise<KeyPage> {
    this.requests += 1;
    const page = await this.task.bucket.list({ prefix, after, inFolders }, this.task.signal);
    if (!page.isLast && page.objects.length + page.folders.length === 0) throw new BucketError(SAME_KEYS, 'bucket');
    return page;
  }

  private async note(objects: readonly FoundObject[], last: string, since = this.task.since): Promise<void> {
    if (last > this.cursor) this.cursor = last;
    const wanted = since === null ? objects : objects.filter(({ modifiedAt }) => modifiedAt >= since);
    await this.task.note(wanted, this.place, last === '' ? '' : this.cursor);
  }

  private placeOf(prefix: string): RangePlace {
    return this.place.ranges?.[prefix] ?? { front: '', sweep: '' };
  }

  private setRange(prefix: string, change: Partial<RangePlace>): void {
    const changed = { ...this.placeOf(prefix), ...change };
    this.place = { ...this.place, ranges: { ...this.place.ranges, [prefix]: changed } };
  }

  /** Forgets folders of earlier days. */
  private keepRanges(prefixes: readonly string[]): void {
    const ranges = Object.fromEntries(prefixes.map((prefix) => [prefix, this.placeOf(prefix)]));
    this.place = { ...this.place, ranges };
  }
}

interface Range {
  readonly prefix: string;
  /** Keys up to this one are not listed. */
  readonly floor: string;
}
