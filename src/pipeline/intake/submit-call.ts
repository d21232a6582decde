// Step 0, POST /analysis in both request forms. What can be refused without the recording is refused before its first byte.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { ProviderError } from '../../ports/provider-error.js';
import { uploadFailed } from '../../recordings/receiving/recording-limits.js';
import { TakeUpload } from '../../uploads/take-upload.js';
import { UploadUsed } from '../../uploads/upload-errors.js';
import { AcceptCall, NameTaken } from './accept-call.js';
import { nameIn, refuseWithout, type SubmissionAttempt } from './submission-attempt.js';
import { boundsOf, namesUpload, SubmissionFields } from './submission-fields.js';
import { SubmitForm } from './submit-form.js';

export interface SubmittedCall {
  readonly id: string;
  /** False when an earlier call has the name that was submitted. */
  readonly isNew: boolean;
}

@Injectable()
export class SubmitCall {
  private readonly logger = new Logger(SubmitCall.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly acceptCall: AcceptCall,
    private readonly fields: SubmissionFields,
    private readonly ledger: MinutesLedger,
    private readonly takeUpload: TakeUpload,
    private readonly submitForm: SubmitForm,
  ) {}

  /**
   * @param mayNameUpload whether JSON may name a resumable upload as the recording
   * @returns the accepted analysis, which an earlier attempt with the same Idempotency-Key may have made; or the one that has
   *   the name of the call already
   * @throws ApiError 400, 401, 402, 404 for an unknown scorecard, 422, 429, or 500 when storage fails; AcceptanceUnknown
   *   when Postgres did not answer the commit
   */
  async submit(caller: Caller, request: ServiceRequest, mayNameUpload = false): Promise<SubmittedCall> {
    const idempotent = IdempotentRequest.of(request);
    const id = idempotent?.resourceId ?? randomUUID();
    const uploaded = mayNameUpload && namesUpload(request.body) ? request.body : null;
    if (idempotent?.created) return { id: uploaded === null ? id : idOf(uploaded.upload_id), isNew: true };
    const room = await this.ledger.findRoom(caller.accountId, caller.livemode);
    const attempt = { id, caller, request, idempotent, room };
    try {
      if (request.is('multipart/form-data')) await this.submitForm.submit(attempt);
      else if (uploaded !== null) return { id: await this.acceptStored(attempt), isNew: true };
      else await this.acceptUrl(attempt);
      return { id, isNew: true };
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      await this.noteKnown(caller, error.analysisId, idempotent);
      return { id: error.analysisId, isNew: false };
    }
  }

  /** A kept answer about the call must end with the call. @throws ApiError 404 when it was deleted meanwhile */
  private async noteKnown(caller: Caller, id: string, idempotent: IdempotentRequest | null): Promise<void> {
    if (!idempotent) return;
    await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockForChange(tx, caller, 'analysis', id, { strength: 'FOR KEY SHARE' });
      await idempotent.noteSubject(tx, id);
    });
  }

  private async acceptUrl({ id, caller, request, idempotent, room }: SubmissionAttempt): Promise<void> {
    const { requestId } = request;
    const isKnown = (await this.acceptCall.findNamed(caller, nameIn(request.body))) !== null;
    if (!isKnown && !namesScenario(request.body)) refuseWithout(room, null);
    const submission = this.fields.readJson(request.body ?? {}, boundsOf(caller));
    await this.acceptCall.accept({ id, caller, requestId, submission, recording: null, idempotent });
  }

  /** @returns the id of the call: that of the upload */
  private async acceptStored({ caller, request, idempotent, room }: SubmissionAttempt): Promise<string> {
    const { requestId } = request;
    const { uploadId: id, ...submission } = this.fields.readUploaded(request.body, boundsOf(caller));
    // The same again, of an upload that was used for it.
    await this.refuseTaken(caller, submission.externalId);
    try {
      await this.takeUpload.check(id, caller);
      refuseWithout(room, null);
      await this.takeUpload.run(id, caller, async ({ recording, use }) => {
        refuseWithout(room, recording.declaredMs);
        const acceptedWith = async (tx: EntityManager) => {
          await use(tx);
          await idempotent?.noteSubject(tx, id);
        };
        await this.acceptCall.accept({ id, caller, requestId, submission, recording, idempotent, acceptedWith });
      });
    } catch (error) {
      // The same again, at the same time.
      if (error instanceof UploadUsed) await this.refuseTaken(caller, submission.externalId);
      if (!(error instanceof ProviderError)) throw error;
      this.logger.error({ err: error }, 'Storage failed when an upload was taken; the client gets a 500');
      throw uploadFailed();
    }
    return id;
  }

  private async refuseTaken(caller: Caller, externalId: string | null): Promise<void> {
    const named = await this.acceptCall.findNamed(caller, externalId);
    if (named !== null) throw new NameTaken(named);
  }
}

/** A kept request was read when it was run. */
const idOf = (uploadId: unknown) => String(uploadId).toLowerCase();

const namesScenario = (body: unknown) => isRecord(body) && typeof body.scenario === 'string';
