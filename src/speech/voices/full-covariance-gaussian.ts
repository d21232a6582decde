// Gaussians with a full covariance, one for each segment of speech, compared by the Bayesian information criterion (BIC).
import { COEFFICIENTS } from './mfcc.js';

const D = COEFFICIENTS;
/** Numbers in the lower triangle of a covariance matrix. */
const TRIANGLE = (D * (D + 1)) / 2;
/** Free parameters of one Gaussian: its mean and its covariance. */
const PARAMETERS = D + TRIANGLE;
/** Added to the variance of every coefficient, so that the covariance of a short or synthetic segment can be inverted. */
const MIN_VARIANCE = 0.05;
/** Smallest pivot of the Cholesky decomposition: rounding must not make it zero or negative. */
const MIN_PIVOT = 1e-9;

/** Sufficient statistics of a segment's Gaussian. Those of two segments add up to those of both together. */
export interface SegmentStatistics {
  /** Frames counted. */
  readonly count: number;
  readonly sum: Float64Array;
  /** Lower triangle of the sum of outer products, row by row. */
  readonly products: Float64Array;
}

/** Statistics of the frames of `cepstra` ({@link COEFFICIENTS} numbers a frame) in `[from, to)` that `counted` marks with 1. */
export function segmentStatistics(
  cepstra: Float32Array,
  counted: Uint8Array,
  from: number,
  to: number,
): SegmentStatistics {
  const sum = new Float64Array(D);
  const products = new Float64Array(TRIANGLE);
  let count = 0;
  for (let frame = from; frame < to; frame++) {
    if (counted[frame] === 0) continue;
    count++;
    const at = frame * D;
    for (let row = 0, slot = 0; row < D; row++) {
      const value = cepstra[at + row]!;
      sum[row]! += value;
      for (let column = 0; column <= row; column++) products[slot++]! += value * cepstra[at + column]!;
    }
  }
  return { count, sum, products };
}

export function mergeStatistics(a: SegmentStatistics, b: SegmentStatistics): SegmentStatistics {
  return {
    count: a.count + b.count,
    sum: a.sum.map((value, at) => value + b.sum[at]!),
    products: a.products.map((value, at) => value + b.products[at]!),
  };
}

/** Receives the Cholesky factor of each covariance: the inner loop of the clustering must not allocate. */
const cholesky = new Float64Array(TRIANGLE);

/**
 * n/2 · log|Σ| of one segment, or of two segments taken as one: the negative log-likelihood of the frames under their
 * own Gaussian, without the terms that cancel in a comparison. Leaves the Cholesky factor of Σ in {@link cholesky}.
 */
export function scaledLogDeterminant(a: SegmentStatistics, b?: SegmentStatistics): number {
  const count = a.count + (b?.count ?? 0);
  let logDeterminant = 0;
  // The determinant of Σ is the product of the squared diagonal of its Cholesky factor.
  for (let row = 0, slot = 0; row < D; row++) {
    const rowStart = slot;
    const rowMean = (a.sum[row]! + (b === undefined ? 0 : b.sum[row]!)) / count;
    for (let column = 0, columnStart = 0; column <= row; columnStart += ++column) {
      const columnMean = (a.sum[column]! + (b === undefined ? 0 : b.sum[column]!)) / count;
      let value = (a.products[slot]! + (b === undefined ? 0 : b.products[slot]!)) / count - rowMean * columnMean;
      if (row === column) value += MIN_VARIANCE;
      for (let k = 0; k < column; k++) value -= cholesky[rowStart + k]! * cholesky[columnStart + k]!;
      if (row === column) {
        const pivot = Math.max(value, MIN_PIVOT);
        cholesky[slot] = Math.sqrt(pivot);
        logDeterminant += Math.log(pivot);
      } else {
        cholesky[slot] = value / cholesky[columnStart + column]!;
      }
      slot++;
    }
  }
  return (count / 2) * logDeterminant;
}

/**
 * Log-likelihood ratio, in nats, of two Gaussians against one for both segments, without any penalty.
 * @param own the {@link scaledLogDeterminant} of each segment, for callers that have computed them already
 */
export function logLikelihoodRatio(
  a: SegmentStatistics,
  b: SegmentStatistics,
  own: { a: number; b: number } = { a: scaledLogDeterminant(a), b: scaledLogDeterminant(b) },
): number {
  return scaledLogDeterminant(a, b) - own.a - own.b;
}

/**
 * Penalty of the BIC for the second Gaussian over `count` frames, in nats (S. Chen and P. Gopalakrishnan, "Speaker, environment
 * and channel change detection and clustering via the Bayesian information criterion", 1998).
 */
export function bicPenalty(count: number): number {
  return 0.5 * PARAMETERS * Math.log(count);
}

/** Scores segments by how likely they are under the Gaussian of other segments. */
export class FullCovarianceGaussian {
  private readonly mean: Float64Array;
  /** Lower triangle of Σ⁻¹; values off the diagonal are doubled, to count for the upper triangle too. */
  private readonly precision = new Float64Array(TRIANGLE);
  private readonly logDeterminant: number;

  constructor(segment: SegmentStatistics) {
    this.mean = segment.sum.map((value) => value / segment.count);
    this.logDeterminant = (2 * scaledLogDeterminant(segment)) / segment.count;
    // The Cholesky factor L of Σ is now in `cholesky`; L⁻¹ is computed column by column, and Σ⁻¹ = L⁻ᵀ · L⁻¹.
    const lower = new Float64Array(D * D);
    for (let column = 0; column < D; column++) {
      for (let row = column; row < D; row++) {
        let value = row === column ? 1 : 0;
        for (let k = column; k < row; k++) value -= cholesky[slotOf(row, k)]! * lower[k * D + column]!;
        lower[row * D + column] = value / cholesky[slotOf(row, row)]!;
      }
    }
    for (let row = 0, slot = 0; row < D; row++) {
      for (let column = 0; column <= row; column++) {
        let value = 0;
        for (let k = row; k < D; k++) value += lower[k * D + row]! * lower[k * D + column]!;
        this.precision[slot++] = row === column ? value : 2 * value;
      }
    }
  }

  /** Log-likelihood of all frames of the segment, without the constant that is the same for every Gaussian. */
  score({ count, sum, products }: SegmentStatistics): number {
    let distance = 0;
    for (let row = 0, slot = 0; row < D; row++) {
      for (let column = 0; column <= row; column++, slot++) {
        const [a, b] = [this.mean[row]!, this.mean[column]!];
        distance += this.precision[slot]! * (products[slot]! - a * sum[column]! - sum[row]! * b + count * a * b);
      }
    }
    return -0.5 * (count * this.logDeterminant + distance);
  }
}

/** Index of an element in a lower triangle that is stored row by row. */
function slotOf(row: number, column: number): number {
  return (row * (row + 1)) / 2 + column;
}
