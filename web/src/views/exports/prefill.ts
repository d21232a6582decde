// An export as an address describes it, so that one can be made again, or be sent to a colleague. Without the browser.
import type { ExportFilter } from '../../../../clients/typescript/src/browser.js';
import { type CallFilters, filterParamsOf, filtersIn } from '../../listing/call-filters.js';
import { type Column, columnsOf, type FileFormat, FORMATS, ROWS, type Rows } from './columns.js';

type Query = Readonly<Record<string, string | undefined>>;

export interface Prefill {
  readonly of: Rows;
  readonly format: FileFormat;
  /** Null: all of them. */
  readonly columns: readonly Column[] | null;
  readonly filters: CallFilters;
  /** The address says what to export, as where one is made again. */
  readonly isChosen: boolean;
  /** The calls that the export before was made of are not known. */
  readonly isLost: boolean;
}

/** What an address holds that is no part of an export is passed over: it may have been typed. */
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

/** As the list of calls takes the filters, so that both are of the same calls. */
export function exportFilterOf(filters: CallFilters, livemode: boolean): ExportFilter {
  const given = Object.entries(filterParamsOf(filters)).filter(([, value]) => value !== undefined);
  // Times may be written as the list takes them; the document names Unix seconds alone.
  return { ...(Object.fromEntries(given) as ExportFilter), livemode };
}

interface Made {
  readonly of: Rows;
  readonly format: FileFormat;
  readonly columns: readonly Column[] | null;
  readonly livemode: boolean;
}

/** @param filters of the export; null where they are not known */
export function queryOfExport({ of, format, columns, livemode }: Made, filters: CallFilters | null): Query {
  const isAll = columns === null || columns.length === columnsOf(of).length;
  return {
    ...filters,
    of,
    format,
    columns: isAll ? undefined : columns.join(),
    livemode: String(livemode),
    lost: filters === null ? 'filter' : undefined,
  };
}
