// Lists new objects in the bucket of a source, in few requests: never the whole bucket, unless that is requested.
//
//   date folders        folders of the last days: behind the last listed key, then once more from their beginning;
//                       folders of days that passed while nothing was listed, once
//   no date folders     behind the last key, then once more from the end of two days ago
//   backfill            the whole prefix once, for `start: "all"` and a rescan, over many polls
//
// A store that cannot begin behind a key is listed page by page, by its tokens, and goes on at each poll where it stopped.
//
// Each page is recorded together with the progress, so that a poll may stop at any point.
import { type Bucket, BucketError, type FoundObject, type KeyPage } from '../../../ports/buckets.js';
import type { Listed, Place, RangePlace } from '../source-claims.js';
import {
  type DatedFolder,
  daysBetweenLooks,
  daysLookedAt,
  findDatedFolders,
  oldestDayLookedAt,
} from './dated-folders.js';
import { keyBetween } from './end-of-keys.js';
import type { OldKeys } from './old-keys.js';

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
  /** Objects of the first listing that were last written before this time are old; null for none. */
  readonly since: Date | null;
  /** Gets the keys of old objects. */
  readonly oldKeys: OldKeys;
  readonly signal: AbortSignal;
  /** Called for each page, with its new objects and the progress of the listing. */
  note(objects: readonly FoundObject[], listed: Listed): Promise<void>;
}

/** Point from which a listing goes on: behind the key, or by the token where pages are listed by tokens. */
interface Position {
  readonly key: string;
  readonly token: string;
}

