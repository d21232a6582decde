// Indexes on tables that may be large: made beside reads and writes, which wait for nothing.
import type { QueryRunner } from 'typeorm';

/**
 * Makes an index CONCURRENTLY. The migration has `transaction = false`. A run that is killed leaves an index that Postgres
 * marks as invalid: writes keep it up, and no query uses it. The next run drops it and starts over.
 * @param name of the index
 * @param definition all that follows `ON`: table, columns, condition
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  name: string,
  definition: string,
  kind: 'plain' | 'unique' = 'plain',
): Promise<void> {
  // Reading a large table, and waiting for all transactions that are older, take longer than the limits for requests.
  await runner.query('SET statement_timeout = 0');
  await runner.query('SET lock_timeout = 0');
  const invalid: unknown[] = await runner.query(
    'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  );
  if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(
    `CREATE ${kind === 'unique' ? 'UNIQUE ' : ''}INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${definition}`,
  );
  // After an error the connection ends with its process.
  await runner.query('RESET statement_timeout');
  await runner.query('RESET lock_timeout');
}
