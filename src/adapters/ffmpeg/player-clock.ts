// Puts samples where a player would play them: a gap in the time stamps becomes silence of its length.

/** Time stamps are rounded, to a millisecond in most containers, and some recorders take them from a clock that trembles. */
const MIN_GAP_MS = 10;
/** A longer gap is damage, and is left out. */
export const MAX_GAP_MS = 30 * 60_000;
/** Time stamps that fall back further than this start over: another recording follows. */
const MAX_BACKWARD_MS = 1000;

export class PlayerClock {
  readonly #samplesPerMs: number;
  /** Time stamp of the first sample that is put out. */
  #baseMs: number;
  #samples = 0;
  /** Silence that was put in, in milliseconds; that before the first sound does not count. */
  filledMs = 0;
  hasLongGap = false;

  constructor(sampleRate: number, baseMs: number) {
    this.#samplesPerMs = sampleRate / 1000;
    this.#baseMs = baseMs;
  }

  /** Counts the samples. Returns how many samples of silence belong before them in each channel. */
  take(timeMs: number, samples: number): number {
    const gapMs = timeMs - this.#baseMs - this.#samples / this.#samplesPerMs;
    let silence = 0;
    if (gapMs > MAX_GAP_MS) {
      this.hasLongGap = true;
      this.#baseMs += gapMs;
    } else if (gapMs < -MAX_BACKWARD_MS) {
      this.#baseMs += gapMs;
    } else if (gapMs > MIN_GAP_MS) {
      silence = Math.round(gapMs * this.#samplesPerMs);
      if (this.#samples > 0) this.filledMs += gapMs;
    }
    this.#samples += silence + samples;
    return silence;
  }
}
