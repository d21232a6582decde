// The one pass over the decoded audio of a recording: counts its samples, writes each channel to a file, and finds the
// speech on each. The customer is billed for the length counted here.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodedAudio } from '../../ports/audio-decoder.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import { ChannelComparison, type ChannelLayout } from './channel-layout.js';
import { chooseTracks, type HeardChannel } from './choose-tracks.js';
import { type KeyRun, keyRuns } from './keys/key-runs.js';
import { KeyToneFinder } from './keys/key-tones.js';
import { gainFor, levelTrack } from './level-track.js';
import type { LoudnessEnvelope } from './loudness-envelope.js';
import { pausesOf } from './pauses/recording-pauses.js';
import { SAMPLE_RATE_HZ } from './pcm-format.js';
import type { SignalQuality } from './signal-quality.js';
import { type MeasuredSpan, VoiceActivityDetector } from './voice-activity.js';

/** One channel that is transcribed. */
export interface MeasuredTrack {
  /** Channel of the recording; null when the track is the whole recording. */
  readonly channel: number | null;
  /** File name inside the work folder: mono signed 16-bit little-endian samples at 16 kHz. */
  readonly file: string;
  readonly speech: readonly MeasuredSpan[];
  /** Signal-to-noise ratio of speech to background, in dB; null without speech. */
  readonly snrDb: number | null;
  /** Mean level of the speech, in dB relative to full scale. */
  readonly levelDb: number;
  /** Absent from a checkpoint of an earlier release: not known. */
  readonly signal?: SignalQuality;
  /** Absent from a checkpoint of an earlier release. */
  readonly envelope?: LoudnessEnvelope;
}

/** Plain JSON: it is stored as the checkpoint of the step. */
export interface Measurement {
  /** From the number of decoded samples, never from what the file claims. */
  readonly durationMs: number;
  readonly sourceChannels: number;
  /** Audio tracks of the file. Absent from a checkpoint of an earlier release. */
  readonly sourceTracks?: number;
  readonly layout: ChannelLayout;
  /** Two for `stereo`, else one; for `one-silent` the channel with speech. */
  readonly tracks: readonly MeasuredTrack[];
  /** Sound that the container promises is missing or could not be decoded; everything else of the recording is measured. */
  readonly damaged: boolean;
  /**
   * One party's voice is in the other's channel, and it is not sure that it could be taken out: talk times may count it twice.
   * Absent from a checkpoint of an earlier release: not known.
   */
  readonly leakageLeft?: boolean;
  /** Runs of three or more telephone keys, ascending. Absent where they were not looked for. */
  readonly keys?: readonly KeyRun[];
  /**
   * Digital silence, or one steady tone, in all channels for three seconds or more; ascending and disjoint. Absent from a
   * checkpoint of an earlier release: not known.
   */
  readonly pauses?: readonly SpeechSpan[];
}

/** Audio to be measured. How its file plays elsewhere does not matter. */
export type MeasuredAudio = Omit<DecodedAudio, 'playsExactly' | 'promisedMs'>;

export interface MeasureOptions {
  /** Looks for telephone keys too, which costs a little time. */
  readonly findKeys?: boolean;
}

/** Size of the writes to the track files. */
const WRITE_BYTES = 256 * 1024;

/**
 * Reads the audio (16 kHz) to its end and leaves in `workDir` the file of each returned track: `mono.pcm`,
 * `channel-0.pcm`, `channel-1.pcm`. Memory is constant except for the spans; a slow disk slows the decoder down.
 * Rejects with the error of the decoder. The caller removes the files of a pass that failed.
 */
export async function measurePcm(
  audio: MeasuredAudio,
  workDir: string,
  { findKeys = false }: MeasureOptions = {},
): Promise<Measurement> {
  const laneCount = audio.channels === 2 ? 2 : 1;
  const files = laneCount === 2 ? ['channel-0.pcm', 'channel-1.pcm'] : ['mono.pcm'];
  const writers: PcmWriter[] = [];
  const detectors = files.map(() => new VoiceActivityDetector());
  const keyFinders = findKeys ? files.map(() => new KeyToneFinder()) : [];
  const comparison = new ChannelComparison();
  const deinterleaver = new Deinterleaver(audio.channels, laneCount);
  let samples = 0;

  try {
    for (const file of files) writers.push(await PcmWriter.create(join(workDir, file)));
    for await (const chunk of audio.pcm) {
      const lanes = deinterleaver.take(chunk);
      samples += lanes[0]?.length ?? 0;
      if (lanes[0] !== undefined && lanes[1] !== undefined) comparison.push(lanes[0], lanes[1]);
      for (const [index, lane] of lanes.entries()) {
        detectors[index]?.push(lane);
        keyFinders[index]?.push(lane);
        await writers[index]?.write(lane);
      }
    }
    for (const writer of writers) await writer.finish();
  } finally {
    // Where a file cannot be opened, nothing has read the audio: its decoder would wait until the service ends.
    audio.pcm.destroy();
    for (const writer of writers) await writer.close();
  }
  const { damaged } = await audio.report;

  const pauses = pausesOf(detectors.map((detector) => ({ levels: detector.levels(), tones: detector.tones() })));
  const channels: HeardChannel[] = [];
  for (const [index, detector] of detectors.entries()) {
    channels.push(await hear(detector, pauses, join(workDir, files[index] as string)));
  }
  const durationMs = Math.round((samples * 1000) / SAMPLE_RATE_HZ);
  const { layout, tracks, leakageLeft } = await chooseTracks(workDir, channels, comparison, pauses.length > 0);
  return {
    durationMs,
    sourceChannels: audio.channels,
    sourceTracks: audio.tracks,
    layout,
    tracks,
    damaged,
    leakageLeft,
    pauses,
    ...(findKeys && {
      keys: keyRuns(
        keyFinders.map((finder) => finder.finish()),
        { hasChannels: tracks[0]?.channel !== null, durationMs },
      ),
    }),
  };
}

