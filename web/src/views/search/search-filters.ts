// The search in the URL and in the API. Without the browser.
import { startOfDay } from '../../listing/call-filters.js';

export const PAGE_CALLS = 20;
export const MAX_QUERY_CHARS = 200;

/** Search in the URL, with the names of the API; `from` and `until` are days. */
export interface SearchQuery {
  readonly q?: string | undefined;
  readonly speaker?: string | undefined;
  readonly agent_id?: string | undefined;
  /** `test`; any other value: live calls. The service searches the calls of one mode. */
  readonly mode?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const SPEAKERS = ['agent', 'customer'] as const;

export interface SearchParams {
  readonly q: string;
  readonly speaker?: (typeof SPEAKERS)[number] | undefined;
  readonly agent_id?: string | undefined;
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly limit: number;
}

/** @returns null without words */
export function paramsOf({ q, speaker, agent_id, mode, from, until }: SearchQuery): SearchParams | null {
  if (!q?.trim()) return null;
  return {
    q: q.trim(),
    speaker: SPEAKERS.find((one) => one === speaker),
    agent_id: agent_id || undefined,
    livemode: mode !== 'test',
    created_after: secondBefore(from, 0),
    created_before: secondBefore(until, 1),
    limit: PAGE_CALLS,
  };
}

/** Last second of the previous day: the API takes calls after a second, and up to a second. */
function secondBefore(day: string | undefined, later: number): number | undefined {
  const start = startOfDay(day, later);
  return start === undefined ? undefined : Math.max(0, Date.parse(start) / 1000 - 1);
}

/** Number of active filters, without the words. */
export const countFilters = ({ q: _q, ...filters }: SearchQuery): number =>
  [filters.speaker, filters.agent_id, filters.from, filters.until].filter(Boolean).length;

/** Valid search members of a URL. All others are left out. */
export const queryOf = (query: SearchQuery): Readonly<Record<string, string>> => {
  const { q, speaker, agent_id, mode, from, until } = query;
  const entries = Object.entries({ q, speaker, agent_id, mode, from, until });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
};
