// Learns a linear model by gradients that shrink with what was seen (AdaGrad), with the same result at each run.

/** What an example is known by, each once, and the class it is of. */
export interface KnownBy<Name extends string> {
  readonly features: readonly string[];
  readonly is: Name;
}

/** Members of a file of weights: see `src/phrases/learnt/linear-model.ts`. */
export interface LearntWeights<Name extends string> {
  classes: Name[];
  step: number;
  bias: number[];
  features: string;
  weights: string;
}

export interface Pace {
  readonly epochs: number;
  /** Examples in which a feature stands at least. */
  readonly minExamples: number;
  /** Part of a weight that is taken back at each example that has its feature. */
  readonly shrinks: number;
}

const RATE = 0.3;
const MAX_STEP = 127;
/** Weights of so many steps at most decide nothing. */
const MAX_IDLE_STEPS = 3;

/** Linear congruential generator of Numerical Recipes. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The order of the examples of each epoch: every one once, never in the same order. */
export function* shuffled(count: number, epochs: number): Generator<number> {
  const random = randomFrom(7);
  const order = Array.from({ length: count }, (_, at) => at);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    yield* order;
  }
}

/** A linear model while it is learnt. */
export class Learner<Name extends string> {
  readonly #idOf: ReadonlyMap<string, number>;
  readonly #weights: Float64Array;
  readonly #seen: Float64Array;
  readonly #bias: Float64Array;
  readonly #biasSeen: Float64Array;

  /** @param examples the features of each example */
  constructor(
    private readonly classes: readonly Name[],
    examples: Iterable<Iterable<string>>,
    private readonly pace: Pace,
  ) {
    const counts = new Map<string, number>();
    for (const features of examples)
      for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    const frequent = [...counts].filter(([, count]) => count >= pace.minExamples).map(([name]) => name);
    this.#idOf = new Map(frequent.map((name, id) => [name, id]));
    const size = classes.length;
    this.#weights = new Float64Array(frequent.length * size);
    this.#seen = new Float64Array(frequent.length * size).fill(1e-3);
    this.#bias = new Float64Array(size);
    this.#biasSeen = new Float64Array(size).fill(1e-3);
  }

  idsOf(features: Iterable<string>): Int32Array {
    return Int32Array.from([...features].flatMap((feature) => this.#idOf.get(feature) ?? []));
  }

  /** @returns shares by class; together 1 */
  shares(ids: Int32Array): Float64Array {
    const size = this.classes.length;
    const powers = new Float64Array(size);
    const scale = 1 / Math.sqrt(Math.max(1, ids.length));
    let [highest, total] = [Number.NEGATIVE_INFINITY, 0];
    for (let k = 0; k < size; k += 1) {
      let sum = 0;
      for (const id of ids) sum += this.#weights[id * size + k]!;
      powers[k] = this.#bias[k]! + scale * sum;
      highest = Math.max(highest, powers[k]!);
    }
    for (let k = 0; k < size; k += 1) total += powers[k] = Math.exp(powers[k]! - highest);
    return powers.map((power) => power / total);
  }

  /** @param slopes of the loss, by class */
  step(ids: Int32Array, slopes: Float64Array): void {
    const size = this.classes.length;
    const scale = 1 / Math.sqrt(Math.max(1, ids.length));
    for (let k = 0; k < size; k += 1) {
      const slope = slopes[k]!;
      this.#biasSeen[k]! += slope * slope;
      this.#bias[k]! -= (RATE * slope) / Math.sqrt(this.#biasSeen[k]!);
      for (const id of ids) {
        const place = id * size + k;
        const own = slope * scale + this.pace.shrinks * this.#weights[place]!;
        this.#seen[place]! += own * own;
        this.#weights[place]! -= (RATE * own) / Math.sqrt(this.#seen[place]!);
      }
    }
  }

  learnt(): LearntWeights<Name> {
    const size = this.classes.length;
    const step = this.#weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / MAX_STEP;
    const steps = Int8Array.from(this.#weights, (weight) => Math.round(weight / step));
    const kept = [...this.#idOf.keys()].sort().flatMap((name) => {
      const id = this.#idOf.get(name)!;
      const own = steps.subarray(id * size, (id + 1) * size);
      return own.every((each) => Math.abs(each) <= MAX_IDLE_STEPS) ? [] : [{ name, own }];
    });
    return {
      classes: [...this.classes],
      step,
      bias: [...this.#bias].map((each) => Number(each.toFixed(4))),
      features: kept.map(({ name }) => name).join('\n'),
      weights: Buffer.from(kept.flatMap(({ own }) => [...own])).toString('base64'),
    };
  }
}

/** @param names of the classes, in the order of the file; those without an example are left out */
export function learnWeights<Name extends string>(
  names: readonly Name[],
  examples: readonly KnownBy<Name>[],
  pace: Pace,
): LearntWeights<Name> {
  const classes = names.filter((name) => examples.some((example) => example.is === name));
  const learner = new Learner(
    classes,
    examples.map(({ features }) => features),
    pace,
  );
  const known = examples.map(({ features }) => learner.idsOf(features));
  const wanted = examples.map((example) => classes.indexOf(example.is));
  for (const at of shuffled(known.length, pace.epochs)) {
    const slopes = learner.shares(known[at]!);
    slopes[wanted[at]!]! -= 1;
    learner.step(known[at]!, slopes);
  }
  return learner.learnt();
}
