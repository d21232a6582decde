// Gathers stretches of speech into the two voices that are least alike: agglomerative clustering by the Bayesian information criterion.
import { COEFFICIENTS } from './voice-features.js';

const D = COEFFICIENTS;
const TRIANGLE = (D * (D + 1)) / 2;
/** Free numbers of one Gaussian with a full covariance. */
const PARAMETERS = D + TRIANGLE;
/** Variance added to every coefficient, so that a short or a synthetic stretch has a covariance at all. */
const LEAST_VARIANCE = 0.05;

/** Sums of a stretch's frames, from which its Gaussian follows; sums of two stretches are those of both together. */
export interface Stretch {
  readonly count: number;
  readonly sum: Float64Array;
  /** Lower triangle of the sum of outer products, row by row. */
  readonly products: Float64Array;
}

/** Sums over those frames of `cepstra` (19 numbers a frame) that lie in `[from, to)` and that `counted` marks. */
export function stretchOf(cepstra: Float32Array, counted: Uint8Array, from: number, to: number): Stretch {
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

function together(a: Stretch, b: Stretch): Stretch {
  return {
    count: a.count + b.count,
    sum: a.sum.map((value, at) => value + b.sum[at]!),
    products: a.products.map((value, at) => value + b.products[at]!),
  };
}

const scratch = new Float64Array(TRIANGLE);

/** Count times the logarithm of the determinant of the covariance, halved; of one stretch, or of two as one. */
function spread(a: Stretch, b?: Stretch): number {
  const count = a.count + (b?.count ?? 0);
  let logDeterminant = 0;
  // Cholesky; the determinant is the product of the squared diagonal.
  for (let row = 0, slot = 0; row < D; row++) {
    const rowStart = slot;
    const rowMean = (a.sum[row]! + (b === undefined ? 0 : b.sum[row]!)) / count;
    for (let column = 0, columnStart = 0; column <= row; columnStart += ++column) {
      const columnMean = (a.sum[column]! + (b === undefined ? 0 : b.sum[column]!)) / count;
      let value = (a.products[slot]! + (b === undefined ? 0 : b.products[slot]!)) / count - rowMean * columnMean;
      if (row === column) value += LEAST_VARIANCE;
      for (let k = 0; k < column; k++) value -= scratch[rowStart + k]! * scratch[columnStart + k]!;
      if (row === column) {
        const pivot = Math.max(value, 1e-9);
        scratch[slot] = Math.sqrt(pivot);
        logDeterminant += Math.log(pivot);
      } else {
        scratch[slot] = value / scratch[columnStart + column]!;
      }
      slot++;
    }
  }
  return (count / 2) * logDeterminant;
}

/** How much better two Gaussians describe two stretches than one does, in nats, before any penalty for their number. */
export function gainOfTwo(
  a: Stretch,
  b: Stretch,
  own: { a: number; b: number } = { a: spread(a), b: spread(b) },
): number {
  return spread(a, b) - own.a - own.b;
}

/** What the second Gaussian costs by the criterion (Chen and Gopalakrishnan 1998), for `count` frames. */
export function penaltyOfTwo(count: number): number {
  return 0.5 * PARAMETERS * Math.log(count);
}

/** Cuts of the tree that are tried, by how many clusters they leave, and how many of the largest of those as beginnings. */
const MOST_CLUSTERS = 20;
const LARGEST = 5;

const MOST_ROUNDS = 20;

/**
 * Which of two voices each stretch belongs to (0 or 1); all to 0 where there is no second. Joining the likest stretches until two are left often leaves a cough on one side and both people on the
 * other; so pairs of large clusters from several heights of the tree are beginnings, from each of which the stretches
 * settle with the voice that is liker to them, and the partition that describes them best is taken.
 * Cost grows with the square of their number. Equal input gives equal output.
 */
export function clusterInTwo(stretches: readonly Stretch[]): number[] {
  const tried = new Set<string>();
  let best = { labels: stretches.map(() => 0), gain: 0 };
  for (const clusters of cutsOf(stretches)) {
    const largest = clusters.sort((a, b) => b.stretch.count - a.stretch.count || a.members[0]! - b.members[0]!);
    for (let first = 0; first < Math.min(LARGEST, largest.length); first++) {
      for (let second = first + 1; second < Math.min(LARGEST, largest.length); second++) {
        const seeds: [Cluster, Cluster] = [largest[first]!, largest[second]!];
        const key = seeds.map(({ members }) => members.join()).join('/');
        if (tried.has(key)) continue;
        tried.add(key);
        const settled = settle(stretches, [seeds[0].stretch, seeds[1].stretch]);
        if (settled !== null && settled.gain > best.gain) best = settled;
      }
    }
  }
  return best.labels;
}

/** Moves stretches to the likelier of two Gaussians until none moves; null when one side is left with nothing. */
function settle(
  stretches: readonly Stretch[],
  seeds: readonly [Stretch, Stretch],
): { labels: number[]; gain: number } | null {
  let sides = seeds;
  let labels: number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const gaussians = [new Gaussian(sides[0]), new Gaussian(sides[1])] as const;
    const next = stretches.map((stretch) => (gaussians[0].score(stretch) >= gaussians[1].score(stretch) ? 0 : 1));
    const [zero, one] = [0, 1].map((side) => stretches.filter((_, index) => next[index] === side));
    if (zero === undefined || one === undefined || zero.length === 0 || one.length === 0) return null;
    sides = [zero.reduce(together), one.reduce(together)];
    const stable = next.every((label, index) => label === labels[index]);
    labels = next;
    if (stable) break;
  }
  return { labels, gain: gainOfTwo(sides[0], sides[1]) };
}

