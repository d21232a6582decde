// Poolers such as PgBouncer between the service and Postgres. Pooling by transaction gives a connection of the service another
// session of Postgres for each transaction.
import pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

/** Connection through a pooler that keeps no prepared statements: each statement goes without its name. */
export class UnnamedClient extends pg.Client {}

export const NEEDS_DIRECT_URL =
  'Set DATABASE_DIRECT_URL to PostgreSQL itself, without the pooler; DATABASE_URL may go on through it ' +
  '(docs/scaling.md, "Pooling by transaction")';

const PID = 'SELECT pg_backend_pid() AS pid';
const NO_SUCH_STATEMENT = '26000';
const STATEMENT_EXISTS = '42P05';
/** Other clients of the pooler may keep the two connections apart for a moment. */
const ROUNDS = 3;

/**
 * Whether a pooler between this process and Postgres pools by transaction. Two connections that share a session, or one that
 * changes it, prove it; nothing else does either. Needs two connections.
 * @returns false also for poolers that gave the two connections a session each all the time
 */
export function poolsByTransaction(dataSource: DataSource): Promise<boolean> {
  return withTwo(dataSource, async (one, other) => {
    for (let round = 0; round < ROUNDS; round++) if (await sessionsMove(one, other, pidOf)) return true;
    return false;
  });
}

/** Whether statements that were prepared by name are there in the transactions after it. Needs two connections. */
export async function keepsStatements(dataSource: DataSource): Promise<boolean> {
  try {
    await withTwo(dataSource, (one, other) => sessionsMove(one, other, pidByName));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === NO_SUCH_STATEMENT || code === STATEMENT_EXISTS) return false;
    throw error;
  }
}

/** Poolers give the session that was used last, or the one that has waited longest. */
async function sessionsMove(
  one: QueryRunner,
  other: QueryRunner,
  pid: (runner: QueryRunner) => Promise<number>,
): Promise<boolean> {
  const before = await pid(one);
  if ((await pid(one)) !== before) return true;
  await other.startTransaction();
  try {
    // A pooler with a single session would keep the next statement waiting while the transaction has it.
    return (await pid(other)) === before || (await pid(one)) !== before;
  } finally {
    await other.rollbackTransaction().catch(() => undefined);
  }
}

async function withTwo<T>(
  dataSource: DataSource,
  work: (one: QueryRunner, other: QueryRunner) => Promise<T>,
): Promise<T> {
  const [one, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    return await work(one, other);
  } finally {
    await Promise.all([one.release(), other.release()]);
  }
}

async function pidOf(runner: QueryRunner): Promise<number> {
  const [answer]: { pid: number }[] = await runner.query(PID);
  return answer?.pid ?? 0;
}

async function pidByName(runner: QueryRunner): Promise<number> {
  const client: pg.PoolClient = await runner.connect();
  const { rows } = await client.query<{ pid: number }>({ name: 'is-statement-kept', text: PID });
  return rows[0]?.pid ?? 0;
}
