// Replaces parts of streamed samples by silence or a tone, in all channels.
import type { WantedRedaction } from '../../../ports/redaction.js';
import type { SpeechSpan } from '../../../ports/transcript.js';

/** Frequency of the tone that broadcasters use. No telephone key and no line tone has this frequency. */
export const MUTE_TONE_HZ = 1000;
/** About -20 dB, as loud as speech. Half a step above the resolution of the waveform, which is one byte (128). */
export const MUTE_TONE_PEAK = 3264;
/** Fade that avoids a click at the beginning and the end of the tone. */
const FADE_MS = 5;

const BYTES_PER_SAMPLE = 2;

export interface Muting {
  /** Ascending and disjoint. */
  readonly spans: readonly SpeechSpan[];
  readonly audio: WantedRedaction['audio'];
  readonly sampleRate: number;
  readonly channels: number;
}

/** Span in samples of one channel; `end` is exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

export class PcmMuting {
  readonly #muting: Muting;
  readonly #stretches: readonly Stretch[];
  readonly #frameBytes: number;
  /** Whole periods of the tone, one after the other. */
  readonly #tone: Float64Array;
  readonly #fadeFrames: number;
  #next = 0;
  /** Samples of each channel so far. */
  frames = 0;

  constructor(muting: Muting) {
    const { spans, sampleRate, channels } = muting;
    this.#muting = muting;
    this.#frameBytes = channels * BYTES_PER_SAMPLE;
    this.#tone = toneAt(sampleRate);
    this.#fadeFrames = (FADE_MS * sampleRate) / 1000;
    this.#stretches = spans.map(({ startMs, endMs }) => ({
      start: Math.floor((startMs * sampleRate) / 1000),
      end: Math.ceil((endMs * sampleRate) / 1000),
    }));
  }

  /** @param pcm signed 16-bit little-endian samples, channels interleaved, in pieces of any size; they are not changed */
  async *apply(pcm: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let carry: Buffer = Buffer.alloc(0);
    for await (const chunk of pcm) {
      const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
      const whole = bytes.length - (bytes.length % this.#frameBytes);
      carry = bytes.subarray(whole);
      if (whole > 0) yield this.#mute(bytes.subarray(0, whole));
    }
  }

  #mute(bytes: Buffer): Buffer {
    const from = this.frames;
    const to = from + bytes.length / this.#frameBytes;
    this.frames = to;
    let muted: Buffer | null = null;
    for (; ; this.#next++) {
      const stretch = this.#stretches[this.#next];
      if (stretch === undefined || stretch.start >= to) return muted ?? bytes;
      if (stretch.end > from) {
        muted ??= ownCopy(bytes);
        this.#fill(muted, stretch, from, to);
      }
      if (stretch.end > to) return muted ?? bytes;
    }
  }

  #fill(bytes: Buffer, stretch: Stretch, from: number, to: number): void {
    const [start, end] = [Math.max(stretch.start, from), Math.min(stretch.end, to)];
    if (this.#muting.audio === 'silence') {
      bytes.fill(0, (start - from) * this.#frameBytes, (end - from) * this.#frameBytes);
      return;
    }
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES_PER_SAMPLE);
    const { channels } = this.#muting;
    for (let frame = start, at = (start - from) * channels; frame < end; frame++, at += channels) {
      samples.fill(this.#toneIn(stretch, frame), at, at + channels);
    }
  }

  #toneIn({ start, end }: Stretch, frame: number): number {
    const strength = Math.min(1, (frame - start) / this.#fadeFrames, (end - 1 - frame) / this.#fadeFrames);
    return Math.round(strength * (this.#tone[(frame - start) % this.#tone.length] as number));
  }
}

/** The tone until it begins again with the same sample: a millisecond of most rates, a second at most. */
function toneAt(sampleRate: number): Float64Array {
  const periods = Number.isInteger(sampleRate)
    ? MUTE_TONE_HZ / greatestDivisor(sampleRate, MUTE_TONE_HZ)
    : MUTE_TONE_HZ;
  return Float64Array.from(
    { length: Math.round((periods * sampleRate) / MUTE_TONE_HZ) },
    (_, frame) => MUTE_TONE_PEAK * Math.sin((2 * Math.PI * MUTE_TONE_HZ * frame) / sampleRate),
  );
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** A copy whose beginning is aligned for samples: all platforms that Node supports here are little-endian. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
