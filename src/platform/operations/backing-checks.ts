// Postgres and Redis on the readiness page. Without Redis calls are still taken in, so its absence only degrades.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestRedis } from '../queue/redis.js';
import { ReadinessChecks } from './readiness-checks.js';

@Injectable()
export class BackingChecks implements OnModuleInit {
  constructor(
    private readonly readiness: ReadinessChecks,
    private readonly dataSource: DataSource,
    private readonly redis: RequestRedis,
  ) {}

  onModuleInit(): void {
    this.readiness.add('database', async () => {
      await this.dataSource.query('SELECT 1');
    });
    this.readiness.add(
      'queue',
      async () => {
        await this.redis.client.ping();
      },
      { required: false },
    );
  }
}
