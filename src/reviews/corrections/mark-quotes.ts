// Marks the quotations of reviews that no longer stand in the transcript, and takes the mark from those that stand again.
import type { EntityManager } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import type { RestatedQuotes } from './correcting/restate-verdicts.js';

/** What is read here of `review.findings`. */
interface ReviewedFinding {
  readonly finding: string;
  readonly quotes: readonly { readonly segment_id: number; readonly stale?: true }[];
}

/** In the caller's transaction, which has locked the analysis. */
export async function markQuotes(tx: EntityManager, quotes: readonly RestatedQuotes[]): Promise<void> {
  const ids = [...new Set(quotes.map(({ reviewId }) => reviewId))];
  if (ids.length === 0) return;
  const reviews = await queryRows<{ id: string; findings: string }>(
    tx,
    'SELECT id, findings FROM review WHERE id = ANY($1::uuid[]) ORDER BY id',
    [ids],
  );
  for (const { id, findings } of reviews) {
    const own = quotes.filter(({ reviewId }) => reviewId === id);
    const marked = JSON.stringify(markFindings(JSON.parse(findings), own));
    if (marked !== findings) await tx.query('UPDATE review SET findings = $2 WHERE id = $1', [id, marked]);
  }
}

/** Pure. A quotation over several segments is named by the first one: a later part that is gone makes it stale too. */
export function markFindings<Finding extends ReviewedFinding>(
  findings: readonly Finding[],
  restated: readonly RestatedQuotes[],
): Finding[] {
  return findings.map((one) => {
    const own = restated.filter(({ finding }) => finding === one.finding);
    if (own.length === 0) return one;
    const starts = one.quotes.map(({ segment_id: id }) => id);
    const startOf = (segmentId: number) => Math.max(...starts.filter((start) => start <= segmentId));
    const staleStarts = new Set(own.filter(({ stale }) => stale).map(({ segmentId }) => startOf(segmentId)));
    const quotes = one.quotes.map(({ stale: _, ...quote }) =>
      staleStarts.has(quote.segment_id) ? { ...quote, stale: true as const } : quote,
    );
    return { ...one, quotes };
  });
}
