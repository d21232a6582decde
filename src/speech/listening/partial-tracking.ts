// Partial tracking: the peaks of successive spectra are linked into partials, to see which of them hold their frequency.

/** Partials per frame: the strongest, within 30 dB of the strongest of all. */
const MAX_PARTIALS = 12;
const PARTIAL_RANGE = 1e-3;

/**
 * A partial is stationary once it has stayed this near to its own mean frequency for 0.32 s: the larger of 0.6 % and a
 * quarter of a bin (4 Hz). Measured in stretches of 1.5 s: less than 1 % of the energy of nearly every voice is
 * stationary (recorded voices in two languages and ten synthetic ones), but 20 to 99 % of that of tonal hold music,
 * beeps and ringing tones.
 */
const MAX_DRIFT = 0.006;
const MAX_DRIFT_BINS = 0.25;
export const STATIONARY_FRAMES = 10;

/** Keeps the logarithm of an empty bin finite. */
const MIN_POWER = 1e-9;

/** The spectral peaks of one frame, strongest first. One object serves all frames, so that none is allocated. */
export class SpectralPeaks {
  count = 0;
  /** Bin of each peak. The slot beyond the last takes what is pushed out of the list. */
  readonly bins = new Uint16Array(MAX_PARTIALS + 1);
  /** Power of each peak with its two neighbours. */
  readonly energies = new Float64Array(MAX_PARTIALS + 1);

  /** @param power the spectrum that {@link find} reads; the caller fills it again for each frame */
  constructor(private readonly power: Float64Array) {}

  /** Lists the strongest local maxima between two bins. `strongest` is the greatest power among those bins. */
  find(firstBin: number, lastBin: number, strongest: number): void {
    const power = this.power;
    const threshold = strongest * PARTIAL_RANGE;
    let found = 0;
    for (let bin = firstBin; bin <= lastBin; bin++) {
      const here = power[bin]!;
      if (here < threshold) continue;
      const before = power[bin - 1]!;
      const after = power[bin + 1]!;
      if (here <= before || here < after) continue;
      const energy = before + here + after;
      let at = found;
      for (; at > 0 && this.energies[at - 1]! < energy; at--) {
        this.bins[at] = this.bins[at - 1]!;
        this.energies[at] = this.energies[at - 1]!;
      }
      this.bins[at] = bin;
      this.energies[at] = energy;
      if (found < MAX_PARTIALS) found++;
    }
    this.count = found;
  }

  /** Frequency of a peak in bins, with fractions: the vertex of the parabola through the logarithms of three bins. */
  positionOf(peak: number): number {
    const bin = this.bins[peak]!;
    const a = Math.log(this.power[bin - 1]! + MIN_POWER);
    const b = Math.log(this.power[bin]!);
    const c = Math.log(this.power[bin + 1]! + MIN_POWER);
    return bin + (0.5 * (a - c)) / (a - 2 * b + c);
  }
}

/** The partials of one frame, each with its history. */
export class Partials {
  count = 0;
  /** Number of frames for which each partial has held its frequency. */
  readonly frames = new Uint32Array(MAX_PARTIALS);
  readonly #sumOfPositions = new Float64Array(MAX_PARTIALS);
  readonly #meanPositions = new Float64Array(MAX_PARTIALS);
  /** Energies, frame by frame, of a partial that is not stationary yet: {@link STATIONARY_FRAMES} a partial. */
  readonly #pending = new Float64Array(MAX_PARTIALS * STATIONARY_FRAMES);
  /** 1 for a partial that a peak of the next frame already continues. */
  readonly #continued = new Uint8Array(MAX_PARTIALS);

  /** Stores a peak at `index`: as the continuation of the nearest partial of the frame before, or as a new partial. */
  link(index: number, previous: Partials, position: number, energy: number): void {
    this.#continued[index] = 0;
    let nearest = -1;
    let nearestBins = Number.POSITIVE_INFINITY;
    for (let other = 0; other < previous.count; other++) {
      if (previous.#continued[other] !== 0) continue;
      const mean = previous.#meanPositions[other]!;
      const bins = Math.abs(position - mean);
      if (bins > Math.max(MAX_DRIFT_BINS, MAX_DRIFT * mean) || bins >= nearestBins) continue;
      nearest = other;
      nearestBins = bins;
    }
    const to = index * STATIONARY_FRAMES;
    if (nearest < 0) {
      this.#sumOfPositions[index] = position;
      this.#meanPositions[index] = position;
      this.frames[index] = 1;
      this.#pending[to] = energy;
      return;
    }
    previous.#continued[nearest] = 1;
    const held = previous.frames[nearest]!;
    const sum = previous.#sumOfPositions[nearest]! + position;
    this.#sumOfPositions[index] = sum;
    this.#meanPositions[index] = sum / (held + 1);
    this.frames[index] = held + 1;
    if (held >= STATIONARY_FRAMES) return;
    const from = nearest * STATIONARY_FRAMES;
    for (let at = 0; at < held; at++) this.#pending[to + at] = previous.#pending[from + at]!;
    this.#pending[to + held] = energy;
  }

  /** Energy of a partial that has just become stationary, so many frames ago: 1 to {@link STATIONARY_FRAMES} - 1. */
  pastEnergy(partial: number, framesAgo: number): number {
    return this.#pending[partial * STATIONARY_FRAMES + STATIONARY_FRAMES - 1 - framesAgo]!;
  }
}
