// Makes the rows of evaluations. A row that is committed is the order to judge; the doorbell only wakes a worker.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRows } from '../../platform/database/sql.js';
import { currentTraceParent } from '../../platform/operations/tracing.js';

export interface WantedEvaluation {
  readonly accountId: string;
  readonly analysisId: string;
  readonly livemode: boolean;
  readonly scorecardId: string;
  readonly revision: number;
  /** Engine and version of the prompt; null when no language model is asked. */
  readonly modelKey: string | null;
  /** The job that asks for it; null for a client and for the call itself. */
  readonly rescoreId: string | null;
  /** Whether it is taken from the account's evaluations of the month. Default: true. */
  readonly counted?: boolean;
  readonly requestId: string;
}

export interface CreatedEvaluation {
  readonly id: string;
  readonly analysisId: string;
}

@Injectable()
export class EvaluationRecords {
  /**
   * Makes any number of evaluations with one statement, in the caller's transaction. Neither counts them nor rings.
   * @returns those that were made: one that is there already is left out, and so is one of a call without a transcript. No
   *   evaluation and no scorecard of test mode reaches a live call
   */
  async create(tx: EntityManager, wanted: readonly WantedEvaluation[]): Promise<CreatedEvaluation[]> {
    if (wanted.length === 0) return [];
    const rows = JSON.stringify(
      wanted.map((one) => ({
        account_id: one.accountId,
        analysis_id: one.analysisId,
        livemode: one.livemode,
        scorecard_id: one.scorecardId,
        revision: one.revision,
        judge: one.modelKey ?? '',
        rescore_id: one.rescoreId,
        counted: one.counted ?? true,
        request_id: one.requestId,
      })),
    );
    return queryRows<CreatedEvaluation>(tx, INSERT, [rows, currentTraceParent()]);
  }

  /** Fails evaluations that are beyond the account's limit, in the transaction that made them. */
  async refuse(tx: EntityManager, ids: readonly string[], sentence: string): Promise<void> {
    await queryPrepared(tx, REFUSE, [ids, sentence]);
  }
}

/** Sorted, so that two transactions which make the same evaluations wait for one another in one order. */
const INSERT = `
  INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
    judge, transcript_hash, rescore_id, counted, trace_parent)
  SELECT gen_random_uuid(), a.account_id, a.id, w.livemode, w.request_id, a.agent_id, a.contact_id, w.scorecard_id, w.revision,
    w.judge, sha256(convert_to(p.transcript, 'UTF8')), w.rescore_id, w.counted, $2
  FROM json_to_recordset($1::json) AS w (account_id uuid, analysis_id uuid, livemode boolean, scorecard_id uuid, revision int,
      judge text, rescore_id uuid, counted boolean, request_id text)
    JOIN analysis a ON a.id = w.analysis_id AND a.account_id = w.account_id
    JOIN analysis_payload p ON p.analysis_id = a.id
    JOIN scorecard s ON s.id = w.scorecard_id
  WHERE p.transcript IS NOT NULL AND (NOT a.livemode OR (w.livemode AND s.livemode))
  ORDER BY a.id, w.scorecard_id, w.revision
  ON CONFLICT DO NOTHING
  RETURNING id, analysis_id AS "analysisId"`;

const REFUSE = {
  name: 'refuse-evaluations',
  text: `UPDATE evaluation
         SET status = 'failed', error_code = 'evaluation_limit', error_message = $2, settled_at = now()
         WHERE id = ANY($1::uuid[])`,
};

/**
 * Copies what the statistics need of the calls, so that a deletion of a call need not read its row. For evaluations of an
 * earlier release; a trigger does it for new ones.
 */
export async function copyFromCalls(tx: EntityManager, evaluationIds: readonly string[]): Promise<void> {
  await queryPrepared(tx, COPY, [[...evaluationIds]]);
}

const COPY: PreparedStatement = {
  name: 'copy-calls-to-evaluations',
  text: `UPDATE evaluation e
         SET call_created_at = a.created_at, call_started_at = a.call_started_at, direction = a.direction,
           spoken_language = a.spoken_language, team = a.team
         FROM analysis a WHERE e.id = ANY($1::uuid[]) AND a.id = e.analysis_id`,
};
