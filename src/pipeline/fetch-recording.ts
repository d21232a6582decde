// Step 1: downloads a recording that was submitted by URL into storage, and releases the call: its other steps have slots of
// their own. An upload is in storage already.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../analysis/analysis-claims.js';
import { type Download, OutboundDoor } from '../platform/outbound/outbound-door.js';
import { OutboundError } from '../platform/outbound/outbound-error.js';
import { ProviderError } from '../ports/provider-error.js';
import { CallRefused, type CallRun } from './call-run.js';
import { Doorbell } from './doorbell.js';
import { type ReceivedRecording, RecordingIntake, RecordingInterrupted } from './intake/recording-intake.js';
import { AUDIO_TOO_LARGE, MAX_RECORDING_BYTES, RecordingRefused } from './intake/recording-limits.js';

/** A slow server may take this long for a large recording. A server that never ends must not hold the worker longer. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;
/** Waits before each attempt to resume a broken download. After the last one, the whole step is retried from the start. */
const RESUME_WAITS_MS = [100, 500, 2_000];

interface DownloadTask {
  readonly accountId: string;
  readonly url: string;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

@Injectable()
export class FetchRecording {
  constructor(
    private readonly claims: AnalysisClaims,
    private readonly door: OutboundDoor,
    private readonly intake: RecordingIntake,
    private readonly doorbell: Doorbell,
  ) {}

  /** @throws CallRefused, ProviderError */
  async run({ call, signal }: Pick<CallRun, 'call' | 'signal'>): Promise<void> {
    if (call.sourceUrl === null) throw new Error('A call has a stored recording or an address to fetch it from');
    await this.claims.recordProgress(call, { stage: 'fetching', percent: 2 });
    const recording = await this.download(call, call.sourceUrl, signal);
    await this.claims.recordRecording(call, recording);
    void this.doorbell.ring('work', { analysisId: call.id, requestId: call.requestId });
  }

  private async download({ id, accountId }: ClaimedCall, url: string, signal: AbortSignal): Promise<ReceivedRecording> {
    // A recording may be refused before its end, and the rest of the body would hold a connection to its server.
    const ended = new AbortController();
    try {
      const task = {
        accountId,
        url,
        deadlineMs: performance.now() + DOWNLOAD_TIMEOUT_MS,
        signal: AbortSignal.any([signal, ended.signal]),
      };
      const answer = await this.ask(task);
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        answer.stream.destroy();
        throw statusError(answer.statusCode);
      }
      const bytes = Readable.from(this.resumed(answer, task), { objectMode: false });
      const fileName = new URL(url).pathname.split('/').at(-1) ?? '';
      const hints = {
        fileName,
        mimeType: answer.contentType,
        announcedBytes: answer.contentLengthBytes,
        certainBytes: 0,
      };
      return await this.intake.receive(id, bytes, hints, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw downloadError(error);
    } finally {
      ended.abort();
    }
  }

  private ask(
    { accountId, url, deadlineMs, signal }: DownloadTask,
    resumeFrom?: { offset: number; validator: string },
  ) {
    return this.door.download(url, {
      accountId,
      maxBytes: MAX_RECORDING_BYTES - (resumeFrom?.offset ?? 0),
      timeoutMs: Math.max(1, Math.round(deadlineMs - performance.now())),
      followRedirects: 3,
      signal,
      ...(resumeFrom && { resumeFrom }),
    });
  }

  /**
   * The bytes of the answer, resumed with a range request where the connection breaks. Without a validator (ETag or
   * Last-Modified) and a length, the rest could be that of another file, so the break is thrown and the step starts again. So
   * it is where the server is too slow: it would be as slow for the rest, and hold the worker meanwhile.
   */
  private async *resumed(first: Download, task: DownloadTask): AsyncGenerator<Buffer> {
    const { validator, contentLengthBytes: sizeBytes } = first;
    let stream = first.stream;
    let offset = 0;
    for (let breaks = 0; ; breaks++) {
      try {
        if (breaks > 0 && validator !== null) {
          const rest = await this.ask(task, { offset, validator });
          stream = rest.stream;
          if (!continues(rest, first, offset)) throw new RecordingInterrupted(null);
        }
        for await (const chunk of stream) {
          offset += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        stream.destroy();
        const waitMs = RESUME_WAITS_MS[breaks];
        const mayResume = error instanceof OutboundError && !error.permanent && error.kind !== 'too-slow';
        if (!mayResume || validator === null || sizeBytes === null || waitMs === undefined) throw error;
        await wait(waitMs, undefined, { signal: task.signal });
      }
    }
  }
}

/** Only a 206 with all the missing bytes continues the file. A server that ignores `If-Range` may send another file. */
function continues(rest: Download, first: Download, offset: number): boolean {
  return (
    rest.statusCode === 206 &&
    rest.contentLengthBytes === (first.contentLengthBytes ?? 0) - offset &&
    (rest.validator === null || rest.validator === first.validator)
  );
}

/** A server in trouble may recover, so the step is retried. Any other status is final. */
function statusError(statusCode: number): Error {
  const sentence = `The recording could not be downloaded: its server answered with status ${statusCode}`;
  const isTransient = statusCode >= 500 || statusCode === 408 || statusCode === 425 || statusCode === 429;
  return isTransient
    ? new ProviderError(sentence, { retryable: true, code: 'url_unreachable' })
    : new CallRefused('url_refused', sentence);
}

/** What a failed download means for the call: a {@link CallRefused} is final, a {@link ProviderError} is retried. */
function downloadError(thrown: unknown): unknown {
  const error = thrown instanceof RecordingInterrupted ? thrown.cause : thrown;
  if (error instanceof RecordingRefused) {
    return new CallRefused(error.code, `The recording could not be used: ${error.message}`);
  }
  if (error instanceof OutboundError && error.kind === 'too-large')
    return new CallRefused('too_large', AUDIO_TOO_LARGE);
  if (error instanceof OutboundError && error.permanent) {
    return new CallRefused('url_refused', `The recording could not be downloaded: ${error.message}`);
  }
  if (error instanceof OutboundError || thrown instanceof RecordingInterrupted) {
    const isTooSlow = error instanceof OutboundError && error.kind === 'too-slow';
    const reason = isTooSlow ? 'its server sent it too slowly' : 'its server could not be reached';
    return new ProviderError(`The recording could not be downloaded: ${reason}`, {
      retryable: true,
      code: 'url_unreachable',
      cause: error,
    });
  }
  return error;
}
