// The filters of the list of calls, as they stand in the address and as the API takes them. Without the browser.

export const PAGE_CALLS = 50;

/** Named as the API names them, so that an address is easily read. Values as a person gives them: days without a time. */
export interface CallFilters {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly livemode?: string | undefined;
  readonly reviewed?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly page?: string | undefined;
}

const STATUSES = ['processing', 'completed', 'failed'] as const;
type Status = (typeof STATUSES)[number];

interface ListParams {
  readonly search?: string | undefined;
  readonly status?: Status | undefined;
  readonly agent_id?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly livemode?: boolean | undefined;
  readonly reviewed?: boolean | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** What an address holds that is no filter, or no value of one, is passed over: it may have been typed. */
export function paramsOf(filters: CallFilters): ListParams {
  return {
    search: filters.search || undefined,
    status: STATUSES.find((status) => status === filters.status),
    agent_id: filters.agent_id || undefined,
    contact_id: filters.contact_id || undefined,
    livemode: flagOf(filters.livemode),
    reviewed: flagOf(filters.reviewed),
    created_after: startOfDay(filters.from, 0),
    // The day itself counts.
    created_before: startOfDay(filters.until, 1),
    offset: (pageOf(filters) - 1) * PAGE_CALLS,
    limit: PAGE_CALLS,
  };
}

const flagOf = (word: string | undefined): boolean | undefined =>
  word === 'true' ? true : word === 'false' ? false : undefined;

export function pageOf({ page }: CallFilters): number {
  return page !== undefined && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** How many filters are set, besides the search that is always seen. */
export function countFilters(filters: CallFilters): number {
  const { search: _search, page: _page, ...rest } = filters;
  return Object.values(rest).filter(Boolean).length;
}

/** As a filter has it, in the zone of the browser. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** In the zone of the browser. */
function startOfDay(day: string | undefined, later: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return undefined;
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
