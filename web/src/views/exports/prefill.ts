// Settings of an export in a URL, so that it can be repeated or sent to a colleague. Without the browser.
import { type CallFilters, filtersIn } from '../../listing/call-filters.js';
import { type Column, columnsOf, type FileFormat, FORMATS, ROWS, type Rows } from './columns.js';

type Query = Readonly<Record<string, string | undefined>>;

export interface Prefill {
  readonly of: Rows;
  readonly format: FileFormat;
  /** Null: all of them. */
  readonly columns: readonly Column[] | null;
  readonly filters: CallFilters;
  /** True when the URL contains the settings, as for a repeated export. */
  readonly isChosen: boolean;
  /** True when the calls of the earlier export are unknown. */
  readonly isLost: boolean;
}

/** Reads the settings from a URL. Invalid values are ignored: a person may have typed them. */
export function prefillIn(query: Query): Prefill {
  const of = ROWS.find((one) => one === query.of) ?? 'analyses';
  const known = columnsOf(of);
  const named = query.columns?.split(',') ?? [];
  const columns = known.filter((name) => named.includes(name));
  return {
    of,
    format: FORMATS.find((one) => one === query.format) ?? 'csv',
    columns: columns.length === 0 || columns.length === known.length ? null : columns,
    filters: filtersIn(query),
    isChosen: query.of !== undefined,
    isLost: query.lost === 'filter',
  };
}

interface Made {
  readonly of: Rows;
  readonly format: FileFormat;
  readonly columns: readonly Column[] | null;
  readonly livemode: boolean;
}

/** @param filters of the export; null when they are unknown */
export function queryOfExport({ of, format, columns, livemode }: Made, filters: CallFilters | null): Query {
  const isAll = columns === null || columns.length === columnsOf(of).length;
  return {
    ...filters,
    of,
    format,
    columns: isAll ? undefined : columns.join(),
    mode: livemode ? undefined : 'test',
    lost: filters === null ? 'filter' : undefined,
  };
}
