// Enqueues a job for a call that waits for a worker. The row in Postgres is the truth and the job is only a doorbell:
// when a job is lost, the call waits for the next sweep, which enqueues it again.
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { CALLS_QUEUE } from '../platform/queue/queue-names.js';

/** The job holds no more than this: the worker reads the rest from Postgres. */
export interface CallJob {
  readonly analysisId: string;
  readonly requestId: string;
}

@Injectable()
export class Doorbell {
  private readonly logger = new Logger(Doorbell.name);

  constructor(@InjectQueue(CALLS_QUEUE) private readonly queue: Queue<CallJob>) {}

  /**
   * Never throws, so the caller need not await it. The job's id holds the fence, so a call that is enqueued twice before a
   * worker claims it has one job.
   * @param call its `fence` as the row has it now
   */
  async ring(call: { readonly id: string; readonly fence: number; readonly requestId: string }): Promise<void> {
    try {
      await this.queue.add({ analysisId: call.id, requestId: call.requestId }, { jobId: `${call.id}_${call.fence}` });
    } catch (error) {
      this.logger.warn(
        { analysisId: call.id, requestId: call.requestId, err: error },
        'Could not enqueue a call; the sweep will pick it up',
      );
    }
  }
}
