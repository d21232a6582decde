// Wakes workers for work that waits. The row in Postgres is the truth and a job is only a doorbell: a worker that it wakes looks
// in Postgres for what is next. When a job is lost, the row waits for a worker's next sweep.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger, Module } from '@nestjs/common';
import { QueueModule } from '../platform/queue/queue.module.js';
import type { WorkQueue } from '../platform/queue/queue-names.js';
import { Queues } from '../platform/queue/queues.js';

/** So many jobs wake every worker there is: further ones would only fill Redis while all workers are busy. */
const MAX_WAITING_JOBS = 1_000;

/** Logged where Redis fails. */
const NOT_WOKEN: Readonly<Record<WorkQueue, string>> = {
  calls: 'Could not enqueue a call; the sweep will pick it up',
  downloads: 'Could not enqueue a call; the sweep will pick it up',
  sandbox: 'Could not enqueue a call; the sweep will pick it up',
  evaluations: 'Could not wake a worker for evaluations; the sweep will find them',
  corrections: 'Could not wake a worker for corrections; the sweep will find them',
  'call-redactions': 'Could not wake a worker for stored calls to mask; the sweep will find them',
  'engine-trials': 'Could not wake a worker for engine trials; the sweep will find them',
  exports: 'Could not wake a worker for exports; the sweep will find them',
  manifests: 'Could not wake a worker for manifests; the sweep will find them',
};

@Injectable()
export class Doorbells {
  private readonly logger = new Logger(Doorbells.name);

  constructor(private readonly queues: Queues) {}

  /**
   * Ring once the rows are committed, once for any number of them. Never throws, so the caller need not await it.
   * @param job ids for the log
   */
  ring(name: WorkQueue, job: object = {}): Promise<void> {
    return this.add(name, job, MAX_WAITING_JOBS);
  }

  /** Rings for the other workers, unless a job that waits does that already. Never throws. */
  passOn(name: WorkQueue, job: object): Promise<void> {
    return this.add(name, job, 1);
  }

  /**
   * Each job has an id of its own: Bull ignores a job whose id it remembers, and Redis may remember the id of a job that it has
   * lost, or count again after it was emptied.
   */
  private async add(name: WorkQueue, job: object, maxWaiting: number): Promise<void> {
    const queue = this.queues.of(name);
    try {
      if ((await queue.getWaitingCount()) < maxWaiting) await queue.add(job, { jobId: randomUUID() });
    } catch (error) {
      this.logger.warn({ ...job, err: error }, NOT_WOKEN[name]);
    }
  }
}

/** Provides the doorbells to modules that accept work and to workers. */
@Module({ imports: [QueueModule], providers: [Doorbells], exports: [Doorbells] })
export class DoorbellsModule {}
