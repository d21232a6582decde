// Query for statistics, with defaults and time range filled in, and the groups of its result.
import type { AnalysisFilter } from '../../../calls/listing/analysis-filter.js';
import type { Cover } from '../sums/runs.js';
import type { Bucket, TimeRange } from './calendar.js';
import { type Grouping, isCalendar, type Subject } from './groupings.js';
import type { TimeAxis } from './statistics.requests.js';

export interface Question {
  readonly of: Subject;
  /** Filter of calls, without the times of the range and without the mode. */
  readonly filter: AnalysisFilter;
  /** A part of the agent or of the contact; null for any. */
  readonly search: string | null;
  readonly livemode: boolean;
  readonly revision: number | null;
  readonly groupings: readonly Grouping[];
  readonly axis: TimeAxis;
  readonly range: TimeRange;
  /** Buckets of the grouping by days, weeks or months; null where there is none. */
  readonly buckets: readonly Bucket[] | null;
  /** Stored sums that add up to the buckets, or to the range; null where each call is read. */
  readonly cover: Cover | null;
}

/** The client's own key that is a dimension of the sums. */
export const TEAM = 'team' as const;

export const isOfTeam = (grouping: Grouping): boolean => grouping.kind === 'metadata' && grouping.metadataKey === TEAM;

/** A value of each grouping, in their order. For days, weeks and months: index of the bucket, from 0. */
export type GroupKey = readonly (string | number | null)[];

export interface Group<Sums> {
  readonly key: GroupKey;
  readonly sums: Sums;
}

/** Values of the groupings, as SQL returns them. */
export interface KeyRow {
  readonly k1: string | null;
  readonly k2: string | null;
}

export const idOf = ({ k1, k2 }: KeyRow): string => JSON.stringify([k1, k2]);

export const keyOf = ({ k1, k2 }: KeyRow, groupings: readonly Grouping[]): GroupKey =>
  groupings.map((grouping, place) => {
    const value = place === 0 ? k1 : k2;
    return isCalendar(grouping) && value !== null ? Number(value) : value;
  });
