// The list from which a call was opened, so that the call page finds the next call. Without the browser.
import { PAGE_CALLS } from './call-filters.js';

export interface ListedCalls<Filters = unknown> {
  readonly filters: Filters;
  /** The search that found them, as in its URL; missing for the list of calls. */
  readonly search?: Readonly<Record<string, string>>;
  /** Position of the first of `ids` in the whole list, from 0. */
  readonly offset: number;
  readonly ids: readonly string[];
  /** Number of calls in the whole list. */
  readonly total: number;
}

interface Page {
  readonly total: number;
  readonly data: readonly { readonly id: string }[];
}

export const listOf = <Filters>(filters: Filters, offset: number, { total, data }: Page): ListedCalls<Filters> => ({
  filters,
  offset,
  total,
  ids: data.map(({ id }) => id),
});

/** Position from 1; null when the call is not in the list. */
export function positionIn(list: ListedCalls, id: string): number | null {
  const at = list.ids.indexOf(id);
  return at < 0 ? null : list.offset + at + 1;
}

export const neighbourIn = (list: ListedCalls, id: string, by: 1 | -1): string | null => {
  const at = list.ids.indexOf(id);
  return at < 0 ? null : (list.ids[at + by] ?? null);
};

/** Offset of the page before or after the known calls; null at the end of the list. */
export function nextOffset({ offset, ids, total }: ListedCalls, by: 1 | -1): number | null {
  const next = by === 1 ? offset + ids.length : offset - PAGE_CALLS;
  if (by === 1) return next < total ? next : null;
  return offset > 0 ? Math.max(0, next) : null;
}

/** Adds a page. New calls may have shifted the list, so known calls are skipped. */
export function extended<Filters>(list: ListedCalls<Filters>, page: Page, by: 1 | -1): ListedCalls<Filters> {
  const fresh = page.data.map(({ id }) => id).filter((id) => !list.ids.includes(id));
  return {
    ...list,
    total: page.total,
    offset: by === 1 ? list.offset : Math.max(0, list.offset - fresh.length),
    ids: by === 1 ? [...list.ids, ...fresh] : [...fresh, ...list.ids],
  };
}
