// Determines the layout of the channels. Roles may be assigned by channel. That fails when a channel is a copy, is silent, or
// holds only crosstalk; these cases are recognised here.
import { SAMPLE_RATE_HZ } from './pcm-format.js';
import type { MeasuredSpan } from './voice-activity.js';

/**
 * - `mono`: one channel, or more than two mixed into one
 * - `dual-mono`: the same signal on both channels; treated as mono
 * - `stereo`: one party on each channel
 * - `one-silent`: two channels, with speech on one of them
 */
export type ChannelLayout = 'mono' | 'dual-mono' | 'stereo' | 'one-silent';

/** The channels are correlated in blocks of 32 ms, one block every 256 ms, at delays up to 1 ms either way. */
const BLOCK_SAMPLES = 512;
const STRIDE_SAMPLES = 4096;
const MAX_DELAY_SAMPLES = 16;
const DELAYS = 2 * MAX_DELAY_SAMPLES + 1;
const STRIDE_MS = (STRIDE_SAMPLES * 1000) / SAMPLE_RATE_HZ;
/** Mean square, in squared sample steps, of quantisation noise: a block as quiet as that is not correlated. */
const MIN_BLOCK_POWER = 4;

/** Two parties share at most crosstalk; the same signal correlates better than this even through two encoders. */
const SAME_SIGNAL_CORRELATION = 0.95;
/** Share of the blocks of its speech, those in short pauses of the speaker included. */
const SAME_SPEECH_CORRELATION = 0.5;
/** A copy that is weaker by more than this is crosstalk into a channel without speech. */
const MAX_COPY_DIFFERENCE_DB = 15;

/**
 * A span is crosstalk when louder speech of the other channel covers this share of its time, and correlates with it.
 * "Louder" means by 6 dB at least.
 */
const CROSSTALK_COVER = 0.8;
const CROSSTALK_BELOW_DB = 6;
const CROSSTALK_CORRELATION = 0.6;
/** A span so far below the other voice is crosstalk without correlation too: an echo comes later than the delays compared. */
const ECHO_BELOW_DB = 20;

/** Cross-correlation of two channels as they stream by. Memory is constant except for one byte per block. */
export class ChannelComparison {
  /** The current block of each channel, with the samples around it that the delays need. */
  readonly #left = new Float64Array(BLOCK_SAMPLES + 2 * MAX_DELAY_SAMPLES);
  readonly #right = new Float64Array(BLOCK_SAMPLES + 2 * MAX_DELAY_SAMPLES);
  #position = 0;
  /** Correlation of each block, in steps of 1/255; 0 where one channel was silent. */
  #blocks = new Uint8Array(1024);
  #blockCount = 0;
  /** Sum over all blocks of the products at each delay. */
  readonly #cross = new Float64Array(DELAYS);
  #leftEnergy = 0;
  #rightEnergy = 0;

