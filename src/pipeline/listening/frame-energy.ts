// Frames of 10 ms: their energy, of samples through a high-pass filter, and their loudest sample.
import { SAMPLE_RATE_HZ } from './pcm-format.js';

/** A frame lasts 10 ms, as in pocketsphinx. */
export const FRAME_MS = 10;
const FRAME_SAMPLES = (SAMPLE_RATE_HZ * FRAME_MS) / 1000;

/**
 * Feedback of the first-order high-pass y[n] = x[n] - x[n-1] + 0.95 y[n-1], whose cut-off lies at about 130 Hz: mains hum
 * (50 and 60 Hz) and a constant offset must not pass for speech.
 */
const HIGH_PASS = 0.95;
/** Below this the filter's tail is set to zero: arithmetic on denormal numbers is a hundred times as slow. */
const NEGLIGIBLE_OUTPUT = 1e-6;

/**
 * Calls back with the mean square of each frame, filtered, and with its greatest magnitude, 0 to 32,768, unfiltered. Samples may
 * arrive in pieces of any length.
 */
export class FrameEnergy {
  #previousInput = 0;
  #previousOutput = 0;
  #energy = 0;
  #loudest = 0;
  #fill = 0;

  constructor(private readonly onFrame: (meanSquare: number, loudest: number) => void) {}

  /**
   * @param silent true where all samples are known to be 0
   * @returns the greatest magnitude of the frames that these samples belong to
   */
  push(samples: Int16Array, silent: boolean): number {
    if (!silent || this.#previousInput !== 0 || this.#previousOutput !== 0) return this.#filter(samples);
    const loudest = this.#loudest;
    this.#pushZeros(samples.length);
    return loudest;
  }

  #filter(samples: Int16Array): number {
    let input = this.#previousInput;
    let output = this.#previousOutput;
    let loudestOfAll = 0;
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + FRAME_SAMPLES - this.#fill);
      let energy = this.#energy;
      let loudest = this.#loudest;
      this.#fill += end - at;
      // Two samples at a time: each output depends on the one before, so that this halves the chain of dependencies.
      for (; at + 1 < end; at += 2) {
        const first = samples[at]!;
        const second = samples[at + 1]!;
        const rise = first - input;
        const one = rise + HIGH_PASS * output;
        output = second - first + HIGH_PASS * rise + HIGH_PASS * HIGH_PASS * output;
        input = second;
        energy += one * one + output * output;
        loudest = Math.max(loudest, Math.abs(first), Math.abs(second));
      }
      if (at < end) {
        output = samples[at]! - input + HIGH_PASS * output;
        input = samples[at++]!;
        energy += output * output;
        loudest = Math.max(loudest, Math.abs(input));
      }
      this.#energy = energy;
      this.#loudest = loudest;
      loudestOfAll = Math.max(loudestOfAll, loudest);
      if (this.#fill < FRAME_SAMPLES) break;
      this.#fill = 0;
      this.#emit();
      if (input === 0 && Math.abs(output) < NEGLIGIBLE_OUTPUT) output = 0;
    }
    this.#previousInput = input;
    this.#previousOutput = output;
    return loudestOfAll;
  }

  /** Skips the filter once its tail has ended: half of a recorded channel, and hours of a hostile file, are zeros. */
  #pushZeros(count: number): void {
    this.#fill += count;
    for (; this.#fill >= FRAME_SAMPLES; this.#fill -= FRAME_SAMPLES) this.#emit();
  }

  #emit(): void {
    this.onFrame(this.#energy / FRAME_SAMPLES, this.#loudest);
    this.#energy = 0;
    this.#loudest = 0;
  }

  /** Calls back with the last, shorter frame, if there is one. */
  finish(): void {
    if (this.#fill > 0) this.onFrame(this.#energy / this.#fill, this.#loudest);
  }
}
