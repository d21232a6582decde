// Orders that a stored call be judged again from the transcript that it has: a correction that changes nothing. It makes no
// version, stands in no list, and is told as the end of the call.
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../../platform/database/sql.js';
import { badRequest } from '../../../platform/errors/api-error.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import { currentTraceParent } from '../../../platform/operations/tracing.js';
import { viaOf } from '../../../wire/via.js';
import type { TranscriptChanges } from './correcting/transcript-changes.js';
import { correctionInProgress } from './correction-errors.js';

export interface WantedJudgement {
  readonly analysisId: string;
  readonly livemode: boolean;
  readonly isScenario: boolean;
  readonly requestId: string;
}

const NO_CHANGES: TranscriptChanges = { swapRoles: false, speakers: {}, segments: [] };

export const judgedAgainAlready = () => badRequest('This analysis is being judged again');

/**
 * Call this in the transaction that has locked the completed analysis. Ring `CORRECTIONS_QUEUE` once it is committed.
 * @throws ApiError 400 while the call is judged again or corrected: a correction judges it too
 */
export async function orderJudgement(tx: EntityManager, caller: Caller, wanted: WantedJudgement): Promise<void> {
  const { analysisId, livemode, isScenario, requestId } = wanted;
  const working = await queryRow<{ judges_anew: boolean }>(tx, IN_PROGRESS, [analysisId]);
  if (working) throw working.judges_anew ? judgedAgainAlready() : correctionInProgress();
  // One row a call, however often it is asked for.
  await tx.query('DELETE FROM correction WHERE analysis_id = $1 AND judges_anew', [analysisId]);
  await tx.query(INSERT, [
    randomUUID(),
    caller.accountId,
    analysisId,
    livemode,
    requestId,
    isScenario,
    JSON.stringify(NO_CHANGES),
    viaOf(caller),
    caller.principal.id,
    currentTraceParent(),
  ]);
}

const IN_PROGRESS = "SELECT judges_anew FROM correction WHERE analysis_id = $1 AND status = 'processing'";
/** `version` is what an earlier release would make of it. */
const INSERT = `
  INSERT INTO correction (id, account_id, analysis_id, livemode, request_id, is_scenario, base_version, version, changes,
    swap_roles, speakers, edited_segments, reviewer_id, via, principal_id, trace_parent, judges_anew)
  SELECT $1, $2, analysis_id, $4, $5, $6, transcript_version, transcript_version + 1, $7, false, '{}', 0, '', $8, $9, $10, true
  FROM analysis_payload WHERE analysis_id = $3`;
