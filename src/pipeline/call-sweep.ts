// Rings again for calls that wait, whatever became of their jobs, and clears what killed processes left.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { RegularRound } from '../platform/operations/regular-round.js';
import { CallWorkspaces } from './call-workspace.js';
import { Doorbell } from './doorbell.js';

/** Rings per sweep; the rest has its turn in the next. */
const MOST_RINGS = 500;

@Injectable()
export class CallSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallSweep.name);
  private readonly round = new RegularRound(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'A sweep for waiting calls failed; the next one will look again'),
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
    const waiting = await this.claims.waiting(MOST_RINGS);
    await Promise.all(waiting.map((call) => this.doorbell.ring(call)));
    await this.workspaces.sweep();
  }
}
