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

interface Pace {
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

/** @param names of the classes, in the order of the file; those without an example are left out */
export function learnWeights<Name extends string>(
  names: readonly Name[],
  examples: readonly KnownBy<Name>[],
  { epochs, minExamples, shrinks }: Pace,
): LearntWeights<Name> {
  const classes = names.filter((name) => examples.some((example) => example.is === name));
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= minExamples).map(([name]) => name);
  const idOf = new Map(frequent.map((name, id) => [name, id]));
  const known = examples.map(({ features }) => Int32Array.from(features.flatMap((feature) => idOf.get(feature) ?? [])));
  const wanted = examples.map((example) => classes.indexOf(example.is));
  const size = classes.length;
  const [weights, seen] = [
    new Float64Array(frequent.length * size),
    new Float64Array(frequent.length * size).fill(1e-3),
  ];
  const [bias, biasSeen] = [new Float64Array(size), new Float64Array(size).fill(1e-3)];
  const random = randomFrom(7);
  const order = known.map((_, at) => at);
  const powers = new Float64Array(size);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const at of order) {
      const features = known[at]!;
      const scale = 1 / Math.sqrt(Math.max(1, features.length));
      let [highest, total] = [Number.NEGATIVE_INFINITY, 0];
      for (let k = 0; k < size; k += 1) {
        let sum = 0;
        for (const id of features) sum += weights[id * size + k]!;
        powers[k] = bias[k]! + scale * sum;
        highest = Math.max(highest, powers[k]!);
      }
      for (let k = 0; k < size; k += 1) total += powers[k] = Math.exp(powers[k]! - highest);
      for (let k = 0; k < size; k += 1) {
        const slope = powers[k]! / total - (k === wanted[at] ? 1 : 0);
        biasSeen[k]! += slope * slope;
        bias[k]! -= (RATE * slope) / Math.sqrt(biasSeen[k]!);
        for (const id of features) {
          const place = id * size + k;
          const own = slope * scale + shrinks * weights[place]!;
          seen[place]! += own * own;
          weights[place]! -= (RATE * own) / Math.sqrt(seen[place]!);
        }
      }
    }
  }
  const step = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / MAX_STEP;
  const steps = Int8Array.from(weights, (weight) => Math.round(weight / step));
  const kept = frequent.sort().flatMap((name) => {
    const own = steps.subarray(idOf.get(name)! * size, (idOf.get(name)! + 1) * size);
    return own.every((each) => Math.abs(each) <= MAX_IDLE_STEPS) ? [] : [{ name, own }];
  });
  return {
    classes,
    step,
    bias: [...bias].map((each) => Number(each.toFixed(4))),
    features: kept.map(({ name }) => name).join('\n'),
    weights: Buffer.from(kept.flatMap(({ own }) => [...own])).toString('base64'),
  };
}
