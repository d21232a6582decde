// Tells tones and music from voices by what no voice does: partials that stand still. Recognisers make words of music.

/** Tones, music and voices alike show themselves below 4 kHz, where telephone lines end. */
const RATE = 8000;
const FFT_SIZE = 512;
/** A spectrum of 64 ms every 32 ms. */
const HOP = 256;
const FRAME_MS = (HOP * 1000) / RATE;
/** Frames that are remembered: 65 s, which is more than the voice detector looks back. */
const KEPT_FRAMES = 2048;

const HZ_PER_BIN = RATE / FFT_SIZE;
const LOWEST_BIN = Math.ceil(200 / HZ_PER_BIN);
const HIGHEST_BIN = Math.floor(3700 / HZ_PER_BIN);

/** Below this mean square (-60 dB) nothing is taken for speech anyway, so nothing is looked at. */
const LEAST_MEAN_SQUARE = 32.768 ** 2;

/** Partials that count: the strongest, within 30 dB of the very strongest. */
const MOST_PARTIALS = 12;
const PARTIAL_RANGE = 1e-3;

/**
 * A partial stands still while it stays this near to its own mean for 0.32 s: the larger of 0.6 % and a quarter of a
 * bin (4 Hz). Of the energy of voices (recorded ones in two languages, and ten synthetic ones) less than 1 % does so in nearly every
 * stretch of 1.5 s; of hold music, beeps and ringing tones 20 to 99 %.
 */
const DRIFT = 0.006;
const DRIFT_BINS = 0.25;
const STILL_FRAMES = 10;

/** Keys and beeps are too brief to stand still: they are told by their one or two partials, higher than any pitch of a voice. */
const BEEP_PARTIALS = 2;
const BEEP_BIN = 600 / HZ_PER_BIN;

/** Flatness is told from this band, in runs of bins whose product does not overflow. */
const FLATNESS_RUN = 8;
const FLATNESS_BINS = 192;
const FLATNESS_FIRST_BIN = 24;

/** One spectral peak followed from frame to frame. */
interface Partial {
  sumOfPositions: number;
  frames: number;
  /** Energies of a partial that has not stood long enough yet. */
  readonly pending: number[];
  seenAt: number;
}

/** Shares of the energy of a stretch, 0 to 1; all of them 0 where there is none. */
export interface Texture {
  /** In partials that stand still. */
  readonly still: number;
  /** In partials that stand still, or in one or two partials above 600 Hz: tones and keys, with nothing beside them. */
  readonly tone: number;
  /** Mean spectral flatness, weighted by energy: 0.56 for white noise, below 0.2 for voices. */
  readonly flatness: number;
}

/** Follows the partials of one channel while it streams by. Constant memory; looks back 65 s. */
export class SoundTexture {
  readonly #total = new Float64Array(KEPT_FRAMES);
  readonly #still = new Float64Array(KEPT_FRAMES);
  readonly #beep = new Float64Array(KEPT_FRAMES);
  readonly #flat = new Float64Array(KEPT_FRAMES);
  #frames = 0;
  #partials: Partial[] = [];
  readonly #halved = new Float64Array(FFT_SIZE);
  #fill = 0;
  /** The last samples of the piece before, for the filter. */
  #tail = new Int16Array(TAPS - 1);
  #odd = false;
  #joined = new Int16Array(0);
  /** Zeros in a row, up to as many as it takes for nothing else to be remembered. */
  #zeros = 0;

