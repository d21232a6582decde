// Rows of invitations.
import type { GivenRole } from '../../access/roles.js';
import { queryRows, type Sql } from '../../platform/database/sql.js';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: GivenRole;
  readonly teams: string[];
  readonly agentId: string | null;
  readonly acceptedAt: Date | null;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
  readonly createdAt: Date;
}

export const COLUMNS = `id, email, role, teams, agent_id AS "agentId", accepted_at AS "acceptedAt", expires_at AS "expiresAt",
  expires_at <= now() AS "isExpired", created_at AS "createdAt"`;

/** SQL condition: the link works, or would but for its maker. */
export const IS_OPEN = 'accepted_at IS NULL AND expires_at > now()';

/** Those of these ids that are open. */
export const findInvited = (sql: Sql, accountId: string, ids: readonly string[]): Promise<InvitationRow[]> =>
  queryRows<InvitationRow>(
    sql,
    `SELECT ${COLUMNS} FROM invitation WHERE account_id = $1 AND id = ANY($2::uuid[]) AND ${IS_OPEN}`,
    [accountId, ids],
  );
