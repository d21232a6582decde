// The sums of an account over stretches of time, as a source of rows for one statement: what is kept by month, day and hour, what
// changed since and is not added yet, and the calls of pieces of hours one by one. One statement sees one moment of all of them.
import type { Parameters } from '../../analysis/listing/analysis-filter.js';
import { coverOf, type Part, SPANS, type Stretch } from './cover.js';
import { CALL_COUNTS, EVALUATION_COUNTS, keptRow, rowOfOne, type StatisticsOf } from './measures.js';

export interface SumsQuestion {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly of: StatisticsOf;
  /** By when the call was submitted, or by when it began: evaluations too are counted at the time of their call. */
  readonly time: 'created' | 'call';
  /** They may overlap. Each row of the source names its stretch by its place in the list. */
  readonly buckets: readonly Stretch[];
}

interface PlacedPart extends Part {
  readonly bucket: number;
}

/**
 * SQL that gives rows (bucket, each of `DIMENSIONS`, of `COUNTS` and of `HISTOGRAMS`, sign, items). A reader filters and groups
 * by bucket and dimensions, and adds up: `items` counts violations by rule, or answers by `question:state:answer`, and its counts
 * are to be multiplied with `sign`. What is taken away leaves groups of nothing: `HAVING sum(n) > 0`.
 */
export function sumsSource({ accountId, livemode, of, time, buckets }: SumsQuestion, p: Parameters): string {
  const parts = buckets.flatMap((stretch, bucket) => coverOf(stretch).map((part): PlacedPart => ({ ...part, bucket })));
  const isOfAccount = (table: string) => `${table}.account_id = ${p.add(accountId, 'uuid')}`;
  const isOfKind = `${isOfAccount('s')} AND s.livemode = ${livemode} AND s.is_evaluation = ${of === 'evaluations'}`;
  const within = (column: string) => `${column} >= part.start AND ${column} < part.stop`;
  const kept = SPANS.map((span) => [span, parts.filter((part) => part.span === span)] as const)
    .filter(([, those]) => those.length > 0)
    .map(
      ([span, those]) => `SELECT part.bucket, ${keptRow('part.sign')} FROM ${listed(those, p)}
        JOIN stat_${span} s ON ${isOfKind} AND s.by_start = ${time === 'call'} AND ${within('s.start')}`,
    );
  const ofHours = parts.filter(({ span }) => span !== 'piece');
  const changed = () => `SELECT part.bucket, ${keptRow('part.sign')} FROM ${listed(ofHours, p)}
    JOIN stat_delta s ON ${isOfKind} AND ${within(time === 'call' ? 's.call_hour' : 's.created_hour')}`;
  const pieces = parts.filter(({ span }) => span === 'piece');
  const one = () => `SELECT part.bucket, ${rowOfOne(of, 'part.sign')} FROM ${listed(pieces, p)}
    JOIN analysis a ON ${isOfAccount('a')} AND ${CALL_COUNTS} ${of === 'calls' ? `AND a.livemode = ${livemode}` : ''}
      AND ${within(time === 'call' ? 'a.call_started_at' : 'a.created_at')}
    ${of === 'calls' ? '' : `JOIN evaluation e ON e.analysis_id = a.id AND e.livemode = ${livemode} AND ${EVALUATION_COUNTS}`}`;
  return [...kept, ...(ofHours.length > 0 ? [changed()] : []), ...(pieces.length > 0 ? [one()] : [])].join(
    '\nUNION ALL\n',
  );
}

/** The parts as a table, in one parameter. */
function listed(parts: readonly PlacedPart[], p: Parameters): string {
  const rows = parts.map(({ bucket, sign, from, to }) => ({
    bucket,
    sign,
    start: new Date(from).toISOString(),
    stop: new Date(to).toISOString(),
  }));
  return `json_to_recordset(${p.add(JSON.stringify(rows), 'text')}::json)
    AS part (bucket integer, sign integer, start timestamptz, stop timestamptz)`;
}
