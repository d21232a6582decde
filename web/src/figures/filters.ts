// What the views of figures take from the address, and what they ask the API for it. Without the browser.
import type { Range, RangeFilters } from './range.js';

export const GROUPS = ['agent', 'team', 'language', 'direction', 'scorecard'] as const;
export type Group = (typeof GROUPS)[number];

/** Named as they stand in the address. What is no value of one is passed over: it may have been typed. */
export interface FloorFilters extends RangeFilters {
  /** `test`; else live. */
  readonly mode?: string | undefined;
  /** `call`: days are those on which calls began; else those on which they came. */
  readonly time?: string | undefined;
  /** `none`; else with the time before. */
  readonly compare?: string | undefined;
  readonly unit?: string | undefined;
  /** How the pieces of the time stand. */
  readonly times?: string | undefined;
  readonly by?: string | undefined;
  /** How groups stand. */
  readonly order?: string | undefined;
  /** On the page of an agent: the scorecard whose questions are shown. */
  readonly card?: string | undefined;
}

export const groupOf = ({ by }: FloorFilters): Group => GROUPS.find((one) => one === by) ?? 'agent';

export const isLive = ({ mode }: FloorFilters): boolean => mode !== 'test';

export const isCompared = ({ compare }: FloorFilters): boolean => compare !== 'none';

/** Filters of the whole floor, of which the page of an agent keeps all but those of the groups. */
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
  /** Unix seconds, of which the first is left out and the last taken. */
  readonly created_after?: number;
  readonly created_before?: number;
  /** Moments, of which the first is taken and the last left out. */
  readonly call_after?: string;
  readonly call_before?: string;
}

export function askedOf(filters: FloorFilters, { after, before, zone }: Range): Asked {
  const time = filters.time === 'call' ? 'call' : 'created';
  const [from, to] = [after, before].map((at) => at.getTime() / 1000 - 1) as [number, number];
  return askedAt({ livemode: isLive(filters), time, timezone: zone }, { from, to });
}

/** The same of another time, such as the one that is compared with, in seconds as the API says them. */
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

/** The list of calls that the figures are of. Its days are those of the zone of the browser. */
export const callsOf = (
  filters: FloorFilters,
  { first, last }: Range,
  more: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<string, string | undefined>> => ({
  livemode: String(isLive(filters)),
  status: 'completed',
  ...(filters.time === 'call' ? { call_from: first, call_until: last } : { from: first, until: last }),
  ...more,
});

/** Browsers take a part of a path that is a dot or two for a step up. */
export const hasPage = (agent: string): boolean => !/^\.{1,2}$/.test(agent);