/** The store began before the key that it was told to begin behind. */
class AfterIgnored extends Error {
  override readonly name = 'AfterIgnored';
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
    try {
      await this.listAll();
    } catch (error) {
      if (error instanceof AfterIgnored) {
        this.place = { ...this.place, isByToken: true, search: null };
        return this.run();
      }
      // A token may have expired. The next poll begins at the first page, and passes over the keys that were listed.
      if (this.place.isByToken && error instanceof BucketError)
        await this.task.note([], { place: withoutTokens(this.place), cursor: '', oldKeys: null });
      throw error;
    }
  }

  private async listAll(): Promise<void> {
    const isBackfilling = Boolean(this.place.backfill);
    const budget = MAX_LIST_REQUESTS - (isBackfilling ? BACKFILL_REQUESTS : 0);
    const { prefix, now } = this.task;
    const lookedAt = daysLookedAt(now);
    const { caughtUpAt, missed = [] } = this.place;
    const between = caughtUpAt === undefined ? [] : daysBetweenLooks(new Date(caughtUpAt), now);
    this.place = { ...this.place, missed: [...new Set([...missed, ...between])].sort() };
    const folders = await findDatedFolders((folder, after) => this.listFolders(folder, after), prefix, [
      ...lookedAt,
      ...(this.place.missed ?? []).slice(0, MISSED_DAYS_A_POLL),
    ]);
    if (folders === null) await this.listFlat(budget);
    else await this.listDated(folders, lookedAt, budget);
    await this.backfill();
  }

  private async listDated(folders: readonly DatedFolder[], lookedAt: readonly string[], budget: number): Promise<void> {
    const { caughtUpAt, isSmall = false } = this.place;
    // A folder that appears later holds only what is new. So it is where the whole prefix was listed before it had folders.
    const isWhole = caughtUpAt !== undefined || (isSmall && this.placeOf(this.task.prefix).first === 'whole');
    const oldest = oldestDayLookedAt(this.task.since ?? new Date(0));
    this.keepRanges(folders.map(({ day, prefix }) => ({ prefix, isWhole: isWhole && day >= oldest })));
    const recent = folders.filter(({ day }) => lookedAt.includes(day));
    const isCaughtUp = await this.listRanges(
      recent.map(({ prefix }) => ({ prefix, floor: '' })),
      budget,
    );
    if (!isCaughtUp) return;
    this.place = { ...this.place, caughtUpAt: this.task.now.toISOString() };
    for (const day of (this.place.missed ?? []).slice(0, MISSED_DAYS_A_POLL)) {
      const ofDay = folders.filter((folder) => folder.day === day);
      for (const { prefix } of ofDay) if (!(await this.follow(prefix, this.frontOf(prefix), budget))) return;
      this.place = { ...this.place, missed: this.place.missed?.filter((one) => one !== day) };
    }
    await this.note([], '', true);
  }

  /**
   * Lists objects behind the last keys first, then late ones before them.
   * @returns whether everything behind the last keys is listed
   */
  private async listRanges(ranges: readonly Range[], budget: number): Promise<boolean> {
    const whole = new Set<string>();
    let isCaughtUp = true;
    for (const { prefix, floor } of ranges) {
      const front = this.frontOf(prefix);
      const isFromFloor = front.key <= floor && front.token === '';
      if (isFromFloor && this.placeOf(prefix).first === undefined) this.setRange(prefix, { first: 'follows' });
      const isDone = await this.follow(prefix, isFromFloor ? { key: floor, token: '' } : front, budget);
      if (isDone && this.placeOf(prefix).first === 'follows') this.setRange(prefix, { first: 'whole' });
      isCaughtUp &&= isDone;
      if (isDone && isFromFloor) whole.add(prefix);
    }
    for (const range of ranges) if (!whole.has(range.prefix)) await this.sweep(range, budget);
    return isCaughtUp;
  }

  private async sweep({ prefix, floor }: Range, budget: number): Promise<void> {
    const { front, sweep, sweepToken = '', first } = this.placeOf(prefix);
    if (front === '' || front <= floor) return;
    let at = { key: sweep > floor ? sweep : floor, token: sweepToken };
    // The round under way may have begun before old keys were remembered.
    if (first === undefined) at = { key: floor, token: '' };
    if (first === undefined) this.setRange(prefix, { first: 'sweeps' });
    while (this.requests < budget) {
      const page = await this.list(prefix, at);
      const next = positionBehind(page, at);
      const isRound = page.isLast || next.key >= front;
      const isNoted = this.isWhole(prefix);
      if (isRound) this.setRange(prefix, { sweep: '', sweepToken: '' });
      else this.setRange(prefix, { sweep: next.key, sweepToken: next.token });
      if (isRound && this.placeOf(prefix).first === 'sweeps') this.setRange(prefix, { first: 'whole' });
      await this.note(page.objects, '', isNoted);
      if (isRound) return;
      at = next;
    }
  }

  /** @returns whether the end is reached */
  private async follow(prefix: string, from: Position, budget: number): Promise<boolean> {
    let at = from;
    while (this.requests < budget) {
      const page = await this.list(prefix, at);
      const next = positionBehind(page, at);
      if (next.key !== at.key || next.token !== at.token)
        this.setRange(prefix, { front: next.key, frontToken: next.token });
      await this.note(page.objects, page.objects.at(-1)?.key ?? '', this.isWhole(prefix));
      if (page.isLast) return true;
      at = next;
    }
    return false;
  }

  private async listFlat(budget: number): Promise<void> {
    const { prefix } = this.task;
    this.keepRanges([{ prefix, isWhole: false }]);
    const { isByToken = false } = this.place;
    if (!isByToken && this.placeOf(prefix).front === '' && !(await this.findEnd(budget))) return;
    const floor = this.place.isSmall || isByToken ? '' : this.floor();
    const before = this.requests;
    await this.listRanges([{ prefix, floor }], budget);
    this.leaveTrail();
    if (this.place.isSmall && this.requests - before > SMALL_PAGES) this.place = { ...this.place, isSmall: false };
    await this.note([], '', true);
  }

  /** @returns whether the end was found; else the next poll continues the search */
  private async findEnd(budget: number): Promise<boolean> {
    const { prefix, now } = this.task;
    let { low, high, pages = 0 } = this.place.search ?? { low: '', high: '' };
    while (this.requests < budget) {
      const isSmall = pages < SMALL_PAGES;
      const tried = isSmall ? null : keyBetween(low, high, prefix);
      const after = tried ?? low;
      const page = await this.list(prefix, { key: after, token: '' });
      const last = page.objects.at(-1)?.key;
      const isNoted = this.isWhole(prefix);
      pages += 1;
      if (last === undefined && tried !== null) high = tried;
      else if (page.isLast || last === undefined) {
        this.setRange(prefix, { front: last ?? '', first: 'whole' });
        const trail = [{ at: now.toISOString(), key: isSmall ? '' : after }];
        this.place = { ...this.place, search: null, trail, isSmall };
        await this.note(page.objects, last ?? '', isNoted);
        // An empty prefix has no end yet.
        return last !== undefined;
      } else low = last;
      this.place = { ...this.place, search: { low, high, pages } };
      await this.note(page.objects, '', isNoted);
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
      const { after, token = '', since } = work;
      const page = await this.list(prefix, { key: after, token });
      const next = positionBehind(page, { key: after, token });
      this.place = { ...this.place, backfill: page.isLast ? null : { after: next.key, token: next.token, since } };
      const from = since === null ? null : new Date(since);
      const wanted = page.objects.filter(({ modifiedAt }) => from === null || modifiedAt >= from);
      await this.task.note(wanted, { place: this.place, cursor: '', oldKeys: null });
    }
  }

  private async list(prefix: string, at: Position, inFolders = false): Promise<KeyPage> {
    this.requests += 1;
    const { isByToken = false } = this.place;
    const wanted = { prefix, after: at.key, token: isByToken ? at.token : null, inFolders };
    const page = await this.task.bucket.list(wanted, this.task.signal);
    if (page.ignoresAfter) throw new AfterIgnored();
    const isStuck = isByToken
      ? page.next === null || page.next === at.token
      : page.objects.length + page.folders.length === 0;
    if (!page.isLast && isStuck) throw new BucketError(SAME_KEYS, 'bucket');
    return page;
  }

  /** Lists all folders where that goes by tokens, as far as the requests of a poll reach. */
  private async listFolders(prefix: string, after: string): Promise<KeyPage> {
    if (!this.place.isByToken) return this.list(prefix, { key: after, token: '' }, true);
    let page = await this.list(prefix, { key: '', token: '' }, true);
    const folders = [...page.folders];
    while (after !== '' && !page.isLast && this.requests < MAX_LIST_REQUESTS) {
      page = await this.list(prefix, { key: '', token: page.next ?? '' }, true);
      folders.push(...page.folders);
    }
    return { ...page, folders };
  }

  /** @param isWhole whether the first listing of these keys is over: each that it did not see is new */
  private async note(objects: readonly FoundObject[], last: string, isWhole: boolean): Promise<void> {
    if (last > this.cursor) this.cursor = last;
    const { since, oldKeys } = this.task;
    const isOld = ({ key, modifiedAt }: FoundObject) =>
      since !== null && modifiedAt < since && (!isWhole || oldKeys.isFull || oldKeys.has(key));
    const added = isWhole ? null : oldKeys.add(objects.filter(isOld).map(({ key }) => key));
    const wanted = objects.filter((object) => !isOld(object));
    await this.task.note(wanted, { place: this.place, cursor: last === '' ? '' : this.cursor, oldKeys: added });
  }

  private placeOf(prefix: string): RangePlace {
    return this.place.ranges?.[prefix] ?? { front: '', sweep: '' };
  }

  private frontOf(prefix: string): Position {
    const { front, frontToken = '' } = this.placeOf(prefix);
    return { key: front, token: frontToken };
  }

  private isWhole(prefix: string): boolean {
    return this.placeOf(prefix).first === 'whole';
  }

  private setRange(prefix: string, change: Partial<RangePlace>): void {
    const changed = { ...this.placeOf(prefix), ...change };
    this.place = { ...this.place, ranges: { ...this.place.ranges, [prefix]: changed } };
  }

  /** Forgets folders of earlier days. `isWhole` where a range that was not listed before holds only what is new. */
  private keepRanges(wanted: readonly { readonly prefix: string; readonly isWhole: boolean }[]): void {
    const { ranges = {} } = this.place;
    const fresh = (isWhole: boolean): RangePlace => ({ front: '', sweep: '', ...(isWhole && { first: 'whole' }) });
    const kept = wanted.map(({ prefix, isWhole }) => [prefix, ranges[prefix] ?? fresh(isWhole)]);
    this.place = { ...this.place, ranges: Object.fromEntries(kept) };
  }
}

interface Range {
  readonly prefix: string;
  /** Keys up to this one are not listed. */
  readonly floor: string;
}

function withoutTokens({ ranges = {}, backfill = null, ...place }: Place): Place {
  const kept = Object.entries(ranges).map(([prefix, { frontToken: _, sweepToken: __, ...range }]) => [prefix, range]);
  return {
    ...place,
    isByToken: false,
    ranges: Object.fromEntries(kept),
    backfill: backfill && { after: backfill.after, since: backfill.since },
  };
}

/** On the last page the token stays: the store gives none for what comes behind it later. */
function positionBehind({ objects, isLast, next }: KeyPage, at: Position): Position {
  return { key: objects.at(-1)?.key ?? at.key, token: isLast ? at.token : (next ?? '') };
}
