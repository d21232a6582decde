// The readiness checks of Postgres and Redis. Without Redis the service still accepts calls, so that check is not required.
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestRedis } from '../queue/redis.js';
import { CheckNote, ReadinessChecks } from './readiness-checks.js';

@Injectable()
export class BackingChecks implements OnModuleInit {
  private readonly logger = new Logger(BackingChecks.name);

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
        const fault = await this.evictionFault();
        if (fault !== null) throw new CheckNote(fault);
      },
      { required: false },
    );
    const { client } = this.redis;
    client.on('ready', () => this.logEvictionFault());
    if (client.status === 'ready') this.logEvictionFault();
  }

  /** Runs after every connect, because the client may have reached another server, or one with changed settings. */
  private logEvictionFault(): void {
    this.evictionFault().then(
      (fault) => {
        if (fault !== null) this.logger.error(fault);
      },
      () => undefined,
    );
  }

  /**
   * Warning about the eviction policy. Unless it is `noeviction`, Redis silently drops queued jobs when memory runs out. Null for
   * `noeviction`.
   */
  private async evictionFault(): Promise<string | null> {
    const memory = await this.redis.client.info('memory');
    const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1] ?? 'noeviction';
    if (policy === 'noeviction') return null;
    return `The queue server's maxmemory-policy is ${policy}: it may throw waiting work away. Set it to noeviction.`;
  }
}
