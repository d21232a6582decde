// Finds the rows of an export with a cursor over the calls that match the filter, newest first, in one snapshot.
import { type AnalysisFilter, Parameters } from '../../../calls/listing/analysis-filter.js';
import { callsSql } from '../../../calls/listing/completed-calls.js';

/** Cell of a table. Times are milliseconds since 1970. */
export type Cell = string | number | boolean | null;

/** Reads in the snapshot of the export. */
export interface Snapshot {
  read<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
}

export interface WantedRows {
  readonly filter: AnalysisFilter;
  /** A part of the agent or of the contact; null for any. */
  readonly search: string | null;
}

/** Cursor whose first columns are the id of the call and its creation time, in milliseconds since 1970. */
export interface Cursor {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Table rows whose cells are the cursor's further columns. */
export interface PlainRows {
  readonly kind: 'plain';
  readonly cursor: Cursor;
}

/** Rows with large texts. The cursor's further columns are the key and the size of each; the rows are read by their keys. */
export interface LargeRows<Out> {
  readonly kind: 'large';
  readonly cursor: Cursor;
  /** Reads the exported items of each key: none where it has no row. */
  readonly read: (snapshot: Snapshot, keys: readonly string[]) => Promise<ReadonlyMap<string, Iterable<Out>>>;
}

/** SQL: a time in milliseconds since 1970. */
export const msOf = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/**
 * @param columns SQL over `calls`, the row of the call, and the joined rows
 * @param joined SQL of a join to the call: a `LATERAL` with an OFFSET, so that Postgres keeps the order of the calls and reads no
 *   further than the cursor
 */
export function overCalls(
  { filter, search }: WantedRows,
  columns: (p: Parameters) => readonly string[],
  joined: (p: Parameters) => string,
): Cursor {
  const p = new Parameters();
  const text = `SELECT ${['calls.id', msOf('calls.created_at'), ...columns(p)].join(', ')}
    FROM (SELECT * FROM ${callsSql(filter, search, p)}) AS calls ${joined(p)}
    ORDER BY calls.created_at DESC, calls.id DESC`;
  return { text, values: p.values };
}

/** Expands rows, and maps the results by key. */
export const byKey = <Row extends { readonly key: string }, Out>(
  rows: readonly Row[],
  expand: (row: Row) => Iterable<Out>,
): Map<string, Iterable<Out>> => new Map(rows.map((row) => [row.key, expand(row)]));

/** A table of more columns is no help to a person. */
const MAX_KEYS = 200;

/** Keys in the metadata of the calls, by the alphabet: the first {@link MAX_KEYS}. */
export async function metadataKeysIn(snapshot: Snapshot, { filter, search }: WantedRows): Promise<string[]> {
  const p = new Parameters();
  const found = await snapshot.read<{ key: string }>(
    `SELECT DISTINCT key FROM (SELECT * FROM ${callsSql(filter, search, p)}) AS calls,
       LATERAL json_object_keys(calls.custom_metadata::json) AS key
     ORDER BY key LIMIT ${MAX_KEYS}`,
    p.values,
  );
  return found.map(({ key }) => key);
}
