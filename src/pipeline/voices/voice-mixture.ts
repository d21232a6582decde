// One voice as a mixture of Gaussians over its cepstra: what says of each frame whose it is.
import { COEFFICIENTS } from './voice-features.js';

const D = COEFFICIENTS;
const COMPONENTS = 16;
const EM_ROUNDS = 8;
const LEAST_VARIANCE = 0.1;
/** A component needs so many frames' weight; a voice with less speech gets fewer of them. */
const LEAST_FRAMES = 20;

/** Diagonal Gaussians. Training is deterministic: no chance is involved. */
export class VoiceMixture {
  private constructor(
    private readonly components: number,
    /** Logarithm of weight over normaliser. */
    private readonly offsets: Float64Array,
    private readonly means: Float64Array,
    /** Half the reciprocal of each variance. */
    private readonly precisions: Float64Array,
  ) {}

  /** Fits the frames of `cepstra` (19 numbers a frame) that are listed; at least one. */
  static train(cepstra: Float32Array, frames: Uint32Array): VoiceMixture {
    const components = Math.max(1, Math.min(COMPONENTS, Math.floor(frames.length / LEAST_FRAMES)));
    let mixture = VoiceMixture.begin(cepstra, frames, components);
    for (let round = 0; round < EM_ROUNDS; round++) mixture = mixture.improved(cepstra, frames);
    return mixture;
  }

  /** Halves the widest cell at its mean until there are enough of them: cells follow the data, without a seed. */
  private static begin(cepstra: Float32Array, frames: Uint32Array, components: number): VoiceMixture {
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
    const sums = new Sums(cells.length);
    for (const [index, cell] of cells.entries()) {
      for (const frame of cell.frames) sums.add(index, 1, cepstra, frame * D);
    }
    return VoiceMixture.from(sums, frames.length);
  }

  private static from(sums: Sums, total: number): VoiceMixture {
    const offsets = new Float64Array(sums.components);
    const precisions = new Float64Array(sums.components * D);
    const means = new Float64Array(sums.components * D);
    for (let component = 0; component < sums.components; component++) {
      const weight = sums.weights[component]!;
      const share = Math.max(weight, 1e-6);
      let offset = Math.log(share / total) - (D / 2) * Math.log(2 * Math.PI);
      for (let at = component * D; at < (component + 1) * D; at++) {
        const mean = sums.sums[at]! / share;
        const variance = Math.max(LEAST_VARIANCE, sums.squares[at]! / share - mean * mean);
        means[at] = mean;
        precisions[at] = 0.5 / variance;
        offset -= 0.5 * Math.log(variance);
      }
      offsets[component] = offset;
    }
    return new VoiceMixture(sums.components, offsets, means, precisions);
  }

  private improved(cepstra: Float32Array, frames: Uint32Array): VoiceMixture {
    const sums = new Sums(this.components);
    const logs = new Float64Array(this.components);
    for (const frame of frames) {
      const total = this.score(cepstra, frame, logs);
      for (let component = 0; component < this.components; component++) {
        const share = Math.exp(logs[component]! - total);
        if (share > 1e-4) sums.add(component, share, cepstra, frame * D);
      }
    }
    return VoiceMixture.from(sums, frames.length);
  }

  /** Logarithm of the frame's probability density; `logs` receives that of each component. */
  score(cepstra: Float32Array, frame: number, logs = new Float64Array(this.components)): number {
    const from = frame * D;
    let best = Number.NEGATIVE_INFINITY;
    for (let component = 0, at = 0; component < this.components; component++) {
      let value = this.offsets[component]!;
      for (let row = 0; row < D; row++, at++) {
        const distance = cepstra[from + row]! - this.means[at]!;
        value -= distance * distance * this.precisions[at]!;
      }
      logs[component] = value;
      if (value > best) best = value;
    }
    let sum = 0;
    for (let component = 0; component < this.components; component++) {
      const below = logs[component]! - best;
      if (below > -30) sum += Math.exp(below);
    }
    return best + Math.log(sum);
  }
}

interface Cell {
  readonly frames: Uint32Array;
  readonly mean: Float64Array;
  /** The coefficient that varies most, and its sum of squares. */
  readonly axis: number;
  readonly width: number;
}

function cellOf(cepstra: Float32Array, frames: Uint32Array): Cell {
  const sums = new Sums(1);
  for (const frame of frames) sums.add(0, 1, cepstra, frame * D);
  const mean = sums.sums.map((sum) => sum / frames.length);
  const widths = sums.squares.map((square, row) => square - sums.sums[row]! * mean[row]!);
  let axis = 0;
  for (let row = 1; row < D; row++) if (widths[row]! > widths[axis]!) axis = row;
  return { frames, mean, axis, width: widths[axis]! };
}

/** Weighted sums of frames and of their squares, per component. */
class Sums {
  readonly weights: Float64Array;
  readonly sums: Float64Array;
  readonly squares: Float64Array;

  constructor(readonly components: number) {
    this.weights = new Float64Array(components);
    this.sums = new Float64Array(components * D);
    this.squares = new Float64Array(components * D);
  }

  add(component: number, weight: number, cepstra: Float32Array, from: number): void {
    this.weights[component]! += weight;
    for (let row = 0, at = component * D; row < D; row++, at++) {
      const value = cepstra[from + row]!;
      this.sums[at]! += weight * value;
      this.squares[at]! += weight * value * value;
    }
  }
}