/** The activity of one channel. The file of a channel that is far too quiet, or has an offset, is corrected first. */
async function hear(
  detector: VoiceActivityDetector,
  pauses: readonly SpeechSpan[],
  path: string,
): Promise<HeardChannel> {
  const activity = detector.finish(pauses);
  const levels = detector.levels();
  const level = detector.level();
  const speechDb = activity.speech.length === 0 ? null : activity.levelDb;
  const gainDb = gainFor(level, speechDb);
  return { levels, activity: gainDb === null ? activity : await levelTrack(path, gainDb, level.offset, pauses) };
}

/**
 * Turns interleaved bytes, in pieces of any size, into one array of samples (lane) for each of two channels, or into one
 * lane for any other number of channels. The next call overwrites the lanes.
 */
class Deinterleaver {
  readonly #channels: number;
  readonly #frameBytes: number;
  readonly #lanes: Int16Array[];
  /** Bytes of an incomplete frame (one sample of every channel) at the end of the last piece. */
  #carry = Buffer.alloc(0);

  constructor(channels: number, lanes: number) {
    this.#channels = channels;
    this.#frameBytes = channels * 2;
    this.#lanes = Array.from({ length: lanes }, () => new Int16Array(0));
  }

  take(chunk: Buffer): Int16Array[] {
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    const frames = Math.floor(bytes.length / this.#frameBytes);
    this.#carry = Buffer.from(bytes.subarray(frames * this.#frameBytes));
    for (const [index, lane] of this.#lanes.entries()) {
      if (lane.length < frames) this.#lanes[index] = new Int16Array(frames);
    }
    const { buffer, byteOffset } = aligned(bytes, this.#channels === 2 ? 4 : 2);
    if (this.#channels === 2) this.#split(new Int32Array(buffer, byteOffset, frames), frames);
    else this.#mix(new Int16Array(buffer, byteOffset, frames * this.#channels), frames);
    return this.#lanes.map((lane) => lane.subarray(0, frames));
  }

  /** Reads both samples of a frame with one access. The lanes keep the lower 16 bits of what is written to them. */
  #split(pairs: Int32Array, frames: number): void {
    const [left, right] = this.#lanes as [Int16Array, Int16Array];
    for (let i = 0; i < frames; i++) {
      const pair = pairs[i]!;
      left[i] = pair;
      right[i] = pair >> 16;
    }
  }

  /**
   * Copies a single channel. No convention says who speaks on which of three or more, so that their mean becomes one mono lane.
   */
  #mix(samples: Int16Array, frames: number): void {
    const lane = this.#lanes[0] as Int16Array;
    if (this.#channels === 1) {
      lane.set(samples);
      return;
    }
    for (let i = 0, at = 0; i < frames; i++) {
      let sum = 0;
      for (let channel = 0; channel < this.#channels; channel++, at++) sum += samples[at] as number;
      lane[i] = Math.round(sum / this.#channels);
    }
  }
}

/**
 * The bytes, copied only where their memory is not aligned for numbers of this size. All platforms that Node supports here are
 * little-endian.
 */
function aligned(bytes: Buffer, numberBytes: number): Uint8Array {
  return bytes.byteOffset % numberBytes === 0 ? bytes : Uint8Array.from(bytes);
}

const ZEROS = Buffer.alloc(WRITE_BYTES);

/**
 * Collects small pieces into large writes and awaits each of them, which is the back-pressure on the decoder. Zeros
 * become holes in the file (a sparse file), so that silence takes no space on the disk.
 */
class PcmWriter {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #fill = 0;
  #position = 0;
  /** End of the last write; what lies between it and the position is a hole. */
  #writtenTo = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<PcmWriter> {
    return new PcmWriter(await open(path, 'w'));
  }

  async write(samples: Int16Array): Promise<void> {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#buffer, this.#fill, at);
      this.#fill += copied;
      at += copied;
      if (this.#fill === WRITE_BYTES) await this.flush();
    }
  }

  async flush(): Promise<void> {
    if (this.#buffer.compare(ZEROS, 0, this.#fill, 0, this.#fill) !== 0) {
      for (let at = 0; at < this.#fill; ) {
        at += (await this.#file.write(this.#buffer, at, this.#fill - at, this.#position + at)).bytesWritten;
      }
      this.#writtenTo = this.#position + this.#fill;
    }
    this.#position += this.#fill;
    this.#fill = 0;
  }

  /** Writes what is left in the buffer; where the file ends with a hole, gives it its length. */
  async finish(): Promise<void> {
    await this.flush();
    if (this.#writtenTo < this.#position) await this.#file.truncate(this.#position);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
