// Finds the ledger's entry of one call. The API lists the entries by time, and a call is billed in the moment it is completed.
// Without the browser.

export const PAGE_RECORDS = 100;

interface Entry {
  readonly analysis_id: string;
  /** Unix seconds. */
  readonly created: number;
}

interface Page<Record extends Entry> {
  readonly items: readonly Record[];
  readonly total: number;
}

/**
 * @param pageAt gives the entries from there on, newest first
 * @param at when the call was completed, in Unix seconds
 * @returns null where the call was not billed
 */
export async function findRecord<Record extends Entry>(
  pageAt: (skip: number) => Promise<Page<Record>>,
  analysisId: string,
  at: number,
): Promise<Record | null> {
  // The entry is neither before `from` nor at `until` or behind it. Most calls that are looked at are new: the first page is
  // tried first, and then halves.
  let [from, until, skip] = [0, Number.POSITIVE_INFINITY, 0];
  while (from < until) {
    const { items, total } = await pageAt(skip);
    const found = items.find(({ analysis_id }) => analysis_id === analysisId);
    if (found) return found;
    until = Math.min(until, total);
    const oldest = items.at(-1);
    // Entries of the same second may go on behind the page.
    if (oldest && oldest.created >= at) from = skip + items.length;
    else until = Math.min(until, skip);
    skip = Math.max(from, Math.floor((from + until - PAGE_RECORDS) / 2));
  }
  return null;
}
