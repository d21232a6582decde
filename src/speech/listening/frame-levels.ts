// Levels of frames in steps of half a decibel, and the noise floor that follows them.

/** The lowest level, in dB relative to full scale; digital silence is set to it. */
export const MIN_DB = -100;
/** A level is a whole number of half decibels above {@link MIN_DB}: one byte a frame, and a histogram of 256 cells. */
export const STEPS_PER_DB = 2;
export const LEVELS = 256;

/** The floor is taken over 15 s before and after each frame: longer than anyone speaks without a breath. */
export const FLOOR_LOOKAHEAD_FRAMES = 1500;
const WINDOW_FRAMES = 2 * FLOOR_LOOKAHEAD_FRAMES + 1;
/** The floor is the tenth percentile: even in dense speech a tenth of the frames are pauses and stop consonants. */
const FLOOR_PERCENTILE = 0.1;

/** Digital silence: what codecs make of it is no louder than -94 dB. */
export const MAX_SILENT_LEVEL = (-94 - MIN_DB) * STEPS_PER_DB;
/**
 * Percentile of the noise: where a tenth and a quarter of the frames that sound lie so close, they are the noise of a line, not
 * of quiet speech.
 */
const NOISE_PERCENTILE = 0.25;
const MAX_NOISE_RANGE = 3 * STEPS_PER_DB;
/** Minimum number of audible frames for recognising line noise. */
const MIN_SOUNDING_FRAMES = 100;

const POWERS = Float64Array.from({ length: LEVELS }, (_, level) =>
  level === 0 ? 0 : 10 ** ((level / STEPS_PER_DB + MIN_DB) / 10),
);

/** @param power relative to full scale */
export function levelOf(power: number): number {
  if (power <= 0) return 0;
  return Math.min(LEVELS - 1, Math.max(0, Math.round((10 * Math.log10(power) - MIN_DB) * STEPS_PER_DB)));
}

export function levelOfDecibel(decibel: number): number {
  return (decibel - MIN_DB) * STEPS_PER_DB;
}

export function decibelOfLevel(level: number | null): number | null {
  return level === null ? null : MIN_DB + level / STEPS_PER_DB;
}

/** The level that this share of the counted frames does not exceed; null where none is counted. */
export function levelAtShare(counts: Int32Array, share: number): number | null {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let level = 0; level < counts.length; level++) {
    seen += counts[level]!;
    if (seen > 0 && seen >= wanted) return level;
  }
  return null;
}

/** @returns power relative to full scale */
export function powerOf(level: number): number {
  return POWERS[level] as number;
}

export function sumOfPowers(levels: readonly number[]): number {
  return levels.reduce((sum, level) => sum + powerOf(level), 0);
}

/** @returns dB relative to full scale, {@link MIN_DB} at least */
export function decibelOf(power: number): number {
  return power <= 0 ? MIN_DB : Math.max(MIN_DB, 10 * Math.log10(power));
}

/** Running percentile of the levels in a window of 30 s. Constant memory. */
export class NoiseFloor {
  readonly #window = new Uint8Array(WINDOW_FRAMES);
  readonly #histogram = new Uint32Array(LEVELS);
  #frames = 0;

  /** Frames pushed so far. */
  get frames(): number {
    return this.#frames;
  }

  push(level: number): void {
    const slot = this.#frames % WINDOW_FRAMES;
    if (this.#frames >= WINDOW_FRAMES) this.#histogram[this.#window[slot] as number]! -= 1;
    this.#window[slot] = level;
    this.#histogram[level]! += 1;
    this.#frames++;
  }

  /** Level of one of the last {@link WINDOW_FRAMES} frames. */
  levelAt(frame: number): number {
    return this.#window[frame % WINDOW_FRAMES] as number;
  }

  /**
   * The noise floor of the window, as a level. Digital silence between the sound of a noisy line (the recorder was paused) does
   * not hide its noise.
   */
  level(): number {
    const count = Math.min(this.#frames, WINDOW_FRAMES);
    const floor = this.#levelAt(Math.max(1, FLOOR_PERCENTILE * count), 0);
    if (floor > MAX_SILENT_LEVEL) return floor;
    let silent = 0;
    for (let level = 0; level <= MAX_SILENT_LEVEL; level++) silent += this.#histogram[level] as number;
    const sounding = count - silent;
    if (sounding < MIN_SOUNDING_FRAMES) return floor;
    const noise = this.#levelAt(FLOOR_PERCENTILE * sounding, MAX_SILENT_LEVEL + 1);
    const above = this.#levelAt(NOISE_PERCENTILE * sounding, MAX_SILENT_LEVEL + 1);
    return above - noise <= MAX_NOISE_RANGE ? noise : floor;
  }

  /** Level at which the wanted number of frames is reached, counted from a level on. */
  #levelAt(wanted: number, from: number): number {
    let seen = 0;
    for (let level = from; level < LEVELS; level++) {
      seen += this.#histogram[level] as number;
      if (seen >= wanted) return level;
    }
    return LEVELS - 1;
  }
}

const FIRST_FRAMES = 4096;

/**
 * The level of every frame of a channel, one byte each: 3.6 MB for ten hours. Channels are compared by it once all sound is
 * read.
 */
export class LevelTrail {
  #levels = new Uint8Array(FIRST_FRAMES);
  #count = 0;

  push(level: number): void {
    if (this.#count === this.#levels.length) {
      const grown = new Uint8Array(this.#levels.length * 2);
      grown.set(this.#levels);
      this.#levels = grown;
    }
    this.#levels[this.#count++] = level;
  }

  /** A view of the levels so far. */
  levels(): Uint8Array {
    return this.#levels.subarray(0, this.#count);
  }
}
