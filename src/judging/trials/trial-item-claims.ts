// Workers' claims on items of engine trials, and the only writer of their results. The steps of the pipeline keep their
// checkpoints and sent requests by them as they do for calls. Every writer locks the item before its trial.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SteppedCall } from '../../calls/claims/step-records.js';
import { type SteppedTable, stepStatements } from '../../calls/claims/step-statements.js';
import { SteppedClaims } from '../../calls/claims/stepped-claims.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import { ClaimLost, type WorkFailure } from '../../work/claim.js';
import { claimStatements, HELD } from '../../work/claim-statements.js';

/** Why an item was not tried. Clients see these names. */
export const SKIPPED_REASONS = [
  'scenario',
  'recording_gone',
  'recording_masked',
  'engine_gone',
  'no_conversation',
  'account_full',
] as const;
export type SkippedReason = (typeof SKIPPED_REASONS)[number];

/** The row of an item with what a run needs of its call, at the moment of the claim. */
export interface ClaimedItem extends SteppedCall {
  readonly trialId: string;
  readonly task: EngineTask;
  readonly engine: string;
  readonly scorecardId: string | null;
  readonly revision: number | null;
  readonly storageKey: string | null;
  /** JSON of a `RedactionResponse`; null where nothing is masked. */
  readonly redaction: string | null;
}

export interface TriedItem {
  /** JSON of a `Hearing`, or of a list of `GivenAnswer`. */
  readonly result: string;
  readonly audioMs: number;
  /** Null where the price of the engine is not known. */
  readonly costMicros: number | null;
}

@Injectable()
export class TrialItemClaims extends SteppedClaims<ClaimedItem> {
  constructor(dataSource: DataSource, { worker }: Config) {
    super(dataSource, worker.leaseMs, STATEMENTS, STEPS);
  }

  /** From now on the time until the next checkpoint is that of the engine. @throws ClaimLost */
  async startClock(item: ClaimedItem): Promise<void> {
    await this.write(this.dataSource, item, START_CLOCK, []);
  }

  /** @throws ClaimLost */
  complete(item: ClaimedItem, { result, audioMs, costMicros }: TriedItem): Promise<void> {
    return this.settle(item, COMPLETE, [storable(result), Math.round(audioMs), costMicros]);
  }

  /** @throws ClaimLost */
  skip(item: ClaimedItem, reason: SkippedReason): Promise<void> {
    return this.settle(item, SKIP, [reason]);
  }

  /** @throws ClaimLost */
  fail(item: ClaimedItem, { code, sentence }: WorkFailure): Promise<void> {
    return this.settle(item, FAIL, [sentence, code]);
  }

  private settle(item: ClaimedItem, statement: PreparedStatement, values: readonly unknown[]): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, item.accountId);
      const settled = await queryPrepared(tx, statement, [item.id, item.fence, ...values]);
      if (settled.length === 0) throw new ClaimLost();
    });
  }
}

const ofCall = (column: string) => `(SELECT a.${column} FROM analysis a WHERE a.id = engine_trial_item.analysis_id)`;
const ofTrial = (column: string) => `(SELECT t.${column} FROM engine_trial t WHERE t.id = engine_trial_item.trial_id)`;

const STATEMENTS = claimStatements<ClaimedItem>({
  table: 'engine_trial_item',
  noun: 'engine-trial-item',
  columns: {
    analysisId: 'analysis_id',
    createdAt: 'created_at',
    trialId: 'trial_id',
    task: 'task',
    engine: 'engine',
    scorecardId: ofTrial('scorecard_id'),
    revision: ofTrial('revision'),
    storageKey: ofCall('storage_key'),
    scenario: ofCall('scenario'),
    agentChannel: ofCall('agent_channel'),
    language: ofCall('language'),
    outputLanguage: ofCall('output_language'),
    redact: ofCall('redact::json'),
    redaction: '(SELECT p.redaction FROM analysis_payload p WHERE p.analysis_id = engine_trial_item.analysis_id)',
  },
  waitingSince: 'created_at',
  asksEngines: 'NOT is_scenario',
  // No engine has an empty name: only a run learns which one does the other task.
  engineOf: (task) => `CASE WHEN task = '${task}' THEN engine_trial_item.engine ELSE '' END`,
});

/** Steps that wait for the engine that is tried. */
const TIMED = "('piece', 'analyse', 'batch')";

const ITEM_STEPS: SteppedTable = {
  table: 'engine_trial_item',
  checkpoints: 'engine_trial_checkpoint',
  sent: 'engine_trial_request',
  key: 'item_id',
  set: `stage = $3, percent = greatest(percent, $4), clock_at = clock_timestamp(),
        spent_ms = spent_ms + CASE WHEN $5 IN ${TIMED}
          THEN coalesce((extract(epoch FROM clock_timestamp() - clock_at) * 1000)::bigint, 0) ELSE 0 END`,
  suffix: '-of-trial',
};
const STEPS = stepStatements(ITEM_STEPS);

const START_CLOCK: PreparedStatement = {
  name: 'start-clock-of-trial',
  text: `UPDATE engine_trial_item SET clock_at = clock_timestamp() WHERE ${HELD} RETURNING id`,
};
const COMPLETE = settling(
  'completed',
  'result = $3, audio_ms = $4, cost_micros = $5',
  'completed_test = t.completed_test + CASE WHEN settled.livemode THEN 0 ELSE 1 END,',
);
const SKIP = settling('skipped', 'skipped_reason = $3');
const FAIL = settling('failed', 'error_message = $3, error_code = $4');

/** Writes the final state of an item, forgets its checkpoints, and counts it. */
function settling(status: 'completed' | 'skipped' | 'failed', set: string, counts = ''): PreparedStatement {
  return {
    name: `engine-trial-item-${status}`,
    text: `WITH settled AS (
             UPDATE engine_trial_item SET status = '${status}', ${set}, settled_at = now(), lease_until = NULL
             WHERE ${HELD} RETURNING id, trial_id, livemode),
           forgotten AS (DELETE FROM engine_trial_checkpoint WHERE item_id IN (SELECT id FROM settled))
           UPDATE engine_trial AS t SET ${counts} ${status} = t.${status} + 1 FROM settled
           WHERE t.id = settled.trial_id RETURNING t.id`,
  };
}
