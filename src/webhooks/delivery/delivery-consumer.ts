// Starts the sending of deliveries: of those that this process records, for each job from the queue, and in regular sweeps for
// everything that is due. A sweep also finds deliveries whose job was lost, whose retry was more than a minute away, or whose
// sender died.
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { Config } from '../../platform/config/config.js';
import { consumeQueue } from '../../platform/queue/consume-queue.js';
import { type QueueConsumer, QueueConsumers } from '../../platform/queue/queue-consumers.js';
import { DELIVERIES_QUEUE } from '../../platform/queue/queue-names.js';
import { Deliveries, type DeliveryJob } from '../deliveries.service.js';
import { DeliveryScheduler } from './delivery-scheduler.js';

/** A job is one look-up in Postgres; it does not wait for the sending. */
const MAX_CONCURRENT_JOBS = 10;

@Injectable()
export class DeliveryConsumer implements OnApplicationBootstrap, QueueConsumer {
  readonly queues: readonly Queue[];
  private readonly logger = new Logger(DeliveryConsumer.name);
  private sweepTimer: NodeJS.Timeout | undefined;

  constructor(
    @InjectQueue(DELIVERIES_QUEUE) private readonly queue: Queue<DeliveryJob>,
    private readonly config: Config,
    private readonly scheduler: DeliveryScheduler,
    private readonly deliveries: Deliveries,
    consumers: QueueConsumers,
  ) {
    this.queues = [queue];
    consumers.add(this);
  }

  onApplicationBootstrap(): void {
    this.deliveries.useLocalSender(this.scheduler);
    const consuming = consumeQueue(this.queue, MAX_CONCURRENT_JOBS, (job) =>
      this.scheduler.sendIfDue(job.data.deliveryIds),
    );
    consuming.catch((error: unknown) => {
      this.logger.error({ err: error }, 'The delivery queue stopped; sweeps will pick up due deliveries');
    });
    this.scheduler.sendAllDue();
    this.sweepTimer = setInterval(() => this.scheduler.sendAllDue(), this.config.worker.sweepMs);
  }

  close(): void {
    clearInterval(this.sweepTimer);
  }

  stop(): Promise<void> {
    return this.scheduler.stop();
  }
}
