// The texture of a sound: how much of its energy is stationary, tonal or as flat as noise. Voice activity detection removes
// tones and music by it, because the partials of a voice never hold their frequency, and recognisers make words of music.
import type { SpeechSpan } from '../../ports/transcript.js';
import { FFT_SIZE, powerSpectrum, SPECTRUM_BINS } from './fourier.js';
import { Partials, SpectralPeaks, STATIONARY_FRAMES } from './partial-tracking.js';
import { MIN_PAUSE_MS } from './pauses/recording-pauses.js';
import { SteadyTone } from './pauses/steady-tone.js';
import { SAMPLE_RATE_HZ } from './pcm-format.js';

/** The samples are decimated by two: telephone lines end below 4 kHz, and tones, music and voices all differ there. */
const RATE_HZ = SAMPLE_RATE_HZ / 2;
/** A spectrum of 64 ms every 32 ms. */
const HOP = 256;
const FRAME_MS = (HOP * 1000) / RATE_HZ;
const WINDOW_MS = (FFT_SIZE * 1000) / RATE_HZ;
/** Frames kept: 65 s, which is more than the voice activity detector looks back. */
const KEPT_FRAMES = 2048;

const HZ_PER_BIN = RATE_HZ / FFT_SIZE;
/** 200 to 3700 Hz: above mains hum and its first harmonics, below the edge of the telephone band. */
const FIRST_BIN = Math.ceil(200 / HZ_PER_BIN);
const LAST_BIN = Math.floor(3700 / HZ_PER_BIN);

/** Frames below this mean square (-60 dB) are not analysed: the detector takes nothing so quiet for speech. */
const MIN_MEAN_SQUARE = 32.768 ** 2;

/**
 * Telephone keys and beeps are too brief to become stationary. They are recognised by their one or two strongest
 * partials, which lie above the pitch of any voice.
 */
const BEEP_PARTIALS = 2;
const MIN_BEEP_BIN = 600 / HZ_PER_BIN;

/** Spectral flatness is taken over 192 bins from 375 Hz on, in runs of eight bins whose product cannot overflow. */
const FLATNESS_FIRST_BIN = 24;
const FLATNESS_BINS = 192;
const FLATNESS_RUN = 8;
/** Keeps the product of empty bins above zero. */
const MIN_POWER = 1e-9;

/**
 * A frame is bright when the sound above 4 kHz, which the decimation filter removes, has more than this share of the energy
 * below. No frame of telephone voices is bright (measured: 0 of 7000, with and without noise). Of voices recorded at 16 kHz, 3 to
 * 10 % of the frames are: sharp consonants.
 */
const MIN_BRIGHTNESS = 0.5;

/**
 * The decimation filter: a half-band low-pass of eleven taps, symmetric, four of them zero. It keeps sound above 4 kHz
 * from folding back (aliasing).
 */
const TAPS = 11;
const MIDDLE_TAP = 0.5;
const FIRST_TAP = 0.3093;
const THIRD_TAP = -0.0788;
const FIFTH_TAP = 0.0195;
/** Maximum number of samples that the frame in progress is computed from. */
const FRAME_SAMPLES = 2 * FFT_SIZE + TAPS - 1;
/** Magnitude up to which the filter's output lies below {@link MIN_MEAN_SQUARE}, whatever the signs of the samples. */
const MAX_QUIET_MAGNITUDE = Math.floor(
  Math.sqrt(MIN_MEAN_SQUARE) / (MIDDLE_TAP + 2 * (Math.abs(FIRST_TAP) + Math.abs(THIRD_TAP) + Math.abs(FIFTH_TAP))),
);

/** A Hann window. */
const WINDOW = Float64Array.from(
  { length: FFT_SIZE },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / FFT_SIZE),
);

// Scratch memory of one frame, shared by all detectors of the thread: a frame is analysed without yielding.
const power = new Float64Array(SPECTRUM_BINS);
const peaks = new SpectralPeaks(power);

/** Shares of the energy of a stretch, 0 to 1; all of them 0 where there is no energy. */
export interface Texture {
  /** Energy in stationary partials. */
  readonly stationary: number;
  /** Energy in stationary partials, or in one or two partials above 600 Hz: tones and keys with nothing beside them. */
  readonly tonal: number;
  /** Mean spectral flatness, weighted by energy: 0.56 for white noise, below 0.2 for voices. */
  readonly flatness: number;
}

