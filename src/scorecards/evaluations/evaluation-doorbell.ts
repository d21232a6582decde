// Wakes a worker for evaluations that wait. The rows in Postgres are the truth and a job is only a doorbell: without one, the
// evaluations wait for a worker's next sweep.
import { randomUUID } from 'node:crypto';
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { EVALUATIONS_QUEUE } from '../../platform/queue/queue-names.js';

/** So many jobs wake every worker there is: further ones would only fill Redis while all workers are busy. */
const MAX_WAITING_JOBS = 1_000;

@Injectable()
export class EvaluationDoorbell {
  private readonly logger = new Logger(EvaluationDoorbell.name);

  constructor(@InjectQueue(EVALUATIONS_QUEUE) private readonly queue: Queue) {}

  /** Ring it once the rows are committed, once for any number of them. Never throws, so the caller need not await it. */
  async ring(): Promise<void> {
    try {
      if ((await this.queue.getWaitingCount()) >= MAX_WAITING_JOBS) return;
      // Bull ignores a job whose id it remembers, and an emptied Redis would count anew.
      await this.queue.add({}, { jobId: randomUUID() });
    } catch (error) {
      this.logger.warn({ err: error }, 'Could not wake a worker for evaluations; the sweep will find them');
    }
  }
}
