// Reads the WAV that ffmpeg writes to its pipe: first the channel count, then samples with back-pressure, then the report.
import { Readable } from 'node:stream';
import type { DecodedAudio, DecodeReport, DecodeRequest } from '../../ports/audio-decoder.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { BoundedChild } from './bounded-child.js';
import { deferred } from './deferred.js';
import { decoderStalled, decoderStopped, failureOfExit, noAudio, reportsDamage } from './ffmpeg-outcome.js';

const MAX_HEADER_BYTES = 64 * 1024;
const BYTES_PER_SAMPLE = 2;

/** Kills the child when the reader waits too long, for one chunk or for all together. */
export class StallGuardedReader {
  readonly #child: BoundedChild;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #stallTimeoutMs: number;
  #remainingMs: number;

  constructor(child: BoundedChild, timeouts: { readonly stallTimeoutMs: number; readonly totalTimeoutMs: number }) {
    this.#child = child;
    this.#chunks = child.stdout[Symbol.asyncIterator]();
    this.#stallTimeoutMs = timeouts.stallTimeoutMs;
    this.#remainingMs = timeouts.totalTimeoutMs;
  }

  /** Null at the end of the output, and when the child was killed: its exit status says which. */
  async read(): Promise<Buffer | null> {
    let stalled = false;
    const timer = setTimeout(
      () => {
        stalled = true;
        this.#child.kill();
      },
      Math.min(this.#stallTimeoutMs, this.#remainingMs),
    );
    const startedAt = performance.now();
    try {
      const next = await this.#chunks.next();
      return next.done ? null : next.value;
    } catch (error) {
      if (stalled) throw decoderStalled();
      if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return null;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - startedAt;
    }
  }
}

export interface WavStart {
  readonly channels: number;
  /** The samples that came in the same chunk as the header. */
  readonly firstSamples: Buffer;
}

/** Null when ffmpeg wrote no header. The header may hold other chunks before `data`. */
export async function readWavHeader(output: StallGuardedReader): Promise<WavStart | null> {
  let head = Buffer.alloc(0);
  while (head.length < MAX_HEADER_BYTES) {
    const chunk = await output.read();
    if (chunk === null) break;
    head = Buffer.concat([head, chunk]);
    const dataAt = head.indexOf('data', 12, 'latin1');
    if (dataAt < 0 || head.length <= dataAt + 8) continue;
    const channels = head.readUInt16LE(22);
    if (channels < 1) break;
    return { channels, firstSamples: head.subarray(dataAt + 8) };
  }
  return null;
}

/** Gives the samples up to the maximum duration. The report settles when they have been read, or the reader stops. */
export function streamPcm(
  request: DecodeRequest,
  child: BoundedChild,
  output: StallGuardedReader,
  { channels, firstSamples }: WavStart,
): DecodedAudio {
  const frameBytes = channels * BYTES_PER_SAMPLE;
  // ffmpeg's own limit (-t) goes by time stamps, which a hostile file can forge; this one counts decoded samples.
  const maxBytes = Math.ceil((request.maxDurationMs * request.sampleRate) / 1000) * frameBytes;
  const report = deferred<DecodeReport>();
  // A reader that got the error from `pcm` need not await the report as well.
  report.promise.catch(() => undefined);

  async function* samples(): AsyncGenerator<Buffer> {
    let deliveredBytes = 0;
    try {
      for await (const frames of wholeFrames(output, firstSamples, frameBytes, maxBytes)) {
        deliveredBytes += frames.length;
        yield frames;
      }
      const capped = deliveredBytes >= maxBytes;
      const decodedMs = (deliveredBytes / frameBytes / request.sampleRate) * 1000;
      report.resolve(await judgeEnd(child, request.signal, capped, decodedMs));
    } catch (error) {
      child.kill();
      await child.exited;
      const failure = error instanceof ProviderError || request.signal.aborted ? error : decoderStopped(error);
      report.reject(failure);
      throw failure;
    }
  }
  const pcm = Readable.from(samples(), { objectMode: false });
  pcm.once('close', () => {
    // No effect after a complete read. A reader that stops early must leave neither a process nor a pending report.
    child.kill();
    report.reject(decoderStopped());
  });
  return { channels, pcm, report: report.promise };
}

/** The samples in chunks of whole frames (one sample of every channel), at most `maxBytes` in all. */
async function* wholeFrames(
  output: StallGuardedReader,
  firstSamples: Buffer,
  frameBytes: number,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let leftBytes = maxBytes;
  let pending = firstSamples;
  for (;;) {
    const wholeBytes = Math.min(pending.length - (pending.length % frameBytes), leftBytes);
    leftBytes -= wholeBytes;
    if (wholeBytes > 0) yield pending.subarray(0, wholeBytes);
    if (leftBytes <= 0) return;
    pending = pending.subarray(wholeBytes);
    const chunk = await output.read();
    if (chunk === null) return;
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
  }
}

/** @param capped the maximum duration was reached, so the rest of the output is not read */
async function judgeEnd(
  child: BoundedChild,
  signal: AbortSignal,
  capped: boolean,
  decodedMs: number,
): Promise<DecodeReport> {
  if (capped) child.kill();
  const exit = await child.waitForExit();
  signal.throwIfAborted();
  if (exit.killed && !capped) throw decoderStopped();
  const failure = failureOfExit(exit);
  if (failure !== null) throw failure;
  if (decodedMs === 0) throw noAudio(exit.stderr);
  return { damaged: !capped && (exit.code !== 0 || reportsDamage(exit.stderr, decodedMs)) };
}
