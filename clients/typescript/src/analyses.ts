import { argumentError } from './error.js';
import { follow } from './events/follow.js';
import { jsonBody, type RequestBody } from './http/body.js';
import type { Analysis, AnalysisStreamEvent, Correction, Scenario } from './models.generated.js';
import type { CreateAnalysisParams as Fields } from './params.generated.js';
import { AnalysesOperations } from './resources.generated.js';
import type { RequestOptions } from './settings.js';
import { formBody, type OnProgress } from './upload/multipart.js';
import { type ByteStream, type RecordingFile, recordingOf, streamedRecording } from './upload/recording.js';
import {
  type CorrectionWaitOptions,
  type FinalAnalysis,
  type WaitOptions,
  waitForCompletion,
  waitForCorrection,
} from './wait.js';

/** Where the recording is: in a file, in a stream or at a link. With a test key a scenario stands for it. */
export type RecordingSource =
  | {
      /** A path, a `File`, a `Blob`, or bytes. */
      readonly file: RecordingFile;
      readonly stream?: undefined;
      readonly url?: undefined;
    }
  | {
      /** Read as it is sent. It can be sent once: a function that opens the stream lets the upload be repeated. */
      readonly stream: ByteStream | (() => ByteStream);
      readonly file?: undefined;
      readonly url?: undefined;
    }
  | {
      /** Where the service fetches the recording. */
      readonly url: string;
      readonly file?: undefined;
      readonly stream?: undefined;
    }
  | {
      readonly scenario: Scenario;
      readonly file?: undefined;
      readonly stream?: undefined;
      readonly url?: undefined;
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
   * Submits a call. The recording is read while it is sent, and never held in memory as a whole.
   * @throws CallAnalysisError; of kind `argument` when there is not one source, or when the file cannot be read
   */
  async create(params: CreateAnalysisParams, options?: RequestOptions): Promise<Analysis> {
    const { file, stream, url, fileName, onProgress, ...fields } = params;
    const sources = [file, stream, url].filter((source) => source !== undefined && source !== null);
    if (sources.length > 1 || (sources.length === 0 && !fields.scenario))
      throw argumentError('Give one of file, stream and url, or a scenario with a test key.');
    const recording =
      file !== undefined
        ? await recordingOf(file, (path) => this.sender.fileAt(path))
        : stream !== undefined
          ? streamedRecording(stream)
          : null;
    const [path, body]: [string, RequestBody] = recording
      ? ['/analysis', formBody(fields, { ...recording, fileName: fileName ?? recording.fileName }, onProgress)]
      : ['/analysis/from-url', jsonBody({ ...fields, audio_url: url })];
    return this.sender.send<Analysis>({ method: 'POST', path, body }, options);
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