/** Analyses one channel as a stream. Constant memory; looks back 65 s; allocates nothing per frame. */
export class SoundTexture {
  /** Per kept frame: 0 when too quiet to decide, 1 when dull, 2 when bright. */
  readonly #brightness = new Uint8Array(KEPT_FRAMES);
  /** Per kept frame: energy of all bins, of stationary partials, of beeps; and spectral flatness. */
  readonly #total = new Float64Array(KEPT_FRAMES);
  readonly #stationary = new Float64Array(KEPT_FRAMES);
  readonly #beep = new Float64Array(KEPT_FRAMES);
  readonly #flatness = new Float64Array(KEPT_FRAMES);
  readonly #steady = new SteadyTone(Math.floor((MIN_PAUSE_MS - WINDOW_MS) / FRAME_MS));
  #frames = 0;
  #partials = new Partials();
  /** Receives the partials of the next frame and then swaps with `#partials`, so that no frame allocates. */
  #nextPartials = new Partials();
  /** Samples of the current frame after decimation, and how many there are. */
  readonly #decimated = new Float64Array(FFT_SIZE);
  #fill = 0;
  /** Sums of squares of the older and the newer half of the current frame. */
  #olderSquares = 0;
  #squares = 0;
  /** Sums of squares of the sound that the decimation filter removes. */
  #olderHighSquares = 0;
  #highSquares = 0;
  /** The last {@link FRAME_SAMPLES} samples before the current piece, followed by the current piece. */
  #joined = new Int16Array(FRAME_SAMPLES);
  /** True where decimation drops the first sample of the next piece. */
  #odd = false;
  /** Samples in a row in pieces that are too quiet to be analysed, counted up to {@link FRAME_SAMPLES}. */
  #quiet = 0;
  /** True when the last piece was skipped, so that the frame in progress has not been computed. */
  #skipped = false;

