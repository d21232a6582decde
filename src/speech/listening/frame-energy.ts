// Frames of 10 ms: their energy after a high-pass filter, and their loudest sample.
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

/** Takes the samples of one channel, and gives its frames one by one. */
export class FrameEnergy {
  #previousInput = 0;
  #previousOutput = 0;
  #energy = 0;
  #loudest = 0;
  #fill = 0;

  /** Loudest of the samples that the current frame has so far, unfiltered: 0 to 32,768. */
  get loudest(): number {
    return this.#loudest;
  }

  get isEmpty(): boolean {
    return this.#fill === 0;
  }

  get isComplete(): boolean {
    return this.#fill === FRAME_SAMPLES;
  }

  /**
   * Adds samples to the current frame, at most up to its end.
   * @param silent true when all samples are known to be 0
   * @returns index of the first sample that was not added
   */
  add(samples: Int16Array, from: number, silent: boolean): number {
    const end = Math.min(samples.length, from + FRAME_SAMPLES - this.#fill);
    this.#fill += end - from;
    // The filter's tail has ended: half of a recorded channel, and hours of a hostile file, are zeros.
    if (!silent || this.#previousInput !== 0 || this.#previousOutput !== 0) this.#filter(samples, from, end);
    return end;
  }

  #filter(samples: Int16Array, from: number, end: number): void {
    let input = this.#previousInput;
    let output = this.#previousOutput;
    let energy = this.#energy;
    let loudest = this.#loudest;
    let at = from;
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
      input = samples[at]!;
      energy += output * output;
      loudest = Math.max(loudest, Math.abs(input));
    }
    this.#previousInput = input;
    this.#previousOutput = output;
    this.#energy = energy;
    this.#loudest = loudest;
  }

  /** Ends the current frame, which must hold samples. @returns its mean square, filtered */
  end(): number {
    const meanSquare = this.#energy / this.#fill;
    if (this.#previousInput === 0 && Math.abs(this.#previousOutput) < NEGLIGIBLE_OUTPUT) this.#previousOutput = 0;
    this.#energy = 0;
    this.#loudest = 0;
    this.#fill = 0;
    return meanSquare;
  }
}
