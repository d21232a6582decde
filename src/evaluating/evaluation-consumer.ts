// Answers the doorbell of evaluations: a job has the pool look for due ones. At shutdown it takes no more and ends the runs.
import { InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { closeQueue, pauseQueue } from '../platform/queue/close-queue.js';
import { consumeQueue } from '../platform/queue/consume-queue.js';
import { EVALUATIONS_QUEUE } from '../platform/queue/queue-names.js';
import { EvaluationDoorbell } from '../scorecards/evaluations/evaluation-doorbell.js';
import { EvaluationTurns } from './evaluation-turns.js';

@Injectable()
export class EvaluationConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EvaluationConsumer.name);

  constructor(
    @InjectQueue(EVALUATIONS_QUEUE) private readonly queue: Queue,
    private readonly turns: EvaluationTurns,
    private readonly doorbell: EvaluationDoorbell,
  ) {}

  onApplicationBootstrap(): void {
    // One job at a time is enough, since it fills every free slot.
    consumeQueue(this.queue, 1, () => this.answer()).catch((error: unknown) =>
      this.logger.error(
        { err: error },
        'The queue of evaluations stopped; this worker takes evaluations by its sweep alone',
      ),
    );
  }

  /** Hands evaluations in progress back at once: their checkpoints stay, and another worker continues them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.turns.pool.close();
    await pauseQueue(this.queue);
    await this.turns.pool.stop();
    await closeQueue(this.queue);
  }

  /** While no slot is free, this worker takes no further job from the queue: it is for one that has a slot. */
  private async answer(): Promise<void> {
    const { pool } = this.turns;
    if (pool.freeSlots === 0) await this.doorbell.ring();
    await pool.wake();
    await pool.untilFree();
  }
}
