// Filters of the list of calls, in the URL and in the API. Without the browser.
import type { ExportFilter, HoldFilter } from '../../../clients/typescript/src/browser.js';

export const PAGE_CALLS = 50;

/**
 * Filters in the URL, with the names of the API, so that a URL is easy to read. Values as a person enters them: days without a
 * time.
 */
export interface CallFilters {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly flagged?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly contact_id?: string | undefined;
  /** `test`; any other value: live calls. */
  readonly mode?: string | undefined;
  readonly reviewed?: string | undefined;
  readonly direction?: string | undefined;
  readonly language?: string | undefined;
  readonly violation?: string | undefined;
  readonly compliance_score_min?: string | undefined;
  readonly compliance_score_max?: string | undefined;
  readonly quality_score_min?: string | undefined;
  readonly quality_score_max?: string | undefined;
  /** Seconds. */
  readonly duration_min?: string | undefined;
  readonly duration_max?: string | undefined;
  /** Days on which the call began; `from` and `until` are the days on which it was submitted. */
  readonly call_from?: string | undefined;
  readonly call_until?: string | undefined;
  readonly scorecard_id?: string | undefined;
  /** This and the scores refer to the scorecard above, and have no effect without it. */
  readonly outcome?: string | undefined;
  readonly score_min?: string | undefined;
  readonly score_max?: string | undefined;
  readonly [key: `metadata[${string}]`]: string | undefined;
  readonly page?: string | undefined;
}

export interface FiltersProps {
  readonly filters: CallFilters;
  readonly onFilters: (change: CallFilters) => void;
}

const STATUSES = ['processing', 'completed', 'failed'] as const;
export const DIRECTIONS = ['inbound', 'outbound'] as const;
export const OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'] as const;
/** Limit of the API. */
export const MAX_METADATA = 2;

/** Filters as parameters of the API, for a list and for an export. */
export interface CallFilterParams {
  readonly search?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly flagged?: boolean | undefined;
  readonly agent_id?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly livemode: boolean;
  readonly reviewed?: boolean | undefined;
  readonly direction?: (typeof DIRECTIONS)[number] | undefined;
  readonly language?: string | undefined;
  readonly violation?: string | undefined;
  readonly compliance_score_min?: number | undefined;
  readonly compliance_score_max?: number | undefined;
  readonly quality_score_min?: number | undefined;
  readonly quality_score_max?: number | undefined;
  readonly duration_min?: number | undefined;
  readonly duration_max?: number | undefined;
  readonly call_after?: string | undefined;
  readonly call_before?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly scorecard_id?: string | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
  readonly score_min?: number | undefined;
  readonly score_max?: number | undefined;
}

interface ListParams extends CallFilterParams {
  readonly offset: number;
  readonly limit: number;
}

export const paramsOf = (filters: CallFilters): ListParams => ({
  ...filterParamsOf(filters),
  offset: (pageOf(filters) - 1) * PAGE_CALLS,
  limit: PAGE_CALLS,
});

/** Converts the filters of a URL to parameters. Invalid values are ignored: a person may have typed them. */
export function filterParamsOf(filters: CallFilters): CallFilterParams {
  return {
    search: filters.search || undefined,
    status: oneOf(STATUSES, filters.status),
    flagged: flagOf(filters.flagged),
    agent_id: filters.agent_id || undefined,
    contact_id: filters.contact_id || undefined,
    livemode: filters.mode !== 'test',
    reviewed: flagOf(filters.reviewed),
    created_after: startOfDay(filters.from, 0),
    // The day itself is included.
    created_before: startOfDay(filters.until, 1),
    direction: oneOf(DIRECTIONS, filters.direction),
    language: /^[a-z]{2}$/.test(filters.language ?? '') ? filters.language : undefined,
    violation: filters.violation || undefined,
    compliance_score_min: scoreOf(filters.compliance_score_min),
    compliance_score_max: scoreOf(filters.compliance_score_max),
    quality_score_min: scoreOf(filters.quality_score_min),
    quality_score_max: scoreOf(filters.quality_score_max),
    duration_min: numberUpTo(MAX_SECONDS, filters.duration_min),
    duration_max: numberUpTo(MAX_SECONDS, filters.duration_max),
    call_after: startOfDay(filters.call_from, 0),
    call_before: startOfDay(filters.call_until, 1),
    metadata: metadataParam(filters),
    ...ofForm(filters),
  };
}

