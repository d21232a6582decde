// Minutes of test mode end as its calls do: they are no money, so that the books do not need them. Those of live mode stay.
import type { DataSource } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';

/** Periods per transaction. */
const PERIODS = 50;

/**
 * Deletes the months of test mode that ended so many days ago, with their entries and counts. A month waits for its calls: while
 * one is stored, reconciliation compares it with its entry.
 */
export async function endTestMinutes(dataSource: DataSource, days: number): Promise<void> {
  let ended: number;
  do {
    ended = await dataSource.transaction(async (tx) => {
      const due = (await queryRows<{ id: string }>(tx, DUE, [days, PERIODS])).map(({ id }) => id);
      // The entries first: their trigger changes the period.
      for (const statement of due.length > 0 ? END : []) await tx.query(statement, [due]);
      return due.length;
    });
  } while (ended === PERIODS);
}

const DUE = `
  SELECT p.id FROM usage_period p
  WHERE NOT p.livemode AND p.ends_at < now() - $1 * interval '1 day'
    AND NOT EXISTS (SELECT FROM minutes_reservation r WHERE r.period_id = p.id)
    AND NOT EXISTS (SELECT FROM ledger_entry e JOIN analysis a ON a.id = e.analysis_id WHERE e.period_id = p.id)
  ORDER BY p.id LIMIT $2 FOR UPDATE SKIP LOCKED`;
const END = [
  'DELETE FROM ledger_entry WHERE period_id = ANY($1::uuid[])',
  'DELETE FROM scenario_count WHERE period_id = ANY($1::uuid[])',
  'DELETE FROM evaluation_count WHERE period_id = ANY($1::uuid[])',
  'DELETE FROM usage_period WHERE id = ANY($1::uuid[])',
];
