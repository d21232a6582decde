// Metrics of this process's connections to Postgres and Redis. Callers that wait for a connection of the pool are the first
// sign that the pool is too small.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReadReplica } from '../../database/read-replica.js';
import { StreamingReplica } from '../../database/streaming-replica.js';
import { RequestRedis } from '../../queue/redis.js';
import { Metrics } from './metrics.js';

@Injectable()
export class BackingMetrics {
  constructor(metrics: Metrics, dataSource: DataSource, redis: RequestRedis, replica: ReadReplica) {
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
    if (replica instanceof StreamingReplica) addReplicaMetrics(metrics, replica);
  }
}

function addReplicaMetrics(metrics: Metrics, replica: StreamingReplica): void {
  metrics.gauge(
    'database_replica_lag_seconds',
    'Seconds that the replica of DATABASE_READ_URL is behind; left out while it is away.',
    [],
    async (gauge) => {
      const lag = await replica.lagSeconds();
      if (lag === null) gauge.remove();
      else gauge.set(lag);
    },
  );
  const readings = metrics.counter(
    'database_replica_readings_total',
    'Readings that the replica answered, or the primary in its place: it was `away` or `behind`, or had a `conflict`.',
    ['answered_by', 'reason'],
  );
  replica.listen((answer) =>
    readings.inc(
      answer === 'replica' ? { answered_by: 'replica', reason: 'fit' } : { answered_by: 'primary', reason: answer },
    ),
  );
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
