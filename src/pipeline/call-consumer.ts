// Takes jobs from the queue of calls and gives each to the pipeline. At shutdown it takes no more and ends the runs.
import { InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { Config } from '../platform/config/config.js';
import { closeQueue, pauseQueue } from '../platform/queue/close-queue.js';
import { CALLS_QUEUE } from '../platform/queue/queue-names.js';
import { CallPipeline } from './call.pipeline.js';
import { WorkerStopping } from './call-run.js';
import type { CallJob } from './doorbell.js';

@Injectable()
export class CallConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CallConsumer.name);
  private readonly running = new Map<Promise<void>, AbortController>();
  private stopping = false;

  constructor(
    @InjectQueue(CALLS_QUEUE) private readonly queue: Queue<CallJob>,
    private readonly config: Config,
    private readonly pipeline: CallPipeline,
  ) {}

  /** Registered here, since the @Process decorator cannot take the concurrency from the configuration. */
  onApplicationBootstrap(): void {
    const consuming = this.queue.process(this.config.worker.concurrency, (job) => this.consume(job.data));
    consuming.catch((error: unknown) =>
      this.logger.error({ err: error }, 'The queue of calls stopped; this worker takes no more calls'),
    );
  }

  /** Hands calls in progress back at once: their checkpoints stay, and another worker continues them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await pauseQueue(this.queue);
    for (const abort of this.running.values()) abort.abort(new WorkerStopping());
    await Promise.allSettled(this.running.keys());
    await closeQueue(this.queue);
  }

  private async consume({ analysisId }: CallJob): Promise<void> {
    if (this.stopping) return;
    const abort = new AbortController();
    const run = this.pipeline.process(analysisId, abort);
    this.running.set(run, abort);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }
}
