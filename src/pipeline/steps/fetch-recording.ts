// Step 1: downloads a recording that was submitted by URL into storage, and releases the call: its other steps have slots of
// their own. An upload is in storage already.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../../calls/claims/analysis-claims.js';
import { LANE_QUEUES } from '../../calls/claims/due-calls.js';
import { decompressed } from '../../platform/outbound/content-coding.js';
import { type Download, type DownloadCredentials, OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { SNIFF_BYTES, sniffAudioFormat } from '../../recordings/receiving/audio-format.js';
import { CredentialsOfCall } from '../../recordings/receiving/credentials-of-call.js';
import type { DownloadedHead } from '../../recordings/receiving/document-kind.js';
import {
  type ReceivedRecording,
  RecordingIntake,
  RecordingInterrupted,
} from '../../recordings/receiving/recording-intake.js';
import { MAX_RECORDING_BYTES } from '../../recordings/receiving/recording-limits.js';
import { Doorbells } from '../../work/doorbells.js';
import type { CallRun } from './call-run.js';
import { downloadError, statusError } from './download-failure.js';

/** A slow server may take this long for a large recording. A server that never ends must not hold the worker longer. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;
/** Waits before each attempt to resume a broken download. After the last one, the whole step is retried from the start. */
const RESUME_WAITS_MS = [100, 500, 2_000];
/** Statuses of a server that does not give a recording as it was asked for. */
const REFUSALS: readonly number[] = [400, 406, 409, 415, 422];
/** Some hosts of recordings lead through several of their servers. Each is checked as the first one is. */
const MAX_REDIRECTS = 10;

interface DownloadTask {
  readonly accountId: string;
  readonly url: string;
  readonly credentials: DownloadCredentials | null;
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
    private readonly doorbells: Doorbells,
    private readonly credentials: CredentialsOfCall,
  ) {}

  /** @throws WorkRefused, ProviderError, RecordingAwaited */
  async run({ call, signal }: Pick<CallRun, 'call' | 'signal'>): Promise<void> {
    if (call.sourceUrl === null) throw new Error('A call has a stored recording or an address to fetch it from');
    await this.claims.recordProgress(call, { stage: 'fetching', percent: 2 });
    const recording = await this.download(call, call.sourceUrl, signal);
    await this.claims.recordRecording(call, recording);
    void this.doorbells.ring(LANE_QUEUES.work, { analysisId: call.id, requestId: call.requestId });
  }

  private async download({ id, accountId }: ClaimedCall, url: string, signal: AbortSignal): Promise<ReceivedRecording> {
    // A recording may be refused before its end, and the rest of the body would hold a connection to its server.
    const ended = new AbortController();
    let file: DownloadedHead | null = null;
    try {
      const asked = {
        accountId,
        url,
        credentials: await this.credentials.find(id),
        deadlineMs: performance.now() + DOWNLOAD_TIMEOUT_MS,
        signal: AbortSignal.any([signal, ended.signal]),
      };
      const { answer, task } = await this.begin(asked);
      if (!answer.hasContent) throw statusError(answer.statusCode, answer.retryAfterMs);
      const { contentType, codings } = answer;
      const noteHead = (head: Buffer) => {
        file = { contentType, head };
      };
      const content = this.content(answer, task);
      const fileName = new URL(url).pathname.split('/').at(-1) ?? '';
      const hints = {
        fileName,
        mimeType: contentType,
        announcedBytes: codings.length > 0 ? null : answer.contentLengthBytes,
        certainBytes: 0,
      };
      return await this.intake.receive(
        id,
        Readable.from(noting(content, noteHead), { objectMode: false }),
        hints,
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      throw downloadError(error, file);
    } finally {
      ended.abort();
    }
  }

  /** A server that refuses the address is asked once more where the recording has another one. */
  private async begin(task: DownloadTask): Promise<{ readonly answer: Download; readonly task: DownloadTask }> {
    const answer = await this.ask(task);
    const isRefused = REFUSALS.includes(answer.statusCode) && task.credentials !== null;
    const url = isRefused ? this.credentials.otherAddressOf(task.url) : null;
    if (url === null) return { answer, task };
    answer.stream.destroy();
    const other = { ...task, url };
    return { answer: await this.ask(other), task: other };
  }

  private content(answer: Download, task: DownloadTask): AsyncIterable<Buffer> {
    const { contentType: mimeType, codings } = answer;
    return decompressed(this.resumed(answer, task), codings, {
      maxBytes: MAX_RECORDING_BYTES,
      headBytes: SNIFF_BYTES,
      isPlain: (head) => sniffAudioFormat(head, { fileName: null, mimeType }) !== null,
    });
  }

  private ask(
    { accountId, url, credentials, deadlineMs, signal }: DownloadTask,
    resumeFrom?: { offset: number; validator: string },
  ) {
    return this.door.download(url, {
      accountId,
      credentials,
      maxBytes: MAX_RECORDING_BYTES - (resumeFrom?.offset ?? 0),
      timeoutMs: Math.max(1, Math.round(deadlineMs - performance.now())),
      followRedirects: MAX_REDIRECTS,
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

/** Tells the first bytes while they pass. */
async function* noting(bytes: AsyncIterable<Buffer>, note: (head: Buffer) => void): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst) note(chunk);
    isFirst = false;
    yield chunk;
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
