// Waveform of a channel for drawing: the loudest sample of each interval.
import { FRAME_MS } from './frame-energy.js';

export interface LoudnessEnvelope {
  /** Length of the interval of one peak; the last interval may be shorter. */
  readonly msPerPeak: number;
  /** One byte for each interval, 0 (silence) to 255 (full scale), in base64. */
  readonly peaks: string;
}

/** More peaks than a wide screen can show. Unless it is very short, a recording has at least half as many. */
const MAX_PEAKS = 1_200;
/** Samples of 16 bits for one step of a byte. */
const SAMPLES_PER_STEP = 128;

/**
 * Takes the greatest magnitude of each frame of one channel. Its memory is constant: when the peaks reach their maximum, every
 * two become one, and the interval doubles.
 */
export class LoudnessMeter {
  readonly #peaks = new Uint8Array(MAX_PEAKS);
  #count = 0;
  #stretchFrames = 1;
  #taken = 0;
  #loudest = 0;

  /** @param loudest of a frame of 10 ms, 0 to 32,768; the last frame may be shorter */
  push(loudest: number): void {
    this.#loudest = Math.max(this.#loudest, loudest);
    this.#taken++;
    if (this.#taken === this.#stretchFrames) this.#keep();
  }

  finish(): LoudnessEnvelope {
    if (this.#taken > 0) this.#keep();
    return {
      msPerPeak: this.#stretchFrames * FRAME_MS,
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
    this.#stretchFrames *= 2;
  }
}
