// Has this worker fill its free slots at an interval, whatever became of the jobs, and deletes the folders of killed workers.
// This keeps the promise that Redis may lose a job but the service never loses a call.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { CallWorkspaces } from '../steps/call-workspace.js';
import { CallTurns } from './call-turns.js';

@Injectable()
export class CallSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallSweep.name);
  private readonly round = new PeriodicTask(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'Sweep for waiting calls failed; the next sweep tries again'),
  );

  constructor(
    private readonly turns: CallTurns,
    private readonly workspaces: CallWorkspaces,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  private async sweep(): Promise<void> {
    await this.turns.sweep();
    await this.workspaces.sweep();
  }
}
