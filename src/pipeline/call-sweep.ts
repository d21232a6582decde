// Enqueues calls that wait for a worker, whatever became of their jobs, and deletes the folders of killed workers.
// This keeps the promise that Redis may lose a job but the service never loses a call.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { PeriodicTask } from '../platform/operations/periodic-task.js';
import { CallWorkspaces } from './call-workspace.js';
import { Doorbell } from './doorbell.js';

/** Calls enqueued per sweep. The next sweep takes the rest. */
const MAX_CALLS = 500;

@Injectable()
export class CallSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallSweep.name);
  private readonly round = new PeriodicTask(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'Sweep for waiting calls failed; the next sweep tries again'),
  );

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly doorbell: Doorbell,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  private async sweep(): Promise<void> {
    const waiting = await this.claims.findWaiting(MAX_CALLS);
    await Promise.all(waiting.map((call) => this.doorbell.ring(call)));
    await this.workspaces.sweep();
  }
}
