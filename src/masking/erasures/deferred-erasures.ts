// Erasures that wait for a hold, and what its release lets go on.
import type { EntityManager } from 'typeorm';
import { isInHold } from '../../calls/holds/held-calls.js';
import { queryRows } from '../../platform/database/sql.js';
import { beginRound } from '../../platform/operations/shared-round.js';
import type { ErasedSubject } from '../../wire/erasure.response.js';
import { readName } from './erased-names.js';

/** Name of the round that carries erasures out. */
export const ERASURE_ROUND = 'call-erasures';

/**
 * Lets deferred erasures go on with the calls of a hold that was just released, and that no other one holds. Requires the
 * exclusive lock of holds, so that no erasure defers a call at the same moment. The name is read from the calls in the same
 * transaction, before anything can delete them.
 * @returns number of erasures
 */
export async function resumeErasures(tx: EntityManager, holdId: string): Promise<number> {
  const freed = await queryRows<FreedCall>(tx, FREE, [holdId]);
  const erasures = [...new Set(freed.map(({ erasure }) => erasure))].sort();
  for (const id of erasures) {
    const ids = freed.filter(({ erasure }) => erasure === id).map(({ call }) => call);
    const [erasure] = await queryRows<DeferredErasure>(tx, RESUME, [id]);
    if (!erasure || erasure.subject === 'analyses') continue;
    const { accountId, subject: kind, hash } = erasure;
    const name = await readName(tx, { accountId, kind, hash }, ids);
    await tx.query('UPDATE erasure SET name = coalesce(name, $2) WHERE id = $1', [id, name]);
  }
  if (erasures.length > 0) await beginRound(tx, ERASURE_ROUND);
  return erasures.length;
}

interface FreedCall {
  readonly erasure: string;
  readonly call: string;
}

interface DeferredErasure {
  readonly accountId: string;
  readonly subject: ErasedSubject;
  readonly hash: string;
}

const FREE = `
  UPDATE erasure_call e SET state = 'waiting' FROM held_call d JOIN analysis a ON a.id = d.analysis_id
  WHERE d.hold_id = $1 AND e.analysis_id = d.analysis_id AND e.state = 'deferred' AND NOT ${isInHold('a')}
  RETURNING e.erasure_id AS erasure, e.analysis_id AS call`;
const RESUME = `
  UPDATE erasure SET status = CASE WHEN status = 'deferred' THEN 'processing' ELSE status END, names_erased = false, run_after = now()
  WHERE id = $1 RETURNING account_id AS "accountId", subject, subject_hash AS hash`;
