// Metrics of one kind of work: how it ends, how long it takes, how often it is put back, and the slots that are free for it.
import type { Metrics } from '../platform/operations/metrics/metrics.js';

export interface WorkCounts<T> {
  /** Begins the names: `export` those of `exports_settled_total`, `export_turnaround_seconds` and the others. */
  readonly noun: string;
  readonly help: {
    readonly settled: string;
    readonly turnaround: string;
    readonly handBacks: string;
    readonly slots: string;
  };
  /** Begin of the turnaround. */
  readonly since: (work: T) => Date;
  /** Labels of what is settled, beside its status. */
  readonly labels?: Readonly<Record<string, (work: T) => string>>;
  /** Upper bounds of the turnaround, in seconds. */
  readonly buckets?: readonly number[];
}

/** Seconds, from work that asks no provider to work whose provider was away for hours. */
const BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200, 86_400];

export class WorkMetrics<T> {
  private readonly settledWork;
  private readonly turnarounds;
  private readonly handBacks;

  constructor(
    metrics: Metrics,
    private readonly counts: WorkCounts<T>,
    freeSlots: () => number,
  ) {
    const { noun, help, labels = {}, buckets = BUCKETS } = counts;
    this.settledWork = metrics.counter(`${noun}s_settled_total`, help.settled, ['status', ...Object.keys(labels)]);
    this.turnarounds = metrics.histogram(`${noun}_turnaround_seconds`, help.turnaround, ['status'], buckets);
    this.handBacks = metrics.counter(`${noun}_hand_backs_total`, help.handBacks, ['reason']);
    metrics.gauge(`${noun}_slots_free`, help.slots, [], (gauge) => gauge.set(freeSlots()));
  }

  settled(status: 'completed' | 'failed', work: T): void {
    const { labels = {}, since } = this.counts;
    const further = Object.entries(labels).map(([label, of]) => [label, of(work)]);
    this.settledWork.inc({ status, ...Object.fromEntries(further) });
    this.turnarounds.observe({ status }, Math.max(0, Date.now() - since(work).getTime()) / 1000);
  }

  handedBack(reason: string): void {
    this.handBacks.inc({ reason });
  }
}
