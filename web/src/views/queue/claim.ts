// Claims of calls: the state of the open call, the number of calls that need a review, and the actions.
import { computed, signal } from '@preact/signals';
import type {
  CallAnalysis,
  RequestOptions,
  ReviewDoubt,
  ReviewQueueItem,
} from '../../../../clients/typescript/src/browser.js';
import { read } from '../../api/api.js';
import { keepInTab, readKept } from '../../page/tab-storage.js';
import { rememberQueue } from '../../routing/from-queue.js';
import { reviewer } from '../../session/reviewer.js';
import { filtersOf, type Wanted, wantedOf } from './queue-filters.js';
import { type Held, type Standing, standingOf } from './standing.js';

const KEPT = 'console-claim';

/** Number of live calls that need a review; null until it is known. */
export const left = signal<number | null>(null);

interface OpenCall {
  readonly analysisId: string;
  /** Null when the call is not in the queue. */
  readonly item: ReviewQueueItem | null;
  readonly wasListed: boolean;
}

const openCall = signal<OpenCall | null>(null);

/** The last claim of this tab. It survives a reload. */
interface Kept extends Held {
  readonly wanted: Wanted;
}
const held = signal(readKept<Kept>(KEPT));

/** State of the open call; null until the service has returned it. */
export const claim = computed<Standing | null>(() => {
  const now = openCall.value;
  return now && standingOf(now.analysisId, { ...now, held: held.value, reviewer: reviewer.value });
});
/** Reasons why the open call needs a review. */
export const reasons = computed<readonly string[]>(() => openCall.value?.item?.reasons ?? []);
/** Doubts that brought the open call back after a review. */
export const newDoubts = computed<readonly ReviewDoubt[]>(() => {
  const item = openCall.value?.item;
  return item?.returned ? item.doubts : [];
});
/** True when another reviewer has claimed the open call. */
export const taken = computed(() => claim.value?.kind === 'taken');

/**
 * Reads the state of the open call and the number of calls from the service. Call it after any action that may remove a call from
 * the queue.
 */
export async function refresh(signal: AbortSignal = new AbortController().signal): Promise<void> {
  const now = openCall.value;
  await Promise.all([countLeft(signal), now && watch(now.analysisId, signal)]);
}

/** Sets the open call. */
export async function watch(analysisId: string, signal: AbortSignal): Promise<void> {
  const { items } = await read(
    async (client) => client.reviewQueue.list({ analysis_id: analysisId, limit: 1 }, { signal }),
    signal,
  );
  if (!signal.aborted) note(analysisId, items[0] ?? null);
}

/** Ends watching the call, unless the next one is open already. */
export function unwatch(analysisId: string): void {
  if (openCall.value?.analysisId === analysisId) openCall.value = null;
}

function note(analysisId: string, item: ReviewQueueItem | null): void {
  const before = openCall.value;
  const wasListed = item !== null || (before?.analysisId === analysisId && before.wasListed);
  openCall.value = { analysisId, item, wasListed };
}

export async function countLeft(signal: AbortSignal): Promise<void> {
  const { total } = await read(
    async (client) => client.reviewQueue.list({ livemode: true, limit: 1 }, { signal }),
    signal,
  );
  if (!signal.aborted) left.value = total;
}

/** Last filters of the queue that apply to claiming. The next call is claimed with them too, in the mode of the open call. */
export const wantedLast = signal<Wanted>({ ...wantedOf({}), ...held.value?.wanted });

/** @returns null when there is no call to claim */
export async function takeNext(
  client: CallAnalysis,
  wanted: Wanted,
  once: RequestOptions,
): Promise<ReviewQueueItem | null> {
  const item = await client.reviewQueue.claim({ reviewer_id: reviewer.value, ...wanted }, once);
  if (item !== null) {
    keepHeld({ analysisId: item.analysis_id, until: Date.parse(item.claimed_until ?? ''), wanted });
    note(item.analysis_id, item);
    rememberQueue(filtersOf(wanted));
  }
  return item;
}

export async function release(client: CallAnalysis, analysisId: string, once: RequestOptions): Promise<void> {
  const item = await client.reviewQueue.release(analysisId, { reviewer_id: reviewer.value }, once);
  if (held.value?.analysisId === analysisId) keepHeld(null);
  if (openCall.value?.analysisId === analysisId) note(analysisId, item);
}

export async function dismiss(
  client: CallAnalysis,
  analysisId: string,
  text: string,
  once: RequestOptions,
): Promise<void> {
  await client.reviewQueue.dismiss(analysisId, { reviewer_id: reviewer.value, note: text || null }, once);
  if (openCall.value?.analysisId === analysisId) note(analysisId, null);
}

function keepHeld(next: Kept | null): void {
  held.value = next;
  keepInTab(KEPT, next);
}
