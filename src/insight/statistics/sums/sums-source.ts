// Sums of an account over intervals of time, as a source of rows for one statement: stored sums by month, day and hour; changes
// that are not added yet; and single calls in parts of hours. One statement sees all of them at the same moment.
import type { Parameters } from '../../../calls/listing/analysis-filter.js';
import { SPANS } from './cover.js';
import {
  CALL_COUNTS,
  DIMENSIONS,
  DIMENSIONS_OF,
  EVALUATION_COUNTS,
  type Grain,
  keptRow,
  rowOfOne,
  type StatisticsOf,
} from './measures.js';
import type { Cover, Run, Runs } from './runs.js';

export interface SumsQuestion {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly of: StatisticsOf;
  /** Time of a call: its submission, or its beginning. Evaluations too are counted at the time of their call. */
  readonly time: 'created' | 'call';
  /** Rows may be added up over every dimension that it lacks, which is null in some of them. */
  readonly grain: Grain;
  /** Cover of the buckets, which may overlap. Each row of the source names its bucket by its index. */
  readonly cover: Cover;
  /** SQL conditions over `s`, a row of sums; only matching rows need be read. They do not apply to calls in parts of hours. */
  readonly conditions?: readonly string[];
}

/**
 * SQL that gives rows (bucket, each of `DIMENSIONS` and of `MEASURES`, sign, items). A reader filters and groups
 * by bucket and dimensions, and adds up: `items` counts violations by rule, or answers by `question:state:answer`, and its counts
 * are to be multiplied with `sign`. What is taken away leaves groups of nothing: `HAVING sum(n) > 0`.
 */
export function sumsSource(question: SumsQuestion, p: Parameters): string {
  const { accountId, livemode, of, time, grain, cover, conditions = [] } = question;
  const isOfAccount = (table: string) => `${table}.account_id = ${p.add(accountId, 'uuid')}`;
  const sumsAt = (start: string) =>
    [
      `${isOfAccount('s')} AND s.livemode = ${livemode} AND s.is_evaluation = ${of === 'evaluations'}`,
      `${start} >= run.start AND ${start} < run.stop`,
      ...conditions,
    ].join(' AND ');
  const kept = SPANS.map((span) =>
    overRuns(cover[span], p, {
      columns: keptRow('run.sign'),
      time: 's.start',
      // OFFSET 0 makes Postgres use the index, one run after the other, whatever the planner expects.
      rows: () => `CROSS JOIN LATERAL (SELECT ${storedSums(span, grain)} AND s.by_start = ${time === 'call'}
        AND ${sumsAt('s.start')} OFFSET 0) AS s`,
    }),
  );
  const hour = time === 'call' ? 's.call_hour' : 's.created_hour';
  const changed = overRuns(cover.changed, p, {
    columns: keptRow('run.sign'),
    time: hour,
    rows: () => `CROSS JOIN LATERAL (SELECT * FROM stat_delta s WHERE ${sumsAt(hour)} OFFSET 0) AS s`,
  });
  const instant = time === 'call' ? 'a.call_started_at' : 'a.created_at';
  const ones = overRuns(cover.piece, p, {
    columns: rowOfOne(of, 'run.sign'),
    time: instant,
    rows: () => `CROSS JOIN LATERAL (SELECT * FROM analysis a WHERE ${isOfAccount('a')} AND ${CALL_COUNTS}
        ${of === 'calls' ? `AND a.livemode = ${livemode}` : ''} AND ${instant} >= run.start AND ${instant} < run.stop OFFSET 0) AS a
      ${of === 'calls' ? '' : `JOIN evaluation e ON e.analysis_id = a.id AND e.livemode = ${livemode} AND ${EVALUATION_COUNTS}`}`,
  });
  return [...kept, changed, ones].filter((rows) => rows !== '').join('\nUNION ALL\n');
}

/** SQL from the columns to the first condition. */
function storedSums(span: (typeof SPANS)[number], grain: Grain): string {
  // Of each agent there are no sums by hour without the other dimensions: they would be as many.
  if (grain === 'each' || (grain === 'agent' && span === 'hour')) return `* FROM stat_${span} s WHERE true`;
  const missing = DIMENSIONS.filter((name) => name !== 'agent_id' && !DIMENSIONS_OF[grain].includes(name));
  return `s.*, ${missing.map((name) => `NULL::text AS ${name}`).join(', ')} FROM stat_rollup s
        WHERE s.span = '${span}' AND s.by_agent = ${grain === 'agent'}`;
}

interface RunQuery {
  readonly columns: string;
  /** SQL time that must be within one of the parts. */
  readonly time: string;
  /** SQL join with `run`. */
  readonly rows: () => string;
}

/** SQL query; empty where nothing is to be read. */
function overRuns({ runs, json }: Runs, p: Parameters, { columns, time, rows }: RunQuery): string {
  return runs.length === 0
    ? ''
    : `SELECT run.bucket + width_bucket(${time}, run.starts) - 1 AS bucket, ${columns} FROM ${listed(runs, json, p)} ${rows()}`;
}

/** The runs as a table, in one parameter. */
function listed([only, ...others]: readonly Run[], json: string, p: Parameters): string {
  // Postgres assumes a hundred rows for a function; it can estimate the rows of one run. It reads the texts of a subquery once,
  // and those of an expression for each row.
  if (only && others.length === 0)
    return `(SELECT ${only.sign} AS sign, ${only.bucket} AS bucket, ${p.add(only.start, 'timestamptz')} AS start,
      ${p.add(only.stop, 'timestamptz')} AS stop, (SELECT ${p.add(only.starts, 'text[]')}::timestamptz[]) AS starts) AS run`;
  return `json_to_recordset(${p.add(json, 'text')}::json)
    AS run (sign integer, bucket integer, start timestamptz, stop timestamptz, starts timestamptz[])`;
}
