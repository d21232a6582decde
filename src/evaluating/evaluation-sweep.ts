// Has this worker fill its free slots for evaluations at an interval, whatever became of the jobs, and fails those that have waited
// for a provider in trouble for as long as they may.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { PeriodicTask } from '../platform/operations/periodic-task.js';
import { troubleSentence } from '../ports/engine-trouble.js';
import { EvaluationClaims } from '../scorecards/evaluations/evaluation-claims.js';
import { EnginePause } from '../work/engine-pause.js';
import { EvaluationPipeline } from './evaluation.pipeline.js';
import { EvaluationTurns } from './evaluation-turns.js';

/** Evaluations failed per sweep. The next sweep takes the rest. */
const MAX_EVALUATIONS = 200;

@Injectable()
export class EvaluationSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EvaluationSweep.name);
  private readonly round = new PeriodicTask(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'Sweep for evaluations failed; the next sweep tries again'),
  );

  constructor(
    private readonly turns: EvaluationTurns,
    private readonly claims: EvaluationClaims,
    private readonly pipeline: EvaluationPipeline,
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
    void this.turns.pool.wake();
    const { providerPatienceMs } = this.config.worker;
    for (const { engine, reason, pausedForMs } of await this.enginePause.paused()) {
      if (engine !== 'analysis' || pausedForMs < providerPatienceMs) continue;
      const waiting = await this.claims.findOutOfPatience(engine, providerPatienceMs, MAX_EVALUATIONS);
      for (const { id } of waiting) await this.pipeline.giveUp(id, troubleSentence(engine, reason ?? 'failing'));
    }
  }
}
