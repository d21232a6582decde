// The smallest number of words that were put in, left out or replaced between two hearings, and which words these are. The
// library that counts edits (fastest-levenshtein) compares strings, and gives no alignment. Pure.
// cspell:ignore Hirschberg Hyyrö
//
// Myers' bit vectors (1999; in blocks by Hyyrö, 2003) keep a column of the table of distances as one bit up and one bit down for
// each word: 32 words a step. Hirschberg (1975) splits the table in its middle by two such columns, so that the memory is linear:
// two calls of ten hours, of 90,000 words each, take 500 million steps, three seconds of a core.

/** Words of both hearings that stand at the same place and differ; one of the two may be empty. Ends are exclusive. */
export interface DifferingRun {
  readonly said: readonly [from: number, to: number];
  readonly heard: readonly [from: number, to: number];
}

/** Cells of a part of the table that is computed whole. */
const MAX_CELLS = 16_384;
const NOWHERE: readonly number[] = [];

export function countWordErrors(said: readonly string[], heard: readonly string[]): number {
  const [a, b] = numbered(said, heard);
  const start = commonStart(a, b);
  const [x, y] = [a.subarray(start), b.subarray(start)];
  const end = commonEnd(x, y);
  return lastColumn(x.subarray(0, x.length - end), y.subarray(0, y.length - end)).at(-1) ?? 0;
}

/** @returns runs in the order of the words; their longer sides add up to the number of errors */
export function differingRuns(said: readonly string[], heard: readonly string[]): DifferingRun[] {
  const [a, b] = numbered(said, heard);
  const runs: DifferingRun[] = [];
  let [i, j] = [0, 0];
  const keep = (nextI: number, nextJ: number) => {
    if (nextI > i || nextJ > j) runs.push({ said: [i, nextI], heard: [j, nextJ] });
    [i, j] = [nextI + 1, nextJ + 1];
  };
  align(a, b, 0, 0, keep);
  keep(a.length, b.length);
  return runs;
}

/** Equal words have equal numbers. */
function numbered(said: readonly string[], heard: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  return [Int32Array.from(said, numberOf), Int32Array.from(heard, numberOf)];
}

/** Tells each pair of equal words that the alignment keeps, in their order. */
function align(
  said: Int32Array,
  heard: Int32Array,
  saidAt: number,
  heardAt: number,
  keep: (i: number, j: number) => void,
): void {
  const start = commonStart(said, heard);
  for (let at = 0; at < start; at++) keep(saidAt + at, heardAt + at);
  const [x, y] = [said.subarray(start), heard.subarray(start)];
  const end = commonEnd(x, y);
  const [a, b] = [x.subarray(0, x.length - end), y.subarray(0, y.length - end)];
  const [i, j] = [saidAt + start, heardAt + start];
  if (a.length * b.length <= MAX_CELLS || b.length < 2) alignWhole(a, b, i, j, keep);
  else {
    const middle = b.length >> 1;
    const before = lastColumn(a, b.subarray(0, middle));
    const after = lastColumn(a.slice().reverse(), b.slice(middle).reverse());
    let split = 0;
    const through = (at: number) => (before[at] ?? 0) + (after[a.length - at] ?? 0);
    for (let at = 1; at <= a.length; at++) if (through(at) < through(split)) split = at;
    align(a.subarray(0, split), b.subarray(0, middle), i, j, keep);
    align(a.subarray(split), b.subarray(middle), i + split, j + middle, keep);
  }
  for (let at = 0; at < end; at++) keep(i + a.length + at, j + b.length + at);
}

function commonStart(a: Int32Array, b: Int32Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}

function commonEnd(a: Int32Array, b: Int32Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at += 1;
  return at;
}

/** Distances of all beginnings of `said` to the whole of `heard`. */
function lastColumn(said: Int32Array, heard: Int32Array): Int32Array {
  const blocks = (said.length + 31) >>> 5;
  const [up, down, equal] = [new Int32Array(blocks).fill(-1), new Int32Array(blocks), new Int32Array(blocks)];
  const places = placesOf(said);
  for (const word of heard) {
    const found = places.get(word) ?? NOWHERE;
    for (const place of found) equal[place >>> 5] = (equal[place >>> 5] ?? 0) | (1 << (place & 31));
    // Horizontal difference above the block.
    let carry = 1;
    for (let block = 0; block < blocks; block++) {
      const pv = up[block] ?? 0;
      const mv = down[block] ?? 0;
      let eq = equal[block] ?? 0;
      const xv = eq | mv;
      if (carry < 0) eq |= 1;
      const xh = (((eq & pv) + pv) ^ pv) | eq;
      let ph = mv | ~(xh | pv);
      let mh = pv & xh;
      const below = (ph >>> 31) - (mh >>> 31);
      ph = (ph << 1) | (carry > 0 ? 1 : 0);
      mh = (mh << 1) | (carry < 0 ? 1 : 0);
      up[block] = mh | ~(xv | ph);
      down[block] = ph & xv;
      carry = below;
    }
    for (const place of found) equal[place >>> 5] = 0;
  }
  const column = new Int32Array(said.length + 1);
  column[0] = heard.length;
  for (let at = 0; at < said.length; at++) {
    const [pv, mv] = [up[at >>> 5] ?? 0, down[at >>> 5] ?? 0];
    column[at + 1] = (column[at] ?? 0) + ((pv >>> (at & 31)) & 1) - ((mv >>> (at & 31)) & 1);
  }
  return column;
}

function placesOf(said: Int32Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [at, word] of said.entries()) {
    const known = places.get(word);
    if (known) known.push(at);
    else places.set(word, [at]);
  }
  return places;
}

/** The whole table, for few words. */
function alignWhole(a: Int32Array, b: Int32Array, i: number, j: number, keep: (i: number, j: number) => void): void {
  const width = b.length + 1;
  const table = new Int32Array((a.length + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  for (let row = 0; row <= a.length; row++)
    for (let column = 0; column <= b.length; column++)
      table[row * width + column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
            );
  const kept: [number, number][] = [];
  let [row, column] = [a.length, b.length];
  while (row > 0 && column > 0) {
    const isEqual = a[row - 1] === b[column - 1];
    if (at(row, column) === at(row - 1, column - 1) + (isEqual ? 0 : 1)) {
      row -= 1;
      column -= 1;
      if (isEqual) kept.push([i + row, j + column]);
    } else if (at(row, column) === at(row - 1, column) + 1) row -= 1;
    else column -= 1;
  }
  for (const [said, heard] of kept.reverse()) keep(said, heard);
}
