// State of a call in the queue, for one reviewer. Without the browser.
import type { ReviewQueueItem } from '../../../../clients/typescript/src/browser.js';

/** A claim that was made in this tab. */
export interface Held {
  readonly analysisId: string;
  /** End of the claim on the service's clock, in milliseconds since 1970. */
  readonly until: number;
}

export type Standing =
  | { readonly kind: 'mine'; readonly until: number }
  /** @param wasMine until the claim expired */
  | { readonly kind: 'taken'; readonly by: string; readonly until: number; readonly wasMine: boolean }
  /** The reviewer's claim has expired, and no one has claimed the call since. */
  | { readonly kind: 'ended'; readonly until: number }
  | { readonly kind: 'open' }
  /** It was in the queue, and no longer needs a review. */
  | { readonly kind: 'done' }
  /** It is not in the queue. */
  | { readonly kind: 'none' };

export interface Seen {
  /** Null when the call is not in the queue. */
  readonly item: ReviewQueueItem | null;
  readonly held: Held | null;
  readonly reviewer: string;
  /** True when the call was in the queue when the view was opened. */
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

/** The next call for a reviewer; null where others have claimed all of them. */
export const nextIn = (items: readonly ReviewQueueItem[]): ReviewQueueItem | null =>
  items.find(({ claimed_by }) => claimed_by === null) ?? null;
