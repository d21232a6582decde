// The filters of the queue, as they stand in the address and as the API takes them. Without the browser.

export const PAGE_ITEMS = 50;
/** The API lists no more. */
export const MAX_LISTED = 10_000;

export const REASONS = ['needs_review', 'awaiting_human', 'violation', 'flagged', 'roles_unclear', 'withheld'] as const;
export type Reason = (typeof REASONS)[number];

/** Named as the API names them; `from` is a day, as with the calls. */
export interface QueueFilters {
  readonly reason?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly scorecard_id?: string | undefined;
  readonly from?: string | undefined;
  readonly page?: string | undefined;
}

/** What claiming takes: the queue itself has more filters. */
export interface Wanted {
  readonly reason?: Reason | undefined;
  readonly agent_id?: string | undefined;
}

export interface QueueParams extends Wanted {
  readonly scorecard_id?: string | undefined;
  /** Unix seconds. */
  readonly created_after?: number | undefined;
  readonly skip: number;
  readonly limit: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an address holds that is no filter, or no value of one, is passed over: it may have been typed. */
export function paramsOf(filters: QueueFilters): QueueParams {
  return {
    ...wantedOf(filters),
    scorecard_id: UUID.test(filters.scorecard_id ?? '') ? filters.scorecard_id : undefined,
    created_after: startOfDay(filters.from),
    skip: (pageOf(filters) - 1) * PAGE_ITEMS,
    limit: PAGE_ITEMS,
  };
}

export const wantedOf = ({ reason, agent_id }: QueueFilters): Wanted => ({
  reason: REASONS.find((known) => known === reason),
  agent_id: agent_id || undefined,
});

/** Whether the list is narrower than what claiming can be told. */
export const isNarrower = (filters: QueueFilters): boolean => {
  const { scorecard_id, created_after } = paramsOf(filters);
  return scorecard_id !== undefined || created_after !== undefined;
};

export function pageOf({ page }: QueueFilters): number {
  return page !== undefined && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
}

export function countFilters({ page: _page, ...filters }: QueueFilters): number {
  return Object.values(filters).filter(Boolean).length;
}

/** In the zone of the browser; calls of the day itself count, which the API takes as those after the second before. */
function startOfDay(day: string | undefined): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return undefined;
  const start = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])).getTime() / 1000;
  return Number.isNaN(start) ? undefined : Math.max(0, start - 1);
}
