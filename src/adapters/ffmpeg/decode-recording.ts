// Decodes a recording part by part as its container lays it out, and says in the end whether all that it promises was there.
import { access, constants } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { planRecording } from '../../containers/plan-recording.js';
import { UnreadableSamples } from '../../containers/read-wav.js';
import type { RecordingPart, RecordingPlan } from '../../containers/recording-plan.js';
import type { DecodedAudio, DecodeReport, DecodeRequest } from '../../ports/audio-decoder.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { BoundedChild } from './bounded-child.js';
import { asTwoChannels, mixedDown } from './channel-weaving.js';
import { chooseTracks, type TrackChoice } from './choose-tracks.js';
import { decodeArgs, describeArgs } from './decode-args.js';
import { deferred } from './deferred.js';
import { decoderStopped, failureOfExit, noAudio, recordingUnreadable } from './ffmpeg-outcome.js';
import type { StallGuardedReader } from './stall-guarded-reader.js';
import { BYTES_PER_SAMPLE, TrackReader } from './track-reader.js';

export interface Programs {
  start(args: readonly string[]): Promise<BoundedChild>;
  watch(child: BoundedChild): StallGuardedReader;
}

/** The tracks of one part, from which samples can be read. */
interface OpenPart {
  readonly part: RecordingPart;
  readonly readers: readonly TrackReader[];
  readonly channels: number;
}

export async function decodeRecording(request: DecodeRequest, programs: Programs): Promise<DecodedAudio> {
  const plan = await readPlan(request);
  const decode = new RecordingDecode(request, programs, plan);
  return decode.run();
}

