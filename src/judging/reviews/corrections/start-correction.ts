// Accepts the correction of a transcript. A worker carries it out; until then the version before stands.

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { recordAudit } from '../../../platform/audit/record-audit.js';
import { lockForChange, refuseTestKey } from '../../../platform/database/lock-for-change.js';
import { queryRow } from '../../../platform/database/sql.js';
import { notFound } from '../../../platform/errors/api-error.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../../platform/http/idempotency/store-response.js';
import { currentTraceParent } from '../../../platform/operations/tracing.js';
import { CORRECTIONS_QUEUE } from '../../../platform/queue/queue-names.js';
import type { WantedRedaction } from '../../../ports/redaction.js';
import { Masking } from '../../../redaction/masking/masking.js';
import type { CorrectionResponse } from '../../../wire/correction.response.js';
import { viaOf } from '../../../wire/via.js';
import { Doorbells } from '../../../work/doorbells.js';
import { TypedTexts } from '../typed-texts.js';
import { Correcting } from './correcting/correcting.js';
import type { TranscriptChanges } from './correcting/transcript-changes.js';
import {
  callNotCompleted,
  changesNothing,
  correctionInProgress,
  MAX_VERSIONS,
  otherVersion,
  tooManyVersions,
  unknownParts,
} from './correction-errors.js';
import { CorrectionReader } from './correction-reader.js';

export interface WantedCorrection {
  readonly analysisId: string;
  readonly baseVersion: number;
  readonly changes: TranscriptChanges;
  readonly reviewerId: string;
  readonly note: string | null;
  readonly requestId: string;
}

interface StoredTranscript {
  readonly livemode: boolean;
  readonly status: string;
  /** Null until the analysis is completed. */
  readonly version: number | null;
  /** Null also once it is deleted. */
  readonly transcript: string | null;
  readonly maskings: number | null;
  /** JSON text of what is masked in the call; null where nothing is. */
}

interface ReadTranscript {
  readonly maskings: number | null;
  readonly transcript: string;
}

/** The call was masked since the changes were checked, which may hold what is masked in it now. */
class Masked extends Error {}

