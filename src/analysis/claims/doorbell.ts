// Wakes a worker for a call that waits. The row in Postgres is the truth and a job is only a doorbell: the worker looks in
// Postgres for the call whose turn it is. When a job is lost, the call waits for a worker's next sweep.
import { randomUUID } from 'node:crypto';
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE } from '../../platform/queue/queue-names.js';
import type { Lane } from './due-calls.js';

/** So many jobs wake every worker there is: further ones would only fill Redis while all workers are busy. */
const MAX_WAITING_JOBS = 1_000;

/** The call for which the bell was rung first. Workers of earlier releases take that one; this release reads none of it. */
export interface CallJob {
  readonly analysisId: string;
  readonly requestId: string;
}

@Injectable()
export class Doorbell {
  private readonly logger = new Logger(Doorbell.name);
  private readonly queues: Readonly<Record<Lane, Queue<CallJob>>>;

  constructor(
    @InjectQueue(CALLS_QUEUE) calls: Queue<CallJob>,
    @InjectQueue(DOWNLOADS_QUEUE) downloads: Queue<CallJob>,
    @InjectQueue(SANDBOX_QUEUE) sandbox: Queue<CallJob>,
  ) {
    this.queues = { fetch: downloads, work: calls, sandbox };
  }

  /**
   * Never throws, so the caller need not await it. Each job has an id of its own: Bull ignores a job whose id it remembers, and
   * Redis may remember the id of a job that it has lost, or count anew after it was emptied.
   */
  ring(lane: Lane, job: CallJob): Promise<void> {
    return this.add(lane, job, MAX_WAITING_JOBS);
  }

  /** Rings for the other workers, unless a job that waits does that already. Never throws. */
  passOn(lane: Lane, job: CallJob): Promise<void> {
    return this.add(lane, job, 1);
  }

  private async add(lane: Lane, job: CallJob, maxWaiting: number): Promise<void> {
    try {
      const queue = this.queues[lane];
      if ((await queue.getWaitingCount()) >= maxWaiting) return;
      await queue.add({ analysisId: job.analysisId, requestId: job.requestId }, { jobId: randomUUID() });
    } catch (error) {
      this.logger.warn({ ...job, err: error }, 'Could not enqueue a call; the sweep will pick it up');
    }
  }
}
