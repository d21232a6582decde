import type { DataSource, EntityManager } from 'typeorm';

/** Does the work in a transaction and takes all of it back. @returns what the work returns */
export async function rolledBack<Result>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    try {
      return await work(runner.manager);
    } finally {
      // Postgres rolls back by itself where the connection is lost.
      await runner.rollbackTransaction().catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}
