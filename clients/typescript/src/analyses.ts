import { argumentError } from './error.js';
import { follow } from './events/follow.js';
import { jsonBody, type RequestBody } from './http/body.js';
import type { Analysis, AnalysisStreamEvent, Correction, Scenario } from './models.generated.js';
import type { CreateAnalysisParams as Fields } from './params.generated.js';
import { AnalysesOperations } from './resources.generated.js';
import type { RequestOptions } from './settings.js';
import { formBody, type OnProgress } from './upload/multipart.js';
import {
  type ByteStream,
  isSized,
  type RecordingFile,
  recordingOf,
  type SizedRecording,
  streamedRecording,
} from './upload/recording.js';
import { notTaken, Sending } from './upload/sending.js';
import {
  type CorrectionWaitOptions,
  type FinalAnalysis,
  type WaitOptions,
  waitForCompletion,
  waitForCorrection,
} from './wait.js';

/** Where the recording is: in a file, in a stream, at a link or in an upload. With a test key a scenario stands for it. */
export type RecordingSource =
  | {
      /** A path, a `File`, a `Blob`, or bytes. */
      readonly file: RecordingFile;
      readonly stream?: undefined;
      readonly url?: undefined;
      readonly upload_id?: undefined;
    }
  | {
      /** Read as it is sent. It can be sent once: a function that opens the stream lets the upload be repeated. */
      readonly stream: ByteStream | (() => ByteStream);
      readonly file?: undefined;
      readonly url?: undefined;
      readonly upload_id?: undefined;
    }
  | {
      /** Where the service fetches the recording. */
      readonly url: string;
      readonly file?: undefined;
      readonly stream?: undefined;
      readonly upload_id?: undefined;
    }
  | {
      /** An upload that is whole; see `uploads`. */
      readonly upload_id: string;
      readonly file?: undefined;
      readonly stream?: undefined;
      readonly url?: undefined;
    }
  | {
      readonly scenario: Scenario;
      readonly file?: undefined;
      readonly stream?: undefined;
      readonly url?: undefined;
      readonly upload_id?: undefined;
    };

export type CreateAnalysisParams = Fields &
  RecordingSource & {
    /** The name that the service is told; that of the file by default. */
    readonly fileName?: string | undefined;
    /** Told of each part of the recording that is on its way. */
    readonly onProgress?: OnProgress | undefined;
  };

export class Analyses extends AnalysesOperations {
  /**
   * Submits a call. The recording is read while it is sent, and never held in memory as a whole. A file that is larger than the
   * client's `resumableAbove` goes in parts: after a cut it goes on where it was. A call that is cancelled deletes what was sent.
   * @throws CallAnalysisError; of kind `argument` when there is not one source, or when the file cannot be read
   */
  async create(params: CreateAnalysisParams, options?: RequestOptions): Promise<Analysis> {
    const { file, stream, url, upload_id, fileName, onProgress, ...fields } = params;
    const sources = [file, stream, url, upload_id].filter((source) => source !== undefined && source !== null);
    if (sources.length > 1 || (sources.length === 0 && !fields.scenario))
      throw argumentError('Give one of file, stream, url and upload_id, or a scenario with a test key.');
    const given =
      file !== undefined
        ? await recordingOf(file, (path) => this.sender.fileAt(path))
        : stream !== undefined
          ? streamedRecording(stream)
          : null;
    const recording = given && { ...given, fileName: fileName ?? given.fileName };
    if (recording && isSized(recording) && this.sender.isResumable(recording.size))
      return this.createInParts(fields, recording, onProgress, options);
    const [path, body]: [string, RequestBody] = recording
      ? ['/analysis', formBody(fields, recording, onProgress)]
      : upload_id !== undefined
        ? ['/analysis', jsonBody({ ...fields, upload_id })]
        : ['/analysis/from-url', jsonBody({ ...fields, audio_url: url })];
    return this.sender.send<Analysis>({ method: 'POST', path, body }, options);
  }

  private async createInParts(
    fields: object,
    recording: SizedRecording,
    onProgress: OnProgress = () => undefined,
    options: RequestOptions = {},
  ): Promise<Analysis> {
    const { id } = await Sending.whole(this.sender, recording, options, onProgress);
    const body = jsonBody({ ...fields, upload_id: id });
    try {
      return await this.sender.send<Analysis>({ method: 'POST', path: '/analysis', body }, options);
    } catch (error) {
      throw await notTaken(this.sender, id, error);
    }
  }

  /**
   * Yields what happens to an analysis, to its end: `progress` with its stage and percent, then `completed` or `failed` with the
   * analysis. A connection that is cut is opened again; after three in a row without an event the error of the last one is
   * thrown.
   */
  events(id: string, options: RequestOptions = {}): AsyncGenerator<AnalysisStreamEvent, void, undefined> {
    return follow(this.sender, id, options);
  }

  /** Waits until an analysis is completed or failed, and returns it: a failed analysis is no error. */
  waitForCompletion(id: string, options: WaitOptions = {}): Promise<FinalAnalysis> {
    return waitForCompletion(this.sender, id, options);
  }

  /** Waits until a correction is completed or failed, and returns it: a failed correction is no error. */
  waitForCorrection(id: string, correctionId: string, options: CorrectionWaitOptions = {}): Promise<Correction> {
    return waitForCorrection(this.sender, id, correctionId, options);
  }
}
