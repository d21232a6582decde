// Leases of workers that a test kills or freezes.
import type pg from 'pg';

/**
 * A busy machine keeps a worker from its heartbeat for seconds, and a worker that has lost its lease asks the provider again;
 * five lost leases fail the call. After a kill, `endLeases` saves the wait for the end of this lease.
 */
export const LONG_LEASE = { WORKER_LEASE_SECONDS: '60' } as const;

/** As if the leases that workers hold had expired. */
export async function endLeases(db: pg.Pool): Promise<void> {
  for (const table of [
    'analysis',
    'batch',
    'batch_manifest',
    'call_redaction',
    'correction',
    'engine_trial',
    'engine_trial_item',
    'evaluation',
    'export',
    'redaction',
    'rescore',
    'scorecard_watch',
    'source',
  ])
    await db.query(`UPDATE ${table} SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`);
}
