// Tells workers that a call waits. A lost ring costs seconds: the row is the truth, and the sweep rings again.
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';

export const CALLS_QUEUE = 'calls';

/** All that a job carries. */
export interface CallJob {
  readonly analysisId: string;
  readonly requestId: string;
}

@Injectable()
export class Doorbell {
  private readonly logger = new Logger(Doorbell.name);

  constructor(@InjectQueue(CALLS_QUEUE) private readonly queue: Queue<CallJob>) {}

  /**
   * Never throws, and need not be waited for. Ringing twice for the same claim makes one job: the fence is in its id.
   * @param fence the fence the row stands at
   */
  async ring(call: { readonly id: string; readonly fence: number; readonly requestId: string }): Promise<void> {
    try {
      await this.queue.add({ analysisId: call.id, requestId: call.requestId }, { jobId: `${call.id}_${call.fence}` });
    } catch (error) {
      this.logger.warn({ analysisId: call.id, requestId: call.requestId, err: error }, 'The queue did not take a ring');
    }
  }
}
