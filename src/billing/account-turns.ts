/** One plan change of an account at a time, over requests to the payment provider too, which no transaction should span. */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Config } from '../platform/config/config.js';
import { queryRow } from '../platform/database/sql.js';

@Injectable()
export class AccountTurns {
  /** A slow provider may hold so many connections and no more: submissions need the rest of the pool. */
  private readonly connections: Semaphore;

  constructor(
    private readonly dataSource: DataSource,
    config: Config,
  ) {
    this.connections = new Semaphore(config.database.poolSize / 4);
  }

  /**
   * Runs the work when no other work of that name runs anywhere. The lock is the connection's: it ends with a killed
   * process. `manager.transaction(…)` inside uses the same connection, so that waiting work cannot use up the pool.
   */
  async take<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.onConnection((manager) => this.takeWithin(manager, name, work));
  }

  /** The same on the connection of a turn that was taken before, under a further name. */
  async takeWithin<T>(manager: EntityManager, name: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    await manager.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return unlockAfter(name, manager, work);
  }

  /** Like `take`, or null at once when the turn is another's. */
  async tryTake<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T | null> {
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
