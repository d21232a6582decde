// The columns of the sums: what they are of, and what they hold.

/** What a row of sums is of, beside account, mode and time. Null is a value of its own in all but the first. */
export const DIMENSIONS = ['agent_id', 'team', 'language', 'direction', 'scorecard_id', 'revision'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Whole numbers. Of calls, `not_assessable` counts findings; of evaluations, those with that outcome. */
export const COUNTS = [
  'n',
  'audio_ms',
  'not_assessable',
  'flagged',
  'reviewed',
  'overruled',
  // Of evaluations alone. `coverage_percent` is the sum of their coverage, in hundredths.
  'passed',
  'failed',
  'auto_failed',
  'needs_review',
  'coverage_percent',
] as const;

/** Histograms, of which `readHistogram` reads the sum. The first two are of calls, the last of evaluations. */
export const HISTOGRAMS = ['compliance_scores', 'quality_scores', 'scores'] as const;

/** Decimal digits of each score in a histogram, the lowest for the highest score: as in the function `stat_slot`. */
const SLOT = 8;
const MAX_SCORE = 100;
const ZERO = '0'.charCodeAt(0);

/**
 * @param sum of a column of `HISTOGRAMS`, as Postgres writes it
 * @returns how often each score is there, from 0 to 100
 */
export function readHistogram(sum: string): number[] {
  const counts = Array.from({ length: MAX_SCORE + 1 }, () => 0);
  // Digit by digit: a page of 4,000 groups has a million slots, and `Number(text)` took twice as long.
  for (let end = sum.length, score = MAX_SCORE; end > 0; end -= SLOT, score--) {
    let count = 0;
    for (let at = Math.max(0, end - SLOT); at < end; at++) count = 10 * count + sum.charCodeAt(at) - ZERO;
    counts[score] = count;
  }
  return counts;
}

/** Of one call: each column of the sums, as SQL over `a`, the row of `analysis`. */
const OF_CALL: Readonly<Record<string, string>> = {
  agent_id: 'a.agent_id',
  team: 'a.team',
  language: 'a.spoken_language',
  direction: 'a.direction',
  scorecard_id: 'NULL::uuid',
  revision: 'NULL::integer',
  n: '1',
  audio_ms: 'coalesce(a.duration_ms, 0)',
  not_assessable: 'coalesce(a.not_assessable, 0)',
  flagged: 'a.flagged::int',
  reviewed: 'a.reviewed::int',
  overruled: 'coalesce(a.overruled, false)::int',
  compliance_scores: 'coalesce(stat_slot(a.compliance_score), 0)',
  quality_scores: 'coalesce(stat_slot(a.quality_score), 0)',
  items: 'stat_counts(a.violations, 1)',
};

/** Of one evaluation: over `e`, the row of `evaluation`. */
const OF_EVALUATION: Readonly<Record<string, string>> = {
  agent_id: 'e.agent_id',
  team: 'e.team',
  language: 'e.spoken_language',
  direction: 'e.direction',
  scorecard_id: 'e.scorecard_id',
  revision: 'e.revision',
  n: '1',
  not_assessable: "(e.outcome = 'not_assessable')::int",
  reviewed: 'e.reviewed::int',
  overruled: 'coalesce(e.overruled, false)::int',
  passed: "(e.outcome = 'passed')::int",
  failed: "(e.outcome = 'failed')::int",
  auto_failed: "(e.outcome = 'auto_failed')::int",
  needs_review: "(e.outcome = 'needs_review')::int",
  coverage_percent: 'coalesce(round(e.coverage * 100), 0)::bigint',
  scores: 'coalesce(stat_slot(e.score), 0)',
  items: 'stat_counts(e.given_answers, 1)',
};

/** SQL conditions for what counts, over `a` or `e`. */
export const CALL_COUNTS = "a.status = 'completed' AND a.flagged IS NOT NULL";
export const EVALUATION_COUNTS =
  "e.status = 'completed' AND NOT e.superseded AND e.given_answers IS NOT NULL AND e.call_created_at IS NOT NULL";

export type StatisticsOf = 'calls' | 'evaluations';

/** SQL columns of a row of sums that one call (over `a`), or one evaluation (over `e`), makes. */
export function rowOfOne(of: StatisticsOf, sign = '1'): string {
  const columns = of === 'calls' ? OF_CALL : OF_EVALUATION;
  return columnsOf((name) => columns[name] ?? '0', sign);
}

/** SQL columns of a row of sums that is kept, over `s`. */
export const keptRow = (sign: string): string => columnsOf((name) => `s.${name}`, sign);

function columnsOf(expression: (name: string) => string, sign: string): string {
  return [
    ...DIMENSIONS.map((name) => `${expression(name)} AS ${name}`),
    ...COUNTS.map((name) => `${sign} * ${expression(name)} AS ${name}`),
    // A product of such numbers would take far longer than their sum.
    ...HISTOGRAMS.map(
      (name) => `CASE WHEN ${sign} < 0 THEN -${expression(name)} ELSE ${expression(name)} END AS ${name}`,
    ),
    `${sign} AS sign`,
    `${expression('items')} AS items`,
  ].join(', ');
}
