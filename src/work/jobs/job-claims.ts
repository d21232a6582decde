// How workers take turns at a job that goes through many objects: one page at a time, under a lease. Each claim raises the fence
// number of the row, and what is written for a page names the fence: a worker that lost its lease and wakes up late adds nothing.
import type { PreparedStatement } from '../../platform/database/prepared.js';

/**
 * Takes a lease on the job that has waited longest for its next page: a page that is recorded puts its job behind the others.
 * @param table with `status`, `expanded` once the last page is made, `run_after`, `lease_until` and `fence`
 * @param columns SQL of what is returned
 * @returns a statement whose value is the length of the lease in milliseconds
 */
export const claimNextJob = (table: string, columns: string): PreparedStatement => ({
  name: `claim-${table}`,
  text: `UPDATE ${table} SET fence = fence + 1, lease_until = now() + $1 * interval '1 millisecond'
         WHERE id = (
           SELECT id FROM ${table}
           WHERE status = 'processing' AND NOT expanded AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
           ORDER BY run_after, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
});

/** Ends the lease: the next page is due after a wait. @returns a statement whose values are id, fence and milliseconds */
export const handBackJob = (table: string): PreparedStatement => ({
  name: `hand-back-${table}`,
  text: `UPDATE ${table} SET lease_until = NULL, run_after = now() + $3 * interval '1 millisecond'
         WHERE id = $1 AND fence = $2 AND status = 'processing'`,
});
