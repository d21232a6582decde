// Wakes a worker for a call that waits (work/ring.ts).
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE } from '../../platform/queue/queue-names.js';
import { MAX_WAITING_JOBS, ring } from '../../work/ring.js';
import type { Lane } from './due-calls.js';

/** The call for which the bell was rung first. Workers of earlier releases take that one; this release reads none of it. */
export interface CallJob {
  readonly analysisId: string;
  readonly requestId: string;
}

@Injectable()
export class Doorbell {
  private readonly logger = new Logger(Doorbell.name);
  readonly queues: Readonly<Record<Lane, Queue<CallJob>>>;

  constructor(
    @InjectQueue(CALLS_QUEUE) calls: Queue<CallJob>,
    @InjectQueue(DOWNLOADS_QUEUE) downloads: Queue<CallJob>,
    @InjectQueue(SANDBOX_QUEUE) sandbox: Queue<CallJob>,
  ) {
    this.queues = { fetch: downloads, work: calls, sandbox };
  }

  /** Never throws, so the caller need not await it. */
  ring(lane: Lane, job: CallJob): Promise<void> {
    return this.add(lane, job, MAX_WAITING_JOBS);
  }

  /** Rings for the other workers, unless a job that waits does that already. Never throws. */
  passOn(lane: Lane, job: CallJob): Promise<void> {
    return this.add(lane, job, 1);
  }

  private add(lane: Lane, { analysisId, requestId }: CallJob, maxWaiting: number): Promise<void> {
    const job = { analysisId, requestId };
    return ring(this.queues[lane], job, maxWaiting, (error) =>
      this.logger.warn({ ...job, err: error }, 'Could not enqueue a call; the sweep will pick it up'),
    );
  }
}
