// Named locks across all processes (Postgres advisory locks, session level). They serialise work that includes requests to the
// payment provider, which a transaction should not span.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Config } from '../platform/config/config.js';
import { queryRow } from '../platform/database/sql.js';

@Injectable()
export class AdvisoryLocks {
  /** Limits the connections that wait for a slow provider: submissions need the rest of the pool. */
  private readonly connections: Semaphore;

  constructor(
    private readonly dataSource: DataSource,
    config: Config,
  ) {
    this.connections = new Semaphore(config.database.poolSize / 4);
  }

  /**
   * Waits for the lock and runs the work under it. The lock belongs to the connection, so Postgres releases it when the
   * process is killed. `manager.transaction(…)` uses the same connection, so waiting work cannot exhaust the pool.
   */
  async withLock<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.onConnection((manager) => this.withLockOn(manager, name, work));
  }

  /** Takes a second lock on the connection that already holds one. */
  async withLockOn<T>(manager: EntityManager, name: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    await manager.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return unlockAfter(name, manager, work);
  }

  /** Works like `withLock`, but returns null at once when another connection holds the lock. */
  async tryWithLock<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T | null> {
    return this.onConnection(async (manager) => {
      const answer = await queryRow<{ taken: boolean }>(
        manager,
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
        [name],
      );
      return answer?.taken ? unlockAfter(name, manager, work) : null;
    });
  }

  private async onConnection<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.connections.run(async () => {
      const runner = this.dataSource.createQueryRunner();
      try {
        return await work(runner.manager);
      } finally {
        await runner.release();
      }
    });
  }
}

async function unlockAfter<T>(
  name: string,
  manager: EntityManager,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await work(manager);
  } finally {
    await manager.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}
