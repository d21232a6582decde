// The slots for evaluations in this process, beside those for calls. Accounts take turns. Of one account, what its clients and
// calls ask for goes first; its jobs that judge stored calls again take what is left, while they need not give way to calls.
// Neither they nor those that ask a language model take the last slot: while the model does not answer, what needs none goes on.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { DueEvaluations } from '../../scorecards/evaluations/due-evaluations.js';
import { type ClaimedEvaluation, isOfRescore } from '../../scorecards/evaluations/evaluation-claims.js';
import { EvaluationDoorbell } from '../../scorecards/evaluations/evaluation-doorbell.js';
import type { DueWork, Turn } from '../../work/due-work.js';
import type { WorkLane } from '../../work/kind-of-work.js';
import type { PoolLimits } from '../../work/slot-pool.js';
import { WorkerSlots } from '../../work/worker-slots.js';
import { EvaluationGate } from './evaluation-gate.js';

@Injectable()
export class EvaluationLane implements WorkLane<ClaimedEvaluation>, OnModuleInit {
  readonly name = 'evaluations';
  readonly limits: PoolLimits;
  readonly queue: Queue;
  /** All slots but one. */
  private readonly allButOne: number;

  constructor(
    private readonly due: DueEvaluations,
    private readonly gate: EvaluationGate,
    private readonly yields: YieldToCalls,
    private readonly doorbell: EvaluationDoorbell,
    { worker }: Config,
    private readonly metrics: Metrics,
    private readonly slots: WorkerSlots,
  ) {
    this.queue = doorbell.queue;
    const { evaluationConcurrency } = worker;
    this.allButOne = Math.max(1, evaluationConcurrency - 1);
    const account = Math.max(1, Math.floor(evaluationConcurrency / 2));
    this.limits = {
      slots: evaluationConcurrency,
      account,
      accountAlways: false,
      asManyAsFree: false,
      lastSlotReserved: true,
    };
  }

  onModuleInit(): void {
    this.metrics.gauge('evaluation_slots_free', 'Free slots of this process for evaluations.', [], (gauge) =>
      gauge.set(this.slots.free(this.name)),
    );
  }

  async allowance(): Promise<number> {
    return (await this.gate.isOpen()) ? Number.POSITIVE_INFINITY : 0;
  }

  passOn(): Promise<void> {
    return this.doorbell.passOn();
  }

  async next(turn: Turn, atWork: readonly ClaimedEvaluation[]): Promise<DueWork | null> {
    const asking = atWork.filter(({ modelKey }) => modelKey !== null).length;
    const askModel = asking < this.allButOne && (await this.gate.mayAskModel());
    const asked = await this.due.next('asked', turn, askModel);
    if (atWork.filter(isOfRescore).length >= this.allButOne) return asked;
    const except = [...turn.except, ...this.yields.accountsAtTheirLimit()];
    const rescored = await this.due.next('rescore', { ...turn, except }, askModel);
    if (asked === null || rescored === null) return asked ?? rescored;
    return comesBefore(turn.after, rescored.accountId, asked.accountId) ? rescored : asked;
  }
}

/** In the round of accounts that begins after `after`. Postgres sorts ids as their text is sorted. */
function comesBefore(after: string, one: string, other: string): boolean {
  const isOfThisRound = one > after;
  return isOfThisRound === other > after ? one < other : isOfThisRound;
}
