// Only writer of the status of a correction in progress.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import { storable } from '../../../platform/database/storable.js';
import { type Claimed, ClaimLost, type WorkFailure } from '../../../work/claim.js';
import { claimStatements, HEADWAY, HELD } from '../../../work/claim-statements.js';
import { RowClaims } from '../../../work/row-claims.js';
import type { AnalystAnswer } from './correcting/correcting-task.js';

/** The row of a correction at the moment of the claim. */
export interface ClaimedCorrection extends Claimed {
  readonly analysisId: string;
  readonly createdAt: Date;
  /** JSON text of `TranscriptChanges`. */
  readonly changes: string;
  readonly baseVersion: number;
  /** Call from a scenario: no provider is asked about it. */
  readonly isScenario: boolean;
  /** The call is judged again as it was heard: nothing is changed, and the transcript keeps its version. */
  readonly judgesAgain: boolean;
}

@Injectable()
export class CorrectionClaims extends RowClaims<ClaimedCorrection> {
  constructor(dataSource: DataSource, { worker }: Config) {
    super(dataSource, worker.leaseMs, STATEMENTS);
  }

  /** Answer of the analyst to this run or an earlier one; null before it was asked. */
  async readAnswer({ id }: ClaimedCorrection): Promise<AnalystAnswer | null> {
    const [found] = await queryPrepared<{ payload: string }>(this.dataSource, READ_CHECKPOINT, [id]);
    return found ? JSON.parse(found.payload) : null;
  }

  /** @throws ClaimLost */
  async recordAnswer(correction: ClaimedCorrection, answer: AnalystAnswer): Promise<void> {
    await this.writeHeadway(this.dataSource, correction, CHECKPOINT, [storable(JSON.stringify(answer))]);
  }

  /**
   * Call this after the analysis is locked: a deletion locks the analysis first, then its dependents.
   * @throws ClaimLost
   */
  async complete(tx: EntityManager, correction: ClaimedCorrection): Promise<void> {
    await this.write(tx, correction, COMPLETE, []);
  }

  /** @throws ClaimLost */
  async fail(correction: ClaimedCorrection, { code, sentence }: WorkFailure): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, correction.accountId);
      const locked = await queryPrepared(tx, LOCK_ANALYSIS, [correction.analysisId]);
      if (locked.length === 0) throw new ClaimLost();
      await this.write(tx, correction, FAIL, [sentence, code]);
    });
  }
}

const STATEMENTS = claimStatements<ClaimedCorrection>({
  table: 'correction',
  noun: 'correction',
  columns: {
    analysisId: 'analysis_id',
    createdAt: 'created_at',
    changes: 'changes',
    baseVersion: 'base_version',
    isScenario: 'is_scenario',
    judgesAgain: 'judges_anew',
  },
  waitingSince: 'created_at',
  asksEngines: 'NOT is_scenario',
});
const READ_CHECKPOINT: PreparedStatement = {
  name: 'correction-checkpoint-read',
  text: 'SELECT payload FROM correction_checkpoint WHERE correction_id = $1',
};
const CHECKPOINT: PreparedStatement = {
  name: 'correction-checkpoint',
  text: `WITH held AS (UPDATE correction SET ${HEADWAY} WHERE ${HELD} RETURNING id)
         INSERT INTO correction_checkpoint (correction_id, payload) SELECT id, $3 FROM held
         ON CONFLICT (correction_id) DO UPDATE SET payload = excluded.payload
         RETURNING correction_id`,
};
const LOCK_ANALYSIS: PreparedStatement = {
  name: 'lock-corrected-analysis',
  text: 'SELECT 1 FROM analysis WHERE id = $1 FOR KEY SHARE',
};
const COMPLETE = settling('complete-correction', "status = 'completed'");
const FAIL = settling('fail-correction', "status = 'failed', error_message = $3, error_code = $4");

/** Writes the final state of a claimed correction, and deletes its checkpoint. */
function settling(name: string, set: string): PreparedStatement {
  return {
    name,
    text: `WITH settled AS (
             UPDATE correction SET ${set}, settled_at = now(), lease_until = NULL WHERE ${HELD} RETURNING id),
           forgotten AS (DELETE FROM correction_checkpoint WHERE correction_id IN (SELECT id FROM settled))
           SELECT id FROM settled`,
  };
}
