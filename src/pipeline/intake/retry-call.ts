// Starts a failed call again, from its stored recording or from the address of one that was never stored: one transaction puts
// it back to the beginning and reserves its minutes. A completed call that the model could not finish to judge is judged again,
// from the transcript that it has.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { ScenarioLimit } from '../../billing/usage/scenario-limit.js';
import { AnalysisRecords } from '../../calls/analysis-records.js';
import { LANE_QUEUES } from '../../calls/claims/due-calls.js';
import { orderJudgement } from '../../judging/reviews/corrections/order-judgement.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { CORRECTIONS_QUEUE, type WorkQueue } from '../../platform/queue/queue-names.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { Doorbells } from '../../work/doorbells.js';

@Injectable()
export class RetryCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly analyses: AnalysisRecords,
    private readonly ledger: MinutesLedger,
    private readonly scenarios: ScenarioLimit,
    private readonly deliveries: Deliveries,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * Does nothing when an earlier request with the same Idempotency-Key has done it.
   * @throws ApiError 400, 401, 402, 403, 404
   */
  async retry(caller: Caller, id: string, idempotent: IdempotentRequest | null): Promise<void> {
    if (idempotent?.created) return;
    const { queue, requestId } = await this.dataSource.transaction((tx) => this.start(tx, caller, id, idempotent));
    void this.doorbells.ring(queue, { analysisId: id, requestId });
  }

  /** @returns the queue to ring */
  private async start(
    tx: EntityManager,
    caller: Caller,
    id: string,
    idempotent: IdempotentRequest | null,
  ): Promise<{ readonly queue: WorkQueue; readonly requestId: string }> {
    await caller.confirm(tx);
    // Locks the analysis before the key, as its deletion does, which also deletes the stored responses about it.
    const call = await this.analyses.lockForRetry(tx, caller, id);
    await idempotent?.recordCreated(tx);
    const { isFailed, requestId } = call;
    if (isFailed) return { queue: await this.restart(tx, caller, id), requestId };
    await orderJudgement(tx, caller, { analysisId: id, ...call });
    return { queue: CORRECTIONS_QUEUE, requestId };
  }

  private async restart(tx: EntityManager, { accountId }: Caller, id: string): Promise<WorkQueue> {
    const { livemode, durationMs, isScenario, isToFetch } = await this.analyses.restart(tx, id);
    if (isScenario) await this.scenarios.take(tx, accountId);
    else await this.ledger.reserve(tx, { analysisId: id, accountId, livemode }, durationMs);
    await this.deliveries.withdraw(tx, id);
    if (isScenario) return LANE_QUEUES.sandbox;
    return LANE_QUEUES[isToFetch ? 'fetch' : 'work'];
  }
}
