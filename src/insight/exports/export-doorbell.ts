// Wakes a worker for exports that wait to be written (work/ring.ts).
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { EXPORTS_QUEUE } from '../../platform/queue/queue-names.js';
import { MAX_WAITING_JOBS, ring } from '../../work/ring.js';

@Injectable()
export class ExportDoorbell {
  private readonly logger = new Logger(ExportDoorbell.name);

  constructor(@InjectQueue(EXPORTS_QUEUE) readonly queue: Queue) {}

  /** Ring it once the row is committed. Never throws, so the caller need not await it. */
  ring(): Promise<void> {
    return this.add(MAX_WAITING_JOBS);
  }

  /** Rings for the other workers, unless a job that waits does that already. Never throws. */
  passOn(): Promise<void> {
    return this.add(1);
  }

  private add(maxWaiting: number): Promise<void> {
    return ring(this.queue, {}, maxWaiting, (error) =>
      this.logger.warn({ err: error }, 'Could not wake a worker for exports; the sweep will find them'),
    );
  }
}
