// A periodic task that one process does for all: its rounds take turns by a lease in Postgres.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { queryRows, type Sql } from '../database/sql.js';
import { PeriodicTask } from './periodic-task.js';

/** Each process asks this often, at least, so that a round whose process was killed is not missed for an hour. */
const MAX_TICK_MS = 5 * 60_000;
const MIN_LEASE_MS = 3_000;
const MAX_LEASE_MS = 60_000;
/** Timers are late by a little, never early: without this share a process would find its own next round not yet due. */
const EARLY_SHARE = 0.1;

export interface SharedRoundOptions {
  /** The rounds of all processes under one name take turns. */
  readonly name: string;
  readonly run: () => Promise<void>;
  /** Called with the error of a failed round, or of a failed look at the lease; the next round takes place all the same. */
  readonly onError: (error: unknown) => void;
}

export class SharedRound {
  private readonly holder = randomUUID();
  private readonly ticks: PeriodicTask;
  private intervalMs = 0;
  private tickMs = 0;
  /** Time of the lease of the current round, by the clock of Postgres. */
  private takenAt = '-infinity';
  private known = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: SharedRoundOptions,
  ) {
    this.ticks = new PeriodicTask(() => this.tick(), options.onError);
  }

  /**
   * @param intervalMs from the start of a round to the start of the next, in whichever process. The first one begins at once
   * @param maxTickMs a round that `beginRound` asks for begins so long after it, at most
   */
  start(intervalMs: number, maxTickMs = MAX_TICK_MS): void {
    this.intervalMs = intervalMs;
    this.tickMs = Math.min(intervalMs, maxTickMs);
    this.ticks.start(this.tickMs);
  }

  /** Resolves when the current round has ended. */
  stop(): Promise<void> {
    return this.ticks.stop();
  }

  private async tick(): Promise<void> {
    if (!(await this.take())) return;
    const startedAt = performance.now();
    const leaseMs = this.leaseMs();
    // When a renewal fails, the lease may end, and two processes do the round at the same time. Every round allows that.
    const renewal = setInterval(() => void this.hold(leaseMs).catch(() => undefined), leaseMs / 3);
    let isCompleted = false;
    try {
      await this.options.run();
      isCompleted = true;
    } finally {
      clearInterval(renewal);
      const dueInMs = this.intervalMs - EARLY_SHARE * this.tickMs - (performance.now() - startedAt);
      // Where this fails, the lease ends by itself.
      await this.giveBack(Math.max(0, dueInMs), isCompleted).catch(() => undefined);
    }
  }

  private leaseMs(): number {
    return Math.min(Math.max(3 * this.tickMs, MIN_LEASE_MS), MAX_LEASE_MS);
  }

  /** An UPDATE that finds no row writes nothing: that is what the other processes do. */
  private async take(): Promise<boolean> {
    if (!this.known) {
      await this.dataSource.query('INSERT INTO round_lease (name) VALUES ($1) ON CONFLICT DO NOTHING', [
        this.options.name,
      ]);
      this.known = true;
    }
    const [taken] = await queryRows<{ at: string }>(
      this.dataSource,
      `UPDATE round_lease SET holder = $2, leased_until = now() + $3 * interval '1 millisecond'
        WHERE name = $1 AND leased_until <= now() AND due_at <= now() RETURNING now()::text AS at`,
      [this.options.name, this.holder, this.leaseMs()],
    );
    this.takenAt = taken?.at ?? this.takenAt;
    return taken !== undefined;
  }

  /** A lease that was given back while the renewal was on its way stays free. */
  private async hold(leaseMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE round_lease SET leased_until = now() + $3 * interval '1 millisecond'
        WHERE name = $1 AND holder = $2 AND leased_until > '-infinity'`,
      [this.options.name, this.holder, leaseMs],
    );
  }

  /** A round that was asked for since this one began is due at once. */
  private async giveBack(dueInMs: number, isCompleted: boolean): Promise<void> {
    await this.dataSource.query(
      `UPDATE round_lease SET leased_until = '-infinity', completed_from = CASE WHEN $5 THEN $4::timestamptz ELSE completed_from END,
         due_at = CASE WHEN due_at > $4::timestamptz THEN due_at ELSE now() + $3 * interval '1 millisecond' END
        WHERE name = $1 AND holder = $2`,
      [this.options.name, this.holder, dueInMs, this.takenAt, isCompleted],
    );
  }
}

/** The next round under the name is due once the transaction is committed, also where one is going on. */
export async function beginRound(sql: Sql, name: string): Promise<void> {
  await sql.query('UPDATE round_lease SET due_at = clock_timestamp() WHERE name = $1', [name]);
}
