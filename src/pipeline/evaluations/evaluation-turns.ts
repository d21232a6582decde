// The slots for evaluations in this process, beside those for calls. What clients and calls ask for has the first turn; jobs that
// judge stored calls again take what is left, as long as evaluation-gate.ts lets them. Neither they nor those that ask a language
// model take the last slot: while the model does not answer, what needs none goes on.
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Turn } from '../../analysis/due-calls.js';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/operations/metrics.js';
import { type DueEvaluation, DueEvaluations } from '../../scorecards/due-evaluations.js';
import { type ClaimedEvaluation, EvaluationClaims, isOfRescore } from '../../scorecards/evaluation-claims.js';
import { type PoolLimits, SlotPool } from '../slot-pool.js';
import { EvaluationPipeline } from './evaluation.pipeline.js';
import { EvaluationGate } from './evaluation-gate.js';

@Injectable()
export class EvaluationTurns implements OnModuleInit {
  readonly pool: SlotPool<ClaimedEvaluation, DueEvaluation>;
  private readonly logger = new Logger(EvaluationTurns.name);
  /** All slots but one. */
  private readonly allButOne: number;
  private rescoring = 0;
  private asking = 0;

  constructor(
    private readonly due: DueEvaluations,
    claims: EvaluationClaims,
    private readonly gate: EvaluationGate,
    private readonly pipeline: EvaluationPipeline,
    { worker }: Config,
    private readonly metrics: Metrics,
  ) {
    this.allButOne = Math.max(1, worker.evaluationConcurrency - 1);
    this.pool = new SlotPool('evaluations', limitsOf(worker), {
      next: (turn) => this.next(turn),
      claim: (id) => claims.claim(id),
      allowance: async () => ((await gate.isOpen()) ? Number.POSITIVE_INFINITY : 0),
      run: (evaluation, abort) => this.run(evaluation, abort),
      onFault: (evaluation, error) => this.reportFault(evaluation, error),
    });
  }

  onModuleInit(): void {
    this.metrics.gauge('evaluation_slots_free', 'Free slots of this process for evaluations.', [], (gauge) =>
      gauge.set(this.pool.freeSlots),
    );
  }

  private async next(turn: Turn): Promise<DueEvaluation | null> {
    const askModel = this.asking < this.allButOne && (await this.gate.mayAskModel());
    const asked = await this.due.next('asked', turn, askModel);
    if (asked !== null || this.rescoring >= this.allButOne) return asked;
    // Most workers have nothing to rescore, so this look comes before the gate's.
    const rescored = await this.due.next('rescore', turn, askModel);
    return rescored !== null && (await this.gate.mayRescore()) ? rescored : null;
  }

  private async run(evaluation: ClaimedEvaluation, abort: AbortController): Promise<void> {
    const rescoring = Number(isOfRescore(evaluation));
    const asking = Number(evaluation.judge !== '');
    this.rescoring += rescoring;
    this.asking += asking;
    try {
      await this.pipeline.process(evaluation, abort);
    } finally {
      this.rescoring -= rescoring;
      this.asking -= asking;
    }
  }

  private reportFault({ id, requestId }: ClaimedEvaluation, error: unknown): void {
    this.logger.error(
      { evaluationId: id, requestId, err: error },
      'The run of an evaluation ended in an unexpected way; another run continues it when its lease expires',
    );
  }
}

function limitsOf({ evaluationConcurrency: slots }: Config['worker']): PoolLimits {
  return { slots, account: Math.max(1, Math.floor(slots / 2)), accountAlways: false };
}
