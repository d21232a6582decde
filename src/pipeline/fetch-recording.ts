// Step 1: a recording given by URL is brought into storage. Uploads are there already.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { ApiError } from '../platform/errors/api-error.js';
import { type Download, OutboundDoor } from '../platform/outbound/outbound-door.js';
import { OutboundError } from '../platform/outbound/outbound-error.js';
import { ProviderError } from '../ports/provider-error.js';
import { CallRefused, type CallRun } from './call-run.js';
import { RecordingIntake, RecordingInterrupted } from './intake/recording-intake.js';
import { AUDIO_TOO_LARGE, MAX_RECORDING_BYTES } from './intake/recording-limits.js';

/** A server that sends a large recording slowly is no fault; one that never ends is. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;
/** Before each time that a broken download is continued; after the last one the step is tried anew, from the start. */
const RESUME_WAITS_MS = [100, 500, 2_000];

@Injectable()
export class FetchRecording {
  constructor(
    private readonly claims: AnalysisClaims,
    private readonly door: OutboundDoor,
    private readonly intake: RecordingIntake,
  ) {}

  /** @returns the recording's key in storage */
  async run({ call, signal }: CallRun): Promise<string> {
    if (call.storageKey !== null) return call.storageKey;
    if (call.sourceUrl === null) throw new Error('A call has a stored recording or an address to fetch it from');
    await this.claims.progress(call, { stage: 'fetching', percent: 2 });
    const recording = await this.download(call.id, call.sourceUrl, signal);
    await this.claims.recordRecording(call, recording);
    return recording.storageKey;
  }

  private async download(analysisId: string, url: string, signal: AbortSignal) {
    try {
      const deadlineMs = performance.now() + DOWNLOAD_TIMEOUT_MS;
      const answer = await this.ask(url, deadlineMs, signal);
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        answer.stream.destroy();
        throw refusedBy(answer.statusCode);
      }
      const bytes = Readable.from(this.resumed(answer, url, deadlineMs, signal), { objectMode: false });
      const fileName = new URL(url).pathname.split('/').at(-1) ?? '';
      const hints = { fileName, mimeType: answer.contentType, announcedBytes: answer.contentLengthBytes };
      return await this.intake.receive(analysisId, bytes, hints, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const error = thrown instanceof RecordingInterrupted ? thrown.cause : thrown;
      if (error instanceof ApiError) throw new CallRefused(`The recording could not be used: ${error.message}`);
      if (error instanceof OutboundError && error.kind === 'too-large') throw new CallRefused(AUDIO_TOO_LARGE);
      if (error instanceof OutboundError && error.permanent)
        throw new CallRefused(`The recording could not be downloaded: ${error.message}`);
      if (error instanceof OutboundError || thrown instanceof RecordingInterrupted) {
        throw new ProviderError('The recording could not be downloaded: its server could not be reached', {
          retryable: true,
          cause: error,
        });
      }
      throw error;
    }
  }

  private ask(
    url: string,
    deadlineMs: number,
    signal: AbortSignal,
    resumeFrom?: { offset: number; validator: string },
  ) {
    return this.door.download(url, {
      maxBytes: MAX_RECORDING_BYTES - (resumeFrom?.offset ?? 0),
      timeoutMs: Math.max(1, Math.round(deadlineMs - performance.now())),
      followRedirects: 3,
      signal,
      ...(resumeFrom && { resumeFrom }),
    });
  }

  /**
   * The answer's bytes, continued where a connection breaks. Without a validator and a length nobody could tell that
   * what comes is the rest of the same file: then the break is the end, and the step begins anew.
   */
  private async *resumed(
    first: Download,
    url: string,
    deadlineMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const { validator, contentLengthBytes: sizeBytes } = first;
    let stream = first.stream;
    let offset = 0;
    for (let breaks = 0; ; breaks++) {
      try {
        if (breaks > 0 && validator !== null) {
          const rest = await this.ask(url, deadlineMs, signal, { offset, validator });
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
        const mayResume =
          error instanceof OutboundError && !error.permanent && validator !== null && sizeBytes !== null;
        if (!mayResume || waitMs === undefined) throw error;
        await wait(waitMs, undefined, { signal });
      }
    }
  }
}

/** A server that ignores `If-Range` would send the rest of another file; only a 206 for all that is missing will do. */
function continues(rest: Download, first: Download, offset: number): boolean {
  return (
    rest.statusCode === 206 &&
    rest.contentLengthBytes === (first.contentLengthBytes ?? 0) - offset &&
    (rest.validator === null || rest.validator === first.validator)
  );
}

/** A server in trouble may recover; one that says no has answered. */
function refusedBy(statusCode: number): Error {
  const sentence = `The recording could not be downloaded: its server answered with status ${statusCode}`;
  const passing = statusCode >= 500 || statusCode === 408 || statusCode === 425 || statusCode === 429;
  return passing ? new ProviderError(sentence, { retryable: true }) : new CallRefused(sentence);
}
