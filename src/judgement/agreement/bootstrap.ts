// Percentile bootstrap over calls. What is drawn follows from the ids of the calls alone, so that everyone gets the same bytes:
// in a run again, in another language, on another machine. Pure.
import { createHash } from 'node:crypto';

export const RESAMPLES = 2_000;

/** Number of times that each call was drawn, in the order of the sorted ids. */
export type Drawn = Uint32Array;

/** A figure of the calls as they were drawn; null where such calls have none. */
export type FigureOf = (drawn: Drawn) => number | null;

export type Bounds = readonly [lower: number, upper: number];

export interface Estimate {
  readonly value: number | null;
  /** 95 %; null where too few resamples have a value. */
  readonly ci: Bounds | null;
}

/** Values outside of the bounds, on each side: with 2,000 the 51st smallest and the 51st largest are bounds of 95 %. */
const OUTSIDE_95 = 50;
/** The 11th smallest and the 11th largest, for 99 %. */
const OUTSIDE_99 = 10;

export interface Resampled extends Estimate {
  readonly ci99: Bounds | null;
}

/** The order in which figures see the calls. Each id stands once. */
export const inDrawnOrder = <Call extends { readonly id: string }>(calls: readonly Call[]): Call[] =>
  [...calls].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** @param ids sorted, see {@link inDrawnOrder} */
export const resampled = (ids: readonly string[], figureOf: FigureOf): Resampled =>
  resampledTogether(ids, { one: figureOf }).one;

/** Several figures of the same draws. */
export function resampledTogether<Name extends string>(
  ids: readonly string[],
  figures: Readonly<Record<Name, FigureOf>>,
): Record<Name, Resampled> {
  const names = Object.keys(figures) as Name[];
  const values = new Map(names.map((name) => [name, [] as number[]]));
  const random = mulberry32(seedOf(ids));
  const drawn = new Uint32Array(ids.length);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    drawn.fill(0);
    for (let draw = 0; draw < ids.length; draw++) {
      const at = Math.floor(random() * ids.length);
      drawn[at] = (drawn[at] ?? 0) + 1;
    }
    for (const [name, found] of values) {
      const figure = figures[name](drawn);
      if (figure !== null) found.push(figure);
    }
  }
  const estimates = names.map((name): [Name, Resampled] => {
    const sorted = (values.get(name) ?? []).sort((a, b) => a - b);
    const value = figures[name](drawn.fill(1));
    return [name, { value, ci: boundsOf(sorted, OUTSIDE_95), ci99: boundsOf(sorted, OUTSIDE_99) }];
  });
  return Object.fromEntries(estimates) as Record<Name, Resampled>;
}

/** @param values in ascending order */
function boundsOf(values: readonly number[], outside: number): Bounds | null {
  const [lower, upper] = [values[outside], values[values.length - 1 - outside]];
  return lower === undefined || upper === undefined || values.length <= 2 * outside ? null : [lower, upper];
}

/** The first four bytes of SHA-256 of the sorted ids, one a line. */
export const seedOf = (ids: readonly string[]): number =>
  createHash('sha256').update(ids.join('\n')).digest().readUInt32BE(0);

/** A 32-bit generator that is the same in every language (Tommy Ettinger, public domain). @returns numbers in [0, 1) */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