@Injectable()
export class StartCorrection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly correcting: Correcting,
    private readonly masking: Masking,
    private readonly typed: TypedTexts,
    private readonly reader: CorrectionReader,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * The changes are checked against the version that they name before anything is locked: what that version holds never changes.
   * @throws ApiError 404 for an unknown call; 403 for a live call and a test key; 400 for a call that is not completed, another
   *   version, a correction in progress, too many versions, and changes that change nothing; 422 for an unknown segment or
   *   speaker
   */
  async start(
    caller: Caller,
    wanted: WantedCorrection,
    beforeCommit: BeforeCommit<CorrectionResponse>,
  ): Promise<CorrectionResponse> {
    for (;;) {
      try {
        return await this.startOn(caller, wanted, beforeCommit);
      } catch (error) {
        if (!(error instanceof Masked)) throw error;
      }
    }
  }

  private async startOn(
    caller: Caller,
    wanted: WantedCorrection,
    beforeCommit: BeforeCommit<CorrectionResponse>,
  ): Promise<CorrectionResponse> {
    const { accountId } = caller;
    const { analysisId, baseVersion, changes: given } = wanted;
    const { transcript, maskings } = await this.readTranscript(caller, analysisId, baseVersion);
    const redact = await this.typed.wantedFor(accountId, analysisId);
    const changes = redact === null ? given : await this.mask(accountId, transcript, given, redact);
    const [note = null] = await this.typed.mask(accountId, analysisId, [wanted.note]);
    const task = { transcript, changes };
    const checked = await this.correcting.check(accountId, task, new AbortController().signal);
    if (checked.faults.length > 0) throw unknownParts(checked.faults);
    if (checked.changesNothing) throw changesNothing();
    const started = await this.dataSource.transaction(async (tx) => {
      const id = await this.write(tx, caller, { ...wanted, changes, note }, maskings);
      const correction = await this.reader.get(accountId, analysisId, id, tx);
      const subject = { type: 'analysis', id: analysisId } as const;
      const details = { correction_id: id, base_version: baseVersion };
      await recordAudit(tx, caller, 'correction.created', subject, details, { reviewer_id: wanted.reviewerId });
      await beforeCommit(tx, correction);
      return correction;
    });
    void this.doorbells.ring(CORRECTIONS_QUEUE);
    return started;
  }

  private async readTranscript(caller: Caller, analysisId: string, baseVersion: number): Promise<ReadTranscript> {
    const found = await queryRow<StoredTranscript>(this.dataSource, READ, [analysisId, caller.accountId]);
    if (!found) throw notFound('Analysis');
    refuseTestKey(caller, found);
    const { status, version, transcript, maskings } = found;
    if (status !== 'completed' || version === null) throw callNotCompleted();
    if (transcript === null) throw transcriptDeleted();
    if (version !== baseVersion) throw otherVersion(version);
    return { transcript, maskings };
  }

  /** The texts of the edits as the call is masked. */
  private async mask(
    accountId: string,
    transcript: string,
    changes: TranscriptChanges,
    wanted: WantedRedaction,
  ): Promise<TranscriptChanges> {
    const edits = changes.segments.flatMap(({ id, text }) => (text === undefined ? [] : [{ id, text }]));
    if (edits.length === 0) return changes;
    const masked = await this.masking.maskEdits(accountId, { transcript, edits, wanted }, new AbortController().signal);
    const texts = new Map(masked.map(({ id, text }) => [id, text]));
    const segments = changes.segments.map((change) => {
      const text = texts.get(change.id);
      return text === undefined ? change : { ...change, text };
    });
    return { ...changes, segments };
  }

  /** @param maskings of the transcript that the changes were checked against @returns the id */
  private async write(
    tx: EntityManager,
    caller: Caller,
    wanted: WantedCorrection,
    maskings: number | null,
  ): Promise<string> {
    const { accountId, principal } = caller;
    const { analysisId, baseVersion, changes, reviewerId, note, requestId } = wanted;
    await caller.confirm(tx);
    const { livemode, scenario } = await lockForChange<LockedCall>(tx, caller, 'analysis', analysisId, LOCKED);
    const state = await queryRow<CorrectionState>(tx, STATE, [analysisId]);
    if (!state) throw callNotCompleted();
    if (state.version !== baseVersion) throw otherVersion(state.version);
    if (state.maskings !== maskings) throw new Masked();
    if (state.in_progress) throw correctionInProgress();
    if (baseVersion >= MAX_VERSIONS) throw tooManyVersions();
    const id = randomUUID();
    await tx.query(INSERT, [
      id,
      accountId,
      analysisId,
      livemode,
      requestId,
      scenario !== null,
      baseVersion,
      JSON.stringify(changes),
      changes.swapRoles,
      JSON.stringify(changes.speakers),
      changes.segments.length,
      reviewerId,
      viaOf(caller),
      principal.id,
      note,
      currentTraceParent(),
    ]);
    return id;
  }
}

interface LockedCall {
  readonly scenario: string | null;
}

interface CorrectionState {
  readonly version: number;
  readonly maskings: number;
  readonly in_progress: boolean;
}

const READ = `
  SELECT a.livemode, a.status, p.transcript_version AS version, p.transcript, p.maskings
  FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id
  WHERE a.id = $1 AND a.account_id = $2`;
const LOCKED = { columns: 'scenario' } as const;
/** A statement of its own: one that waited for the lock would still see what was there before. */
const STATE = `
  SELECT transcript_version AS version, maskings, EXISTS (
    SELECT 1 FROM correction c WHERE c.analysis_id = p.analysis_id AND c.status = 'processing') AS in_progress
  FROM analysis_payload p WHERE analysis_id = $1`;
const INSERT = `
  INSERT INTO correction (id, account_id, analysis_id, livemode, request_id, is_scenario, base_version, version, changes,
    swap_roles, speakers, edited_segments, reviewer_id, via, principal_id, note, trace_parent)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7::int + 1, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
