// Sends a recording in parts: after a cut it asks how much has arrived, and goes on there.
import { answerError, argumentError, CallAnalysisError } from '../error.js';
import { backOff, wait, waitBeforeRetry } from '../http/retry.js';
import type { Failure, Sender } from '../http/sender.js';
import type { RequestOptions } from '../settings.js';
import { furthest, type OnProgress } from './multipart.js';
import { partBody } from './part-body.js';
import type { SizedRecording } from './recording.js';
import { createdUpload, creation, deletion, foundUpload, offsetIn, part, question, type Upload } from './tus.js';

/** So that a service or a proxy that keeps whole requests only loses no more than this by a cut. */
const PART_BYTES = 16 * 1024 * 1024;
/** Another offset (409), an upload that an earlier request still holds (423), bytes that arrived altered (460). */
const MENDED_BY_ASKING: ReadonlySet<number> = new Set([409, 423, 460]);
const GONE: ReadonlySet<number> = new Set([404, 410]);
const DELETIONS = 3;
const DELETION_TIMEOUT_MS = 2_000;

/** @throws CallAnalysisError, whose `uploadId` says what the next call can go on with */
export class Sending {
  private upload: Upload | null = null;
  /** How much has arrived is not known: a request broke off. */
  private isUnsure = false;
  /** The most that has ever arrived, also of an upload that has ended since. */
  private mostArrived = 0;
  private failures = 0;
  private readonly report: OnProgress;

  /**
   * @param create makes an upload where there is none yet, and in place of one that has ended
   * @param onProgress told of bytes that are on their way; never of fewer than before
   */
  private constructor(
    private readonly sender: Sender,
    private readonly recording: SizedRecording,
    private readonly create: (() => Promise<Upload>) | null,
    private readonly options: RequestOptions,
    onProgress: OnProgress,
  ) {
    this.report = furthest(onProgress);
  }

  /**
   * An upload of its own, which is made again where it ends before the recording is there.
   * @param options their key names the upload too: the same call again, by whatever process, goes on with it
   */
  static async whole(sender: Sender, recording: SizedRecording, options: RequestOptions, onProgress: OnProgress) {
    const { size, fileName } = recording;
    let { idempotencyKey } = options;
    const create = async () => {
      const headers = await sender.headers(creation(size, fileName), { ...options, idempotencyKey });
      // What stands under this key has ended: the next one gets a key of its own.
      idempotencyKey = undefined;
      return createdUpload(headers, size);
    };
    const sending = new Sending(sender, recording, create, options, onProgress);
    sending.isUnsure = idempotencyKey !== undefined;
    return sending.run();
  }

  /** The rest of an upload that was begun before. */
  static rest(sender: Sender, upload: Upload, recording: SizedRecording, options: RequestOptions, told: OnProgress) {
    if (upload.length !== recording.size)
      throw argumentError(`The upload is one of ${upload.length} bytes, and the recording has ${recording.size}.`);
    const sending = new Sending(sender, recording, null, options, told);
    sending.upload = upload;
    sending.mostArrived = upload.offset;
    return sending.run();
  }

  private async run(): Promise<Upload> {
    const retries = this.sender.retriesOf(this.options);
    try {
      for (;;) {
        const failure = await this.round();
        if ('id' in failure) return failure;
        const { error, retryAfter } = failure;
        const ms = this.canGoOn(error) && this.failures < retries ? waitBeforeRetry(retryAfter, this.failures) : null;
        if (ms === null) throw error;
        this.failures += 1;
        await wait(ms, this.options.signal);
      }
    } catch (error) {
      throw await this.reason(error);
    }
  }

  /** Asks where that is needed, then sends. @returns the upload once it is whole */
  private async round(): Promise<Upload | Failure> {
    const { size } = this.recording;
    let upload = this.upload ?? (await this.newUpload());
    if (this.isUnsure) {
      const asked = await this.sender.tryHeaders(question(upload.id), this.options);
      if ('error' in asked) return this.failed(asked);
      upload = this.arrived(foundUpload(upload.id, asked.value));
      this.isUnsure = false;
    }
    while (upload.offset < size) {
      const { offset } = upload;
      const body = partBody(this.recording, offset, Math.min(offset + PART_BYTES, size), this.report);
      const sent = await this.sender.tryHeaders(part(upload.id, offset, body), this.options);
      if ('error' in sent) return this.failed(sent);
      upload = this.arrived({ ...upload, offset: offsetIn(sent.value, size) });
      if (upload.offset <= offset) return this.failed(TOOK_NOTHING);
    }
    this.report(size, size);
    return upload;
  }

  private async newUpload(): Promise<Upload> {
    if (!this.create) throw answerError('The upload has ended.');
    this.upload = await this.create();
    return this.upload;
  }

  private async reason(error: unknown): Promise<unknown> {
    if (!this.upload) return error;
    return this.create ? notTaken(this.sender, this.upload.id, error) : withUpload(error, this.upload.id);
  }

  private arrived(upload: Upload): Upload {
    this.upload = upload;
    if (upload.offset > this.mostArrived) {
      this.mostArrived = upload.offset;
      this.failures = 0;
    }
    return upload;
  }

  private failed(failure: Failure): Failure {
    const isOver = GONE.has(failure.error.status ?? 0);
    if (isOver) this.upload = null;
    this.isUnsure = !isOver;
    return failure;
  }

  private canGoOn({ retryable, status }: CallAnalysisError): boolean {
    if (GONE.has(status ?? 0)) return this.create !== null;
    return retryable || MENDED_BY_ASKING.has(status ?? 0);
  }
}

const TOOK_NOTHING: Failure = {
  error: new CallAnalysisError({ kind: 'answer', detail: 'The service took no byte of the upload.', retryable: true }),
  retryAfter: null,
};

/**
 * Deletes an upload that nothing will go on with: the call was cancelled, or its recording cannot be read.
 * @returns the error, with the id of the upload where the next call can go on with it
 */
export async function notTaken(sender: Sender, id: string, error: unknown): Promise<unknown> {
  // What is no error of the library comes from the recording, or from who is told of the progress.
  const mayGoOn = error instanceof CallAnalysisError && error.kind !== 'cancelled' && error.kind !== 'argument';
  if (mayGoOn) return withUpload(error, id);
  await deleteQuietly(sender, id);
  return error;
}

const withUpload = (error: unknown, uploadId: string): unknown =>
  error instanceof CallAnalysisError ? new CallAnalysisError({ ...error, cause: error.cause, uploadId }) : error;

/** The caller has waited long enough: what is left over ends by itself after a day. */
async function deleteQuietly(sender: Sender, id: string): Promise<void> {
  for (let tries = 0; tries < DELETIONS; tries += 1) {
    // A request that was cut may hold the upload for a moment yet.
    if (tries > 0) await wait(backOff(tries - 1), undefined);
    const answer = await sender.tryHeaders(deletion(id), { timeout: DELETION_TIMEOUT_MS }).catch(() => null);
    if (answer === null || 'value' in answer || !(answer.error.retryable || answer.error.status === 423)) return;
  }
}
