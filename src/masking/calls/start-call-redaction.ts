// Accepts the masking of one stored call. The transaction that accepts it masks everything that can be found without a model, and
// withholds the recording from then on. A worker does the rest.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findHolder, lockHolds } from '../../calls/holds/held-calls.js';
import { withholdRecording, writeMasked, writeWanted } from '../../calls/redaction/masked-call.js';
import { REDACTION_VERSION, type RedactionResponse } from '../../calls/results/redaction.response.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { lockForChange, refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { forgetAnswersAbout } from '../../platform/http/idempotency/idempotency-keys.js';
import { currentTraceParent } from '../../platform/operations/tracing.js';
import { CALL_REDACTIONS_QUEUE } from '../../platform/queue/queue-names.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { PROPOSED_TYPES } from '../../ports/span-proposer.js';
import { deliveredBefore } from '../../webhooks/delivered-before.js';
import { Doorbells } from '../../work/doorbells.js';
import type { Acceptance, AskedCallRedaction, Asker, WithinAcceptance } from './acceptance.js';
import { covers, joinWanted } from './join-wanted.js';
import { addSpans, processing, readMasked } from './masked-facts.js';
import { shownDeliveries } from './redacted-analysis.response.js';
import { type MaskedTexts, StoredCallMasks } from './stored-call-masks.js';

/** Attempts at a call that persons and workers change all the time. */
const MAX_ATTEMPTS = 5;

interface CallRow {
  readonly livemode: boolean;
  readonly status: string;
  readonly is_scenario: boolean;
  readonly has_recording: boolean;
  readonly is_transcript_deleted: boolean;
  /** JSON texts. */
  readonly redact: string | null;
  readonly redaction: string | null;
  readonly redactions: string | null;
  /** Status of the last masking of it as a stored call; null where there is none. */
  readonly last_status: 'processing' | 'completed' | 'failed' | null;
}

interface Prepared {
  readonly wanted: WantedRedaction;
  readonly masks: MaskedTexts;
}

/** The call has changed since its masks were found. The transaction is rolled back. */
class CallChanged extends Error {
  override readonly name = 'CallChanged';
}

@Injectable()
export class StartCallRedaction {
  constructor(
    private readonly dataSource: DataSource,
    private readonly masks: StoredCallMasks,
    private readonly doorbells: Doorbells,
    private readonly deletions: RecordingDeletions,
  ) {}

  /**
   * @param within runs in the transaction before its commit, only for `accepted`
   * @throws ApiError 401; 403 for a test key and a live call; 503 where the call keeps changing
   */
  async accept(
    asker: Asker,
    asked: AskedCallRedaction,
    within: WithinAcceptance,
    signal = new AbortController().signal,
  ): Promise<Acceptance> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const prepared = await this.prepare(asker, asked, signal);
      if ('kind' in prepared) return prepared;
      const acceptance = await this.commit(asker, asked, prepared, within);
      if (acceptance === null) continue;
      if (acceptance.kind === 'accepted') {
        void this.doorbells.ring(CALL_REDACTIONS_QUEUE);
        // What was made for playing holds what is masked now, and so do files of exports.
        this.deletions.soon();
      }
      return acceptance;
    }
    throw callKeepsChanging();
  }

  private async prepare(asker: Asker, asked: AskedCallRedaction, signal: AbortSignal): Promise<Prepared | Acceptance> {
    const { accountId } = asker;
    const { analysisId } = asked;
    const call = await readCall(this.dataSource, accountId, analysisId);
    if (call === null) return { kind: 'gone' };
    refuseTestKey(asker, call);
    const holder = await findHolder(this.dataSource, accountId, analysisId);
    if (holder !== null) return { kind: 'held', name: holder };
    const settled = decideWithoutMasks(call, asked);
    if (settled) return settled;
    const wanted = joinWanted(wantedBefore(call), asked.wanted);
    // A model may find values that nothing else finds, and they may be in a sentence.
    const isForModel = PROPOSED_TYPES.some((type) => wanted.types.includes(type));
    // A failed masking has left the call without sentences.
    const emptySentences = isForModel || call.last_status === 'failed';
    const masks = await this.masks.find({ accountId, analysisId, wanted, further: [], emptySentences }, signal);
    return isNothingToDo(call, wanted, masks) ? { kind: 'nothing_new' } : { wanted, masks };
  }

  /** @returns null where the call has changed */
  private async commit(
    asker: Asker,
    asked: AskedCallRedaction,
    prepared: Prepared,
    within: WithinAcceptance,
  ): Promise<Acceptance | null> {
    try {
      return await this.dataSource.transaction(async (tx) => {
        await lockHolds(tx, [asker.accountId]);
        await asker.confirm?.(tx);
        await lockForChange(tx, asker, 'analysis', asked.analysisId, { strength: 'FOR UPDATE' });
        const call = await readCall(tx, asker.accountId, asked.analysisId);
        if (call === null) return { kind: 'gone' } as const;
        const holder = await findHolder(tx, asker.accountId, asked.analysisId);
        if (holder !== null) return { kind: 'held', name: holder } as const;
        const settled = decideWithoutMasks(call, asked);
        if (settled) return settled;
        const accepted = {
          kind: 'accepted',
          id: await this.write(tx, asker.accountId, asked, call, prepared),
        } as const;
        await within(tx, accepted);
        await forgetAnswersAbout(tx, asker.accountId, asked.analysisId);
        return accepted;
      });
    } catch (error) {
      if (error instanceof CallChanged) return null;
      if (error instanceof ApiError && error.status === 404) return { kind: 'gone' };
      throw error;
    }
  }

  /** @returns the id */
  private async write(
    tx: EntityManager,
    accountId: string,
    { analysisId, requestId, redactionId }: AskedCallRedaction,
    call: CallRow,
    { wanted, masks }: Prepared,
  ): Promise<string> {
    const { isMasked, redactions: found, before: ofEarlier } = masks.masked;
    if (isMasked && !(await this.masks.write(tx, analysisId, masks))) throw new CallChanged();
    const isWithheld = wanted.mode === 'text_and_audio' && (await withholdRecording(tx, analysisId));
    const masked = readMasked(call);
    const redactions = addSpans(masked.redactions, found, ofEarlier);
    await writeWanted(tx, analysisId, wanted);
    await writeMasked(tx, analysisId, {
      redaction: processing(masked.redaction, redactions, isWithheld || wouldBeWithheld(call, wanted)),
      redactions,
    });
    const id = randomUUID();
    await tx.query(INSERT, [
      id,
      accountId,
      analysisId,
      call.livemode,
      requestId,
      call.is_scenario,
      redactionId,
      JSON.stringify(wanted),
      isMasked,
      JSON.stringify(shownDeliveries(await deliveredBefore(tx, analysisId))),
      currentTraceParent(),
    ]);
    return id;
  }
}

