// Members of an account, put into the database: inviting each over HTTP would take a hash of a password.
import type pg from 'pg';
import type { Role } from '../../../src/access/roles.js';
import type { Account, TestService } from '../apps/running-service.js';
import { askAs } from '../clients/interface-client.js';

export interface StoredMember {
  readonly id: string;
  readonly role: Role;
  readonly teams: readonly string[];
  readonly agentId: string | null;
  readonly token: string;
  /** With every scope. */
  readonly key: string;
}

export interface MemberOptions {
  readonly teams?: readonly string[];
  readonly agentId?: string | null;
}

let members = 0;

/** Logs in with the password of the account, and has a key. */
export async function storeMember(
  service: TestService,
  account: Account,
  role: Exclude<Role, 'owner'>,
  { teams = [], agentId = null }: MemberOptions = {},
): Promise<StoredMember> {
  members += 1;
  const email = `member-${members}@example.com`;
  const { rows } = await service.db.query<{ id: string }>(INSERT, [account.email, email, role, teams, agentId]);
  const id = rows[0]?.id ?? '';
  const ask = askAs(service, account);
  const credentials = { email, password: account.password };
  const { body } = await ask('/auth/login', { json: credentials, credential: null });
  return { id, role, teams, agentId, token: body.access_token, key: await keyOf(service.db, ask, id) };
}

/** @param id of the member who passes for its maker */
export async function keyOf(db: pg.Pool, ask: ReturnType<typeof askAs>, id: string): Promise<string> {
  const scopes = [
    'analysis:read',
    'analysis:write',
    'billing:read',
    'evaluations:write',
    'reviews:write',
    'settings:write',
    'data:govern',
    'recordings:original',
  ];
  const made = await ask('/api-keys', { json: { name: 'Of a member', scopes } });
  await db.query('UPDATE api_key SET created_by = $2 WHERE id = $1', [made.body.id, id]);
  return made.body.key;
}

const INSERT = `
  INSERT INTO member (id, account_id, email, email_folded, email_verified_at, password_hash, role, teams, agent_id)
  SELECT gen_random_uuid(), id, $2, $2, now(), password_hash, $3, $4, $5 FROM account WHERE email = $1
  RETURNING id`;
