// Connections whose session of Postgres lasts as long as they do, for work that holds a lock over several transactions. They
// are those of the pool, unless a pooler stands behind it.
import { DataSource, type EntityManager } from 'typeorm';
import type { DatabaseConfig } from '../config/database-config.js';
import { dataSourceOptions } from './data-source.js';
import { STATEMENT_TIMEOUT_MS } from './session-options.js';
import { silentConnectionTimeout } from './silent-connection-timeout.js';

export class DirectConnections {
  private opened: Promise<DataSource> | null = null;

  /** @param max connections that are open at a time beside the pool's */
  constructor(
    private readonly pool: DataSource,
    private readonly database: Pick<DatabaseConfig, 'directUrl'>,
    private readonly max: number,
  ) {}

  async run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = (await this.source()).createQueryRunner();
    try {
      return await work(runner.manager);
    } finally {
      await runner.release();
    }
  }

  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => null);
    if (opened?.isInitialized) await opened.destroy();
  }

  private async source(): Promise<DataSource> {
    const { directUrl } = this.database;
    if (directUrl === null) return this.pool;
    // Most processes never need one.
    this.opened ??= this.open(directUrl);
    try {
      return await this.opened;
    } catch (error) {
      this.opened = null;
      throw error;
    }
  }

  private open(url: string): Promise<DataSource> {
    const options = dataSourceOptions(url, this.max);
    const { entities } = this.pool.options;
    return new DataSource({
      ...options,
      extra: { ...options.extra, ...silentConnectionTimeout(url, STATEMENT_TIMEOUT_MS) },
      migrations: [],
      ...(entities && { entities }),
    }).initialize();
  }
}
