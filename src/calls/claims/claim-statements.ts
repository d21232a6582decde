// Statements of analysis-claims.ts on claimed calls. Statements for every kind of work are in work/claim-statements.ts.
import type { PreparedStatement } from '../../platform/database/prepared.js';
import { HEADWAY, HELD } from '../../work/claim-statements.js';
import { figures } from '../results/stage-figures.js';
import { recording, type SteppedTable, stepStatements, UNMASKED } from './step-statements.js';

const CALL_STEPS: SteppedTable = {
  table: 'analysis',
  checkpoints: 'analysis_checkpoint',
  sent: 'sent_request',
  key: 'analysis_id',
  set: 'stage = $3, percent = greatest(percent, $4)',
  suffix: '',
  keepsFence: true,
};
export const STEPS = stepStatements(CALL_STEPS);

/** SQL time when the call was accepted, or started again after a failure. */
export const ACCEPTED_AT = 'coalesce(restarted_at, created_at)';

export const PROGRESS = held('progress-call', 'stage = $3, percent = greatest(percent, $4)');
// Clears the source address: it may carry a signature, and it is not needed again. `run_after` stays: the call keeps its place.
export const RECORDING = held(
  'record-recording',
  `storage_key = $3, size_bytes = $4, audio_format = $5, source_url = NULL, lease_until = NULL, ${HEADWAY}`,
);

function held(name: string, set: string): PreparedStatement {
  return { name, text: `UPDATE analysis SET ${set} WHERE ${HELD} RETURNING id` };
}

export const WAITED = {
  name: 'waited',
  text: `SELECT (extract(epoch FROM now() - ${ACCEPTED_AT}) * 1000)::float8 AS waited_ms FROM analysis WHERE ${HELD}`,
};
export const MEASUREMENT = recording(
  CALL_STEPS,
  'record-measurement',
  ', duration_ms = $8, channels = $9, damaged = $10, audio_tracks = $11, playback = $12',
);
/** Recorded before the masked recording is stored: its key is then in the row, whatever happens to the call. */
export const RENDITION_KEY = held('record-rendition-key', 'redacted_key = $3');
export const RENDITION = recording(CALL_STEPS, 'record-rendition', ', redacted_key = $8, redacted_format = $9');
/** Recorded before what plays in every browser is stored. */
export const PLAYBACK_KEY = held('record-playback-key', 'playback_key = $3');

/** Columns of `SettledRow`. */
const SETTLED = 'webhook_url, webhook_events, scorecards, agent_id, custom_metadata';
const COMPLETED = "status = 'completed', error_message = NULL, source_url = NULL";
const TAKEN = figures('ended.fence - begun.fence + 1', 'ended.created_at - begun.created_at');
/** SQL: what the stages took, by their checkpoints. A stage lasts from the checkpoint of the step before it to its own. */
const FIGURES = `(
  SELECT json_object_agg(stage, coalesce($12::jsonb->stage, '{}') || ${TAKEN})::text
  FROM (VALUES ('transcription', 'measure', 'transcript'), ('analysis', 'transcript', 'analyse')) AS s (stage, step, last)
    JOIN analysis_checkpoint begun ON begun.analysis_id = $1 AND begun.step = s.step AND begun.piece = 0
    JOIN analysis_checkpoint ended ON ended.analysis_id = $1 AND ended.step = s.last AND ended.piece = 0)`;
const KEEP = `, billed AS (DELETE FROM sent_request WHERE analysis_id IN (SELECT id FROM settled)),
   kept AS (
     INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine, results_summary, envelopes,
       redaction, redactions, stage_figures)
     SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${FIGURES} FROM settled)`;
/** A worker makes later what this run did not make, and what an earlier release did not know. */
const ASKED = (key: string) => `CASE WHEN ${key} IS NOT NULL THEN 'asked' END`;
export const COMPLETE = settling(
  'complete-call',
  `${COMPLETED}, playback = coalesce($13::text, playback, ${ASKED('storage_key')})`,
  KEEP,
);
/** Completes a call whose audio was to be masked: a masked recording, or none, replaces the original one. */
export const COMPLETE_MASKED = settling(
  'complete-masked-call',
  `${COMPLETED}, storage_key = $13, audio_format = $14, size_bytes = coalesce($15, size_bytes), original_key = $16, original_format = $17,
     redacted_key = NULL, redacted_format = NULL, playback = coalesce($18::text, ${ASKED('$13::text')})`,
  KEEP,
);
// Keeps the source address while no recording is stored: a retry fetches it again. Keeps the checkpoints while one is: a retry
// continues from them, so that nothing is transcribed and paid for again. Unmasked checkpoints are deleted where something is to
// be masked.
export const FAIL = settling(
  'fail-call',
  "status = 'failed', error_message = $3, error_code = $4, source_url = CASE WHEN storage_key IS NULL THEN source_url END",
  '',
  ` OR (step IN ${UNMASKED} AND analysis_id IN (SELECT id FROM settled WHERE redact IS NOT NULL))`,
);

/**
 * Writes the final state of a claimed call and deletes the checkpoints that no run can use.
 * @param forgotten SQL condition of further checkpoints to delete
 */
function settling(name: string, set: string, furtherStep: string, forgotten = ''): PreparedStatement {
  return {
    name,
    text: `WITH settled AS (
             UPDATE analysis
             SET ${set}, settled_at = now(), lease_until = NULL, percent = 100,
                 processing_time_ms = greatest(0, (extract(epoch FROM now() - created_at) * 1000)::bigint)
             WHERE ${HELD}
             RETURNING id, status, storage_key, redact, ${SETTLED}),
           forgotten AS (DELETE FROM analysis_checkpoint WHERE analysis_id IN (
             SELECT id FROM settled WHERE status = 'completed' OR storage_key IS NULL)${forgotten})${furtherStep}
           SELECT ${SETTLED} FROM settled`,
  };
}