/** @throws ProviderError */
export async function readPlan({ path, signal }: Pick<DecodeRequest, 'path' | 'signal'>): Promise<RecordingPlan> {
  try {
    return await planRecording(path, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof UnreadableSamples ? noAudio(error) : recordingUnreadable(error);
  }
}

class RecordingDecode {
  readonly #request: DecodeRequest;
  readonly #programs: Programs;
  readonly #plan: RecordingPlan;
  #damaged: boolean;

  constructor(request: DecodeRequest, programs: Programs, plan: RecordingPlan) {
    this.#request = request;
    this.#programs = programs;
    this.#plan = plan;
    this.#damaged = plan.damaged;
  }

  async run(): Promise<DecodedAudio> {
    const choice = await this.#choose();
    const { parts, first, channels } = await this.#survey(choice);
    // ffmpeg's own limit (-t) goes by time stamps, which a hostile file can forge; this one counts samples.
    const { maxDurationMs, sampleRate, signal } = this.#request;
    const maxBytes = Math.ceil((maxDurationMs * sampleRate) / 1000) * channels * BYTES_PER_SAMPLE;
    const report = deferred<DecodeReport>();
    // A reader that got the error from `pcm` need not await the report as well.
    report.promise.catch(() => undefined);
    const open = new Set<OpenPart>([first]);

    const decode = this;
    async function* samples(): AsyncGenerator<Buffer> {
      let leftBytes = maxBytes;
      try {
        for await (const bytes of decode.#partsFrom(first, parts, choice, channels, open)) {
          const taken = bytes.subarray(0, leftBytes);
          leftBytes -= taken.length;
          if (taken.length > 0) yield taken;
          if (leftBytes === 0) break;
        }
        report.resolve({ damaged: leftBytes > 0 && decode.#damaged });
      } catch (error) {
        const stopped = error instanceof ProviderError ? error : decoderStopped(error);
        const failure: unknown = signal.aborted ? signal.reason : stopped;
        report.reject(failure);
        throw failure;
      } finally {
        await stopAll(open);
      }
    }
    const pcm = Readable.from(samples(), { objectMode: false });
    pcm.once('close', () => {
      // No effect after a complete read. A reader that stops early must leave neither a process nor a pending report.
      void stopAll(open);
      report.reject(decoderStopped());
    });
    const playsExactly = this.#plan.playsExactly === true;
    const promisedMs = this.#damaged ? null : promiseOf(this.#plan);
    return { channels, tracks: choice.audioTracks, playsExactly, promisedMs, pcm, report: report.promise };
  }

  /** Asks ffmpeg for the tracks only where there are several: it costs a program. */
  async #choose(): Promise<TrackChoice> {
    const { audioTracks, parts } = this.#plan;
    const [part] = parts;
    if (audioTracks < 2 || part === undefined) return { tracks: [0], audioTracks };
    const child = await this.#programs.start(describeArgs(this.#request.path, part));
    const { stderr } = await child.waitForExit();
    this.#request.signal.throwIfAborted();
    return chooseTracks(stderr) ?? { tracks: [0], audioTracks };
  }

  /**
   * Opens the first part that has sound, and looks into the others for their channels: parts that differ are heard as one
   * channel.
   */
  async #survey(choice: TrackChoice): Promise<{ parts: RecordingPart[]; first: OpenPart; channels: number }> {
    const parts: RecordingPart[] = [];
    let [first, failure]: [OpenPart | null, unknown] = [null, null];
    let channels: number | null = null;
    for (const part of this.#plan.parts) {
      const opened = await this.#open(part, choice).catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.retryable || this.#plan.parts.length === 1) throw error;
        failure ??= error;
        return null;
      });
      if (opened === null) {
        this.#damaged = true;
        continue;
      }
      channels = channels === null || channels === opened.channels ? opened.channels : 1;
      if (first === null) first = opened;
      else {
        parts.push(part);
        await stopAll([opened]);
      }
    }
    if (first === null || channels === null) throw failure ?? noAudio(null);
    return { parts, first, channels };
  }

  async *#partsFrom(
    first: OpenPart,
    others: readonly RecordingPart[],
    choice: TrackChoice,
    channels: number,
    open: Set<OpenPart>,
  ): AsyncGenerator<Buffer> {
    yield* this.#play(first, channels);
    open.delete(first);
    for (const part of others) {
      const opened = await this.#open(part, choice);
      open.add(opened);
      yield* this.#play(opened, channels);
      open.delete(opened);
    }
  }

  async *#play({ part, readers, channels: own }: OpenPart, channels: number): AsyncGenerator<Buffer> {
    const { sampleRate, signal } = this.#request;
    const [first, second] = readers;
    if (first === undefined) return;
    const earliest = Math.min(...readers.map(({ firstMs }) => firstMs));
    const baseMs = this.#plan.otherTracks ? Math.min(0, earliest) : earliest;
    const sound = first.samples(sampleRate, baseMs);
    const played = second === undefined ? sound : asTwoChannels(sound, second.samples(sampleRate, baseMs));
    for await (const bytes of played) yield own === channels ? bytes : mixedDown(bytes, own);
    for (const reader of readers) {
      const lacks = await reader.finish(
        reader === first ? part : { ...part, promisedMs: null, gapMs: null },
        sampleRate,
      );
      signal.throwIfAborted();
      this.#damaged ||= lacks;
    }
  }

  /** @throws ProviderError where the part has no sound that can be decoded */
  async #open(part: RecordingPart, { tracks }: TrackChoice): Promise<OpenPart> {
    const readers: TrackReader[] = [];
    try {
      for (const track of tracks) readers.push(await this.#openTrack(part, track));
    } catch (error) {
      await Promise.all(readers.map((reader) => reader.stop()));
      throw error;
    }
    return { part, readers, channels: readers.length === 2 ? 2 : (readers[0]?.channels ?? 1) };
  }

  async #openTrack(part: RecordingPart, track: number): Promise<TrackReader> {
    const { path, sampleRate, signal } = this.#request;
    const child = await this.#programs.start(decodeArgs(path, part, track, sampleRate));
    try {
      const reader = await TrackReader.open(child, this.#programs.watch(child));
      if (reader !== null) return reader;
      const exit = await child.waitForExit();
      signal.throwIfAborted();
      const unreadable = await access(path, constants.R_OK).then(() => null, recordingUnreadable);
      throw failureOfExit(exit) ?? unreadable ?? noAudio(exit.stderr.slice(-2000));
    } catch (error) {
      child.kill();
      await child.exited;
      throw error;
    }
  }
}

function promiseOf({ parts }: RecordingPlan): number | null {
  return parts.reduce<number | null>(
    (sum, { promisedMs }) => (sum === null || promisedMs === null ? null : sum + promisedMs),
    0,
  );
}

async function stopAll(parts: Iterable<OpenPart>): Promise<void> {
  await Promise.all([...parts].flatMap(({ readers }) => readers.map((reader) => reader.stop())));
}
