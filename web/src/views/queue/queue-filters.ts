// Filters of the review queue, in the URL and in the API. Without the browser.

export const PAGE_ITEMS = 50;
/** Limit of the API. */
export const MAX_LISTED = 10_000;

export const REASONS = [
  'needs_review',
  'awaiting_human',
  'violation',
  'flagged',
  'roles_unclear',
  'withheld',
  'sampled',
  'disputed',
] as const;
export type Reason = (typeof REASONS)[number];

/** Filters in the URL, with the names of the API; `from` is a day, as for calls. */
export interface QueueFilters {
  readonly reason?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly scorecard_id?: string | undefined;
  readonly from?: string | undefined;
  /** `test`; else live calls. */
  readonly mode?: string | undefined;
  /** `worth`; else by severity. */
  readonly order?: string | undefined;
  readonly page?: string | undefined;
}

/** Filters that apply to claiming. The queue has further ones. */
export interface Wanted {
  readonly reason?: Reason | undefined;
  readonly agent_id?: string | undefined;
  readonly livemode: boolean;
  readonly order: 'severity' | 'worth';
}

export interface QueueParams extends Wanted {
  readonly scorecard_id?: string | undefined;
  /** Unix seconds. */
  readonly created_after?: number | undefined;
  readonly skip: number;
  readonly limit: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Converts the filters of a URL to parameters. Invalid values are ignored: a person may have typed them. */
export function paramsOf(filters: QueueFilters): QueueParams {
  return {
    ...wantedOf(filters),
    scorecard_id: UUID.test(filters.scorecard_id ?? '') ? filters.scorecard_id : undefined,
    created_after: startOfDay(filters.from),
    skip: (pageOf(filters) - 1) * PAGE_ITEMS,
    limit: PAGE_ITEMS,
  };
}

export const wantedOf = ({ reason, agent_id, mode, order }: QueueFilters): Wanted => ({
  reason: REASONS.find((known) => known === reason),
  agent_id: agent_id || undefined,
  livemode: mode !== 'test',
  order: order === 'worth' ? 'worth' : 'severity',
});

/** Inverse of `wantedOf`, for the URL. */
export const filtersOf = ({ reason, agent_id, livemode, order }: Wanted) => ({
  reason,
  agent_id,
  mode: livemode ? undefined : 'test',
  order: order === 'worth' ? order : undefined,
});

/** True when the list has filters that do not apply to claiming. */
export const isNarrower = (filters: QueueFilters): boolean => {
  const { scorecard_id, created_after } = paramsOf(filters);
  return scorecard_id !== undefined || created_after !== undefined;
};

export function pageOf({ page }: QueueFilters): number {
  return page !== undefined && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
}

export function countFilters({ page: _page, mode: _mode, order: _order, ...filters }: QueueFilters): number {
  return Object.values(filters).filter(Boolean).length;
}

/**
 * Start of a day in the time zone of the browser, less one second: the API takes calls after this second, and the day itself is
 * included.
 */
function startOfDay(day: string | undefined): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return undefined;
  const start = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])).getTime() / 1000;
  return Number.isNaN(start) ? undefined : Math.max(0, start - 1);
}
