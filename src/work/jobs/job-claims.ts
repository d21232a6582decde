// How workers take turns at a job that goes through many objects: one page at a time, under a lease. Each claim raises the fence
// number of the row, and what is written for a page names the fence: a worker that lost its lease and wakes up late adds nothing.
import type { PreparedStatement } from '../../platform/database/prepared.js';
import { HELD } from '../claim-statements.js';
import { nextDue } from '../due-work.js';

const OPEN = "status = 'processing' AND NOT expanded";

export interface JobTurnStatements {
  /** Finds the next account. */
  readonly next: PreparedStatement;
  /** Takes a lease on the account's job that has waited longest. Values: account, length of the lease in milliseconds. */
  readonly claim: PreparedStatement;
}

/**
 * The statements of a turn. A page that is recorded puts its job behind the others of its account. The claim waits for no
 * transaction: a job whose row is locked is passed over, as one that another worker holds.
 * @param table with `account_id`, `request_id`, `run_after`, `lease_until` and `fence`
 * @param columns SQL of what a claim returns
 * @param open SQL condition: the job has a further page. Default: it is in progress, and not `expanded` by its last page. An
 *   index on the account and `run_after` must fit it
 */
export const jobTurns = (table: string, columns: string, open = OPEN): JobTurnStatements => ({
  next: { name: `next-${table}`, text: nextDue(table, 'fence > 0', 'true', { open }) },
  claim: {
    name: `claim-${table}`,
    text: `UPDATE ${table} SET fence = fence + 1, lease_until = now() + $2 * interval '1 millisecond'
           WHERE id = (
             SELECT id FROM ${table}
             WHERE account_id = $1 AND ${open} AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
             ORDER BY run_after, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
           RETURNING ${columns}`,
  },
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
