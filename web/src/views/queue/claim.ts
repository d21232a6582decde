// Who looks at which call: what the service says of the call that is open, how many are left, and the acts.
import { computed, signal } from '@preact/signals';
import type { CallAnalysis, RequestOptions, ReviewQueueItem } from '../../../../clients/typescript/src/browser.js';
import { read } from '../../api/api.js';
import { reviewer } from '../../session/reviewer.js';
import type { Wanted } from './queue-filters.js';
import { type Held, type Standing, standingOf } from './standing.js';

const KEPT = 'console-claim';

/** How many calls need a look; null until it is known. */
export const left = signal<number | null>(null);

interface OpenCall {
  readonly analysisId: string;
  /** Null where the queue does not have it. */
  readonly item: ReviewQueueItem | null;
  readonly wasListed: boolean;
}

const openCall = signal<OpenCall | null>(null);

/** The last claim of this tab; a reload keeps it. */
interface Kept extends Held {
  readonly wanted: Wanted;
}
const held = signal<Kept | null>(readKept());

/** How the open call stands; null until the service has said it. */
export const claim = computed<Standing | null>(() => {
  const now = openCall.value;
  return now && standingOf(now.analysisId, { ...now, held: held.value, reviewer: reviewer.value });
});
/** Why the open call deserves a look. */
export const reasons = computed<readonly string[]>(() => openCall.value?.item?.reasons ?? []);
/** Whether another reviewer looks at the open call. */
export const taken = computed(() => claim.value?.kind === 'taken');

/** Asks the service how the open call stands, and how many are left. Call it after whatever may take a call out of the queue. */
export async function refresh(signal: AbortSignal = new AbortController().signal): Promise<void> {
  const now = openCall.value;
  await Promise.all([countLeft(signal), now && watch(now.analysisId, signal)]);
}

/** The call is open from now on. */
export async function watch(analysisId: string, signal: AbortSignal): Promise<void> {
  const { items } = await read(
    async (client) => client.reviewQueue.list({ analysis_id: analysisId, limit: 1 }, { signal }),
    signal,
  );
  if (!signal.aborted) note(analysisId, items[0] ?? null);
}

/** The call is not open any more; the next one may be by now. */
export function unwatch(analysisId: string): void {
  if (openCall.value?.analysisId === analysisId) openCall.value = null;
}

function note(analysisId: string, item: ReviewQueueItem | null): void {
  const before = openCall.value;
  const wasListed = item !== null || (before?.analysisId === analysisId && before.wasListed);
  openCall.value = { analysisId, item, wasListed };
}

export async function countLeft(signal: AbortSignal): Promise<void> {
  const { total } = await read(async (client) => client.reviewQueue.list({ limit: 1 }, { signal }), signal);
  if (!signal.aborted) left.value = total;
}

/** The filters of the queue as it was seen last, of those that claiming takes: the next call goes by them too. */
export const wantedLast = signal<Wanted>(held.value?.wanted ?? {});

/** @returns null where there is nothing to take */
export async function takeNext(
  client: CallAnalysis,
  wanted: Wanted,
  once: RequestOptions,
): Promise<ReviewQueueItem | null> {
  const item = await client.reviewQueue.claim({ reviewer_id: reviewer.value, ...wanted }, once);
  if (item !== null) {
    keepHeld({ analysisId: item.analysis_id, until: Date.parse(item.claimed_until ?? ''), wanted });
    note(item.analysis_id, item);
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
  try {
    if (next === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(next));
  } catch {
    // It is then known until a reload.
  }
}

function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
