// Step 0, POST /analysis in both request forms. What can be refused without the recording is refused before its first byte.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { RecordingDeletions } from '../../analysis/retention/recording-deletions.js';
import { MinutesLedger, type PlanRoom } from '../../billing/usage/minutes-ledger.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import { bodyCutShort } from '../../platform/http/body/body.guard.js';
import { OpenUploads } from '../../platform/http/body/open-uploads.js';
import { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { nameIgnoredFields } from '../../platform/http/validation/ignored-fields.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { AcceptanceUnknown, AcceptCall } from './accept-call.js';
import { readSubmissionForm } from './read-submission-form.js';
import { type ReceivedRecording, RecordingIntake, recordingKey } from './recording-intake.js';
import { uploadFailed } from './recording-limits.js';
import { SubmissionFields } from './submission-fields.js';
import { SubmitCallFields } from './submit-call.request.js';

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

@Injectable()
export class SubmitCall {
  private readonly logger = new Logger(SubmitCall.name);

  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly fields: SubmissionFields,
    private readonly intake: RecordingIntake,
    private readonly store: ObjectStore,
    private readonly ledger: MinutesLedger,
    private readonly openUploads: OpenUploads,
    private readonly deletions: RecordingDeletions,
  ) {}

  /**
   * @returns the id of the accepted analysis; an earlier attempt with the same Idempotency-Key may have accepted it
   * @throws ApiError 400, 401, 402, 404 for an unknown scorecard, 422, 429, or 500 when storage fails; AcceptanceUnknown
   *   when Postgres did not answer the commit
   */
  async submit(caller: Caller, request: ServiceRequest): Promise<string> {
    const idempotent = IdempotentRequest.of(request);
    const id = idempotent?.resourceId ?? randomUUID();
    if (idempotent?.created) return id;
    const room = await this.ledger.findRoom(caller.accountId, caller.livemode);
    // A scenario takes no minutes, and whether a test key asks for one is in the body.
    if (caller.livemode) refuseWithout(room, null);
    const attempt = { id, caller, request, idempotent, room };
    if (request.is('multipart/form-data'))
      await this.openUploads.run(caller.accountId, () => this.acceptUpload(attempt));
    else await this.acceptUrl(attempt);
    return id;
  }

  private async acceptUrl({ id, caller, request, idempotent, room }: SubmissionAttempt): Promise<void> {
    const { requestId } = request;
    if (!namesScenario(request.body)) refuseWithout(room, null);
    const submission = this.fields.readJson(request.body ?? {}, caller);
    await this.acceptCall.accept({ id, caller, requestId, submission, recording: null, idempotent });
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
          refuseWithout(room, null);
          await this.acceptCall.checkScorecards(caller, this.fields.readScorecards(fields));
          return this.storeRecording(id, bytes, hints, abort.signal, (atLeastMs) => refuseWithout(room, atLeastMs));
        },
        isSuperfluous,
        onContent: idempotent && ((content) => idempotent.setForm(content)),
      });
      if (request.res) nameIgnoredFields(request.res, SubmitCallFields, form.fields);
      const submission = this.fields.readForm(form, caller);
      const recording = submission.scenario === null ? form.stored : null;
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

const namesScenario = (body: unknown) => isRecord(body) && typeof body.scenario === 'string';
