// Marks quotations of reviews that no longer match the transcript, and removes the mark where they match again.
import type { EntityManager } from 'typeorm';
import { queryRows } from '../../../platform/database/sql.js';
import type { RestatedQuote } from './correcting/restate-verdicts.js';

/** Members that are read here of an entry of `review.findings` or `review.answers`. */
interface Quoting {
  readonly quotes: readonly { readonly segment_id: number; readonly stale?: true }[];
}
type ReviewedFinding = Quoting & { readonly finding: string };
type ReviewedAnswer = Quoting & { readonly question: string };

/** Marks quotations in the caller's transaction, which has locked the analysis. */
export async function markQuotes(tx: EntityManager, quotes: readonly RestatedQuote[]): Promise<void> {
  const ids = [...new Set(quotes.map(({ reviewId }) => reviewId))];
  if (ids.length === 0) return;
  const reviews = await queryRows<{ id: string; findings: string; answers: string }>(
    tx,
    'SELECT id, findings, answers FROM review WHERE id = ANY($1::uuid[]) ORDER BY id',
    [ids],
  );
  for (const { id, findings, answers } of reviews) {
    const own = quotes.filter(({ reviewId }) => reviewId === id);
    const decided: ReviewedFinding[] = JSON.parse(findings);
    const answered: ReviewedAnswer[] = JSON.parse(answers);
    await tx.query('UPDATE review SET findings = $2, answers = $3 WHERE id = $1', [
      id,
      JSON.stringify(decided.map((one) => markEntry(one, one.finding, own))),
      JSON.stringify(answered.map((one) => markEntry(one, one.question, own))),
    ]);
  }
}

/** Pure. A quotation over several segments is named by its first one: it is also stale when a later part is gone. */
export function markEntry<Entry extends Quoting>(entry: Entry, of: string, restated: readonly RestatedQuote[]): Entry {
  const own = restated.filter((one) => one.of === of);
  if (own.length === 0) return entry;
  const starts = entry.quotes.map(({ segment_id: id }) => id);
  const startOf = (segmentId: number) => Math.max(...starts.filter((start) => start <= segmentId));
  const staleStarts = new Set(own.filter(({ stale }) => stale).map(({ segmentId }) => startOf(segmentId)));
  const quotes = entry.quotes.map(({ stale: _, ...quote }) =>
    staleStarts.has(quote.segment_id) ? { ...quote, stale: true as const } : quote,
  );
  return { ...entry, quotes };
}
