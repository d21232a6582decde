// The slots for evaluations in this process, beside those for calls. Accounts take turns. Of one account, what its clients and calls
// ask for goes first; its jobs that judge stored calls again take what is left, as long as evaluation-gate.ts lets them. Neither they
// nor those that ask a language model take the last slot: while the model does not answer, what needs none goes on.
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Turn } from '../analysis/claims/due-calls.js';
import { Config } from '../platform/config/config.js';
import { Metrics } from '../platform/operations/metrics/metrics.js';
import { type DueEvaluation, DueEvaluations } from '../scorecards/evaluations/due-evaluations.js';
import { type ClaimedEvaluation, EvaluationClaims, isOfRescore } from '../scorecards/evaluations/evaluation-claims.js';
import { type PoolLimits, SlotPool } from '../work/slot-pool.js';
import { EvaluationPipeline } from './evaluation.pipeline.js';
import { EvaluationGate } from './evaluation-gate.js';

@Injectable()
export class EvaluationTurns implements OnModuleInit {
  readonly pool: SlotPool<ClaimedEvaluation, DueEvaluation>;
  private readonly logger = new Logger(EvaluationTurns.name);
  /** All slots but one. */
  private readonly allButOne: number;

  constructor(
    private readonly due: DueEvaluations,
    claims: EvaluationClaims,
    private readonly gate: EvaluationGate,
    pipeline: EvaluationPipeline,
    { worker }: Config,
    private readonly metrics: Metrics,
  ) {
    this.allButOne = Math.max(1, worker.evaluationConcurrency - 1);
    this.pool = new SlotPool('evaluations', limitsOf(worker), {
      next: (turn, atWork) => this.next(turn, atWork),
      claim: (id) => claims.claim(id),
      allowance: async () => ((await gate.isOpen()) ? Number.POSITIVE_INFINITY : 0),
      run: (evaluation, abort, givesWay) => pipeline.process(evaluation, abort, givesWay),
      onFault: (evaluation, error) => this.reportFault(evaluation, error),
    });
  }

  onModuleInit(): void {
    this.metrics.gauge('evaluation_slots_free', 'Free slots of this process for evaluations.', [], (gauge) =>
      gauge.set(this.pool.freeSlots),
    );
  }

  private async next(turn: Turn, atWork: readonly ClaimedEvaluation[]): Promise<DueEvaluation | null> {
    const asking = atWork.filter(({ judge }) => judge !== '').length;
    const askModel = asking < this.allButOne && (await this.gate.mayAskModel());
    const asked = await this.due.next('asked', turn, askModel);
    if (atWork.filter(isOfRescore).length >= this.allButOne) return asked;
    const except = [...turn.except, ...this.gate.accountsWithoutRescoring()];
    const rescored = await this.due.next('rescore', { ...turn, except }, askModel);
    if (asked === null || rescored === null) return asked ?? rescored;
    return comesBefore(turn.after, rescored.accountId, asked.accountId) ? rescored : asked;
  }

  private reportFault({ id, requestId }: ClaimedEvaluation, error: unknown): void {
    this.logger.error(
      { evaluationId: id, requestId, err: error },
      'The run of an evaluation ended in an unexpected way; another run continues it when its lease expires',
    );
  }
}

/** In the round of accounts that begins after `after`. Postgres sorts ids as their text is sorted. */
function comesBefore(after: string, one: string, other: string): boolean {
  const isOfThisRound = one > after;
  return isOfThisRound === other > after ? one < other : isOfThisRound;
}

function limitsOf({ evaluationConcurrency: slots }: Config['worker']): PoolLimits {
  const account = Math.max(1, Math.floor(slots / 2));
  return { slots, account, accountAlways: false, asManyAsFree: false, lastSlotReserved: true };
}
