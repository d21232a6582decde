import { InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { Config } from '../platform/config/config.js';
import { closeQueue, pauseQueue } from '../platform/queue/close-queue.js';
import { DELIVERIES_QUEUE } from '../platform/queue/queue-names.js';
import type { DeliveryJob } from './deliveries.service.js';
import { DeliveryPump } from './delivery-pump.js';

/** Each is a look at the database, no more. */
const RINGS_AT_ONCE = 10;

/**
 * What sets the pump going: rings, and a regular sweep for all that is due, whatever became of its ring. The schedule's long
 * waits end in the sweep too, and so do the leases of senders that died.
 */
@Injectable()
export class DeliveryProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryProcessor.name);
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    @InjectQueue(DELIVERIES_QUEUE) private readonly queue: Queue<DeliveryJob>,
    private readonly config: Config,
    private readonly pump: DeliveryPump,
  ) {}

  onApplicationBootstrap(): void {
    const answering = this.queue.process(RINGS_AT_ONCE, (job) => this.pump.sendThese(job.data.deliveryIds));
    answering.catch((error: unknown) => this.logger.error({ err: error }, 'The queue stopped handing out rings'));
    this.pump.sendAllDue();
    this.sweeping = setInterval(() => this.pump.sendAllDue(), this.config.worker.sweepMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeping);
    // What is rung for from now on is for other senders; here it would wait for their sweep.
    await pauseQueue(this.queue);
    await this.pump.stop();
    await closeQueue(this.queue);
  }
}
