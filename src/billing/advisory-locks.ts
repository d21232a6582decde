// Named locks across all processes (Postgres advisory locks, session level). They serialise work that includes requests to the
// payment provider, which a transaction should not span. A lock is its session's, so these connections go past a pooler.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Config } from '../platform/config/config.js';
import { DirectConnections } from '../platform/database/direct-connections.js';
import { queryRow } from '../platform/database/sql.js';

@Injectable()
export class AdvisoryLocks implements OnApplicationShutdown {
  /** Limits the connections that wait for a slow provider: submissions need the rest of the pool. */
  private readonly connections: Semaphore;
  private readonly direct: DirectConnections;

  constructor(dataSource: DataSource, { database }: Config) {
    const max = Math.max(1, Math.floor(database.poolSize / 4));
    this.connections = new Semaphore(max);
    this.direct = new DirectConnections(dataSource, database, max);
  }

  onApplicationShutdown(): Promise<void> {
    return this.direct.close();
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
    return this.connections.run(() => this.direct.run(work));
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
