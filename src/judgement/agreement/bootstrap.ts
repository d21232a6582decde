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
export function resampled(ids: readonly string[], figureOf: FigureOf): Resampled {
  const [one] = resampledTogether(ids, [(drawn) => [figureOf(drawn)]]).flat();
  if (!one) throw new Error('A figure is always given');
  return one;
}

/** Resamples that are drawn at a time, so that both they and the numbers of a figure stay in the cache of a core. */
const DRAWN_AT_A_TIME = 50;

/** Several figures of the same draws. @returns for each function as many as it gives */
export function resampledTogether(
  ids: readonly string[],
  figures: readonly ((drawn: Drawn) => readonly (number | null)[])[],
): Resampled[][] {
  const random = mulberry32(seedOf(ids));
  const values = figures.map((figuresOf) => figuresOf(new Uint32Array(ids.length).fill(1)).map((): number[] => []));
  const draws = Array.from({ length: DRAWN_AT_A_TIME }, () => new Uint32Array(ids.length));
  for (let resample = 0; resample < RESAMPLES; resample += DRAWN_AT_A_TIME) {
    for (const drawn of draws) drawInto(drawn, random);
    for (const [number, figuresOf] of figures.entries())
      for (const drawn of draws)
        for (const [at, figure] of figuresOf(drawn).entries()) if (figure !== null) values[number]?.[at]?.push(figure);
  }
  return figures.map((figuresOf, number) =>
    figuresOf(new Uint32Array(ids.length).fill(1)).map((value, at) => {
      const sorted = Float64Array.from(values[number]?.[at] ?? []).sort();
      return { value, ci: boundsOf(sorted, OUTSIDE_95), ci99: boundsOf(sorted, OUTSIDE_99) };
    }),
  );
}

function drawInto(drawn: Uint32Array, random: () => number): void {
  const n = drawn.fill(0).length;
  for (let draw = 0; draw < n; draw++) {
    const at = Math.floor(random() * n);
    drawn[at] = (drawn[at] ?? 0) + 1;
  }
}

/** @param values in ascending order */
function boundsOf(values: Float64Array, outside: number): Bounds | null {
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
