// Sorts segments of speech into two voices: agglomerative clustering by the Bayesian information criterion (BIC) finds
// pairs of seeds, and reassignment of the segments between two Gaussians refines each pair.
import {
  bicPenalty,
  FullCovarianceGaussian,
  logLikelihoodRatio,
  mergeStatistics,
  type SegmentStatistics,
  scaledLogDeterminant,
} from './full-covariance-gaussian.js';

/** Seeds are taken from the levels of the cluster tree with at most this many clusters. */
const MAX_SEEDED_CLUSTERS = 20;
/** Largest clusters of each level of which all pairs are tried: at most ten pairs of five. */
const MAX_SEEDS_PER_LEVEL = 5;
/** Maximum rounds of reassignment. Segments stop moving after a few rounds. */
const MAX_REASSIGNMENT_ROUNDS = 20;

interface Cluster {
  readonly statistics: SegmentStatistics;
  /** Indices of its segments. */
  readonly members: readonly number[];
}

interface Partition {
  /** 0 or 1 for each segment. */
  readonly labels: readonly number[];
  /** Log-likelihood ratio of the two sides against one Gaussian, in nats. */
  readonly ratio: number;
}

/**
 * The voice of each segment (0 or 1), or 0 for all of them where no partition was found.
 *
 * To merge down to the last two clusters is not enough: that often leaves a cough on one side and both people on the
 * other. Therefore pairs of large clusters from several levels of the tree serve as seeds, each pair is refined, and
 * the partition with the greatest likelihood wins.
 *
 * Time and memory grow with the square of the number of segments. Deterministic.
 */
export function clusterInTwo(segments: readonly SegmentStatistics[]): readonly number[] {
  const tried = new Set<string>();
  let best: Partition = { labels: segments.map(() => 0), ratio: 0 };
  for (const clusters of clusterLevels(segments)) {
    const largest = clusters
      .sort((a, b) => b.statistics.count - a.statistics.count || a.members[0]! - b.members[0]!)
      .slice(0, MAX_SEEDS_PER_LEVEL);
    for (let first = 0; first < largest.length; first++) {
      for (let second = first + 1; second < largest.length; second++) {
        const seeds: [Cluster, Cluster] = [largest[first]!, largest[second]!];
        const key = seeds.map(({ members }) => members.join()).join('/');
        if (tried.has(key)) continue;
        tried.add(key);
        const refined = refine(segments, [seeds[0].statistics, seeds[1].statistics]);
        if (refined !== null && refined.ratio > best.ratio) best = refined;
      }
    }
  }
  return best.labels;
}

/** Moves segments to the likelier of two Gaussians until none moves; null when one side loses all its segments. */
function refine(
  segments: readonly SegmentStatistics[],
  seeds: readonly [SegmentStatistics, SegmentStatistics],
): Partition | null {
  let sides = seeds;
  let labels: number[] = [];
  for (let round = 0; round < MAX_REASSIGNMENT_ROUNDS; round++) {
    const gaussians = [new FullCovarianceGaussian(sides[0]), new FullCovarianceGaussian(sides[1])] as const;
    const next = segments.map((segment) => (gaussians[0].score(segment) >= gaussians[1].score(segment) ? 0 : 1));
    const [zero, one] = [0, 1].map((side) => segments.filter((_, index) => next[index] === side));
    if (zero === undefined || one === undefined || zero.length === 0 || one.length === 0) return null;
    sides = [zero.reduce(mergeStatistics), one.reduce(mergeStatistics)];
    const stable = next.every((label, index) => label === labels[index]);
    labels = next;
    if (stable) break;
  }
  return { labels, ratio: logLikelihoodRatio(sides[0], sides[1]) };
}

/** The clusters at each level of the tree that has {@link MAX_SEEDED_CLUSTERS} or fewer, down to two. */
function clusterLevels(segments: readonly SegmentStatistics[]): Cluster[][] {
  const levels: Cluster[][] = [];
  const tree = new ClusterTree(segments);
  for (let left = segments.length; left >= 2; left--) {
    if (left <= MAX_SEEDED_CLUSTERS) levels.push(tree.clusters());
    if (left > 2) tree.mergeNearestPair();
  }
  return levels;
}

/** Bottom-up clustering by ΔBIC. Keeps all distances and the nearest neighbour of each cluster between merges. */
class ClusterTree {
  readonly #clusters: (Cluster & { readonly logDeterminant: number })[];
  readonly #size: number;
  /** Row by row. Each pair is stored once, in the row of its earlier cluster. */
  readonly #distances: Float64Array;
  /** The nearest among the later clusters; -1 where there is none. */
  readonly #nearest: Int32Array;
  readonly #alive: Uint8Array;

  constructor(segments: readonly SegmentStatistics[]) {
    this.#clusters = segments.map((statistics, index) => ({
      statistics,
      members: [index],
      logDeterminant: scaledLogDeterminant(statistics),
    }));
    const size = segments.length;
    this.#size = size;
    this.#distances = new Float64Array(size * size).fill(Number.POSITIVE_INFINITY);
    this.#nearest = new Int32Array(size).fill(-1);
    this.#alive = new Uint8Array(size).fill(1);
    for (let i = 0; i < size; i++) {
      for (let j = i + 1; j < size; j++) this.#distances[i * size + j] = this.#deltaBic(i, j);
      this.#findNearest(i);
    }
  }

  clusters(): Cluster[] {
    return this.#clusters.filter((_, index) => this.#alive[index] === 1);
  }

  mergeNearestPair(): void {
    const [size, distances, nearest, alive] = [this.#size, this.#distances, this.#nearest, this.#alive];
    let first = -1;
    for (let i = 0; i < size; i++) {
      if (alive[i] === 0 || nearest[i]! < 0) continue;
      if (first < 0 || distances[i * size + nearest[i]!]! < distances[first * size + nearest[first]!]!) first = i;
    }
    const second = nearest[first]!;
    const [a, b] = [this.#clusters[first]!, this.#clusters[second]!];
    const statistics = mergeStatistics(a.statistics, b.statistics);
    const members = [...a.members, ...b.members];
    this.#clusters[first] = { statistics, members, logDeterminant: scaledLogDeterminant(statistics) };
    alive[second] = 0;
    for (let i = 0; i < size; i++) {
      if (alive[i] === 0 || i === first) continue;
      const [row, column] = i < first ? [i, first] : [first, i];
      distances[row * size + column] = this.#deltaBic(row, column);
    }
    for (let i = 0; i < size; i++) {
      if (alive[i] === 0) continue;
      if (i === first || nearest[i] === first || nearest[i] === second) this.#findNearest(i);
      else if (i < first && distances[i * size + first]! < distances[i * size + nearest[i]!]!) nearest[i] = first;
    }
  }

  /** Below zero, one Gaussian for both clusters is the better model. */
  #deltaBic(i: number, j: number): number {
    const [a, b] = [this.#clusters[i]!, this.#clusters[j]!];
    const own = { a: a.logDeterminant, b: b.logDeterminant };
    const count = a.statistics.count + b.statistics.count;
    return logLikelihoodRatio(a.statistics, b.statistics, own) - bicPenalty(count);
  }

  #findNearest(i: number): void {
    const [size, distances] = [this.#size, this.#distances];
    let best = -1;
    for (let j = i + 1; j < size; j++) {
      if (this.#alive[j] === 1 && (best < 0 || distances[i * size + j]! < distances[i * size + best]!)) best = j;
    }
    this.#nearest[i] = best;
  }
}
