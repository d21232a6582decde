// Options of the service's sessions. A direct connection names them when it opens. A pooler passes none on, so that the role has
// them.
import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../config/database-config.js';
import { queryRows, type Sql } from './sql.js';

export const STATEMENT_TIMEOUT_MS = 30_000;

/** Values by name, as `pg_settings` shows them. */
export const SESSION_OPTIONS = {
  // Without these limits, in milliseconds, a lost server or a forgotten transaction would block its callers without end.
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  lock_timeout: '15000',
  idle_in_transaction_session_timeout: '60000',
  // Queries are many and short: compiling one, or starting parallel workers for it, costs more time than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A server may stand in any zone: dates and hours here are those of UTC.
  TimeZone: 'UTC',
  // Databases stand on solid state disks: with the cost of others, the planner reads the table of all accounts rather than an
  // account's part of an index.
  random_page_cost: '1.1',
} as const;

const NAMES = Object.keys(SESSION_OPTIONS);

/**
 * Makes the options that this session began with those of its role in this database, with which later sessions begin. A role may
 * do so for itself. The caller names one connection, and holds a lock, since Postgres refuses two such changes at the same time.
 */
export async function keepForRole(session: Sql): Promise<void> {
  // A migration may have changed those of its session.
  await session.query('RESET ALL');
  const missing = await queryRows<{ statement: string }>(
    session,
    `SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I FROM CURRENT', current_database(), name) AS statement
       FROM unnest($1::text[]) AS name
      WHERE NOT EXISTS (
        SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase JOIN pg_roles r ON r.oid = s.setrole
         WHERE d.datname = current_database() AND r.rolname = current_user
           AND name || '=' || current_setting(name) = ANY (s.setconfig))`,
    [NAMES],
  );
  for (const { statement } of missing) await session.query(statement);
}

/** @returns the options that sessions of the pool lack, as `jit=on`; without those that the operator's URL sets */
export async function lostOptions(
  dataSource: DataSource,
  { url, directUrl }: Pick<DatabaseConfig, 'url' | 'directUrl'>,
): Promise<string[]> {
  const given = new URL(directUrl ?? url ?? 'postgres:').searchParams;
  const expected = Object.entries(SESSION_OPTIONS).filter(([name]) => !given.has(name) && !given.has('options'));
  const found = await queryRows<{ name: string; setting: string }>(
    dataSource,
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [expected.map(([name]) => name)],
  );
  const settings = new Map(found.map(({ name, setting }) => [name, setting]));
  return expected
    .filter(([name, value]) => settings.get(name) !== value)
    .map(([name]) => `${name}=${settings.get(name)}`);
}
