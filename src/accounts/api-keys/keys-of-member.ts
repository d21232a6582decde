// What becomes of the keys of a member who leaves.
import type { EntityManager } from 'typeorm';
import { type Acting, recordAudit } from '../../platform/audit/record-audit.js';
import { queryRows } from '../../platform/database/sql.js';

/** Keys that are kept become the account's own. */
export type FateOfKeys = 'revoke' | 'keep';

export async function endKeysOf(tx: EntityManager, by: Acting, memberId: string, fate: FateOfKeys): Promise<void> {
  const change = fate === 'revoke' ? 'revoked_at = now()' : 'created_by = NULL';
  const ended = await queryRows<{ id: string }>(
    tx,
    `UPDATE api_key SET ${change} WHERE created_by = $1 AND revoked_at IS NULL RETURNING id`,
    [memberId],
  );
  if (fate === 'revoke')
    for (const { id } of ended)
      await recordAudit(tx, by, 'api_key.revoked', { type: 'api_key', id }, { member_id: memberId });
}
