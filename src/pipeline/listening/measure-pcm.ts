// The one pass over decoded audio: its true length, its channels as files, who speaks where. Billing rests on the count made here.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodedAudio } from '../../ports/audio-decoder.js';
import { ChannelComparison, type ChannelLayout, layoutOfPair, removeBleed } from './channel-layout.js';
import { type MeasuredSpan, VAD_SAMPLE_RATE, type VoiceActivity, VoiceActivityDetector } from './voice-activity.js';

/** One voice track of the recording. */
export interface MeasuredTrack {
  /** Channel of the recording; null when the track stands for the whole of it. */
  readonly channel: number | null;
  /** File name inside the work folder: mono signed 16-bit little-endian samples at 16 kHz. */
  readonly file: string;
  readonly speech: readonly MeasuredSpan[];
  /** Speech over background, in dB; null without speech. */
  readonly snrDb: number | null;
  /** Mean level of the speech, in dB relative to full scale. */
  readonly levelDb: number;
}

/** Plain JSON: it is stored as the step's checkpoint. */
export interface Measurement {
  /** Decoded samples, nothing else. */
  readonly durationMs: number;
  readonly sourceChannels: number;
  readonly layout: ChannelLayout;
  /** One, or two for `stereo`; of `one-silent` the channel that is not. */
  readonly tracks: readonly MeasuredTrack[];
  /** The decoder met damage: the rest of the recording is measured. */
  readonly damaged: boolean;
}

const WRITE_BYTES = 256 * 1024;

/**
 * Reads the audio (16 kHz) to its end and leaves `mono.pcm`, or `channel-0.pcm` and `channel-1.pcm`, in `workDir`.
 * Memory is constant but for the spans; the decoder waits while the disk does.
 * Rejects with what the decoder rejected with; files of an unfinished pass stay for the owner of the folder to remove.
 */
export async function measurePcm(audio: DecodedAudio, workDir: string): Promise<Measurement> {
  const kept = audio.channels === 2 ? 2 : 1;
  const files = kept === 2 ? ['channel-0.pcm', 'channel-1.pcm'] : ['mono.pcm'];
  const writers: PcmWriter[] = [];
  const detectors = files.map(() => new VoiceActivityDetector());
  const comparison = new ChannelComparison();
  const split = new Deinterleaver(audio.channels, kept);
  let samples = 0;

  try {
    for (const file of files) writers.push(await PcmWriter.create(join(workDir, file)));
    for await (const chunk of audio.pcm) {
      const lanes = split.take(chunk);
      samples += lanes[0]?.length ?? 0;
      if (lanes[0] !== undefined && lanes[1] !== undefined) comparison.push(lanes[0], lanes[1]);
      for (const [index, lane] of lanes.entries()) {
        detectors[index]?.push(lane);
        await writers[index]?.write(lane);
      }
    }
    for (const writer of writers) await writer.finish();
  } finally {
    for (const writer of writers) await writer.close();
  }
  const { damaged } = await audio.report;

  const heard = detectors.map((detector) => detector.finish());
  const { layout, tracks } = await settleTracks(workDir, heard, comparison);
  return {
    durationMs: Math.round((samples * 1000) / VAD_SAMPLE_RATE),
    sourceChannels: audio.channels,
    layout,
    tracks,
    damaged,
  };
}

async function settleTracks(
  workDir: string,
  heard: readonly VoiceActivity[],
  comparison: ChannelComparison,
): Promise<{ layout: ChannelLayout; tracks: MeasuredTrack[] }> {
  const [left, right] = heard;
  if (left === undefined) throw new Error('A recording has at least one channel');
  if (right === undefined) return { layout: 'mono', tracks: [{ channel: null, file: 'mono.pcm', ...left }] };

  const likenessWithin = (startMs: number, endMs: number) => comparison.likenessWithin(startMs, endMs);
  const [leftSpeech, rightSpeech] = removeBleed(left.speech, right.speech, likenessWithin);
  const layout = layoutOfPair(comparison, leftSpeech, rightSpeech);
  const louder = left.levelDb >= right.levelDb ? 0 : 1;

  if (layout === 'dual-mono') {
    await rename(join(workDir, `channel-${louder}.pcm`), join(workDir, 'mono.pcm'));
    await rm(join(workDir, `channel-${1 - louder}.pcm`));
    return { layout, tracks: [{ channel: null, file: 'mono.pcm', ...(louder === 0 ? left : right) }] };
  }
  const tracks = [
    { channel: 0, file: 'channel-0.pcm', ...left, speech: leftSpeech },
    { channel: 1, file: 'channel-1.pcm', ...right, speech: rightSpeech },
  ];
  if (layout === 'stereo') return { layout, tracks };
  const speaking = leftSpeech.length > 0 ? 0 : 1;
  await rm(join(workDir, `channel-${1 - speaking}.pcm`));
  return { layout, tracks: tracks.filter((track) => track.channel === speaking) };
}

/** Channels out of interleaved bytes that arrive in pieces of any size. Results are valid until the next call. */
class Deinterleaver {
  readonly #channels: number;
  readonly #frameBytes: number;
  readonly #lanes: Int16Array[];
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
    const samples = wordsOf(bytes, frames * this.#channels);
    if (this.#lanes.length === this.#channels) this.#copy(samples, frames);
    else this.#mix(samples, frames);
    return this.#lanes.map((lane) => lane.subarray(0, frames));
  }

  #copy(samples: Int16Array, frames: number): void {
    const [left, right] = this.#lanes;
    if (left === undefined || right === undefined) {
      left?.set(samples);
      return;
    }
    for (let i = 0, at = 0; i < frames; i++, at += 2) {
      left[i] = samples[at]!;
      right[i] = samples[at + 1]!;
    }
  }

  /** No convention says who speaks on which of three or more channels, so their mean is heard as mono. */
  #mix(samples: Int16Array, frames: number): void {
    const lane = this.#lanes[0] as Int16Array;
    for (let i = 0, at = 0; i < frames; i++) {
      let sum = 0;
      for (let channel = 0; channel < this.#channels; channel++, at++) sum += samples[at] as number;
      lane[i] = Math.round(sum / this.#channels);
    }
  }
}

/** The bytes as samples, without a copy where memory is aligned. Every platform Node runs on here is little-endian. */
function wordsOf(bytes: Buffer, words: number): Int16Array {
  if (bytes.byteOffset % 2 === 0) return new Int16Array(bytes.buffer, bytes.byteOffset, words);
  const aligned = new Int16Array(words);
  Buffer.from(aligned.buffer).set(bytes.subarray(0, words * 2));
  return aligned;
}

const NOTHING = Buffer.alloc(WRITE_BYTES);

/**
 * Gathers small pieces into large writes, each awaited: that is what holds the decoder back. Stretches of nothing but
 * zeros become holes in the file, so that silence takes no room on the disk.
 */
class PcmWriter {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #fill = 0;
  #position = 0;
  /** Up to where something has been written. */
  #written = 0;

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
    if (this.#buffer.compare(NOTHING, 0, this.#fill, 0, this.#fill) !== 0) {
      for (let at = 0; at < this.#fill; ) {
        at += (await this.#file.write(this.#buffer, at, this.#fill - at, this.#position + at)).bytesWritten;
      }
      this.#written = this.#position + this.#fill;
    }
    this.#position += this.#fill;
    this.#fill = 0;
  }

  /** Writes the rest, and gives the file its length where it ends with a hole. */
  async finish(): Promise<void> {
    await this.flush();
    if (this.#written < this.#position) await this.#file.truncate(this.#position);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
