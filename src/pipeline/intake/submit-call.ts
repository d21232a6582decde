// Step 0, POST /analysis in both request forms. What can be refused without the recording is refused before its first byte.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RecordingDeletions } from '../../analysis/retention/recording-deletions.js';
import { MinutesLedger, type PlanRoom } from '../../billing/usage/minutes-ledger.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import { bodyCutShort } from '../../platform/http/body/body.guard.js';
import { OpenUploads } from '../../platform/http/body/open-uploads.js';
import { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { nameIgnoredFields } from '../../platform/http/validation/ignored-fields.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type ReceivedRecording, RecordingIntake, recordingKey } from '../../recordings/receiving/recording-intake.js';
import { uploadFailed } from '../../recordings/receiving/recording-limits.js';
import { TakeUpload } from '../../uploads/take-upload.js';
import { AcceptanceUnknown, AcceptCall, NameTaken } from './accept-call.js';
import { readSubmissionForm } from './read-submission-form.js';
import { namesUpload, SubmissionFields } from './submission-fields.js';
import { MAX_NAME_CHARACTERS, SubmitCallFields } from './submit-call.request.js';

/** One request to submit a call. */
interface SubmissionAttempt {
  /** The id that the analysis gets. */
  readonly id: string;
  readonly caller: Caller;
  readonly request: ServiceRequest;
  /** Null without an Idempotency-Key. */
  readonly idempotent: IdempotentRequest | null;
  /** Of the account's plan. A live credential has passed it for the shortest recording. */
  readonly room: PlanRoom;
}

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
    private readonly intake: RecordingIntake,
    private readonly store: ObjectStore,
    private readonly ledger: MinutesLedger,
    private readonly openUploads: OpenUploads,
    private readonly deletions: RecordingDeletions,
    private readonly takeUpload: TakeUpload,
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
      if (request.is('multipart/form-data'))
        await this.openUploads.run(caller.accountId, () => this.acceptUpload(attempt));
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
    const submission = this.fields.readJson(request.body ?? {}, caller);
    await this.acceptCall.accept({ id, caller, requestId, submission, recording: null, idempotent });
  }

  /** @returns the id of the call: that of the upload */
  private async acceptStored({ caller, request, idempotent, room }: SubmissionAttempt): Promise<string> {
    const { requestId } = request;
    const { uploadId: id, ...submission } = this.fields.readUploaded(request.body, caller);
    // The same again, of an upload that was used for it.
    const named = await this.acceptCall.findNamed(caller, submission.externalId);
    if (named !== null) throw new NameTaken(named);
    await this.takeUpload.check(id, caller);
    refuseWithout(room, null);
    try {
      await this.takeUpload.run(id, caller, async ({ recording, use }) => {
        refuseWithout(room, recording.declaredMs);
        const acceptedWith = async (tx: EntityManager) => {
          await use(tx);
          await idempotent?.noteSubject(tx, id);
        };
        await this.acceptCall.accept({ id, caller, requestId, submission, recording, idempotent, acceptedWith });
      });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.logger.error({ err: error }, 'Storage failed when an upload was taken; the client gets a 500');
      throw uploadFailed();
    }
    return id;
  }

  private async acceptUpload({ id, caller, request, idempotent, room }: SubmissionAttempt): Promise<void> {
    const { requestId } = request;
    // Storage drops what it has of the recording when the client disconnects before the end.
    const abort = new AbortController();
    request.once('close', () => {
      if (!request.complete) abort.abort(bodyCutShort());
    });
    try {
      const isSuperfluous = (fields: ReadonlyMap<string, string>) => !caller.livemode && !!fields.get('scenario');
      const form = await readSubmissionForm(request, {
        store: async (bytes, hints, fields) => {
          const name = nameIn({ external_id: fields.get('external_id') });
          if ((await this.acceptCall.findNamed(caller, name)) !== null) return skip(bytes);
          refuseWithout(room, null);
          await this.acceptCall.checkScorecards(caller, this.fields.readScorecards(fields));
          return this.storeRecording(id, bytes, hints, abort.signal, (atLeastMs) => refuseWithout(room, atLeastMs));
        },
        isSuperfluous,
        onContent: idempotent && ((content) => idempotent.setForm(content)),
      });
      if (request.res) nameIgnoredFields(request.res, SubmitCallFields, form.fields);
      const submission = this.fields.readForm(form, caller);
      const recording = submission.scenario === null && form.stored !== SKIPPED ? form.stored : null;
      if (form.stored === SKIPPED && (await this.acceptCall.findNamed(caller, submission.externalId)) === null) {
        // The call that had the name was deleted while the recording arrived.
        throw uploadFailed();
      }
      await this.acceptCall.accept({ id, caller, requestId, submission, recording, idempotent });
      if (recording === null && form.stored !== null) await this.deleteRecording(id);
    } catch (error) {
      // A call whose commit was not answered may be accepted, so its recording stays. If not, the sweep deletes it.
      if (!(error instanceof AcceptanceUnknown)) await this.deleteRecording(id);
      throw error;
    }
  }

  private async storeRecording(...recording: Parameters<RecordingIntake['receive']>): Promise<ReceivedRecording> {
    try {
      return await this.intake.receive(...recording);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.logger.error({ err: error }, 'Storage failed during an upload; the client gets a 500');
      throw uploadFailed();
    }
  }

  private async deleteRecording(id: string): Promise<void> {
    try {
      await this.store.delete(recordingKey(id));
    } catch (error) {
      this.logger.warn({ err: error }, 'Could not delete a refused upload; the sweep will delete it');
      await this.deletions.note(recordingKey(id));
    }
  }
}

/** @throws ApiError 402 */
function refuseWithout(room: PlanRoom, atLeastMs: number | null): void {
  const refusal = room.refusalOf(atLeastMs);
  if (refusal !== null) throw refusal;
}

/** The bytes of a recording that is stored already, under the same name, are read to their end: clients read no answer before. */
const SKIPPED = 'skipped';

async function skip(bytes: Readable): Promise<typeof SKIPPED> {
  bytes.resume();
  await finished(bytes);
  return SKIPPED;
}

/** Faults of the field are told with those of the others. */
function nameIn(body: unknown): string | null {
  const given = isRecord(body) ? body.external_id : null;
  return typeof given === 'string' && given.trim() !== '' && given.length <= 2 * MAX_NAME_CHARACTERS
    ? given.trim()
    : null;
}

/** A kept request was read when it was run. */
const idOf = (uploadId: unknown) => String(uploadId).toLowerCase();

const namesScenario = (body: unknown) => isRecord(body) && typeof body.scenario === 'string';
