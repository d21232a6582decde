// Answers the doorbell: a job from a queue has the lane's pool look for due calls. At shutdown it takes no more and ends the runs.
import { InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { type CallJob, Doorbell } from '../../analysis/claims/doorbell.js';
import { LANES, type Lane } from '../../analysis/claims/due-calls.js';
import { closeQueue, pauseQueue } from '../../platform/queue/close-queue.js';
import { consumeQueue } from '../../platform/queue/consume-queue.js';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE } from '../../platform/queue/queue-names.js';
import { CallTurns } from './call-turns.js';

@Injectable()
export class CallConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CallConsumer.name);
  private readonly queues: Readonly<Record<Lane, Queue<CallJob>>>;

  constructor(
    @InjectQueue(CALLS_QUEUE) calls: Queue<CallJob>,
    @InjectQueue(DOWNLOADS_QUEUE) downloads: Queue<CallJob>,
    @InjectQueue(SANDBOX_QUEUE) sandbox: Queue<CallJob>,
    private readonly turns: CallTurns,
    private readonly doorbell: Doorbell,
  ) {
    this.queues = { fetch: downloads, work: calls, sandbox };
  }

  onApplicationBootstrap(): void {
    for (const lane of LANES) {
      // One job at a time is enough, since it fills every free slot.
      const consuming = consumeQueue(this.queues[lane], 1, (job) => this.answer(lane, job.data));
      consuming.catch((error: unknown) =>
        this.logger.error({ err: error, lane }, 'A queue of calls stopped; this worker takes calls by its sweep alone'),
      );
    }
  }

  /** Hands calls in progress back at once: their checkpoints stay, and another worker continues them. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const lane of LANES) this.turns.pools[lane].close();
    await Promise.all(LANES.map((lane) => pauseQueue(this.queues[lane])));
    await Promise.all(LANES.map((lane) => this.turns.pools[lane].stop()));
    await Promise.all(LANES.map((lane) => closeQueue(this.queues[lane])));
  }

  /** While no slot is free, this worker takes no further job from the queue: it is for one that has a slot. */
  private async answer(lane: Lane, job: CallJob): Promise<void> {
    const pool = this.turns.pools[lane];
    if (pool.freeSlots === 0) await this.doorbell.passOn(lane, job);
    await pool.wake();
    await pool.untilFree();
  }
}
