// Finds telephone keys that a party presses (DTMF) in one channel. A key is two tones at once, one of four low and one of four
// high ones. The result shows that keys were pressed and when, never which.
import type { SpeechSpan } from '../../../ports/transcript.js';
import { SAMPLE_RATE_HZ } from '../pcm-format.js';

export interface Key extends SpeechSpan {
  /** True when the key was a third or more of the sound for some time. A weaker one may be a voice. */
  readonly isClear: boolean;
  /** True when nothing else was loud for at least a moment. */
  readonly isAlone: boolean;
}

/** Every second sample is enough: the highest tone has 1,633 Hz. */
const RATE_HZ = SAMPLE_RATE_HZ / 2;
const TONES_HZ = [697, 770, 852, 941, 1209, 1336, 1477, 1633] as const;
const GROUP = 4;

/** 40 ms, the shortest key that telephones send; it separates the tones of a group, which are at least 73 Hz apart. */
const WINDOW = 320;
const HOP = 80;
const HOP_MS = (HOP * 1000) / RATE_HZ;
const WINDOW_MS = (WINDOW * 1000) / RATE_HZ;

/** Mean square of a window (-55 dB) below which no one hears a tone. */
const MIN_MEAN_SQUARE = 58 ** 2;
/** The two tones are of similar level. */
const MAX_TWIST = 10;
/** Share of the sound of a window: a fifth where the voice of the other party is four times as strong as the key. */
const MIN_SHARE = 0.2;
/** Share of the weaker tone of a key: its sound has both, and the other one is not more than so many times as strong. */
const MIN_SHARE_OF_TONE = MIN_SHARE / (1 + MAX_TWIST);
/** Share of that below which a window holds no part of a key that the next one could show. */
const FAR_BELOW = 0.25;
const CLEAR_SHARE = 0.35;
/** Minimum ratio of each tone of a clear key to the others of its group. */
const MIN_ABOVE_GROUP = 4;
const ALONE_SHARE = 0.8;

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

const COSINES = TONES_HZ.map((hertz) => 2 * Math.cos((2 * Math.PI * hertz) / RATE_HZ));
const [LOW_1, LOW_2, LOW_3, LOW_4] = COSINES as [number, number, number, number];
const [HIGH_1, HIGH_2, HIGH_3, HIGH_4] = COSINES.slice(GROUP) as [number, number, number, number];

// Scratch memory of one window, shared by all finders of the thread: a window is analysed without yielding.
const shaped = new Float64Array(WINDOW);
const powers = new Float64Array(TONES_HZ.length);

/** Analyses one channel as a stream. Constant memory, apart from the keys. */
export class KeyToneFinder {
  readonly #samples = new Float64Array(WINDOW);
  #fill = 0;
  #windows = 0;
  /** The last sample of the last piece; whether the next piece begins with one that is left out. */
  #before = 0;
  #odd = false;
  readonly #keys: Key[] = [];
  #key = -1;
  /** True where the next window, most of which is this one, shows no key either. */
  #isFar = false;
  #first = 0;
  #last = 0;
  #count = 0;
  #clear = 0;
  #isAlone = false;

  /** Mono samples at 16 kHz, in pieces of any length. */
  push(samples: Int16Array): void {
    const decimated = this.#samples;
    let at = this.#odd ? 1 : 0;
    let before = at === 0 ? this.#before : samples[0];
    while (at < samples.length) {
      // A local variable counts: a member would be written for each sample.
      let fill = this.#fill;
      for (; at < samples.length && fill < WINDOW; at += 2) {
        // The mean of two keeps most of what lies above 6 kHz from folding back onto the keys.
        decimated[fill++] = (samples[at]! + before!) / 2;
        before = samples[at + 1];
      }
      this.#fill = fill;
      if (fill === WINDOW) this.#endWindow();
    }
    this.#odd = at > samples.length;
    if (samples.length > 0) this.#before = samples[samples.length - 1]!;
  }

  /** Ends the channel. @returns the keys, ascending */
  finish(): Key[] {
    this.#endKey();
    return this.#keys;
  }

