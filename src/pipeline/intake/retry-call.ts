// Starts a failed call again, from its stored recording or from the address of one that was never stored: one transaction puts
// it back to the beginning and reserves its minutes.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { ScenarioLimit } from '../../billing/usage/scenario-limit.js';
import { AnalysisRecords, type RestartedCall } from '../../calls/analysis-records.js';
import { LANE_QUEUES } from '../../calls/claims/due-calls.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
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
    const { requestId, isScenario, isToFetch } = await this.dataSource.transaction((tx) =>
      this.restart(tx, caller, id, idempotent),
    );
    const lane = isToFetch ? 'fetch' : 'work';
    void this.doorbells.ring(LANE_QUEUES[isScenario ? 'sandbox' : lane], { analysisId: id, requestId });
  }

  private async restart(
    tx: EntityManager,
    caller: Caller,
    id: string,
    idempotent: IdempotentRequest | null,
  ): Promise<RestartedCall> {
    const { accountId } = caller;
    await caller.confirm(tx);
    // Locks the analysis before the key, as its deletion does, which also deletes the stored responses about it.
    const restarted = await this.analyses.restart(tx, caller, id);
    await idempotent?.recordCreated(tx);
    const { livemode, durationMs, isScenario } = restarted;
    if (isScenario) await this.scenarios.take(tx, accountId);
    else await this.ledger.reserve(tx, { analysisId: id, accountId, livemode }, durationMs);
    await this.deliveries.withdraw(tx, id);
    return restarted;
  }
}
