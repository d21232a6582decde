// Decides what the channels of a recording mean: who is agent and customer must not hang on a copied, silent or leaking channel.
import type { MeasuredSpan } from './voice-activity.js';

/**
 * - `mono`: one channel, or more than two mixed into one
 * - `dual-mono`: the same signal on both channels; to be treated as mono
 * - `stereo`: one party on each channel
 * - `one-silent`: two channels, nothing said on one of them
 */
export type ChannelLayout = 'mono' | 'dual-mono' | 'stereo' | 'one-silent';

/** Both channels are compared in blocks of 32 ms, one in every 256 ms, at delays up to 1 ms either way. */
const BLOCK_SAMPLES = 512;
const STRIDE_SAMPLES = 4096;
const MAX_LAG = 16;
const DELAYS = 2 * MAX_LAG + 1;
const STRIDE_MS = STRIDE_SAMPLES / 16;
/** Quantisation noise, about two steps of the sample, says nothing about likeness. */
const LEAST_BLOCK_POWER = 4;

/** Two parties share at most a leak; the same signal through two encoders still agrees to better than this. */
const SAME_SIGNAL = 0.95;
/** A copy weaker than this is a leak into a channel that holds nothing of its own. */
const COPY_WITHIN_DB = 15;

/** A leak is a weak copy: like the other channel, covered by it in time, and below it. */
const LEAK_LIKENESS = 0.6;
const LEAK_BELOW_DB = 6;
/** So far below the other voice it is a leak whatever the likeness says: echoes come later than the compared delays. */
const ECHO_BELOW_DB = 20;
const LEAK_COVER = 0.8;

/** Likeness of two channels, gathered while they stream by; constant memory but for one byte a 256 ms block. */
export class ChannelComparison {
  readonly #left = new Float64Array(BLOCK_SAMPLES + 2 * MAX_LAG);
  readonly #right = new Float64Array(BLOCK_SAMPLES + 2 * MAX_LAG);
  #position = 0;
  #blocks = new Uint8Array(1024);
  #blockCount = 0;
  readonly #cross = new Float64Array(DELAYS);
  #leftEnergy = 0;
  #rightEnergy = 0;

