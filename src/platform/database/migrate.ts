// Runs the pending migrations. Any number of processes may do so at the same time.
import { setTimeout as wait } from 'node:timers/promises';
import { DataSource, MigrationExecutor, QueryFailedError, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { NEEDS_DIRECT_URL, poolsByTransaction } from './pooler.js';
import { keepForRole } from './session-options.js';

/** Any constant works; this one spells "CALL" in ASCII. */
const ADVISORY_LOCK = 0x43414c4c;
const LOCK_POLL_MS = 200;
/** Releasing the lock once ends a deadlock. Further deadlocks have another cause. */
const MAX_DEADLOCKS = 10;
const DEADLOCK_DETECTED = '40P01';

interface MigrateOptions {
  /** Whether the service then connects as the same role through a pooler, which passes no options of a session on. */
  readonly isRoleForPooler?: boolean;
}

/**
 * Runs the pending migrations under an advisory lock; other processes wait for the lock. The connection that migrates holds
 * it: when its process is killed, Postgres finishes or rolls back the statement under way and then releases the lock.
 * @returns the names of the migrations that ran
 * @throws Error with a sentence for the operator when the server cannot be reached or refuses the connection
 */
export async function migrate(url: string, { isRoleForPooler = false }: MigrateOptions = {}): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions(url, 2));
  await dataSource.initialize().catch((cause: unknown) => {
    throw new Error(`The PostgreSQL database cannot be opened: ${withRemedy(reasonsOf(cause))}`, { cause });
  });
  try {
    if (await poolsByTransaction(dataSource))
      throw new Error(`Migrations cannot run through a pooler that pools by transaction. ${NEEDS_DIRECT_URL}`);
    const runner = dataSource.createQueryRunner();
    return await runPending(dataSource, runner, isRoleForPooler).finally(() => runner.release());
  } finally {
    await dataSource.destroy();
  }
}

/** PgBouncer's answer to a connection that names options of its session. */
const withRemedy = (reasons: string) =>
  /unsupported startup parameter/.test(reasons) ? `${reasons}. A pooler answers so. ${NEEDS_DIRECT_URL}` : reasons;

/**
 * Processes of earlier releases wait for the lock in one long statement, and a concurrent index build waits for the end of all
 * older statements. That is a deadlock, which Postgres ends with an error. Releasing the lock lets such a process continue.
 */
async function runPending(dataSource: DataSource, runner: QueryRunner, isRoleForPooler: boolean): Promise<string[]> {
  const names = new Set<string>();
  for (let deadlocks = 0; ; deadlocks++) {
    await acquireLock(runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    try {
      for (const { name } of await executor.getPendingMigrations()) names.add(name);
      await executor.executePendingMigrations();
      if (isRoleForPooler) await keepForRole(runner.manager);
      return [...names];
    } catch (error) {
      if (!isDeadlock(error) || deadlocks === MAX_DEADLOCKS) throw error;
    } finally {
      // If the connection is lost, so is the lock; the error to throw is that of the migration.
      await runner.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined);
    }
  }
}

/** Polls the lock. A statement that waits for the lock would block a concurrent index build. */
async function acquireLock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [answer]: { taken: boolean }[] = await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [
      ADVISORY_LOCK,
    ]);
    if (answer?.taken) return;
    await wait(LOCK_POLL_MS);
  }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { driverError } = error;
  return 'code' in driverError && driverError.code === DEADLOCK_DETECTED;
}

/**
 * Messages of all causes. For a host name with several addresses, Node throws an AggregateError without a message: it holds one
 * error for each address.
 */
function reasonsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonsOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
