// Energy of speech frames: samples through a high-pass filter, summed up in frames of 10 ms.
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

/** Calls back with the mean square of each frame. Samples may arrive in pieces of any length. */
export class FrameEnergy {
  #previousInput = 0;
  #previousOutput = 0;
  #energy = 0;
  #fill = 0;

  constructor(private readonly onFrame: (meanSquare: number) => void) {}

  /** @param silent true where all samples are known to be 0 */
  push(samples: Int16Array, silent: boolean): void {
    if (silent && this.#previousInput === 0 && this.#previousOutput === 0) this.#pushZeros(samples.length);
    else this.#filter(samples);
  }

  #filter(samples: Int16Array): void {
    let input = this.#previousInput;
    let output = this.#previousOutput;
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + FRAME_SAMPLES - this.#fill);
      let energy = this.#energy;
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
      }
      if (at < end) {
        output = samples[at]! - input + HIGH_PASS * output;
        input = samples[at++]!;
        energy += output * output;
      }
      this.#energy = energy;
      if (this.#fill < FRAME_SAMPLES) break;
      this.#fill = 0;
      this.#emit();
      if (input === 0 && Math.abs(output) < NEGLIGIBLE_OUTPUT) output = 0;
    }
    this.#previousInput = input;
    this.#previousOutput = output;
  }

  /** Skips the filter once its tail has ended: half of a recorded channel, and hours of a hostile file, are zeros. */
  #pushZeros(count: number): void {
    this.#fill += count;
    for (; this.#fill >= FRAME_SAMPLES; this.#fill -= FRAME_SAMPLES) this.#emit();
  }

  #emit(): void {
    this.onFrame(this.#energy / FRAME_SAMPLES);
    this.#energy = 0;
  }

  /** Calls back with the last, shorter frame, if there is one. */
  finish(): void {
    if (this.#fill > 0) this.onFrame(this.#energy / this.#fill);
  }
}
