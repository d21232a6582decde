// The published figures of each month of a period, from the sums that `GET /statistics` reads and from the ledger. They are
// counted apart from the other lines of an archive, so that the lines can be checked against them.
import { Parameters } from '../../../calls/listing/analysis-filter.js';
import { countsOf } from '../../statistics/reading/figures/histogram.js';
import type { StatisticsOf } from '../../statistics/sums/measures.js';
import { coverOfAll } from '../../statistics/sums/runs.js';
import { sumsSource } from '../../statistics/sums/sums-source.js';
import type { Snapshot } from '../rows/found-rows.js';
import type { EvidencePeriod } from './evidence-parts.js';

interface Month {
  /** `2026-11`, in UTC. */
  readonly month: string;
  readonly from: Date;
  readonly to: Date;
}

/** Members of the lines that are counts already, by the columns of the sums. */
const COUNTS = {
  calls: ['n', 'audio_ms', 'not_assessable', 'flagged', 'reviewed', 'overruled'],
  evaluations: [
    'n',
    'coverage_percent',
    'reviewed',
    'overruled',
    'passed',
    'failed',
    'auto_failed',
    'needs_review',
    'not_assessable',
  ],
} as const;
const SCORES = { calls: ['compliance_scores', 'quality_scores'], evaluations: ['scores'] } as const;
const KEYS = { calls: [], evaluations: ['scorecard_id', 'revision'] } as const;

type SumsRow = Readonly<Record<string, unknown>> & { readonly bucket: number };
type ItemRow = SumsRow & { readonly name: string; readonly times: number };

/** @returns lines of JSON text */
export async function monthCounts(snapshot: Snapshot, period: EvidencePeriod): Promise<string[]> {
  const months = monthsOf(period);
  const calls = await sums(snapshot, period, months, 'calls');
  const evaluations = await sums(snapshot, period, months, 'evaluations');
  const minutes = await snapshot.read<{ month: string; n: number; hundredths: number }>(USAGE, [
    period.accountId,
    period.livemode,
    period.from,
    period.to,
  ]);
  return months.flatMap(({ month, from, to }, bucket) => {
    const at = { month, from: seconds(from), to: seconds(to), livemode: period.livemode };
    const billed = minutes.find((one) => one.month === month);
    return [
      ...calls
        .filter((row) => row.bucket === bucket)
        .map(({ bucket: _, items, ...row }) => ({
          object: 'call_counts',
          ...at,
          ...row,
          violations: items,
        })),
      ...evaluations
        .filter((row) => row.bucket === bucket)
        .map(({ bucket: _, items, ...row }) => ({
          object: 'evaluation_counts',
          ...at,
          ...row,
          answers: items,
        })),
      ...(billed ? [{ object: 'usage_counts', ...at, n: billed.n, hundredths: billed.hundredths }] : []),
    ].map((line) => JSON.stringify(line));
  });
}

async function sums(snapshot: Snapshot, period: EvidencePeriod, months: readonly Month[], of: StatisticsOf) {
  const { accountId, livemode } = period;
  const cover = await coverOfAll(months);
  const question = { accountId, livemode, of, time: 'created', grain: 'all', cover } as const;
  const keys = ['bucket', ...KEYS[of]].join(', ');
  const p = new Parameters();
  const rows = await snapshot.read<SumsRow>(
    `SELECT ${keys}, ${COUNTS[of].map((name) => `sum(${name})::float8 AS ${name}`).join(', ')},
       ${SCORES[of].map((name) => `numeric_send(sum(${name})) AS ${name}`).join(', ')}
     FROM (${sumsSource(question, p)}) AS source GROUP BY ${keys} HAVING sum(n) > 0 ORDER BY ${keys}`,
    p.values,
  );
  const q = new Parameters();
  const items = await snapshot.read<ItemRow>(
    `SELECT ${keys}, counted.name, sum(sign * counted.n::bigint)::float8 AS times
     FROM (${sumsSource(question, q)}) AS source CROSS JOIN LATERAL jsonb_each_text(items) AS counted (name, n)
     WHERE items IS NOT NULL GROUP BY ${keys}, counted.name HAVING sum(sign * counted.n::bigint) > 0
     ORDER BY ${keys}, counted.name COLLATE "C"`,
    q.values,
  );
  const keyOf = (row: SumsRow) => JSON.stringify([row.bucket, ...KEYS[of].map((name) => row[name])]);
  const byKey = new Map<string, Record<string, number>>(rows.map((row) => [keyOf(row), {}]));
  for (const item of items) {
    const found = byKey.get(keyOf(item));
    if (found) found[item.name] = item.times;
  }
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(SCORES[of].map((name) => [name, histogramOf(row[name])])),
    items: byKey.get(keyOf(row)) ?? {},
  }));
}

/** Number of calls or evaluations with a score, and the sum of their scores. */
function histogramOf(sum: unknown) {
  const counts = Buffer.isBuffer(sum) ? countsOf(sum) : [];
  return counts.reduce((all, count, score) => ({ n: all.n + count, sum: all.sum + count * score }), { n: 0, sum: 0 });
}

function monthsOf({ from, to }: EvidencePeriod): Month[] {
  const months: Month[] = [];
  for (let at = from; at < to; ) {
    const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
    months.push({ month: at.toISOString().slice(0, 7), from: at, to: next < to ? next : to });
    at = next;
  }
  return months;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

const USAGE = `
  SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS n, sum(hundredths)::float8 AS hundredths
  FROM ledger_entry WHERE account_id = $1 AND livemode = $2 AND created_at >= $3 AND created_at < $4 GROUP BY 1`;
