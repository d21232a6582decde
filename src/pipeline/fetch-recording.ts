// Step 1: a recording given by URL is brought into storage. Uploads are there already.
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { ApiError } from '../platform/errors/api-error.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { OutboundError } from '../platform/outbound/outbound-error.js';
import { ProviderError } from '../ports/provider-error.js';
import { CallRefused, type CallRun } from './call-run.js';
import { AUDIO_TOO_LARGE, MAX_RECORDING_BYTES, RecordingIntake, RecordingInterrupted } from './store-recording.js';

/** A server that sends a large recording slowly is no fault; one that never ends is. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

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
    await this.claims.progress(call, 'fetching', 2);
    const recording = await this.download(call.id, call.sourceUrl, signal);
    await this.claims.recordRecording(call, recording);
    return recording.storageKey;
  }

  private async download(analysisId: string, url: string, signal: AbortSignal) {
    try {
      const answer = await this.door.download(url, {
        maxBytes: MAX_RECORDING_BYTES,
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        followRedirects: 3,
        signal,
      });
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        answer.stream.destroy();
        throw refusedBy(answer.statusCode);
      }
      const fileName = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
      return await this.intake.receive(analysisId, answer.stream, { fileName, mimeType: answer.contentType }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError) throw new CallRefused(`The recording could not be used: ${error.message}`);
      if (error instanceof OutboundError && error.kind === 'too-large') throw new CallRefused(AUDIO_TOO_LARGE);
      if (error instanceof OutboundError && error.permanent)
        throw new CallRefused(`The recording could not be downloaded: ${error.message}`);
      if (error instanceof OutboundError || error instanceof RecordingInterrupted) {
        throw new ProviderError('The recording could not be downloaded: its server could not be reached', {
          retryable: true,
          cause: error,
        });
      }
      throw error;
    }
  }
}

/** A server in trouble may recover; one that says no has answered. */
function refusedBy(statusCode: number): Error {
  const sentence = `The recording could not be downloaded: its server answered with status ${statusCode}`;
  const passing = statusCode >= 500 || statusCode === 408 || statusCode === 425 || statusCode === 429;
  return passing ? new ProviderError(sentence, { retryable: true }) : new CallRefused(sentence);
}
