// Filters of the dashboard and agent pages in the URL, and the API parameters for them. Without the browser.
import type { Range, RangeFilters } from './range.js';

export const GROUPS = ['agent', 'team', 'language', 'direction', 'scorecard'] as const;
export type Group = (typeof GROUPS)[number];

/** Filters with their names in the URL. Invalid values are ignored: a person may have typed them. */
export interface FloorFilters extends RangeFilters {
  /** `test`; any other value: live mode. */
  readonly mode?: string | undefined;
  /** `call`: days on which calls began; any other value: days on which they were submitted. */
  readonly time?: string | undefined;
  /** `none`; any other value: compare with the previous period. */
  readonly compare?: string | undefined;
  readonly unit?: string | undefined;
  /** Sort order of the periods. */
  readonly times?: string | undefined;
  readonly by?: string | undefined;
  /** Sort order of the groups. */
  readonly order?: string | undefined;
  /** On the page of an agent: the scorecard whose questions are shown. */
  readonly card?: string | undefined;
}

export const groupOf = ({ by }: FloorFilters): Group => GROUPS.find((one) => one === by) ?? 'agent';

export const isLive = ({ mode }: FloorFilters): boolean => mode !== 'test';

export const isCompared = ({ compare }: FloorFilters): boolean => compare !== 'none';

/** Filters of the dashboard that the page of an agent keeps: all but those of the groups. */
export const ofAgentPage = ({ by: _by, order: _order, ...filters }: FloorFilters): FloorFilters => filters;

export const GROUPING: Readonly<Record<Group, string>> = {
  agent: 'agent',
  team: 'metadata:team',
  language: 'language',
  direction: 'direction',
  scorecard: 'scorecard',
};

export interface Asked {
  readonly livemode: boolean;
  readonly time: 'created' | 'call';
  readonly timezone: string;
  /** Unix seconds; the first is excluded, the last included. */
  readonly created_after?: number;
  readonly created_before?: number;
  /** Times; the first is included, the last excluded. */
  readonly call_after?: string;
  readonly call_before?: string;
}

export function askedOf(filters: FloorFilters, { after, before, zone }: Range): Asked {
  const time = filters.time === 'call' ? 'call' : 'created';
  const [from, to] = [after, before].map((at) => at.getTime() / 1000 - 1) as [number, number];
  return askedAt({ livemode: isLive(filters), time, timezone: zone }, { from, to });
}

/** The same filters for another time, such as the previous period, in seconds as in the API. */
export function askedAt(
  { livemode, timezone, time }: Asked,
  { from, to }: { readonly from: number; readonly to: number },
): Asked {
  const momentAfter = (seconds: number) => new Date((seconds + 1) * 1000).toISOString();
  return {
    livemode,
    timezone,
    time,
    ...(time === 'call'
      ? { call_after: momentAfter(from), call_before: momentAfter(to) }
      : { created_after: from, created_before: to }),
  };
}

/** The days of the figures as parameters of the list of calls. */
export function timesOf({ time }: FloorFilters, range: Range) {
  const [after, before] = [range.after.toISOString(), range.before.toISOString()];
  return time === 'call'
    ? { call_after: after, call_before: before }
    : { created_after: after, created_before: before };
}

/** List of the calls behind the figures. Its days are in the time zone of the browser. */
export const callsOf = (
  filters: FloorFilters,
  { first, last }: Range,
  more: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<string, string | undefined>> => ({
  mode: isLive(filters) ? undefined : 'test',
  status: 'completed',
  ...(filters.time === 'call' ? { call_from: first, call_until: last } : { from: first, until: last }),
  ...more,
});

/** Browsers treat a path part of one or two dots as a step up. */
export const hasPage = (agent: string): boolean => !/^\.{1,2}$/.test(agent);
