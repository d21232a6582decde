// The outline of a channel's sound, for drawing its waveform: the loudest sample of each stretch of time.
import { SAMPLE_RATE_HZ } from './pcm-format.js';

export interface LoudnessEnvelope {
  /** Length of the stretch that one peak stands for; the last stretch may be shorter. */
  readonly msPerPeak: number;
  /** One byte for each stretch, 0 (silence) to 255 (full scale), in base64. */
  readonly peaks: string;
}

/** More than a wide screen has room for. A recording of any length has at least half as many, unless it is very short. */
const MAX_PEAKS = 1_200;
const MIN_STRETCH_SAMPLES = 160;
/** Of 16 bits to one byte. */
const SAMPLES_PER_STEP = 128;

/**
 * Takes the samples of one channel in pieces of any size. Its memory does not grow: each time the peaks reach their
 * maximum, every two become one, and a stretch is twice as long from then on.
 */
export class LoudnessMeter {
  readonly #peaks = new Uint8Array(MAX_PEAKS);
  #count = 0;
  #stretchSamples = MIN_STRETCH_SAMPLES;
  #taken = 0;
  #loudest = 0;

  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + this.#stretchSamples - this.#taken);
      this.#taken += end - at;
      for (; at < end; at++) {
        const loudness = Math.abs(samples[at] as number);
        if (loudness > this.#loudest) this.#loudest = loudness;
      }
      if (this.#taken === this.#stretchSamples) this.#keep();
    }
  }

  finish(): LoudnessEnvelope {
    if (this.#taken > 0) this.#keep();
    return {
      msPerPeak: (this.#stretchSamples * 1000) / SAMPLE_RATE_HZ,
      peaks: Buffer.from(this.#peaks.subarray(0, this.#count)).toString('base64'),
    };
  }

  #keep(): void {
    this.#peaks[this.#count++] = Math.min(255, this.#loudest / SAMPLES_PER_STEP);
    this.#taken = 0;
    this.#loudest = 0;
    if (this.#count === MAX_PEAKS) this.#halve();
  }

  #halve(): void {
    for (let i = 0; i < MAX_PEAKS / 2; i++) {
      this.#peaks[i] = Math.max(this.#peaks[2 * i] as number, this.#peaks[2 * i + 1] as number);
    }
    this.#count = MAX_PEAKS / 2;
    this.#stretchSamples *= 2;
  }
}
