// Bull and the Redis clients of a process. Jobs carry identifiers only; Postgres holds the work.
import { BullModule, getQueueToken } from '@nestjs/bull';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Redis } from 'ioredis';
import { Config } from '../config/config.js';
import { QueueConsumers } from './queue-consumers.js';
import { QUEUE_NAMES } from './queue-names.js';
import { Queues } from './queues.js';
import { connectForBull, connectForRequests, RequestRedis, redisUrl } from './redis.js';

@Injectable()
class RequestRedisConnection extends RequestRedis implements OnApplicationShutdown {
  readonly client: Redis;

  constructor(@Inject(Config) config: Config) {
    super();
    this.client = connectForRequests(redisUrl(config));
  }

  onApplicationShutdown(): void {
    this.client.disconnect();
  }
}

@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        prefix: 'call-analysis',
        createClient: (type) => connectForBull(redisUrl(config), type, config.redis.inProcess),
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
        settings: {
          lockDuration: config.worker.leaseMs,
          stalledInterval: config.worker.leaseMs,
          // The row of a call counts its crashes. Bull must never give up a job by itself.
          maxStalledCount: 1_000,
        },
      }),
    }),
    BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name }))),
  ],
  providers: [
    QueueConsumers,
    {
      provide: Queues,
      inject: QUEUE_NAMES.map((name) => getQueueToken(name)),
      useFactory: (...queues: Queue[]) => new Queues(queues),
    },
    { provide: RequestRedis, useClass: RequestRedisConnection },
  ],
  exports: [BullModule, QueueConsumers, Queues, RequestRedis],
})
export class QueueModule {}
