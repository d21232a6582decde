// Finds intervals in which a channel is one steady tone. Recorders insert such a tone when they are paused.

/** Share of the energy between 200 and 3,700 Hz; a codec adds a little noise. */
const MIN_SHARE = 0.9;
/** A tone holds its frequency, within a third of a bin (5 Hz), and its energy, within 2 dB. */
const MAX_DRIFT_BINS = 0.33;
const MAX_ENERGY_RATIO = 1.6;

export interface ToneFrames {
  readonly first: number;
  readonly last: number;
}

export class SteadyTone {
  readonly #minFrames: number;
  readonly #runs: ToneFrames[] = [];
  #asked = 0;
  #first = -1;
  #last = -1;
  #position = 0;
  #energy = 0;

  /** @param minFrames shorter tones are left out */
  constructor(minFrames: number) {
    this.#minFrames = minFrames;
  }

  /** Adds a frame. Frames ascend; a frame that is left out has no tone. @param position of the strongest partial, in bins */
  push(frame: number, position: number, energy: number, total: number): void {
    if (energy < MIN_SHARE * total) return;
    const goesOn =
      frame === this.#last + 1 &&
      Math.abs(position - this.#position) <= MAX_DRIFT_BINS &&
      total <= MAX_ENERGY_RATIO * this.#energy &&
      this.#energy <= MAX_ENERGY_RATIO * total;
    if (!goesOn) {
      this.#end();
      this.#first = frame;
      this.#position = position;
      this.#energy = total;
    }
    this.#last = frame;
  }

  /** First and last frame of each tone so far. */
  spans(): readonly ToneFrames[] {
    this.#end();
    return this.#runs;
  }

  /** True when the frame lies in a tone. Must be called with ascending frames. */
  includes(frame: number): boolean {
    while (this.#asked < this.#runs.length && this.#runs[this.#asked]!.last < frame) this.#asked++;
    const run = this.#runs[this.#asked];
    return run === undefined ? this.#isLong() && frame >= this.#first && frame <= this.#last : frame >= run.first;
  }

  #isLong(): boolean {
    return this.#first >= 0 && this.#last - this.#first + 1 >= this.#minFrames;
  }

  #end(): void {
    if (this.#isLong()) this.#runs.push({ first: this.#first, last: this.#last });
    this.#first = -1;
  }
}
