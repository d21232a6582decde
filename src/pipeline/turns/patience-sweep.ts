// Fails calls that have waited for a provider in trouble for as long as calls may. During a pause no worker takes them up, so no
// run would.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AnalysisClaims } from '../../analysis/claims/analysis-claims.js';
import { Config } from '../../platform/config/config.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { troubleSentence } from '../../ports/engine-trouble.js';
import { EnginePause } from '../../work/engine-pause.js';
import { CallPipeline } from '../call.pipeline.js';

/** Calls failed per sweep. The next sweep takes the rest. */
const MAX_CALLS = 200;

@Injectable()
export class PatienceSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PatienceSweep.name);
  private readonly round = new PeriodicTask(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'Sweep for calls out of patience failed; the next sweep tries again'),
  );

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly pipeline: CallPipeline,
    private readonly enginePause: EnginePause,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  private async sweep(): Promise<void> {
    const { providerPatienceMs } = this.config.worker;
    for (const { engine, reason, pausedForMs } of await this.enginePause.paused()) {
      if (pausedForMs < providerPatienceMs) continue;
      const calls = await this.claims.findOutOfPatience(engine, providerPatienceMs, MAX_CALLS);
      for (const { id } of calls) await this.pipeline.giveUp(id, troubleSentence(engine, reason ?? 'failing'));
    }
  }
}
