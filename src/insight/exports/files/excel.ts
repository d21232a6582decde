// CSV that Excel opens by a double click: a byte order mark, the separator and the numbers of a language, times of a time zone,
// columns with names in words, and a column for each key of the metadata. Formulas are guarded as in any CSV.
import { readFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { ExcelLocale, ExportForExcel } from '../../../wire/export.response.js';
import type { ColumnType } from '../../../wire/export-columns.js';
import { offsetAt } from '../../statistics/reading/time-zones.js';
import type { Cell } from '../rows/found-rows.js';
import { BYTE_ORDER_MARK, FORMAT } from './csv.js';
import type { TableWriter } from './file-writer.js';

const WORDS = z.record(z.string(), z.string());
const METADATA = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

interface Manner {
  readonly delimiter: string;
  /** @param iso local time as `2026-11-25T09:30:00` */
  readonly time: (iso: string) => string;
  readonly number: (value: number) => string;
}

const MANNERS: Readonly<Record<ExcelLocale, Manner>> = {
  en: { delimiter: ',', time: (iso) => iso.replace('T', ' '), number: String },
  de: {
    delimiter: ';',
    time: (iso) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)T/, '$3.$2.$1 '),
    number: (value) => String(value).replace('.', ','),
  },
};

/**
 * @param types of the columns, by name
 * @param metadataKeys keys that become columns, in place of the column `metadata`
 */
export function excelWriter(
  types: ReadonlyMap<string, ColumnType>,
  { locale, timezone }: ExportForExcel,
  metadataKeys: readonly string[],
): TableWriter {
  const words = wordsOf(locale);
  const manner = MANNERS[locale];
  const columns = [...types];
  const format = {
    ...FORMAT,
    delimiter: manner.delimiter,
    cast: { boolean: (value: boolean) => words[String(value)] ?? String(value), number: manner.number },
  };
  const cellsOf = (cell: Cell, [name, type]: readonly [string, ColumnType]): Cell[] => {
    if (name === 'metadata') {
      const own = METADATA.safeParse(JSON.parse(String(cell ?? '{}'))).data ?? {};
      return metadataKeys.map((key) => own[key] ?? null);
    }
    if (type !== 'time' || typeof cell !== 'number') return [cell];
    const local = new Date(cell + offsetAt(timezone, cell)).toISOString().slice(0, 19);
    return [manner.time(local)];
  };
  const head = columns.flatMap(([name]) => (name === 'metadata' ? metadataKeys : [words[name] ?? name]));
  let isBegun = false;
  const write = function* (rows: readonly (readonly Cell[])[]) {
    const mark = isBegun ? '' : BYTE_ORDER_MARK;
    const all = rows.map((row) => columns.flatMap((column, index) => cellsOf(row[index] ?? null, column)));
    const written = isBegun ? all : [head, ...all];
    isBegun = true;
    if (written.length > 0) yield Buffer.from(mark + stringify(written, format));
  };
  return { add: write, end: () => write([]) };
}

const known = new Map<ExcelLocale, Readonly<Record<string, string>>>();

function wordsOf(locale: ExcelLocale): Readonly<Record<string, string>> {
  const words =
    known.get(locale) ??
    WORDS.parse(JSON.parse(readFileSync(new URL(`./excel/${locale}.json`, import.meta.url), 'utf8')));
  known.set(locale, words);
  return words;
}
