// Runs the pending migrations. Any number of processes may do so at the same time.
import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from './data-source.js';

/** Any constant works; this one spells "CALL" in ASCII. */
const ADVISORY_LOCK = 0x43414c4c;

/**
 * Runs the pending migrations under an advisory lock; other processes wait for the lock. A separate connection holds it, and
 * Postgres releases it when that connection ends, so a killed process does not leave it behind.
 * @returns the names of the migrations that ran
 * @throws Error with a sentence for the operator when the server cannot be reached or refuses the connection
 */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions(url, 2));
  await dataSource.initialize().catch((cause: unknown) => {
    throw new Error(`The PostgreSQL database cannot be opened: ${reasonsOf(cause)}`, { cause });
  });
  const lock = dataSource.createQueryRunner();
  try {
    await acquireLock(lock);
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

async function acquireLock(runner: QueryRunner): Promise<void> {
  await runner.connect();
  // Another process may migrate a large table, which takes longer than the limits that hold for requests.
  await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
  await runner.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
}

/** For a host name with several addresses, Node throws an AggregateError without a message: one error for each address. */
function reasonsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonsOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
