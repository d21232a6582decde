// The cover of many buckets: the stored sums that add up to each of them, as runs that are read in one scan each.
import { inSlices } from '../../../platform/concurrency/loop-turns.js';
import { coverOf, type Part, type Span, type Stretch } from './cover.js';

/**
 * Consecutive parts of one span and sign, in consecutive buckets, which are read in one scan. When a year of days was joined one
 * by one, the planner's worst choice compared each of 290,000 rows with each day.
 */
export interface Run {
  readonly sign: 1 | -1;
  /** Bucket of the first part. */
  readonly bucket: number;
  /** ISO 8601, the first of `starts`. */
  readonly start: string;
  /** ISO 8601, exclusive. */
  readonly stop: string;
  /** Beginnings of the parts. */
  readonly starts: readonly string[];
}

export interface Runs {
  readonly runs: readonly Run[];
  /** JSON text of `runs`, for several statements. */
  readonly json: string;
}

/** `changed`: intervals of whole hours, in which changes are not added to the sums yet. */
export type Cover = Readonly<Record<Span | 'changed', Runs>>;

/** Buckets covered, and runs written as JSON, in a turn of the event loop. */
const SLICE = 50;

export async function coverOfAll(buckets: readonly Stretch[]): Promise<Cover> {
  const lists = { month: new RunList(), day: new RunList(), hour: new RunList(), piece: new RunList() };
  const changed = new RunList();
  await inSlices(buckets, SLICE, (stretch, bucket) => {
    const parts = coverOf(stretch);
    for (const part of parts) lists[part.span].add(bucket, part);
    const hours = hoursOf(parts);
    if (hours) changed.add(bucket, hours);
  });
  return {
    month: await lists.month.written(),
    day: await lists.day.written(),
    hour: await lists.hour.written(),
    piece: await lists.piece.written(),
    changed: await changed.written(),
  };
}

interface OpenRun {
  readonly sign: 1 | -1;
  readonly bucket: number;
  readonly starts: string[];
  to: number;
}

class RunList {
  private readonly all: OpenRun[] = [];
  /** The last run of each sign. */
  private readonly open = new Map<1 | -1, OpenRun>();

  /** @param bucket not before that of the part before */
  add(bucket: number, { sign, from, to }: Pick<Part, 'sign' | 'from' | 'to'>): void {
    const start = new Date(from).toISOString();
    const last = this.open.get(sign);
    if (last && last.to === from && last.bucket + last.starts.length === bucket) {
      last.starts.push(start);
      last.to = to;
      return;
    }
    const run = { sign, bucket, starts: [start], to };
    this.open.set(sign, run);
    this.all.push(run);
  }

  async written(): Promise<Runs> {
    const written = await inSlices(this.all, SLICE, ({ sign, bucket, starts, to }) => {
      const run: Run = { sign, bucket, start: starts[0] ?? '', stop: new Date(to).toISOString(), starts };
      return { run, json: JSON.stringify(run) };
    });
    return { runs: written.map(({ run }) => run), json: `[${written.map(({ json }) => json).join(',')}]` };
  }
}

/** Interval that the parts of whole hours add up to; null for none. */
function hoursOf(parts: readonly Part[]): Pick<Part, 'sign' | 'from' | 'to'> | null {
  const edges = new Map<number, number>();
  for (const { sign, from, to } of parts.filter(({ span }) => span !== 'piece')) {
    edges.set(from, (edges.get(from) ?? 0) + sign);
    edges.set(to, (edges.get(to) ?? 0) - sign);
  }
  const [from, to] = [1, -1].map((edge) => [...edges].find(([, sum]) => sum === edge)?.[0]);
  return from === undefined || to === undefined ? null : { sign: 1, from, to };
}
