// Stops everything that takes jobs in this process. All of it together: each step waits for Redis or for work under way, and
// one consumer after the other would wait for each of them in turn.
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { closeQueue, pauseQueue } from './close-queue.js';

export interface QueueConsumer {
  readonly queues: readonly Queue[];
  /** Takes up nothing further. */
  close(): void;
  /** Ends the work under way. Called once no queue brings further jobs. Never rejects. */
  stop(): Promise<void>;
}

@Injectable()
export class QueueConsumers implements BeforeApplicationShutdown {
  private readonly consumers: QueueConsumer[] = [];

  add(consumer: QueueConsumer): void {
    this.consumers.push(consumer);
  }

  /** Before the database and the engines go: work under way still writes. */
  async beforeApplicationShutdown(): Promise<void> {
    const queues = this.consumers.flatMap((consumer) => consumer.queues);
    for (const consumer of this.consumers) consumer.close();
    await Promise.all(queues.map(pauseQueue));
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await Promise.all(queues.map(closeQueue));
  }
}
