// What a search has found, page by page. It is kept for the way back from a call.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundCall, ItemsPage } from '../../../../clients/typescript/src/browser.js';
import { read } from '../../api/api.js';
import { session } from '../../session/session.js';
import type { SearchParams } from './search-filters.js';

export interface Found {
  readonly calls: readonly FoundCall[];
  readonly total: number;
  /** More than the service counts. */
  readonly isCapped: boolean;
  /** Words of older calls are still being made searchable. */
  readonly isIndexing: boolean;
  /** Unix seconds: calls before were not looked at. Null where the search is whole. */
  readonly backTo: number | null;
  /** The part of time that was looked through last. */
  readonly stretch: Stretch;
}

interface Stretch {
  /** Unix seconds; undefined up to where the person wants to look. */
  readonly before: number | undefined;
  readonly shown: number;
  readonly total: number;
}

/** What was found longer ago may have changed since. */
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
  /** The hit that the person comes back from; null where they come from elsewhere. */
  readonly opened: string | null;
  more(): void;
  again(): void;
  remember(hit: string): void;
}

/** What the service says of a search beside its calls; it leaves out what is not so. */
interface Page extends ItemsPage<FoundCall> {
  readonly total_capped?: boolean;
  readonly searched_back_to?: number;
  readonly indexing?: boolean;
}

const isWhole = ({ stretch }: Found): boolean => stretch.shown >= stretch.total;

/** What to ask for next: the rest of what was found, then what was not looked at yet. */
function nextPage(params: SearchParams, before: Found | null) {
  if (before === null) return params;
  const { backTo, stretch } = before;
  if (!isWhole(before))
    return { ...params, created_before: stretch.before ?? params.created_before, skip: stretch.shown };
  return { ...params, created_before: backTo ?? params.created_before };
}

/** New calls may have moved the others on: what is known already is passed over. */
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
      // An empty page ends it whatever else it says: the next one would be the same.
      total: items.length === 0 ? shown : total,
    },
  };
}

/** @param params null: nothing is looked for */
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
