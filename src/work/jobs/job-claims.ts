// How workers take turns at a job that goes through many objects: one page at a time, under a lease. Each claim raises the fence
// number of the row, and what is written for a page names the fence: a worker that lost its lease and wakes up late adds nothing.
import type { PreparedStatement } from '../../platform/database/prepared.js';
import { HELD } from '../claim-statements.js';

const OPEN = "status = 'processing' AND NOT expanded";

/**
 * Takes a lease on the job that has waited longest for its next page: a page that is recorded puts its job behind the others.
 * @param table with `run_after`, `lease_until` and `fence`
 * @param columns SQL of what is returned
 * @param open SQL condition: the job has a further page. Default: it is in progress, and not `expanded` by its last page
 * @returns a statement whose value is the length of the lease in milliseconds
 */
export const claimNextJob = (table: string, columns: string, open = OPEN): PreparedStatement => ({
  name: `claim-${table}`,
  text: `UPDATE ${table} SET fence = fence + 1, lease_until = now() + $1 * interval '1 millisecond'
         WHERE id = (
           SELECT id FROM ${table}
           WHERE ${open} AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
           ORDER BY run_after, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
});

/**
 * Extends the lease. @param held SQL condition: the worker with this fence still holds the job
 * @returns a statement whose values are id, fence and milliseconds
 */
export const renewJob = (table: string, held = HELD): PreparedStatement => ({
  name: `renew-${table}`,
  text: `UPDATE ${table} SET lease_until = now() + $3 * interval '1 millisecond' WHERE ${held} RETURNING id`,
});

/** Ends the lease: the next page is due after a wait. @returns a statement whose values are id, fence and milliseconds */
export const handBackJob = (table: string): PreparedStatement => ({
  name: `hand-back-${table}`,
  text: `UPDATE ${table} SET lease_until = NULL, run_after = now() + $3 * interval '1 millisecond'
         WHERE ${HELD}`,
});
