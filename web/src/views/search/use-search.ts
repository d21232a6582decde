// Results of a search, page by page. They are cached for the way back from a call.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundCall, ItemsPage } from '../../../../clients/typescript/src/browser.js';
import { read } from '../../api/api.js';
import { session } from '../../session/session.js';
import type { SearchParams } from './search-filters.js';

export interface Found {
  readonly calls: readonly FoundCall[];
  readonly total: number;
  /** True when there are more than the service counts. */
  readonly isCapped: boolean;
  /** True while older calls are still being indexed. */
  readonly isIndexing: boolean;
  /** Unix seconds: earlier calls have not been searched. Null when the search is complete. */
  readonly backTo: number | null;
  /** The interval that was searched last. */
  readonly stretch: Stretch;
}

interface Stretch {
  /** Unix seconds; undefined for the end of the selected time. */
  readonly before: number | undefined;
  readonly shown: number;
  readonly total: number;
}

/** Lifetime of cached results: the calls may have changed since. */
const FRESH_MS = 300_000;

interface Kept {
  readonly key: string;
  readonly at: number;
  readonly email: string;
  readonly found: Found;
  /** The hit that was opened last. */
  readonly opened: string | null;
}

let kept: Kept | null = null;

const emailNow = () => (session.value?.kind === 'account' ? session.value.email : '');

const keptOf = (key: string): Kept | null => {
  if (kept?.key !== key || kept.email !== emailNow()) return null;
  return Date.now() - kept.at < FRESH_MS ? kept : null;
};

export interface Search {
  readonly found: Found | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** The hit from which the person returns; null otherwise. */
  readonly opened: string | null;
  more(): void;
  again(): void;
  remember(hit: string): void;
}

/** Page of results, with further data of the search. Members that do not apply are left out. */
interface Page extends ItemsPage<FoundCall> {
  readonly total_capped?: boolean;
  readonly searched_back_to?: number;
  readonly indexing?: boolean;
}

const isWhole = ({ stretch }: Found): boolean => stretch.shown >= stretch.total;

/** Parameters of the next page: first the remaining hits, then the part that was not searched yet. */
function nextPage(params: SearchParams, before: Found | null) {
  if (before === null) return params;
  const { backTo, stretch } = before;
  if (!isWhole(before))
    return { ...params, created_before: stretch.before ?? params.created_before, skip: stretch.shown };
  return { ...params, created_before: backTo ?? params.created_before };
}

/** Adds a page. New calls may have shifted the hits, so known calls are skipped. */
function joined(before: Found | null, { items, total, total_capped, searched_back_to, indexing }: Page): Found {
  const known = new Set(before?.calls.map(({ analysis_id }) => analysis_id));
  const isFurther = before !== null && isWhole(before);
  const shown = (before === null || isFurther ? 0 : before.stretch.shown) + items.length;
  return {
    calls: [...(before?.calls ?? []), ...items.filter(({ analysis_id }) => !known.has(analysis_id))],
    total: isFurther ? before.total + total : total,
    isCapped: total_capped === true || (isFurther && before.isCapped),
    isIndexing: indexing === true,
    backTo: searched_back_to ?? null,
    stretch: {
      before: isFurther ? (before.backTo ?? undefined) : before?.stretch.before,
      shown,
      // An empty page ends the list in any case: the next one would be the same.
      total: items.length === 0 ? shown : total,
    },
  };
}

/** @param params null: no search */
export function useSearch(params: SearchParams | null): Search {
  const key = params === null ? '' : JSON.stringify(params);
  const [state, setState] = useState<{ found: Found | null; error: unknown; isLoading: boolean }>(() => ({
    found: keptOf(key)?.found ?? null,
    error: null,
    isLoading: params !== null && keptOf(key) === null,
  }));
  const opened = useRef(keptOf(key)?.opened ?? null);
  const ending = useRef<AbortController>(undefined);
  const load = (before: Found | null) => {
    if (params === null) return;
    ending.current?.abort();
    ending.current = new AbortController();
    const { signal: end } = ending.current;
    setState((now) => ({ ...now, error: null, isLoading: true }));
    read(async (client) => client.analyses.search(nextPage(params, before), { signal: end }), end).then(
      (page: Page) => {
        if (end.aborted) return;
        const found = joined(before, page);
        kept = { key, at: Date.now(), email: emailNow(), found, opened: null };
        setState({ found, error: null, isLoading: false });
      },
      (error: unknown) => end.aborted || setState((now) => ({ ...now, error, isLoading: false })),
    );
  };
  useEffect(() => {
    const known = keptOf(key);
    if (known !== null || params === null) setState({ found: known?.found ?? null, error: null, isLoading: false });
    else load(null);
    return () => ending.current?.abort();
  }, [key]);
  return {
    ...state,
    hasMore: state.found !== null && !isWhole(state.found),
    opened: opened.current,
    more: () => load(state.found),
    again: () => load(null),
    remember: (hit) => {
      if (kept?.key === key) kept = { ...kept, opened: hit };
    },
  };
}
