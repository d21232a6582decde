// What the sums must say: counted in TypeScript from the calls and evaluations themselves, with no sum. Of what triggers
// write it takes the facts of calls alone, which have a test of their own.
import type { DataSource } from 'typeorm';
import { Parameters } from '../../../../src/calls/listing/analysis-filter.js';
import type { Stretch } from '../../../../src/insight/statistics/sums/cover.js';
import {
  DIMENSIONS,
  DIMENSIONS_OF,
  MEASURE_NAMES,
  MEASURES,
  type MeasureName,
  type MeasureOf,
  type StatisticsOf,
} from '../../../../src/insight/statistics/sums/measures.js';
import { coverOfAll } from '../../../../src/insight/statistics/sums/runs.js';
import { type SumsQuestion, sumsSource } from '../../../../src/insight/statistics/sums/sums-source.js';

type Figures = Record<string, unknown>;
/** By bucket and dimensions. */
export type Counted = Record<string, Figures>;

export interface AskedSums extends Omit<SumsQuestion, 'cover'> {
  readonly buckets: readonly Stretch[];
}

/** As the service reads it. */
export async function readSums(dataSource: Pick<DataSource, 'query'>, question: AskedSums): Promise<Counted> {
  const p = new Parameters();
  const source = sumsSource({ ...question, cover: await coverOfAll(question.buckets) }, p);
  if (source === '') return {};
  const sums = MEASURE_NAMES.map((name) => `sum(${name})::text AS ${name}`).join(', ');
  const dimensions = DIMENSIONS_OF[question.grain];
  const rows: Record<string, string>[] = await dataSource.query(
    `WITH source AS MATERIALIZED (${source})
     SELECT kept.*, (SELECT jsonb_object_agg(key, n) FROM (
         SELECT key, sum(sign * value::int) AS n FROM source s, jsonb_each(s.items)
         WHERE (s.bucket, ${dimensions.map((name) => `s.${name}`).join(', ')}) IS NOT DISTINCT FROM
           (kept.bucket, ${dimensions.map((name) => `kept.${name}`).join(', ')})
         GROUP BY key HAVING sum(sign * value::int) <> 0) AS items) AS items
     FROM (SELECT bucket, ${dimensions.join(', ')}, ${sums} FROM source GROUP BY bucket, ${dimensions.join(', ')}) AS kept
     WHERE n <> '0' OR ${MEASURE_NAMES.map((name) => `${name}::numeric <> 0`).join(' OR ')}`,
    p.values,
  );
  return Object.fromEntries(
    rows.map((row) => [
      keyOf(row.bucket, row, question),
      {
        ...Object.fromEntries(MEASURE_NAMES.map((name) => [name, readSum(name, row[name] ?? '0')])),
        items: row.items ?? {},
      },
    ]),
  );
}

/** What the grain lacks counts for nothing. */
const keyOf = (bucket: unknown, row: Readonly<Record<string, unknown>>, { grain }: Pick<AskedSums, 'grain'>) =>
  JSON.stringify([bucket, ...DIMENSIONS.map((name) => (DIMENSIONS_OF[grain].includes(name) ? row[name] : null))]);

/** A count, or how often each score is there: eight decimal digits each, the lowest for the score of 100. */
function readSum(name: MeasureName, sum: string): number | Record<string, number> {
  if (MEASURES[name].kind === 'count') return Number(sum);
  const slots = sum.padStart(8 * 101, '0').match(/\d{8}/g) ?? [];
  return Object.fromEntries(slots.map((digits, score) => [score, Number(digits)]).filter(([, n]) => n !== 0));
}

interface CallRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly agent_id: string;
  readonly direction: string | null;
  readonly created_at: Date;
  readonly call_started_at: Date | null;
  readonly duration_ms: string | null;
  readonly reviewed: boolean;
  readonly spoken_language: string | null;
  readonly team: string | null;
  readonly flagged: boolean | null;
  readonly compliance_score: number | null;
  readonly quality_score: number | null;
  readonly violations: string[];
  readonly not_assessable: number;
  readonly overruled: boolean;
}
interface EvaluationRow {
  readonly livemode: boolean;
  readonly analysis_id: string;
  readonly scorecard_id: string;
  readonly revision: number;
  readonly outcome: string;
  readonly score: number | null;
  readonly coverage: number;
  readonly reviewed: boolean;
  readonly system_outcome: string | null;
  readonly system_score: number | null;
  readonly call_created_at: Date | null;
  readonly answers: string;
}
interface Answer {
  readonly question: string;
  readonly state: string;
  readonly answer: string | null;
  readonly system: Answer | null;
}