  #endWindow(): void {
    const window = this.#windows++;
    if (this.#isFar) this.#isFar = false;
    else {
      const energy = shape(this.#samples);
      if (energy >= MIN_MEAN_SQUARE) this.#look(window, energy);
    }
    this.#samples.copyWithin(0, HOP);
    this.#fill = WINDOW - HOP;
  }

  #look(window: number, energy: number): void {
    // Most sounds have too little there for any key, and need no look at the other group.
    transformGroup(GROUP, HIGH_1, HIGH_2, HIGH_3, HIGH_4);
    const high = strongest(GROUP);
    const highPower = powers[high]!;
    if (highPower < MIN_SHARE_OF_TONE * energy) {
      this.#isFar = highPower < FAR_BELOW * MIN_SHARE_OF_TONE * energy;
      return;
    }
    transformGroup(0, LOW_1, LOW_2, LOW_3, LOW_4);
    const low = strongest(0);
    const lowPower = powers[low]!;
    const share = (lowPower + highPower) / energy;
    if (share < MIN_SHARE || lowPower > MAX_TWIST * highPower || highPower > MAX_TWIST * lowPower) return;
    const key = low * GROUP + high;
    if (key !== this.#key || window - this.#last > MAX_HIDDEN_WINDOWS + 1) {
      this.#endKey();
      this.#key = key;
      this.#first = window;
    }
    this.#last = window;
    this.#count++;
    if (share >= CLEAR_SHARE && standsOut(low, 0) && standsOut(high, GROUP)) this.#clear++;
    if (share >= ALONE_SHARE) this.#isAlone = true;
  }

  #endKey(): void {
    if (this.#count >= MIN_WINDOWS) {
      const [startMs, endMs] = [this.#first * HOP_MS, this.#last * HOP_MS + WINDOW_MS];
      this.#keys.push({ startMs, endMs, isClear: this.#clear >= MIN_WINDOWS, isAlone: this.#isAlone });
    }
    this.#key = -1;
    this.#count = 0;
    this.#clear = 0;
    this.#isAlone = false;
  }
}

/** @returns the mean square of the samples */
function shape(samples: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < WINDOW; at++) {
    const x = SHAPE[at]! * samples[at]!;
    shaped[at] = x;
    squares += x * x;
  }
  return squares / SHAPE_SQUARES;
}

/** Goertzel's filters, four at a time: each waits for its own last output, so that they run side by side. */
function transformGroup(from: number, c1: number, c2: number, c3: number, c4: number): void {
  let [a1, b1, a2, b2, a3, b3, a4, b4] = [0, 0, 0, 0, 0, 0, 0, 0];
  // Two samples at a time, so that the outputs need not be moved.
  for (let at = 0; at < WINDOW; at += 2) {
    const x = shaped[at]!;
    const y = shaped[at + 1]!;
    b1 = x + c1 * a1 - b1;
    b2 = x + c2 * a2 - b2;
    b3 = x + c3 * a3 - b3;
    b4 = x + c4 * a4 - b4;
    a1 = y + c1 * b1 - a1;
    a2 = y + c2 * b2 - a2;
    a3 = y + c3 * b3 - a3;
    a4 = y + c4 * b4 - a4;
  }
  const scale = 2 / SHAPE_SUM ** 2;
  powers[from] = scale * (a1 * a1 + b1 * b1 - c1 * a1 * b1);
  powers[from + 1] = scale * (a2 * a2 + b2 * b2 - c2 * a2 * b2);
  powers[from + 2] = scale * (a3 * a3 + b3 * b3 - c3 * a3 * b3);
  powers[from + 3] = scale * (a4 * a4 + b4 * b4 - c4 * a4 * b4);
}

function standsOut(tone: number, from: number): boolean {
  for (let other = from; other < from + GROUP; other++) {
    if (other !== tone && powers[tone]! < MIN_ABOVE_GROUP * powers[other]!) return false;
  }
  return true;
}

function strongest(from: number): number {
  let best = from;
  for (let tone = from + 1; tone < from + GROUP; tone++) if (powers[tone]! > powers[best]!) best = tone;
  return best;
}
