import { argumentError } from './error.js';
import type { Sender } from './http/sender.js';
import type { RequestOptions } from './settings.js';
import type { OnProgress } from './upload/multipart.js';
import { isSized, type RecordingFile, recordingOf } from './upload/recording.js';
import { Sending } from './upload/sending.js';
import { createdUpload, creation, deletion, foundUpload, question, type Upload } from './upload/tus.js';

export interface CreateUploadParams {
  /** Bytes of the recording. */
  readonly length: number;
  /** The name that the service is told. */
  readonly fileName?: string | undefined;
}

export interface SendUploadParams {
  /** A path, a `File`, a `Blob`, or bytes: the same recording each time. */
  readonly file: RecordingFile;
  /** Told of each part of the recording that is on its way. */
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Uploads that are sent in parts, by tus 1.0. `analyses.create` uses them by itself for a large recording. Keep the id of an
 * upload, and another process goes on with it: `send`, then `analyses.create({ upload_id })`.
 */
export class Uploads {
  constructor(private readonly sender: Sender) {}

  /** Begins an upload. It ends after 24 hours where no analysis took it. */
  async create({ length, fileName = 'recording' }: CreateUploadParams, options?: RequestOptions): Promise<Upload> {
    if (!Number.isSafeInteger(length) || length < 1)
      throw argumentError('length must be a number of bytes, 1 or more.');
    return createdUpload(await this.sender.headers(creation(length, fileName), options), length);
  }

  /** Says how much of it the service has. */
  async get(id: string, options?: RequestOptions): Promise<Upload> {
    return foundUpload(id, await this.sender.headers(question(id), options));
  }

  /**
   * Sends what the service does not have yet, over as many connections as it takes.
   * @returns the upload once it is whole
   * @throws CallAnalysisError; of kind `argument` when the recording is not as large as the upload
   */
  async send(id: string, { file, onProgress }: SendUploadParams, options: RequestOptions = {}): Promise<Upload> {
    const recording = await recordingOf(file, (path) => this.sender.fileAt(path));
    if (!isSized(recording)) throw argumentError('file must be a path, a Blob or a Uint8Array.');
    const upload = await this.get(id, options);
    return Sending.rest(this.sender, upload, recording, options, onProgress ?? (() => undefined));
  }

  /** Deletes an upload that no analysis took. */
  async delete(id: string, options?: RequestOptions): Promise<void> {
    await this.sender.headers(deletion(id), options);
  }
}
