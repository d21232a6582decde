// How a call stands in the queue, seen by one reviewer. Without the browser.
import type { ReviewQueueItem } from '../../../../clients/typescript/src/browser.js';

/** A claim that was made in this tab. */
export interface Held {
  readonly analysisId: string;
  /** By the service; milliseconds since 1970. */
  readonly until: number;
}

export type Standing =
  | { readonly kind: 'mine'; readonly until: number }
  /** @param wasMine until the claim ran out */
  | { readonly kind: 'taken'; readonly by: string; readonly until: number; readonly wasMine: boolean }
  /** It was mine until then, and no one has taken it since. */
  | { readonly kind: 'ended'; readonly until: number }
  | { readonly kind: 'open' }
  /** It was in the queue, and needs no look any more. */
  | { readonly kind: 'done' }
  /** It is not in the queue. */
  | { readonly kind: 'none' };

export interface Seen {
  /** Null where the queue does not have the call. */
  readonly item: ReviewQueueItem | null;
  readonly held: Held | null;
  readonly reviewer: string;
  /** The queue had the call when the view was opened. */
  readonly wasListed: boolean;
}

/** @param analysisId the call */
export function standingOf(analysisId: string, { item, held, reviewer, wasListed }: Seen): Standing {
  const mine = held?.analysisId === analysisId ? held : null;
  if (item === null) return { kind: mine !== null || wasListed ? 'done' : 'none' };
  if (item.claimed_by !== null && item.claimed_until !== null) {
    const until = Date.parse(item.claimed_until);
    return item.claimed_by === reviewer
      ? { kind: 'mine', until }
      : { kind: 'taken', by: item.claimed_by, until, wasMine: mine !== null };
  }
  return mine === null ? { kind: 'open' } : { kind: 'ended', until: mine.until };
}

/** Of a page of the queue: the one that a reviewer would get next, and those that the reviewer has. */
export function partsOf(items: readonly ReviewQueueItem[], reviewer: string) {
  return {
    next: items.find(({ claimed_by }) => claimed_by === null) ?? null,
    mine: items.filter(({ claimed_by }) => claimed_by === reviewer),
  };
}
