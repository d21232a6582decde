// Finds the keys that somebody presses on a telephone (DTMF) in one channel: each is two tones at once, one of a group of four
// low and one of a group of four high ones. It tells that keys were pressed and when, never which.
import type { SpeechSpan } from '../../../ports/transcript.js';
import { SAMPLE_RATE_HZ } from '../pcm-format.js';

/** Every second sample is enough: the highest tone has 1,633 Hz. */
const RATE_HZ = SAMPLE_RATE_HZ / 2;
const TONES_HZ = [697, 770, 852, 941, 1209, 1336, 1477, 1633];
const GROUP = 4;

/** 40 ms, the shortest key that telephones send; it tells apart the tones of a group, which lie 73 Hz apart and more. */
const WINDOW = 320;
const HOP = 80;
const HOP_MS = (HOP * 1000) / RATE_HZ;

/** Mean square of a window (-55 dB) below which nobody hears a tone. */
const MIN_MEAN_SQUARE = 58 ** 2;
/** The two tones are of similar level. */
const MAX_TWIST = 10;
/** Of the sound of a window: half where the voice of the other party is as loud as the key. */
const MIN_SHARE = 0.35;

/** Windows that show the same key: of one that lasts 40 ms three do. */
const MIN_WINDOWS = 3;
/** A voice may hide a key for this many windows; between two keys there is a longer pause. */
const MAX_HIDDEN_WINDOWS = 2;

/** A Hann window. */
const SHAPE = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / WINDOW),
);
const SHAPE_SUM = SHAPE.reduce((sum, weight) => sum + weight, 0);
const SHAPE_SQUARES = SHAPE.reduce((sum, weight) => sum + weight * weight, 0);

const ANGLES = TONES_HZ.map((hertz) => (2 * Math.PI * hertz) / RATE_HZ);
const COEFFICIENTS = ANGLES.map((angle) => 2 * Math.cos(angle));

/** Follows one channel as it streams by. Constant memory but for the keys. */
export class KeyToneFinder {
  readonly #samples = new Float64Array(WINDOW);
  #fill = 0;
  #windows = 0;
  /** The last samples before the current piece. */
  #before = 0;
  #odd = false;
  readonly #powers = new Float64Array(TONES_HZ.length);
  readonly #phases = new Float64Array(TONES_HZ.length);
  readonly #keys: SpeechSpan[] = [];
  #key = -1;
  #first = 0;
  #last = 0;
  #count = 0;

  /** Mono samples at 16 kHz, in pieces of any length. */
  push(samples: Int16Array): void {
    const decimated = this.#samples;
    let at = this.#odd ? 1 : 0;
    for (; at < samples.length; at += 2) {
      // A half of what lies above 4 kHz would fold back onto the keys without the mean.
      decimated[this.#fill++] = (samples[at]! + (at === 0 ? this.#before : samples[at - 1]!)) / 2;
      if (this.#fill === WINDOW) this.#endWindow();
    }
    this.#odd = at > samples.length;
    if (samples.length > 0) this.#before = samples[samples.length - 1]!;
  }

  /** Ends the channel. @returns the keys, ascending and disjoint */
  finish(): SpeechSpan[] {
    this.#endKey();
    return this.#keys;
  }

  #endWindow(): void {
    const key = this.#keyOfWindow();
    const window = this.#windows++;
    if (key >= 0 && (key !== this.#key || window - this.#last > MAX_HIDDEN_WINDOWS + 1)) {
      this.#endKey();
      this.#key = key;
      this.#first = window;
    }
    if (key >= 0) {
      this.#last = window;
      this.#count++;
    }
    this.#samples.copyWithin(0, HOP);
    this.#fill = WINDOW - HOP;
  }

  #endKey(): void {
    if (this.#count >= MIN_WINDOWS) {
      const startMs = this.#first * HOP_MS;
      this.#keys.push({ startMs, endMs: this.#last * HOP_MS + (WINDOW * 1000) / RATE_HZ });
    }
    this.#key = -1;
    this.#count = 0;
  }

  /** @returns 0 to 15; -1 where no key sounds */
  #keyOfWindow(): number {
    const energy = this.#transform();
    if (energy < MIN_MEAN_SQUARE) return -1;
    const low = strongest(this.#powers, 0);
    const high = strongest(this.#powers, GROUP);
    const [lowPower, highPower] = [this.#powers[low]!, this.#powers[high]!];
    if (lowPower + highPower < MIN_SHARE * energy) return -1;
    if (lowPower > MAX_TWIST * highPower || highPower > MAX_TWIST * lowPower) return -1;
    return low * GROUP + high - GROUP;
  }

  /** Goertzel's filters, all eight in one pass. @returns the mean square of the window */
  #transform(): number {
    let squares = 0;
    const older = new Float64Array(8);
    const newer = new Float64Array(8);
    for (let at = 0; at < WINDOW; at++) {
      const x = SHAPE[at]! * this.#samples[at]!;
      squares += x * x;
      for (let tone = 0; tone < 8; tone++) {
        const next = x + COEFFICIENTS[tone]! * newer[tone]! - older[tone]!;
        older[tone] = newer[tone]!;
        newer[tone] = next;
      }
    }
    for (let tone = 0; tone < 8; tone++) {
      const re = newer[tone]! - older[tone]! * Math.cos(ANGLES[tone]!);
      const im = older[tone]! * Math.sin(ANGLES[tone]!);
      this.#powers[tone] = (2 * (re * re + im * im)) / SHAPE_SUM ** 2;
      this.#phases[tone] = Math.atan2(im, re);
    }
    return squares / SHAPE_SQUARES;
  }
}

function strongest(powers: Float64Array, from: number): number {
  let best = from;
  for (let tone = from + 1; tone < from + GROUP; tone++) if (powers[tone]! > powers[best]!) best = tone;
  return best;
}