  /**
   * Mono samples at 16 kHz, in pieces of any length, which has no influence on the result.
   * @param loudest their greatest magnitude, or more
   */
  push(samples: Int16Array, loudest: number): void {
    const length = FRAME_SAMPLES + samples.length;
    if (this.#joined.length < length) {
      const grown = new Int16Array(length);
      grown.set(this.#joined.subarray(0, FRAME_SAMPLES));
      this.#joined = grown;
    }
    const x = this.#joined;
    x.set(samples, FRAME_SAMPLES);
    const isQuiet = loudest <= MAX_QUIET_MAGNITUDE;
    if (isQuiet && this.#quiet === FRAME_SAMPLES) this.#skip(samples.length);
    else this.#filter(x, length);
    this.#quiet = isQuiet ? Math.min(FRAME_SAMPLES, this.#quiet + samples.length) : 0;
    x.copyWithin(0, samples.length, length);
  }

  /** Has the effect of filtering so many quiet samples after others: every frame that ends among them counts as empty. */
  #skip(samples: number): void {
    const first = this.#odd ? 1 : 0;
    const kept = samples > first ? Math.ceil((samples - first) / 2) : 0;
    this.#odd = (samples - first) % 2 !== 0;
    this.#fill += kept;
    for (; this.#fill >= FFT_SIZE; this.#fill -= HOP) this.#addFrame(0, 0);
    this.#skipped = true;
  }

  /** @param x the last {@link FRAME_SAMPLES} samples before the piece, and the piece: `length` in all */
  #filter(x: Int16Array, length: number): void {
    let at = FRAME_SAMPLES - (TAPS - 1) + (this.#odd ? 1 : 0);
    if (this.#skipped) {
      at -= 2 * this.#fill;
      this.#fill = 0;
      this.#squares = 0;
      this.#highSquares = 0;
      this.#skipped = false;
    }
    for (let left = (length - TAPS - at + 2) >> 1; left > 0; ) {
      const count = Math.min(left, (this.#fill < HOP ? HOP : FFT_SIZE) - this.#fill);
      this.#decimate(x, at, count);
      left -= count;
      at += 2 * count;
      if (this.#fill === HOP || this.#fill === FFT_SIZE) this.#endHalf();
    }
    this.#odd = at > length - (TAPS - 1);
  }

  /** Adds so many decimated samples to the current half of the frame. @param at the first sample under the filter */
  #decimate(x: Int16Array, at: number, count: number): void {
    const decimated = this.#decimated;
    let squares = this.#squares;
    let highSquares = this.#highSquares;
    const end = this.#fill + count;
    // Every second sample under the filter is used again for the next output.
    let [a, b, c, d, e] = [x[at]!, x[at + 2]!, x[at + 4]!, x[at + 6]!, x[at + 8]!];
    for (let fill = this.#fill, next = at + 5; fill < end; fill++, next += 2) {
      const f = x[next + 5]!;
      const middle = x[next]!;
      const y = MIDDLE_TAP * middle + FIRST_TAP * (c + d) + THIRD_TAP * (b + e) + FIFTH_TAP * (a + f);
      decimated[fill] = y;
      squares += y * y;
      // A half-band low-pass and what it takes away add up to the input.
      highSquares += (middle - y) * (middle - y);
      a = b;
      b = c;
      c = d;
      d = e;
      e = f;
    }
    this.#squares = squares;
    this.#highSquares = highSquares;
    this.#fill = end;
  }

  /** Ends half of a frame: with the half before it, the frame may be complete. */
  #endHalf(): void {
    if (this.#fill === FFT_SIZE) {
      this.#addFrame(this.#olderSquares + this.#squares, this.#olderHighSquares + this.#highSquares);
      this.#decimated.copyWithin(0, HOP);
      this.#fill = HOP;
    }
    this.#olderSquares = this.#squares;
    this.#olderHighSquares = this.#highSquares;
    this.#squares = 0;
    this.#highSquares = 0;
  }

  /** Texture between two moments. Frames older than 65 s are forgotten and count as empty. */
  between(startMs: number, endMs: number): Texture {
    const [first, last] = this.#keptFrames(startMs, endMs);
    let [total, stationary, tonal, flatness] = [0, 0, 0, 0];
    for (let frame = first; frame < last; frame++) {
      const slot = frame % KEPT_FRAMES;
      const energy = this.#total[slot]!;
      total += energy;
      stationary += Math.min(energy, this.#stationary[slot]!);
      tonal += Math.min(energy, Math.max(this.#stationary[slot]!, this.#beep[slot]!));
      flatness += energy * this.#flatness[slot]!;
    }
    if (total === 0) return { stationary: 0, tonal: 0, flatness: 0 };
    return { stationary: stationary / total, tonal: tonal / total, flatness: flatness / total };
  }

  /** Number of frames between two moments that were loud enough to decide, and of those among them that are bright. */
  brightnessBetween(startMs: number, endMs: number): { frames: number; bright: number } {
    const [first, last] = this.#keptFrames(startMs, endMs);
    let [frames, bright] = [0, 0];
    for (let frame = first; frame < last; frame++) {
      const brightness = this.#brightness[frame % KEPT_FRAMES]!;
      if (brightness > 0) frames++;
      if (brightness > 1) bright++;
    }
    return { frames, bright };
  }

  /** Intervals of one steady tone of three seconds or more, found so far; ascending and disjoint. */
  steadyTones(): SpeechSpan[] {
    return this.#steady
      .spans()
      .map(({ first, last }) => ({ startMs: first * FRAME_MS, endMs: last * FRAME_MS + WINDOW_MS }));
  }

  /** True when such a tone sounds at a moment. Must be called with ascending moments. */
  isSteadyTone(ms: number): boolean {
    return this.#steady.includes(Math.floor((ms - WINDOW_MS / 2) / FRAME_MS));
  }

  #keptFrames(startMs: number, endMs: number): [number, number] {
    const first = Math.max(0, this.#frames - KEPT_FRAMES, Math.floor(startMs / FRAME_MS));
    return [first, Math.min(this.#frames, Math.ceil(endMs / FRAME_MS))];
  }

  /** @param squares of the decimated samples, @param highSquares of what decimation took away */
  #addFrame(squares: number, highSquares: number): void {
    const frame = this.#frames++;
    const slot = frame % KEPT_FRAMES;
    this.#brightness[slot] = 0;
    this.#total[slot] = 0;
    this.#stationary[slot] = 0;
    this.#beep[slot] = 0;
    this.#flatness[slot] = 0;
    if (squares < MIN_MEAN_SQUARE * FFT_SIZE) {
      this.#partials.count = 0;
      return;
    }
    this.#brightness[slot] = highSquares > MIN_BRIGHTNESS * squares ? 2 : 1;
    powerSpectrum(this.#decimated, WINDOW, power);
    let total = 0;
    let strongest = 0;
    for (let bin = FIRST_BIN; bin <= LAST_BIN; bin++) {
      const here = power[bin]!;
      total += here;
      if (here > strongest) strongest = here;
    }
    this.#total[slot] = total;
    peaks.find(FIRST_BIN, LAST_BIN, strongest);
    this.#linkPeaks(frame, slot);
    this.#flatness[slot] = spectralFlatness();
  }

  #linkPeaks(frame: number, slot: number): void {
    const [previous, current] = [this.#partials, this.#nextPartials];
    current.count = peaks.count;
    for (let peak = 0; peak < peaks.count; peak++) {
      const position = peaks.positionOf(peak);
      const energy = peaks.energies[peak]!;
      if (peak === 0) this.#steady.push(frame, position, energy, this.#total[slot]!);
      if (peak < BEEP_PARTIALS && position >= MIN_BEEP_BIN) this.#beep[slot]! += energy;
      current.link(peak, previous, position, energy);
      if (current.frames[peak]! < STATIONARY_FRAMES) continue;
      this.#stationary[slot]! += energy;
      if (current.frames[peak]! > STATIONARY_FRAMES) continue;
      // The partial has just become stationary: the frames in which it was being watched count too.
      for (let ago = 1; ago < STATIONARY_FRAMES; ago++) {
        this.#stationary[(frame - ago) % KEPT_FRAMES]! += current.pastEnergy(peak, ago);
      }
    }
    this.#partials = current;
    this.#nextPartials = previous;
  }
}

/** Geometric mean of the spectrum over its arithmetic mean: 1 for a flat one, near 0 for a few peaks. */
function spectralFlatness(): number {
  let logarithms = 0;
  let sum = 0;
  for (let run = FLATNESS_FIRST_BIN; run < FLATNESS_FIRST_BIN + FLATNESS_BINS; run += FLATNESS_RUN) {
    let product = 1;
    for (let bin = run; bin < run + FLATNESS_RUN; bin++) {
      product *= power[bin]! + MIN_POWER;
      sum += power[bin]!;
    }
    logarithms += Math.log(product);
  }
  return sum === 0 ? 0 : Math.exp(logarithms / FLATNESS_BINS) / (sum / FLATNESS_BINS);
}
