import type { EntityManager } from 'typeorm';
import type { Acting } from '../../platform/audit/record-audit.js';
import { endKeysOf, type FateOfKeys } from '../api-keys/keys-of-member.js';

/** Ends the keys that a member who leaves has made, and the invitations that no one has accepted. */
export async function endCredentials(tx: EntityManager, by: Acting, memberId: string, keys: FateOfKeys): Promise<void> {
  await endKeysOf(tx, by, memberId, keys);
  await tx.query('DELETE FROM invitation WHERE invited_by = $1 AND accepted_at IS NULL', [memberId]);
}