  /** Mono samples at 16 kHz, any number at a time; `silent` where all of them are known to be 0. */
  push(samples: Int16Array, silent = false): void {
    if (silent && this.#zeros >= FORGOTTEN_SAMPLES) {
      this.#skip(samples.length);
      return;
    }
    this.#zeros = silent ? Math.min(FORGOTTEN_SAMPLES, this.#zeros + samples.length) : 0;
    const length = this.#tail.length + samples.length;
    if (this.#joined.length < length) this.#joined = new Int16Array(length);
    const x = this.#joined;
    x.set(this.#tail);
    x.set(samples, this.#tail.length);
    let at = this.#odd ? 1 : 0;
    for (; at + TAPS <= length; at += 2) {
      const y =
        MIDDLE_TAP * x[at + 5]! +
        FIRST_TAP * (x[at + 4]! + x[at + 6]!) +
        THIRD_TAP * (x[at + 2]! + x[at + 8]!) +
        FIFTH_TAP * (x[at]! + x[at + 10]!);
      this.#halved[this.#fill++] = y;
      if (this.#fill < FFT_SIZE) continue;
      this.#addFrame();
      this.#halved.copyWithin(0, HOP);
      this.#fill = FFT_SIZE - HOP;
    }
    this.#odd = at > length - this.#tail.length;
    this.#tail = x.slice(length - this.#tail.length, length);
  }

  /** As if that many zeros went through filter and spectrum. */
  #skip(samples: number): void {
    const first = this.#odd ? 1 : 0;
    const kept = samples > first ? Math.ceil((samples - first) / 2) : 0;
    this.#odd = (samples - first) % 2 !== 0;
    this.#fill += kept;
    for (; this.#fill >= FFT_SIZE; this.#fill -= HOP) this.#addFrame();
  }

  /** What the sound between two moments is like; nothing is known of what is more than 65 s old. */
  between(startMs: number, endMs: number): Texture {
    const first = Math.max(0, this.#frames - KEPT_FRAMES, Math.floor(startMs / FRAME_MS));
    const last = Math.min(this.#frames, Math.ceil(endMs / FRAME_MS));
    let [total, still, tone, flat] = [0, 0, 0, 0];
    for (let frame = first; frame < last; frame++) {
      const slot = frame % KEPT_FRAMES;
      const energy = this.#total[slot]!;
      total += energy;
      still += Math.min(energy, this.#still[slot]!);
      tone += Math.min(energy, Math.max(this.#still[slot]!, this.#beep[slot]!));
      flat += energy * this.#flat[slot]!;
    }
    if (total === 0) return { still: 0, tone: 0, flatness: 0 };
    return { still: still / total, tone: tone / total, flatness: flat / total };
  }

  #addFrame(): void {
    const frame = this.#frames++;
    const slot = frame % KEPT_FRAMES;
    this.#total[slot] = 0;
    this.#still[slot] = 0;
    this.#beep[slot] = 0;
    this.#flat[slot] = 0;
    let squares = 0;
    for (let at = 0; at < FFT_SIZE; at++) squares += this.#halved[at]! ** 2;
    if (squares < LEAST_MEAN_SQUARE * FFT_SIZE) {
      this.#partials = [];
      return;
    }
    const power = powerSpectrum(this.#halved);
    let strongest = 0;
    for (let bin = LOWEST_BIN; bin <= HIGHEST_BIN; bin++) {
      this.#total[slot]! += power[bin]!;
      strongest = Math.max(strongest, power[bin]!);
    }
    const peaks = peaksOf(power, strongest * PARTIAL_RANGE);
    this.#partials = peaks.map((peak) => this.#follow(peak, frame));
    for (const { position, energy } of peaks.slice(0, BEEP_PARTIALS)) {
      if (position >= BEEP_BIN) this.#beep[slot]! += energy;
    }
    this.#flat[slot] = flatnessOf(power);
  }

  #follow(peak: Peak, frame: number): Partial {
    let nearest: Partial | null = null;
    let nearestBins = Number.POSITIVE_INFINITY;
    for (const partial of this.#partials) {
      if (partial.seenAt === frame) continue;
      const mean = partial.sumOfPositions / partial.frames;
      const bins = Math.abs(peak.position - mean);
      if (bins > Math.max(DRIFT_BINS, DRIFT * mean) || bins >= nearestBins) continue;
      nearest = partial;
      nearestBins = bins;
    }
    if (nearest === null) {
      return { sumOfPositions: peak.position, frames: 1, pending: [peak.energy], seenAt: frame };
    }
    nearest.sumOfPositions += peak.position;
    nearest.frames++;
    nearest.seenAt = frame;
    nearest.pending.push(peak.energy);
    if (nearest.frames >= STILL_FRAMES) {
      for (const [back, energy] of nearest.pending.reverse().entries()) {
        this.#still[(frame - back) % KEPT_FRAMES]! += energy;
      }
      nearest.pending.length = 0;
    }
    return nearest;
  }
}

/** A half-band low-pass of eleven taps, four of them zero: what lies above 4 kHz must not fold back. */
const TAPS = 11;
const MIDDLE_TAP = 0.5;
const FIRST_TAP = 0.3093;
const THIRD_TAP = -0.0788;
const FIFTH_TAP = 0.0195;
/** After so many zeros the filter and the spectrum hold nothing else. */
const FORGOTTEN_SAMPLES = 2 * FFT_SIZE + TAPS;

interface Peak {
  /** In bins, between them where the neighbours say so. */
  readonly position: number;
  readonly energy: number;
}

/** The strongest local maxima above a level, strongest first. */
function peaksOf(power: Float64Array, least: number): Peak[] {
  const peaks: Peak[] = [];
  for (let bin = LOWEST_BIN; bin <= HIGHEST_BIN; bin++) {
    const [before, here, after] = [power[bin - 1]!, power[bin]!, power[bin + 1]!];
    if (here < least || here <= before || here < after) continue;
    const [a, b, c] = [Math.log(before + 1e-9), Math.log(here), Math.log(after + 1e-9)];
    peaks.push({ position: bin + (0.5 * (a - c)) / (a - 2 * b + c), energy: before + here + after });
  }
  return peaks.sort((one, other) => other.energy - one.energy).slice(0, MOST_PARTIALS);
}

/** Geometric over arithmetic mean. */
function flatnessOf(power: Float64Array): number {
  let [logarithms, sum] = [0, 0];
  for (let run = 0; run < FLATNESS_BINS; run += FLATNESS_RUN) {
    let product = 1;
    for (let bin = FLATNESS_FIRST_BIN + run; bin < FLATNESS_FIRST_BIN + run + FLATNESS_RUN; bin++) {
      product *= power[bin]! + 1e-9;
      sum += power[bin]!;
    }
    logarithms += Math.log(product);
  }
  return sum === 0 ? 0 : Math.exp(logarithms / FLATNESS_BINS) / (sum / FLATNESS_BINS);
}

const HALF = FFT_SIZE / 2;
const WINDOW = Float64Array.from(
  { length: FFT_SIZE },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / FFT_SIZE),
);
const COSINES = Float64Array.from({ length: HALF + 1 }, (_, at) => Math.cos((2 * Math.PI * at) / FFT_SIZE));
const SINES = Float64Array.from({ length: HALF + 1 }, (_, at) => Math.sin((2 * Math.PI * at) / FFT_SIZE));
const REVERSED = Uint16Array.from({ length: HALF }, (_, at) => {
  let reversed = 0;
  for (let bit = 1; bit < HALF; bit <<= 1) reversed = (reversed << 1) | (at & bit ? 1 : 0);
  return reversed;
});
// The pipeline measures in one thread, and no result outlives its frame.
const real = new Float64Array(HALF);
const imaginary = new Float64Array(HALF);
const spectrum = new Float64Array(HALF + 1);

/** Squared magnitudes of 512 real samples under a Hann window, as a transform of 256 complex ones; valid until the next call. */
function powerSpectrum(samples: Float64Array): Float64Array {
  for (let at = 0; at < HALF; at++) {
    const to = REVERSED[at]!;
    real[to] = samples[2 * at]! * WINDOW[2 * at]!;
    imaginary[to] = samples[2 * at + 1]! * WINDOW[2 * at + 1]!;
  }
  for (let half = 1; half < HALF; half *= 2) {
    const stride = HALF / half;
    for (let block = 0; block < HALF; block += 2 * half) {
      for (let k = 0; k < half; k++) {
        const [low, high] = [block + k, block + k + half];
        const [cosine, sine] = [COSINES[k * stride]!, SINES[k * stride]!];
        const re = real[high]! * cosine + imaginary[high]! * sine;
        const im = imaginary[high]! * cosine - real[high]! * sine;
        real[high] = real[low]! - re;
        imaginary[high] = imaginary[low]! - im;
        real[low] = real[low]! + re;
        imaginary[low] = imaginary[low]! + im;
      }
    }
  }
  for (let bin = 0; bin <= HALF; bin++) {
    const [one, other] = [bin % HALF, (HALF - bin) % HALF];
    const evenRe = (real[one]! + real[other]!) / 2;
    const evenIm = (imaginary[one]! - imaginary[other]!) / 2;
    const oddRe = (imaginary[one]! + imaginary[other]!) / 2;
    const oddIm = (real[other]! - real[one]!) / 2;
    const re = evenRe + oddRe * COSINES[bin]! + oddIm * SINES[bin]!;
    const im = evenIm + oddIm * COSINES[bin]! - oddRe * SINES[bin]!;
    spectrum[bin] = re * re + im * im;
  }
  return spectrum;
}
