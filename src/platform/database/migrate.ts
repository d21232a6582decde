// Brings the schema up to date, safely with any number of processes starting at once.
import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from './data-source.js';

/** Any constant does; this one spells "CALL". */
const ADVISORY_LOCK = 0x43414c4c;

/**
 * Runs the pending migrations while holding an advisory lock on a connection of its own; other processes wait for it.
 * The lock ends with the connection, so a killed migrator leaves it free.
 * @returns names of the migrations that were run
 * @throws Error with a sentence for the operator when the server cannot be reached or refuses
 */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions(url, 2));
  await dataSource.initialize().catch((cause: unknown) => {
    throw new Error(`The PostgreSQL database cannot be opened: ${reasonsOf(cause)}`, { cause });
  });
  const lock = dataSource.createQueryRunner();
  try {
    await holdLock(lock);
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

async function holdLock(runner: QueryRunner): Promise<void> {
  await runner.connect();
  // A migration of a large table may take longer than a request may: waiting for it is no fault.
  await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
  await runner.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
}

/** A name with several addresses fails with one error for each, held by one that says nothing. */
function reasonsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonsOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
