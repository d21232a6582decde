// Step 0: a call is accepted when its row and its reservation are committed; only then is anybody told.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/minutes-ledger.js';
import { Config } from '../../platform/config/config.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import { badRequest } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { currentTraceParent, inSpan, TRACED_ANALYSIS } from '../../platform/operations/tracing.js';
import { Doorbell } from '../doorbell.js';
import type { ReceivedRecording } from './recording-intake.js';

export interface CallSubmission {
  readonly agentId: string;
  readonly contactId: string;
  /** Where to fetch the recording from; null for an upload. */
  readonly audioUrl: string | null;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
  /** JSON text of the client's own keys. */
  readonly metadata: string;
  readonly agentChannel: number | null;
  /** ISO 639-1. */
  readonly language: string | null;
}

/** The commit was sent and not answered. It may be there already, come yet, or never: no look at the row tells that. */
export class AcceptanceUnknown extends Error {
  override readonly name = 'AcceptanceUnknown';
  constructor(cause: unknown) {
    super('Whether the call was accepted is not known', { cause });
  }
}

@Injectable()
export class AcceptCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: MinutesLedger,
    private readonly doorbell: Doorbell,
    private readonly config: Config,
  ) {}

  /**
   * @param recording as it was stored; null when it is still to be fetched
   * @param idempotent told in the same transaction, so that one key never makes two calls
   * @throws ApiError 400 for a recording that declares itself too long, 401 when the credential was revoked while the
   *   recording came in, 402 when no minutes are left; AcceptanceUnknown. After anything else the call is not accepted
   */
  async accept(
    id: string,
    caller: Caller,
    requestId: string,
    submission: CallSubmission,
    recording: ReceivedRecording | null,
    idempotent: IdempotentRequest | null = null,
  ): Promise<void> {
    const declaredMs = recording?.declaredMs ?? null;
    if (declaredMs !== null && declaredMs > this.config.maxAudioMinutes * 60_000) {
      throw badRequest(audioTooLong(this.config.maxAudioMinutes));
    }
    const attributes = { [TRACED_ANALYSIS]: id };
    await inSpan('accept call', { kind: 'PRODUCER', attributes }, () =>
      this.commit(id, caller, requestId, submission, recording, idempotent),
    );
    void this.doorbell.ring({ id, fence: 0, requestId });
  }

  private async commit(
    ...[id, caller, requestId, submission, recording, idempotent]: Parameters<AcceptCall['accept']>
  ): Promise<void> {
    let isWritten = false;
    const work = async (tx: EntityManager) => {
      await caller.confirm(tx);
      await idempotent?.recordMade(tx);
      await queryPrepared(tx, INSERT, [
        id,
        caller.accountId,
        caller.livemode,
        submission.agentId,
        submission.contactId,
        requestId,
        submission.audioUrl,
        recording?.storageKey ?? null,
        recording?.format ?? null,
        recording?.sizeBytes ?? null,
        submission.agentChannel,
        submission.language,
        submission.webhookUrl,
        [...submission.webhookEvents],
        submission.metadata,
        currentTraceParent(),
      ]);
      const charge = { analysisId: id, accountId: caller.accountId, livemode: caller.livemode };
      await this.ledger.reserve(tx, charge, recording?.declaredMs ?? null);
      isWritten = true;
    };
    await this.dataSource.transaction(work).catch((error: unknown) => {
      throw isWritten ? new AcceptanceUnknown(error) : error;
    });
  }
}

const INSERT = {
  name: 'accept-call',
  text: `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, source_url, storage_key,
           audio_format, size_bytes, agent_channel, language, webhook_url, webhook_events, custom_metadata, trace_parent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
};

export function audioTooLong(maxAudioMinutes: number): string {
  return `Audio is longer than the maximum of ${maxAudioMinutes} minutes`;
}