/** Filter of an export or a hold. It selects the same calls as the list of calls. */
export function filterOf(filters: CallFilters): ExportFilter & HoldFilter {
  const given = Object.entries(filterParamsOf(filters)).filter(([, value]) => value !== undefined);
  // Times may be in the format of the list; the API document names only Unix seconds.
  return Object.fromEntries(given) as ExportFilter & HoldFilter;
}

function ofForm({ scorecard_id, outcome, score_min, score_max }: CallFilters): Partial<CallFilterParams> {
  if (!UUID.test(scorecard_id ?? '')) return {};
  return {
    scorecard_id,
    outcome: oneOf(OUTCOMES, outcome),
    score_min: scoreOf(score_min),
    score_max: scoreOf(score_max),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_SECONDS = 100 * 3600;

const oneOf = <Value extends string>(values: readonly Value[], word: string | undefined): Value | undefined =>
  values.find((value) => value === word);

const scoreOf = (word: string | undefined) => numberUpTo(100, word);

const numberUpTo = (most: number, word: string | undefined): number | undefined =>
  /^\d{1,6}$/.test(word ?? '') && Number(word) <= most ? Number(word) : undefined;

type MetadataEntry = readonly [key: string, value: string];
const METADATA = /^metadata\[(.+)\]$/s;

/** Metadata keys and values of the filters, in the order of the URL. */
export function metadataIn(filters: CallFilters): readonly MetadataEntry[] {
  const entries = Object.entries(filters).map(
    ([name, value]) => [METADATA.exec(name)?.[1] ?? '', value ?? ''] as const,
  );
  return entries.filter(([key, value]) => key !== '' && value !== '').slice(0, MAX_METADATA);
}

/** Changes the metadata filters only. Entries without a key or a value are left out. */
export function withMetadata(filters: CallFilters, entries: readonly MetadataEntry[]): CallFilters {
  const before = Object.keys(filters).filter((name) => METADATA.test(name));
  const whole = entries.filter(([key, value]) => key !== '' && value !== '');
  return {
    ...Object.fromEntries(before.map((name) => [name, undefined])),
    ...Object.fromEntries(whole.map(([key, value]) => [`metadata[${key}]`, value])),
  };
}

function metadataParam(filters: CallFilters): Readonly<Record<string, string>> | undefined {
  const entries = metadataIn(filters);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const flagOf = (word: string | undefined): boolean | undefined =>
  word === 'true' ? true : word === 'false' ? false : undefined;

export function pageOf({ page }: CallFilters): number {
  return page !== undefined && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** The valid filters of a URL, without its page. */
export const filtersIn = (query: CallFilters): CallFilters =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value && (NAMES.includes(name) || METADATA.test(name))),
  );

const IN_BAR: readonly string[] = ['search', 'status', 'flagged', 'agent_id', 'from', 'until'];
const NAMES: readonly string[] = [
  ...IN_BAR,
  'contact_id',
  'mode',
  'reviewed',
  'direction',
  'language',
  'violation',
  'compliance_score_min',
  'compliance_score_max',
  'quality_score_min',
  'quality_score_max',
  'duration_min',
  'duration_max',
  'call_from',
  'call_until',
  'scorecard_id',
  'outcome',
  'score_min',
  'score_max',
];

/** Number of active filters, without the search, which is always visible. */
export function countFilters(filters: CallFilters): number {
  return Object.keys(filtersIn({ ...filters, search: undefined, mode: undefined })).length;
}

/** True when a filter has its own field in the bar on large screens. */
export const isInBar = (name: string): boolean => IN_BAR.includes(name);

/** Day of a date in the time zone of the browser, as in a filter. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Seconds of `2:30`, `1:02:30`, or of minutes alone; null for any other text. */
export function secondsOf(text: string): number | null {
  if (!/^\d{1,4}(:[0-5]?\d){0,2}$/.test(text.trim())) return null;
  const parts = text.trim().split(':').map(Number);
  return parts.length === 1 ? Number(parts[0]) * 60 : parts.reduce((sum, part) => sum * 60 + part, 0);
}

/** Start of a day in the time zone of the browser, some days later. */
export function startOfDay(day: string | undefined, later: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return undefined;
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
