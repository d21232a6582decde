// Columns of the sums: dimensions and measures. Each has its SQL of one call and of one evaluation here, so that
// a column without its source does not compile.

export type StatisticsOf = 'calls' | 'evaluations';

/** SQL of one call, over `a`, the row of `analysis`; of one evaluation, over `e`, the row of `evaluation`. */
type Sources = Readonly<Record<StatisticsOf, string>>;

/** Key of a row of sums, beside account, mode and time. Null is a value of its own in all but the first. */
const DIMENSION_TABLE = {
  agent_id: { calls: 'a.agent_id', evaluations: 'e.agent_id' },
  team: { calls: 'a.team', evaluations: 'e.team' },
  language: { calls: 'a.spoken_language', evaluations: 'e.spoken_language' },
  direction: { calls: 'a.direction', evaluations: 'e.direction' },
  scorecard_id: { calls: 'NULL::uuid', evaluations: 'e.scorecard_id' },
  revision: { calls: 'NULL::integer', evaluations: 'e.revision' },
} as const satisfies Readonly<Record<string, Sources>>;

interface Measure {
  /** A count is a whole number. `countsOf` reads the sum of a histogram. */
  readonly kind: 'count' | 'histogram';
  /** Null where calls have no such sum. */
  readonly calls: string | null;
  readonly evaluations: string | null;
}

export const MEASURES = {
  n: { kind: 'count', calls: '1', evaluations: '1' },
  audio_ms: { kind: 'count', calls: 'coalesce(a.duration_ms, 0)', evaluations: null },
  /** Findings without a verdict, or evaluations with that outcome. */
  not_assessable: {
    kind: 'count',
    calls: 'coalesce(a.not_assessable, 0)',
    evaluations: "(e.outcome = 'not_assessable')::int",
  },
  flagged: { kind: 'count', calls: 'a.flagged::int', evaluations: null },
  reviewed: { kind: 'count', calls: 'a.reviewed::int', evaluations: 'e.reviewed::int' },
  overruled: {
    kind: 'count',
    calls: 'coalesce(a.overruled, false)::int',
    evaluations: 'coalesce(e.overruled, false)::int',
  },
  passed: { kind: 'count', calls: null, evaluations: "(e.outcome = 'passed')::int" },
  failed: { kind: 'count', calls: null, evaluations: "(e.outcome = 'failed')::int" },
  auto_failed: { kind: 'count', calls: null, evaluations: "(e.outcome = 'auto_failed')::int" },
  needs_review: { kind: 'count', calls: null, evaluations: "(e.outcome = 'needs_review')::int" },
  /** Sum of their coverage, in hundredths. */
  coverage_percent: { kind: 'count', calls: null, evaluations: 'coalesce(round(e.coverage * 100), 0)::bigint' },
  compliance_scores: { kind: 'histogram', calls: 'coalesce(stat_slot(a.compliance_score), 0)', evaluations: null },
  quality_scores: { kind: 'histogram', calls: 'coalesce(stat_slot(a.quality_score), 0)', evaluations: null },
  scores: { kind: 'histogram', calls: null, evaluations: 'coalesce(stat_slot(e.score), 0)' },
} as const satisfies Readonly<Record<string, Measure>>;

/** Violations by rule, or answers by question, state and answer. Most calls with violations broke one rule: no need to count. */
const ITEMS: Sources = {
  calls: `CASE WHEN cardinality(a.violations) = 1 THEN jsonb_build_object(a.violations[1], 1)
    ELSE stat_counts(a.violations, 1) END`,
  evaluations: 'stat_counts(e.given_answers, 1)',
};

type Table = typeof MEASURES;
export type MeasureName = keyof Table;
export type MeasureOf<Of extends StatisticsOf> = {
  [Name in MeasureName]: Table[Name][Of] extends string ? Name : never;
}[MeasureName];

export const DIMENSIONS = Object.keys(DIMENSION_TABLE) as readonly (keyof typeof DIMENSION_TABLE)[];
export type Dimension = (typeof DIMENSIONS)[number];

/** Dimensions that stored sums have, the fewest first: the scorecard alone, the agent too, or each one. */
export const GRAINS = ['all', 'agent', 'each'] as const;
export type Grain = (typeof GRAINS)[number];

const OF_ALL: readonly Dimension[] = ['scorecard_id', 'revision'];
export const DIMENSIONS_OF: Readonly<Record<Grain, readonly Dimension[]>> = {
  all: OF_ALL,
  agent: ['agent_id', ...OF_ALL],
  each: DIMENSIONS,
};

/** The grain with the fewest rows that has these dimensions. */
export const grainWith = (dimensions: readonly Dimension[]): Grain =>
  GRAINS.find((grain) => dimensions.every((dimension) => DIMENSIONS_OF[grain].includes(dimension))) ?? 'each';

export const MEASURE_NAMES = Object.keys(MEASURES) as readonly MeasureName[];

export const measuresOf = <Of extends StatisticsOf>(of: Of) =>
  MEASURE_NAMES.filter((name): name is MeasureOf<Of> => MEASURES[name][of] !== null);

/** SQL conditions for counted calls (over `a`) and evaluations (over `e`). */
export const CALL_COUNTS = "a.status = 'completed' AND a.flagged IS NOT NULL";
export const EVALUATION_COUNTS =
  "e.status = 'completed' AND NOT e.superseded AND e.given_answers IS NOT NULL AND e.call_created_at IS NOT NULL";

/** SQL columns: row of sums for one call (over `a`), or one evaluation (over `e`). */
export function rowOfOne(of: StatisticsOf, sign = '1'): string {
  return rowWith(
    {
      dimension: (name) => DIMENSION_TABLE[name][of],
      measure: (name) => MEASURES[name][of] ?? '0',
      items: ITEMS[of],
    },
    sign,
  );
}

/** SQL columns: stored row of sums, over `s`. */
export function keptRow(sign: string): string {
  const kept = (name: string) => `s.${name}`;
  return rowWith({ dimension: kept, measure: kept, items: 's.items' }, sign);
}

interface RowSources {
  dimension(name: (typeof DIMENSIONS)[number]): string;
  measure(name: MeasureName): string;
  readonly items: string;
}

function rowWith({ dimension, measure, items }: RowSources, sign: string): string {
  return [
    ...DIMENSIONS.map((name) => `${dimension(name)} AS ${name}`),
    ...MEASURE_NAMES.map((name) => `${signed(name, measure(name), sign)} AS ${name}`),
    `${sign} AS sign`,
    `${items} AS items`,
  ].join(', ');
}

/** A product of histograms would take far longer than their sum. */
const signed = (name: MeasureName, value: string, sign: string) =>
  MEASURES[name].kind === 'histogram' ? `CASE WHEN ${sign} < 0 THEN -${value} ELSE ${value} END` : `${sign} * ${value}`;
