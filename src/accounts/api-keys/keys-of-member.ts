// What becomes of the keys of a member who leaves.
import type { EntityManager } from 'typeorm';

/** Keys that are kept become the account's own. */
export type FateOfKeys = 'revoke' | 'keep';

export async function endKeysOf(tx: EntityManager, memberId: string, fate: FateOfKeys): Promise<void> {
  const change = fate === 'revoke' ? 'revoked_at = now()' : 'created_by = NULL';
  await tx.query(`UPDATE api_key SET ${change} WHERE created_by = $1 AND revoked_at IS NULL`, [memberId]);
}
