/** One plan change of an account at a time, over requests to the payment provider too, which no transaction should span. */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

@Injectable()
export class AccountTurns {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs the work when no other work of that name runs anywhere. The lock is the connection's: it ends with a killed
   * process. `manager.transaction(…)` inside uses the same connection, so that waiting work cannot use up the pool.
   */
  async take<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
      return await this.unlockAfter(name, runner.manager, work);
    } finally {
      await runner.release();
    }
  }

  /** The same, or null at once when the turn is another's. */
  async tryTake<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T | null> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const [answer] = await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [name]);
      return answer.taken ? await this.unlockAfter(name, runner.manager, work) : null;
    } finally {
      await runner.release();
    }
  }

  private async unlockAfter<T>(
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
}