  /** The same stretch of both channels, 16 kHz, any length at a time. */
  push(left: Int16Array, right: Int16Array): void {
    for (let i = 0; i < left.length; ) {
      const at = this.#position % STRIDE_SAMPLES;
      if (at >= this.#left.length) {
        const skip = Math.min(STRIDE_SAMPLES - at, left.length - i);
        this.#position += skip;
        i += skip;
        continue;
      }
      this.#left[at] = left[i] as number;
      this.#right[at] = right[i] as number;
      this.#position++;
      i++;
      if (at === this.#left.length - 1) this.#compareBlock();
    }
  }

  #compareBlock(): void {
    const [x, y] = [this.#left, this.#right];
    const end = BLOCK_SAMPLES + MAX_LAG;
    let xx = 0;
    let yy = 0;
    for (let i = MAX_LAG; i < end; i++) {
      xx += (x[i] as number) ** 2;
      yy += (y[i] as number) ** 2;
    }
    this.#leftEnergy += xx;
    this.#rightEnergy += yy;
    const least = LEAST_BLOCK_POWER * BLOCK_SAMPLES;
    const heard = Math.min(xx, yy) > least;
    // Beside a channel that is heard, one that is not adds next to nothing: most of a call, where each listens in turn.
    const best = heard || (xx <= least && yy <= least) ? this.#correlate() : 0;
    if (this.#blockCount === this.#blocks.length) {
      const grown = new Uint8Array(this.#blocks.length * 2);
      grown.set(this.#blocks);
      this.#blocks = grown;
    }
    this.#blocks[this.#blockCount++] = heard ? Math.min(255, Math.round((255 * best) / Math.sqrt(xx * yy))) : 0;
  }

  /** @returns the greatest magnitude of all delays. Three at a time: one sum alone would wait for itself at each step. */
  #correlate(): number {
    const [x, y] = [this.#left, this.#right];
    const end = BLOCK_SAMPLES + MAX_LAG;
    let best = 0;
    for (let delay = 0; delay < DELAYS; delay += 3) {
      let [one, two, three] = [0, 0, 0];
      for (let i = MAX_LAG, at = delay; i < end; i++, at++) {
        const sample = x[i] as number;
        one += sample * (y[at] as number);
        two += sample * (y[at + 1] as number);
        three += sample * (y[at + 2] as number);
      }
      this.#cross[delay]! += one;
      this.#cross[delay + 1]! += two;
      this.#cross[delay + 2]! += three;
      best = Math.max(best, Math.abs(one), Math.abs(two), Math.abs(three));
    }
    return best;
  }

  /** 0 to 1, the sign of the signal aside: 1 when one channel is a copy of the other at any volume. */
  likeness(): number {
    if (this.#leftEnergy === 0 && this.#rightEnergy === 0) return 1;
    if (this.#leftEnergy === 0 || this.#rightEnergy === 0) return 0;
    let best = 0;
    for (const xy of this.#cross) best = Math.max(best, Math.abs(xy));
    return Math.min(1, best / Math.sqrt(this.#leftEnergy * this.#rightEnergy));
  }

  /** How far apart the channels' volumes are, in dB; infinite when one of them is digital silence. */
  volumeDifferenceDb(): number {
    if (this.#leftEnergy === this.#rightEnergy) return 0;
    return Math.abs(10 * Math.log10(this.#leftEnergy / this.#rightEnergy));
  }

  /** Likeness for one stretch; 0 where either channel was silent. */
  likenessWithin(startMs: number, endMs: number): number {
    const first = Math.min(Math.ceil(startMs / STRIDE_MS), this.#blockCount);
    const last = Math.min(Math.max(first + 1, Math.floor(endMs / STRIDE_MS)), this.#blockCount);
    let sum = 0;
    for (let block = first; block < last; block++) sum += this.#blocks[block] as number;
    return last === first ? 0 : sum / (last - first) / 255;
  }
}

/** Layout of a two-channel recording, from its channels' likeness and the speech left after {@link removeBleed}. */
export function layoutOfPair(
  comparison: Pick<ChannelComparison, 'likeness' | 'volumeDifferenceDb'>,
  left: readonly MeasuredSpan[],
  right: readonly MeasuredSpan[],
): Exclude<ChannelLayout, 'mono'> {
  if (comparison.likeness() >= SAME_SIGNAL && comparison.volumeDifferenceDb() <= COPY_WITHIN_DB) return 'dual-mono';
  return (left.length === 0) !== (right.length === 0) ? 'one-silent' : 'stereo';
}

/**
 * Drops from each channel the spans that are only the other channel's voice leaking in: the louder wins per span.
 * Overlapping speech of two people stays, however loud one of them is, unless it is more than 20 dB below.
 */
export function removeBleed(
  left: readonly MeasuredSpan[],
  right: readonly MeasuredSpan[],
  likenessWithin: (startMs: number, endMs: number) => number,
): [MeasuredSpan[], MeasuredSpan[]] {
  const keep = (spans: readonly MeasuredSpan[], others: readonly MeasuredSpan[]): MeasuredSpan[] => {
    let from = 0;
    return spans.filter((span) => {
      while (from < others.length && (others[from] as MeasuredSpan).endMs <= span.startMs) from++;
      let coveredMs = 0;
      let otherDb = Number.NEGATIVE_INFINITY;
      for (let at = from; at < others.length; at++) {
        const other = others[at] as MeasuredSpan;
        if (other.startMs >= span.endMs) break;
        if (other.levelDb < span.levelDb + LEAK_BELOW_DB) continue;
        coveredMs += Math.min(span.endMs, other.endMs) - Math.max(span.startMs, other.startMs);
        otherDb = Math.max(otherDb, other.levelDb);
      }
      if (coveredMs < LEAK_COVER * (span.endMs - span.startMs)) return true;
      const far = otherDb - span.levelDb >= ECHO_BELOW_DB;
      return !far && likenessWithin(span.startMs, span.endMs) < LEAK_LIKENESS;
    });
  };
  return [keep(left, right), keep(right, left)];
}
