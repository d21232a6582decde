// Step 0, POST /analysis with the recording in the form: what the other fields show is refused before its first byte.
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { notFound } from '../../platform/errors/api-error.js';
import { bodyCutShort } from '../../platform/http/body/body.guard.js';
import { OpenUploads } from '../../platform/http/body/open-uploads.js';
import { nameIgnoredFields } from '../../platform/http/validation/ignored-fields.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type ReceivedRecording, RecordingIntake, recordingKey } from '../../recordings/receiving/recording-intake.js';
import { uploadFailed } from '../../recordings/receiving/recording-limits.js';
import { AcceptanceUnknown, AcceptCall } from './accept-call.js';
import { readSubmissionForm } from './read-submission-form.js';
import { nameIn, refuseWithout, type SubmissionAttempt } from './submission-attempt.js';
import { boundsOf, SubmissionFields } from './submission-fields.js';
import { SubmitCallFields } from './submit-call.request.js';

@Injectable()
export class SubmitForm {
  private readonly logger = new Logger(SubmitForm.name);

  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly fields: SubmissionFields,
    private readonly intake: RecordingIntake,
    private readonly store: ObjectStore,
    private readonly openUploads: OpenUploads,
    private readonly deletions: RecordingDeletions,
  ) {}

  /** @throws what `SubmitCall.submit` does; NameTaken */
  async submit(attempt: SubmissionAttempt): Promise<void> {
    await this.openUploads.run(attempt.caller.accountId, () => this.accept(attempt));
  }

  private async accept({ id, caller, request, idempotent, room }: SubmissionAttempt): Promise<void> {
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
      const submission = this.fields.readForm(form, boundsOf(caller));
      const recording = submission.scenario === null && form.stored !== SKIPPED ? form.stored : null;
      if (form.stored === SKIPPED && (await this.acceptCall.findNamed(caller, submission.externalId)) === null) {
        // The call that had the name was deleted while the recording arrived, which is not kept.
        throw notFound('Analysis');
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

/** The bytes of a recording that is stored already, under the same name, are read to their end: clients read no answer before. */
const SKIPPED = 'skipped';

async function skip(bytes: Readable): Promise<typeof SKIPPED> {
  bytes.resume();
  await finished(bytes);
  return SKIPPED;
}
