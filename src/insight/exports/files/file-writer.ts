// Writes the rows of an export as the bytes of a file, part by part.
import type { Cell } from '../rows/found-rows.js';

/** Call `add` any number of times, then `end` once. Consume all parts before the next call. */
export interface FileWriter<Row> {
  add(rows: readonly Row[]): Iterable<Buffer> | AsyncIterable<Buffer>;
  end(): Iterable<Buffer> | AsyncIterable<Buffer>;
}

export type TableWriter = FileWriter<readonly Cell[]>;
