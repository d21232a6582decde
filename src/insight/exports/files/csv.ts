// CSV by RFC 4180, in UTF-8. A text that a spreadsheet would take for a formula gets an apostrophe; a number stays one.
import { stringify } from 'csv-stringify/sync';
import type { ColumnType } from '../../../wire/export-columns.js';
import type { Cell } from '../rows/found-rows.js';
import type { TableWriter } from './file-writer.js';

export const FORMAT = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  quote_record_delimiter: true,
  cast: { boolean: (value: boolean) => String(value) },
} as const;

export const BYTE_ORDER_MARK = '\ufeff';

/** @param types of the columns, by name @param hasMark whether the file begins with a byte order mark */
export function csvWriter(types: ReadonlyMap<string, ColumnType>, hasMark: boolean): TableWriter {
  const times = [...types.values()].flatMap((type, index) => (type === 'time' ? [index] : []));
  let head: readonly (readonly Cell[])[] = [[...types.keys()]];
  const write = function* (rows: readonly (readonly Cell[])[]) {
    const all = [...head, ...rows];
    const mark = hasMark && head.length > 0 ? BYTE_ORDER_MARK : '';
    head = [];
    if (all.length > 0) yield Buffer.from(mark + stringify(all, FORMAT));
  };
  return {
    add: (rows) => write(times.length === 0 ? rows : rows.map((row) => withTimes(row, times))),
    end: () => write([]),
  };
}

/** ISO 8601 in UTC. */
function withTimes(row: readonly Cell[], times: readonly number[]): Cell[] {
  const written = [...row];
  for (const index of times) {
    const at = row[index];
    if (typeof at === 'number') written[index] = new Date(at).toISOString();
  }
  return written;
}
