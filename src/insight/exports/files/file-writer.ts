// Writes the rows of an export as the bytes of a file, part by part.
import type { Cell } from '../rows/found-rows.js';

/** In this order: `add` any number of times, then `end` once. Parts are taken before the next call. */
export interface FileWriter<Row> {
  add(rows: readonly Row[]): Iterable<Buffer> | AsyncIterable<Buffer>;
  end(): Iterable<Buffer> | AsyncIterable<Buffer>;
}

export type TableWriter = FileWriter<readonly Cell[]>;