  /** The same stretch of both channels at 16 kHz, of any length. */
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
    // A constant offset of both channels would look like the same signal.
    removeMean(x);
    removeMean(y);
    const end = BLOCK_SAMPLES + MAX_DELAY_SAMPLES;
    let xx = 0;
    let yy = 0;
    for (let i = MAX_DELAY_SAMPLES; i < end; i++) {
      xx += (x[i] as number) ** 2;
      yy += (y[i] as number) ** 2;
    }
    this.#leftEnergy += xx;
    this.#rightEnergy += yy;
    const minEnergy = MIN_BLOCK_POWER * BLOCK_SAMPLES;
    const audible = Math.min(xx, yy) > minEnergy;
    // During most of a call, just one channel is audible: the products then add next to nothing and are not computed.
    const peak = audible || (xx <= minEnergy && yy <= minEnergy) ? this.#correlate() : 0;
    if (this.#blockCount === this.#blocks.length) {
      const grown = new Uint8Array(this.#blocks.length * 2);
      grown.set(this.#blocks);
      this.#blocks = grown;
    }
    this.#blocks[this.#blockCount++] = audible ? Math.min(255, Math.round((255 * peak) / Math.sqrt(xx * yy))) : 0;
  }

  /** @returns the greatest magnitude of all delays. Three delays at a time: additions to a single sum wait for each other. */
  #correlate(): number {
    const [x, y] = [this.#left, this.#right];
    const end = BLOCK_SAMPLES + MAX_DELAY_SAMPLES;
    let peak = 0;
    for (let delay = 0; delay < DELAYS; delay += 3) {
      let [one, two, three] = [0, 0, 0];
      for (let i = MAX_DELAY_SAMPLES, at = delay; i < end; i++, at++) {
        const sample = x[i] as number;
        one += sample * (y[at] as number);
        two += sample * (y[at + 1] as number);
        three += sample * (y[at + 2] as number);
      }
      this.#cross[delay]! += one;
      this.#cross[delay + 1]! += two;
      this.#cross[delay + 2]! += three;
      peak = Math.max(peak, Math.abs(one), Math.abs(two), Math.abs(three));
    }
    return peak;
  }

  /** Peak of the normalised cross-correlation, 0 to 1: 1 when one channel is a copy of the other, at any volume or sign. */
  correlation(): number {
    if (this.#leftEnergy === 0 && this.#rightEnergy === 0) return 1;
    if (this.#leftEnergy === 0 || this.#rightEnergy === 0) return 0;
    let peak = 0;
    for (const xy of this.#cross) peak = Math.max(peak, Math.abs(xy));
    return Math.min(1, peak / Math.sqrt(this.#leftEnergy * this.#rightEnergy));
  }

  /** Difference of the channels' volumes in dB; infinite when one of them is digital silence. */
  volumeDifferenceDb(): number {
    if (this.#leftEnergy === this.#rightEnergy) return 0;
    return Math.abs(10 * Math.log10(this.#leftEnergy / this.#rightEnergy));
  }

  /** Mean correlation of the blocks of one stretch; 0 where either channel was silent. */
  correlationWithin(startMs: number, endMs: number): number {
    const first = Math.min(Math.ceil(startMs / STRIDE_MS), this.#blockCount);
    const last = Math.min(Math.max(first + 1, Math.floor(endMs / STRIDE_MS)), this.#blockCount);
    let sum = 0;
    for (let block = first; block < last; block++) sum += this.#blocks[block] as number;
    return last === first ? 0 : sum / (last - first) / 255;
  }
}

function removeMean(samples: Float64Array): void {
  let sum = 0;
  for (const sample of samples) sum += sample;
  if (sum === 0) return;
  const mean = sum / samples.length;
  for (let at = 0; at < samples.length; at++) samples[at]! -= mean;
}

/**
 * Layout of a two-channel recording. The spans are the result of {@link removeCrosstalk}.
 * @param hasPauses the recorder was paused. Its tone in both channels may dominate the correlation, so the speech must correlate
 * too
 */
export function layoutOfPair(
  comparison: Pick<ChannelComparison, 'correlation' | 'volumeDifferenceDb' | 'correlationWithin'>,
  left: readonly MeasuredSpan[],
  right: readonly MeasuredSpan[],
  hasPauses: boolean,
): Exclude<ChannelLayout, 'mono'> {
  const speech = hasPauses ? [...left, ...right] : [];
  const sameSignal =
    comparison.correlation() >= SAME_SIGNAL_CORRELATION &&
    (speech.length === 0 || correlationOf(speech, comparison) >= SAME_SPEECH_CORRELATION);
  if (sameSignal && comparison.volumeDifferenceDb() <= MAX_COPY_DIFFERENCE_DB) return 'dual-mono';
  return (left.length === 0) !== (right.length === 0) ? 'one-silent' : 'stereo';
}

function correlationOf(
  spans: readonly MeasuredSpan[],
  comparison: Pick<ChannelComparison, 'correlationWithin'>,
): number {
  let [sum, total] = [0, 0];
  for (const { startMs, endMs } of spans) {
    sum += comparison.correlationWithin(startMs, endMs) * (endMs - startMs);
    total += endMs - startMs;
  }
  return sum / total;
}

/**
 * Drops from each channel the spans that are only the voice of the other channel leaking in.
 * Two people who speak at the same time both stay, whatever their levels, unless one is 20 dB or more below the other.
 */
export function removeCrosstalk(
  left: readonly MeasuredSpan[],
  right: readonly MeasuredSpan[],
  correlationWithin: (startMs: number, endMs: number) => number,
): [MeasuredSpan[], MeasuredSpan[]] {
  const withoutCrosstalk = (spans: readonly MeasuredSpan[], others: readonly MeasuredSpan[]): MeasuredSpan[] => {
    let from = 0;
    return spans.filter((span) => {
      while (from < others.length && (others[from] as MeasuredSpan).endMs <= span.startMs) from++;
      let coveredMs = 0;
      let otherDb = Number.NEGATIVE_INFINITY;
      for (let at = from; at < others.length; at++) {
        const other = others[at] as MeasuredSpan;
        if (other.startMs >= span.endMs) break;
        if (other.levelDb < span.levelDb + CROSSTALK_BELOW_DB) continue;
        coveredMs += Math.min(span.endMs, other.endMs) - Math.max(span.startMs, other.startMs);
        otherDb = Math.max(otherDb, other.levelDb);
      }
      if (coveredMs < CROSSTALK_COVER * (span.endMs - span.startMs)) return true;
      const isEcho = otherDb - span.levelDb >= ECHO_BELOW_DB;
      return !isEcho && correlationWithin(span.startMs, span.endMs) < CROSSTALK_CORRELATION;
    });
  };
  return [withoutCrosstalk(left, right), withoutCrosstalk(right, left)];
}
