// The model of one voice: a Gaussian mixture (GMM) over its cepstra. It says how likely each frame is that voice's.
import { COEFFICIENTS } from './mfcc.js';

const D = COEFFICIENTS;
const MAX_COMPONENTS = 16;
/** Rounds of expectation-maximisation (EM). */
const EM_ROUNDS = 8;
/** Floor of a component's variances: a component on a few frames must not narrow to a spike. */
const MIN_VARIANCE = 0.1;
/** Frames per component: a voice with little speech gets fewer components. */
const MIN_FRAMES_PER_COMPONENT = 20;
/** A frame updates only components with at least this share in it; smaller shares cost time and change nothing. */
const MIN_RESPONSIBILITY = 1e-4;
/** Components this far below the best one, in nats, are left out of the sum: they would add less than 1e-13 of it. */
const NEGLIGIBLE_NATS = -30;
/** Floor of a component's weight, so that no division is by zero. */
const MIN_WEIGHT = 1e-6;

/** Components have diagonal covariances. Training is deterministic: it uses no random numbers. */
export class GaussianMixture {
  private constructor(
    private readonly components: number,
    /** Per component: the logarithm of its weight times the normaliser of its Gaussian. */
    private readonly offsets: Float64Array,
    private readonly means: Float64Array,
    /** Half the reciprocal of each variance. */
    private readonly halfPrecisions: Float64Array,
  ) {}

  /**
   * Fits the listed frames.
   * @param cepstra {@link COEFFICIENTS} numbers a frame
   * @param frames indices of the frames; at least one
   */
  static train(cepstra: Float32Array, frames: Uint32Array): GaussianMixture {
    const affordable = Math.floor(frames.length / MIN_FRAMES_PER_COMPONENT);
    const components = Math.max(1, Math.min(MAX_COMPONENTS, affordable));
    let mixture = GaussianMixture.initial(cepstra, frames, components);
    for (let round = 0; round < EM_ROUNDS; round++) mixture = mixture.reestimated(cepstra, frames);
    return mixture;
  }

  /** Splits the cell with the greatest variance at its mean until there are enough cells: follows the data, needs no seed. */
  private static initial(cepstra: Float32Array, frames: Uint32Array, components: number): GaussianMixture {
    const cells = [cellOf(cepstra, frames)];
    while (cells.length < components) {
      let widest = 0;
      for (const [index, cell] of cells.entries()) if (cell.width > cells[widest]!.width) widest = index;
      const { frames: own, axis, mean } = cells[widest]!;
      const below = own.filter((frame) => cepstra[frame * D + axis]! < mean[axis]!);
      const above = own.filter((frame) => cepstra[frame * D + axis]! >= mean[axis]!);
      if (below.length === 0 || above.length === 0) break;
      cells.splice(widest, 1, cellOf(cepstra, below), cellOf(cepstra, above));
    }
    const sums = new ComponentSums(cells.length);
    for (const [index, cell] of cells.entries()) {
      for (const frame of cell.frames) sums.add(index, 1, cepstra, frame * D);
    }
    return GaussianMixture.fromSums(sums, frames.length);
  }

  /** The M step of EM. */
  private static fromSums(sums: ComponentSums, totalWeight: number): GaussianMixture {
    const offsets = new Float64Array(sums.components);
    const halfPrecisions = new Float64Array(sums.components * D);
    const means = new Float64Array(sums.components * D);
    for (let component = 0; component < sums.components; component++) {
      const weight = Math.max(sums.weights[component]!, MIN_WEIGHT);
      let offset = Math.log(weight / totalWeight) - (D / 2) * Math.log(2 * Math.PI);
      for (let at = component * D; at < (component + 1) * D; at++) {
        const mean = sums.values[at]! / weight;
        const variance = Math.max(MIN_VARIANCE, sums.squares[at]! / weight - mean * mean);
        means[at] = mean;
        halfPrecisions[at] = 0.5 / variance;
        offset -= 0.5 * Math.log(variance);
      }
      offsets[component] = offset;
    }
    return new GaussianMixture(sums.components, offsets, means, halfPrecisions);
  }

  /** One round of EM. */
  private reestimated(cepstra: Float32Array, frames: Uint32Array): GaussianMixture {
    const sums = new ComponentSums(this.components);
    const logs = new Float64Array(this.components);
    for (const frame of frames) {
      const total = this.logDensity(cepstra, frame, logs);
      for (let component = 0; component < this.components; component++) {
        const responsibility = Math.exp(logs[component]! - total);
        if (responsibility > MIN_RESPONSIBILITY) sums.add(component, responsibility, cepstra, frame * D);
      }
    }
    return GaussianMixture.fromSums(sums, frames.length);
  }

  /** Logarithm of the frame's probability density; `logs` receives that of each component with its weight. */
  logDensity(cepstra: Float32Array, frame: number, logs = new Float64Array(this.components)): number {
    const from = frame * D;
    let best = Number.NEGATIVE_INFINITY;
    for (let component = 0, at = 0; component < this.components; component++) {
      let value = this.offsets[component]!;
      for (let row = 0; row < D; row++, at++) {
        const distance = cepstra[from + row]! - this.means[at]!;
        value -= distance * distance * this.halfPrecisions[at]!;
      }
      logs[component] = value;
      if (value > best) best = value;
    }
    let sum = 0;
    for (let component = 0; component < this.components; component++) {
      const below = logs[component]! - best;
      if (below > NEGLIGIBLE_NATS) sum += Math.exp(below);
    }
    return best + Math.log(sum);
  }
}

/** Frames that start one component. */
interface Cell {
  readonly frames: Uint32Array;
  readonly mean: Float64Array;
  /** The coefficient with the greatest sum of squared deviations, and that sum. */
  readonly axis: number;
  readonly width: number;
}

function cellOf(cepstra: Float32Array, frames: Uint32Array): Cell {
  const sums = new ComponentSums(1);
  for (const frame of frames) sums.add(0, 1, cepstra, frame * D);
  const mean = sums.values.map((sum) => sum / frames.length);
  const widths = sums.squares.map((square, row) => square - sums.values[row]! * mean[row]!);
  let axis = 0;
  for (let row = 1; row < D; row++) if (widths[row]! > widths[axis]!) axis = row;
  return { frames, mean, axis, width: widths[axis]! };
}

/** Weighted sums of coefficients and of their squares, per component. */
class ComponentSums {
  readonly weights: Float64Array;
  readonly values: Float64Array;
  readonly squares: Float64Array;

  constructor(readonly components: number) {
    this.weights = new Float64Array(components);
    this.values = new Float64Array(components * D);
    this.squares = new Float64Array(components * D);
  }

  /** @param from index of the frame's first coefficient */
  add(component: number, weight: number, cepstra: Float32Array, from: number): void {
    this.weights[component]! += weight;
    for (let row = 0, at = component * D; row < D; row++, at++) {
      const value = cepstra[from + row]!;
      this.values[at]! += weight * value;
      this.squares[at]! += weight * value * value;
    }
  }
}
