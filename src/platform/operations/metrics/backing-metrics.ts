// Metrics of this process's connections to Postgres and Redis. Callers that wait for a connection of the pool are the first
// sign that the pool is too small.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestRedis } from '../../queue/redis.js';
import { Metrics } from './metrics.js';

@Injectable()
export class BackingMetrics {
  constructor(metrics: Metrics, dataSource: DataSource, redis: RequestRedis) {
    metrics.gauge(
      'database_pool_connections',
      'Connections of this process to Postgres: all, those idle, and callers that wait for one.',
      ['state'],
      (gauge) => {
        const pool: unknown = 'master' in dataSource.driver ? dataSource.driver.master : null;
        if (!isPool(pool)) return;
        gauge.set({ state: 'open' }, pool.totalCount);
        gauge.set({ state: 'idle' }, pool.idleCount);
        gauge.set({ state: 'waiting' }, pool.waitingCount);
      },
    );
    metrics.gauge('redis_up', 'Whether this process is connected to Redis, 0 or 1.', [], (gauge) =>
      gauge.set(redis.client.status === 'ready' ? 1 : 0),
    );
  }
}

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** TypeORM's driver does not declare the type of its pool. */
function isPool(pool: unknown): pool is Pool {
  return typeof pool === 'object' && pool !== null && 'totalCount' in pool && 'waitingCount' in pool;
}
