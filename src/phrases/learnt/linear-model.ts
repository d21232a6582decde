// A linear model over what an example is known by, with weights that were learnt. Pure.
import { z } from 'zod';

/** The shape of a file of weights. @param names of all classes that an example may be of */
export const weightsOf = <const Name extends string>(names: readonly Name[]) =>
  z.strictObject({
    /** SHA-256 of what it was learnt from. */
    learntFrom: z.string(),
    classes: z.array(z.enum(names)),
    /** Value of one step of a weight. */
    step: z.number().positive(),
    bias: z.array(z.number()),
    /** A line each. */
    features: z.string(),
    /** A byte for each class of each feature, in base64: a record of so many features takes a thread long to read. */
    weights: z.string(),
  });

export interface Weights<Name extends string> extends Omit<z.output<ReturnType<typeof weightsOf>>, 'classes'> {
  readonly classes: readonly Name[];
}

export class LinearModel<Name extends string> {
  /** The place at which the weights of each feature begin. */
  #places: ReadonlyMap<string, number> | null = null;
  readonly #weights: Int8Array;

  constructor(private readonly learnt: Weights<Name>) {
    this.#weights = new Int8Array(Buffer.from(learnt.weights, 'base64'));
  }

  /** @returns shares by class; together 1 */
  shares(features: Iterable<string>): ReadonlyMap<Name, number> {
    const { classes, bias, step } = this.learnt;
    const places = this.placesOfFeatures();
    const sums = new Float64Array(classes.length);
    let known = 0;
    for (const feature of features) {
      const place = places.get(feature);
      if (place === undefined) continue;
      known += 1;
      for (let at = 0; at < sums.length; at += 1) sums[at]! += this.#weights[place + at]!;
    }
    const scale = step / Math.sqrt(Math.max(1, known));
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < sums.length; at += 1) {
      sums[at] = (bias[at] ?? 0) + scale * sums[at]!;
      highest = Math.max(highest, sums[at]!);
    }
    const powers = sums.map((sum) => Math.exp(sum - highest));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return new Map(classes.map((name, at) => [name, powers[at]! / total]));
  }

  /** Read when it is first asked for: most calls are in one language. */
  private placesOfFeatures(): ReadonlyMap<string, number> {
    const size = this.learnt.classes.length;
    this.#places ??= new Map(this.learnt.features.split('\n').map((feature, at) => [feature, at * size]));
    return this.#places;
  }
}
