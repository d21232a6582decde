// Reads the newest calls of a period page by page, up to a bound. Without the browser.
import type { AnalysisSummary } from '../../../../clients/typescript/src/browser.js';

/** A browser adds up so many without being noticed, and a service reads them without being pressed. */
export const MAX_READ = 1_000;
const PAGE_CALLS = 200;

export interface ReadCalls {
  /** The newest first. */
  readonly calls: readonly AnalysisSummary[];
  /** How many there are; more than were read where the bound or the person ended it. */
  readonly total: number;
}

interface Page {
  readonly data: readonly AnalysisSummary[];
  readonly total: number;
}

interface Reading {
  readonly pageAt: (offset: number, limit: number) => PromiseLike<Page>;
  readonly onProgress: (read: number, ofAll: number) => void;
  /** Asked before each further page. */
  readonly isStopped: () => boolean;
}

export async function readNewest({ pageAt, onProgress, isStopped }: Reading): Promise<ReadCalls> {
  // A call that comes meanwhile moves the others on by one: the next page then repeats one.
  const calls = new Map<string, AnalysisSummary>();
  for (let offset = 0; ; offset += PAGE_CALLS) {
    const { data, total } = await pageAt(offset, PAGE_CALLS);
    for (const call of data) if (calls.size < MAX_READ) calls.set(call.id, call);
    onProgress(calls.size, Math.min(total, MAX_READ));
    const isWhole = data.length < PAGE_CALLS || calls.size >= MAX_READ || calls.size >= total;
    if (isWhole || isStopped()) return { calls: [...calls.values()], total: Math.max(total, calls.size) };
  }
}