/** Everything that counts, read once. */
export interface Store {
  readonly calls: readonly CallRow[];
  readonly evaluations: readonly EvaluationRow[];
}

export async function readStore(dataSource: Pick<DataSource, 'query'>): Promise<Store> {
  return {
    calls: await dataSource.query("SELECT * FROM analysis WHERE status = 'completed' AND flagged IS NOT NULL"),
    evaluations: await dataSource.query(
      `SELECT e.*, p.answers FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
       WHERE status = 'completed' AND NOT superseded AND call_created_at IS NOT NULL`,
    ),
  };
}

export function countFromScratch(store: Store, { accountId, livemode, of, time, grain, buckets }: AskedSums): Counted {
  const counted: Record<string, Sum> = {};
  for (const call of store.calls.filter((one) => one.account_id === accountId)) {
    const at = time === 'created' ? call.created_at : call.call_started_at;
    if (!at) continue;
    for (const [bucket, { from, to }] of buckets.entries()) {
      if (at < from || at >= to) continue;
      for (const one of onesOf(of, store, call).filter((each) => each.livemode === livemode)) {
        const { agent_id, team, spoken_language: language, direction } = call;
        const [scorecard_id, revision] = one.card;
        const key = keyOf(bucket, { agent_id, team, language, direction, scorecard_id, revision }, { grain });
        counted[key] = plus(counted[key] ?? {}, one.figures);
      }
    }
  }
  return counted;
}

interface One {
  /** A live key may have a call of test mode judged. */
  readonly livemode: boolean;
  readonly card: readonly [string | null, number | null];
  readonly figures: Sum;
}
const NOTHING = Object.fromEntries(MEASURE_NAMES.map((name) => [name, MEASURES[name].kind === 'count' ? 0 : {}]));
/** Every measure, so that a new one does not compile before it is counted here. */
type FiguresOf<Of extends StatisticsOf> = Readonly<
  Record<MeasureOf<Of> | 'items', number | Readonly<Record<string, number>>>
>;
const single = (score: number | null) => (score === null ? {} : { [score]: 1 });

function onesOf(of: StatisticsOf, { evaluations }: Store, call: CallRow): One[] {
  if (of === 'calls') {
    const figures: FiguresOf<'calls'> = {
      n: 1,
      audio_ms: Number(call.duration_ms ?? 0),
      not_assessable: call.not_assessable,
      flagged: Number(call.flagged),
      reviewed: Number(call.reviewed),
      overruled: Number(call.overruled),
      compliance_scores: single(call.compliance_score),
      quality_scores: single(call.quality_score),
      items: tally(call.violations),
    };
    return [{ livemode: call.livemode, card: [null, null], figures: { ...NOTHING, ...figures } }];
  }
  return evaluations.filter(({ analysis_id }) => analysis_id === call.id).map(oneOf);
}

function oneOf(evaluation: EvaluationRow): One {
  const { scorecard_id, revision, outcome, score, coverage, reviewed, system_outcome, system_score } = evaluation;
  const answers: Answer[] = JSON.parse(evaluation.answers);
  const differs = answers.some(
    ({ state, answer, system }) => system && (state !== system.state || answer !== system.answer),
  );
  const overruled = differs || (system_outcome !== null && (outcome !== system_outcome || score !== system_score));
  const figures: FiguresOf<'evaluations'> = {
    n: 1,
    passed: Number(outcome === 'passed'),
    failed: Number(outcome === 'failed'),
    auto_failed: Number(outcome === 'auto_failed'),
    needs_review: Number(outcome === 'needs_review'),
    not_assessable: Number(outcome === 'not_assessable'),
    coverage_percent: Math.round(coverage * 100),
    reviewed: Number(reviewed),
    overruled: Number(overruled),
    scores: single(score),
    items: tally(
      answers.map(({ question, state, answer }) =>
        state === 'answered' ? `${question}:answered:${answer}` : `${question}:${state}`,
      ),
    ),
  };
  return { livemode: evaluation.livemode, card: [scorecard_id, revision], figures: { ...NOTHING, ...figures } };
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

type Sum = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

function plus(sum: Sum, figures: Sum): Sum {
  const added = Object.entries(figures).map(([name, value]): [string, number | Record<string, number>] => {
    const known = sum[name];
    if (typeof value === 'number') return [name, value + Number(known ?? 0)];
    const map: Record<string, number> = typeof known === 'object' ? { ...known } : {};
    for (const [key, n] of Object.entries(value)) map[key] = (map[key] ?? 0) + n;
    return [name, map];
  });
  return Object.fromEntries(added);
}
