// Inserts the row of an accepted call.
import type { EntityManager } from 'typeorm';
import { queryPrepared } from '../platform/database/prepared.js';
import { currentTraceParent } from '../platform/operations/tracing.js';
import type { EngineTask } from '../ports/engine-trouble.js';
import type { WantedRedaction } from '../ports/redaction.js';
import type { Scenario } from '../ports/scenario.js';
import type { StoredRecording } from '../recordings/stored-recording.js';
import type { CallDirection } from './results/analysis.response.js';

export interface CallSubmission {
  readonly agentId: string;
  readonly contactId: string;
  /** The client's own name for the recording: in each mode, an account has only one call with a name. */
  readonly externalId: string | null;
  /** Address from which the worker downloads the recording; null for an upload and for a scenario. */
  readonly audioUrl: string | null;
  /** Scenario that replaces a recording; null outside of the sandbox. */
  readonly scenario: Scenario | null;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
  /** JSON text of the client's own keys. */
  readonly metadata: string;
  /** Null takes the account's default. */
  readonly agentChannel: number | null;
  /** ISO 639-1. */
  readonly language: string | null;
  /** ISO 639-1; null takes the account's default. */
  readonly outputLanguage: string | null;
  readonly callStartedAt: Date | null;
  readonly direction: CallDirection | null;
  /** Ids of the scorecards for its evaluations. Null: the default ones that match it. */
  readonly scorecards: readonly string[] | null;
  /** Names of engines that were asked for; null takes the account's. */
  readonly engines: Readonly<Record<EngineTask, string | null>>;
  /** Days from its end for which it is kept, up to the operator's ceilings; null takes those of the account. */
  readonly retentionDays: number | null;
  /** Redaction wanted for the call; null where nothing is masked. */
  readonly redact: WantedRedaction | null;
}

export interface NewAnalysis {
  readonly id: string;
  readonly caller: { readonly accountId: string; readonly livemode: boolean };
  readonly requestId: string;
  readonly submission: CallSubmission;
  /** Stored recording; null when a worker must download it. */
  readonly recording: StoredRecording | null;
  /** True for a call from a batch or a source: single calls of the account come first. */
  readonly isBulk?: boolean;
}

/**
 * In the caller's transaction. The statement is under way when this returns: others may follow without waiting for its answer.
 * @returns false when another call has its name: nothing is written then
 */
export async function insertAnalysis(
  tx: EntityManager,
  { id, caller, requestId, submission, recording, isBulk = false }: NewAnalysis,
): Promise<boolean> {
  const inserted = await queryPrepared(tx, INSERT, [
    id,
    caller.accountId,
    caller.livemode,
    submission.agentId,
    submission.contactId,
    requestId,
    submission.audioUrl,
    recording?.storageKey ?? null,
    recording?.format ?? null,
    submission.scenario === null ? (recording?.sizeBytes ?? null) : 0,
    submission.agentChannel,
    submission.language,
    submission.webhookUrl,
    [...submission.webhookEvents],
    submission.metadata,
    currentTraceParent(),
    submission.outputLanguage,
    submission.callStartedAt,
    submission.direction,
    submission.scenario,
    submission.scorecards && [...submission.scorecards],
    submission.redact && JSON.stringify(submission.redact),
    submission.externalId,
    isBulk,
    submission.engines.transcription,
    submission.engines.analysis,
    submission.retentionDays,
  ]);
  return inserted.length > 0;
}

/** The row keeps the account's current defaults: later changes do not affect accepted calls. */
const INSERT = {
  name: 'accept-call',
  text: `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, source_url, storage_key,
           audio_format, size_bytes, agent_channel, language, webhook_url, webhook_events, custom_metadata, trace_parent,
           output_language, call_started_at, direction, scenario, scorecards, redact, external_id, bulk,
           transcription_engine, analysis_engine, retention_days)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${orDefault('$11::smallint', 'agent_channel')}, $12, $13, $14, $15,
           $16, ${orDefault('$17::text', 'output_language')}, $18, $19, $20, $21, $22, $23, $24,
           ${orChosen('$25', 'transcription')}, ${orChosen('$26', 'analysis')}, $27)
         ON CONFLICT (account_id, external_id, livemode) WHERE external_id IS NOT NULL DO NOTHING RETURNING id`,
};

function orChosen(given: string, task: EngineTask): string {
  return `coalesce(${given}::text, (SELECT ${task}_engine FROM engine_settings WHERE account_id = $2))`;
}

/** @param column of `account` */
function orDefault(given: string, column: string): string {
  return `coalesce(${given}, (SELECT ${column} FROM account WHERE id = $2))`;
}
