// Reads one track of a file from one ffmpeg process: samples at the times of a player's clock.
import type { RecordingPart } from '../../containers/recording-plan.js';
import type { BoundedChild, ChildExit } from './bounded-child.js';
import { decoderStopped, failureOfExit, noAudio } from './ffmpeg-outcome.js';
import { PlayerClock } from './player-clock.js';
import type { StallGuardedReader } from './stall-guarded-reader.js';
import { TimedPcmParser, type TimedSamples, UnreadableOutput } from './timed-pcm.js';

export const BYTES_PER_SAMPLE = 2;
const SILENCE = Buffer.alloc(64 * 1024);
/** Maximum difference that rounding of times and rates can cause. A longer gap is missing sound. */
const MAX_MISSING_MS = 15;

export class TrackReader {
  readonly #child: BoundedChild;
  readonly #output: StallGuardedReader;
  readonly #parser: TimedPcmParser;
  readonly #blocks: TimedSamples[];
  readonly channels: number;
  #clock: PlayerClock | null = null;
  #soundBytes = 0;

  private constructor(
    child: BoundedChild,
    output: StallGuardedReader,
    parser: TimedPcmParser,
    channels: number,
    blocks: TimedSamples[],
  ) {
    this.#child = child;
    this.#output = output;
    this.#parser = parser;
    this.channels = channels;
    this.#blocks = blocks;
  }

  /** Waits for the first samples. Null when ffmpeg ended without any: its exit gives the reason. */
  static async open(child: BoundedChild, output: StallGuardedReader): Promise<TrackReader | null> {
    const parser = new TimedPcmParser();
    try {
      for (;;) {
        const chunk = await output.read();
        if (chunk === null) return null;
        const blocks = parser.push(chunk);
        if (parser.channels === 0) return null;
        if (blocks.length > 0 && parser.channels !== null) {
          return new TrackReader(child, output, parser, parser.channels, blocks);
        }
      }
    } catch (error) {
      if (error instanceof UnreadableOutput) return null;
      throw error;
    }
  }

  /** Time of the first samples, on ffmpeg's clock. This clock begins with the earliest track of the file. */
  get firstMs(): number {
    return this.#blocks[0]?.timeMs ?? 0;
  }

  /** @param baseMs the time stamp at which the recording begins */
  async *samples(sampleRate: number, baseMs: number): AsyncGenerator<Buffer> {
    const clock = new PlayerClock(sampleRate, baseMs);
    this.#clock = clock;
    const frameBytes = this.channels * BYTES_PER_SAMPLE;
    for (let blocks = this.#blocks; ; ) {
      yield* this.#played(clock, blocks, frameBytes);
      const chunk = await this.#output.read();
      if (chunk === null) return;
      blocks = this.#parse(chunk);
    }
  }

  /** Joins the sound of a chunk: small pieces cost the reader as much as large ones. */
  *#played(clock: PlayerClock, blocks: readonly TimedSamples[], frameBytes: number): Generator<Buffer> {
    let sound: Buffer[] = [];
    for (const { timeMs, bytes } of blocks) {
      const frames = Math.floor(bytes.length / frameBytes);
      const silence = clock.take(timeMs, frames) * frameBytes;
      if (silence > 0) {
        if (sound.length > 0) yield Buffer.concat(sound);
        sound = [];
        yield* silentBytes(silence, frameBytes);
      }
      this.#soundBytes += frames * frameBytes;
      sound.push(bytes.subarray(0, frames * frameBytes));
    }
    if (sound.length > 0) yield Buffer.concat(sound);
  }

  #parse(chunk: Buffer): TimedSamples[] {
    try {
      return this.#parser.push(chunk);
    } catch (error) {
      throw error instanceof UnreadableOutput ? decoderStopped(error) : error;
    }
  }

  /**
   * Call after the last sample.
   * @returns true when sound that the container announces was not decoded
   * @throws ProviderError when ffmpeg failed
   */
  async finish(part: RecordingPart, sampleRate: number): Promise<boolean> {
    const exit = await this.#child.waitForExit();
    if (exit.killed) throw decoderStopped();
    const failure = failureOfExit(exit);
    if (failure !== null) throw failure;
    const soundMs = (this.#soundBytes / BYTES_PER_SAMPLE / this.channels / sampleRate) * 1000;
    if (soundMs === 0) throw noAudio(exit.stderr);
    const { filledMs = 0, hasLongGap = false } = this.#clock ?? {};
    const lacksSound = part.promisedMs !== null && soundMs < part.promisedMs - MAX_MISSING_MS;
    // The container has no such gap: what should be there could not be decoded.
    const hasHoles = part.gapMs !== null && filledMs > part.gapMs + MAX_MISSING_MS;
    return exit.code !== 0 || lacksSound || hasHoles || hasLongGap;
  }

  /** Stops the decoder when no more samples are needed. */
  async stop(): Promise<ChildExit> {
    this.#child.kill();
    return this.#child.exited;
  }
}

function* silentBytes(count: number, frameBytes: number): Generator<Buffer> {
  const most = SILENCE.length - (SILENCE.length % frameBytes);
  for (let left = count; left > 0; left -= most) yield SILENCE.subarray(0, Math.min(left, most));
}