/** A Gaussian with full covariance, and how likely it makes a stretch. */
class Gaussian {
  private readonly mean: Float64Array;
  /** Lower triangle of the inverse of the covariance, with what lies off the diagonal doubled. */
  private readonly inverse = new Float64Array(TRIANGLE);
  private readonly logDeterminant: number;

  constructor(stretch: Stretch) {
    this.mean = stretch.sum.map((value) => value / stretch.count);
    this.logDeterminant = (2 * spread(stretch)) / stretch.count;
    // The Cholesky factor is in the scratch of that; its inverse, column by column.
    const lower = new Float64Array(D * D);
    for (let column = 0; column < D; column++) {
      for (let row = column; row < D; row++) {
        let value = row === column ? 1 : 0;
        for (let k = column; k < row; k++) value -= scratch[slotOf(row, k)]! * lower[k * D + column]!;
        lower[row * D + column] = value / scratch[slotOf(row, row)]!;
      }
    }
    for (let row = 0, slot = 0; row < D; row++) {
      for (let column = 0; column <= row; column++) {
        let value = 0;
        for (let k = row; k < D; k++) value += lower[k * D + row]! * lower[k * D + column]!;
        this.inverse[slot++] = row === column ? value : 2 * value;
      }
    }
  }

  score({ count, sum, products }: Stretch): number {
    let distance = 0;
    for (let row = 0, slot = 0; row < D; row++) {
      for (let column = 0; column <= row; column++, slot++) {
        const [a, b] = [this.mean[row]!, this.mean[column]!];
        distance += this.inverse[slot]! * (products[slot]! - a * sum[column]! - sum[row]! * b + count * a * b);
      }
    }
    return -0.5 * (count * this.logDeterminant + distance);
  }
}

function slotOf(row: number, column: number): number {
  return (row * (row + 1)) / 2 + column;
}

interface Cluster {
  readonly stretch: Stretch;
  readonly members: readonly number[];
}

/** The clusters left at each height of the tree, from twenty to two. */
function cutsOf(stretches: readonly Stretch[]): Cluster[][] {
  const cuts: Cluster[][] = [];
  const clusters = stretches.map((stretch, index) => ({ stretch, members: [index], spread: spread(stretch) }));
  const size = clusters.length;
  const distances = new Float64Array(size * size).fill(Number.POSITIVE_INFINITY);
  const nearest = new Int32Array(size).fill(-1);
  const alive = new Uint8Array(size).fill(1);
  const measure = (i: number, j: number): number => {
    const [a, b] = [clusters[i]!, clusters[j]!];
    return (
      gainOfTwo(a.stretch, b.stretch, { a: a.spread, b: b.spread }) - penaltyOfTwo(a.stretch.count + b.stretch.count)
    );
  };
  /** The nearest of the later ones: every pair is held once, by its earlier half. */
  const findNearest = (i: number): void => {
    let best = -1;
    for (let j = i + 1; j < size; j++) {
      if (alive[j] === 1 && (best < 0 || distances[i * size + j]! < distances[i * size + best]!)) best = j;
    }
    nearest[i] = best;
  };
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) distances[i * size + j] = measure(i, j);
  for (let i = 0; i < size; i++) findNearest(i);

  for (let left = size; left >= 2; left--) {
    if (left <= MOST_CLUSTERS) cuts.push(clusters.filter((_, index) => alive[index] === 1));
    if (left === 2) break;
    let first = -1;
    for (let i = 0; i < size; i++) {
      if (alive[i] === 0 || nearest[i]! < 0) continue;
      if (first < 0 || distances[i * size + nearest[i]!]! < distances[first * size + nearest[first]!]!) first = i;
    }
    const second = nearest[first]!;
    const [a, b] = [clusters[first]!, clusters[second]!];
    const joined = together(a.stretch, b.stretch);
    clusters[first] = { stretch: joined, members: [...a.members, ...b.members], spread: spread(joined) };
    alive[second] = 0;
    for (let i = 0; i < size; i++) {
      if (alive[i] === 0 || i === first) continue;
      if (i < first) distances[i * size + first] = measure(i, first);
      else distances[first * size + i] = measure(first, i);
    }
    for (let i = 0; i < size; i++) {
      if (alive[i] === 0) continue;
      if (i === first || nearest[i] === first || nearest[i] === second) findNearest(i);
      else if (i < first && distances[i * size + first]! < distances[i * size + nearest[i]!]!) nearest[i] = first;
    }
  }
  return cuts;
}