const callKeepsChanging = () => new ApiError(503, 'The analysis is being changed; try again', { 'Retry-After': '5' });

const wantedBefore = ({ redact }: Pick<CallRow, 'redact'>): WantedRedaction | null =>
  redact === null ? null : JSON.parse(redact);

/** True where a scenario would have its recording withheld: it has none. */
const wouldBeWithheld = ({ is_scenario: isScenario }: CallRow, { mode }: WantedRedaction) =>
  isScenario && mode === 'text_and_audio';

/** Null: the call must be masked. */
function decideWithoutMasks(call: CallRow, { wanted }: AskedCallRedaction): Acceptance | null {
  if (call.status !== 'completed') return { kind: 'not_completed' };
  if (call.is_transcript_deleted) return { kind: 'no_transcript' };
  const isCovered = covers(wantedBefore(call), wanted);
  if (call.last_status === 'processing') return { kind: 'in_progress', covers: isCovered };
  if (!isCovered || call.last_status === 'failed' || call.redaction === null) return null;
  const { version }: RedactionResponse = JSON.parse(call.redaction);
  return version === REDACTION_VERSION ? { kind: 'nothing_new' } : null;
}

/** True where no text has anything to mask, and there is no audio that might have pressed keys. */
function isNothingToDo(call: CallRow, { mode }: WantedRedaction, { masked }: MaskedTexts): boolean {
  return !masked.isMasked && (mode === 'text' || !call.has_recording);
}

async function readCall(sql: Sql, accountId: string, analysisId: string): Promise<CallRow | null> {
  return queryRow<CallRow>(sql, READ, [analysisId, accountId]);
}

const READ = `
  SELECT a.livemode, a.status, a.scenario IS NOT NULL AS is_scenario,
    a.storage_key IS NOT NULL OR a.original_key IS NOT NULL AS has_recording,
    a.transcript_deleted_at IS NOT NULL AS is_transcript_deleted, a.redact, p.redaction, p.redactions,
    (SELECT status FROM call_redaction WHERE analysis_id = a.id ORDER BY created_at DESC, status = 'processing' DESC LIMIT 1)
      AS last_status
  FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id
  WHERE a.id = $1 AND a.account_id = $2`;
const INSERT = `
  INSERT INTO call_redaction (id, account_id, analysis_id, livemode, request_id, is_scenario, redaction_id, wanted,
    is_text_masked, delivered_before, trace_parent)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
