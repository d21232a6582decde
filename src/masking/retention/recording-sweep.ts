// Ends the retention of recordings and analyses, and deletes stored recordings that no analysis owns (such as an upload whose
// process was killed). One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryRow } from '../../platform/database/sql.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ObjectStore } from '../../ports/object-store.js';
import { areFew, OrphanRecordings, type Survey } from '../../recordings/orphan-recordings.js';
import { RETENTION_ROUND, RetentionRounds } from './retention-rounds.js';

const SWEEP_INTERVAL_MS = 60 * 60_000;
/** A released hold and changed settings have a round of retention begin. */
const RETENTION_TICK_MS = 2_000;

const LAG = 'SELECT extract(epoch FROM now() - completed_from)::float8 AS lag FROM round_lease WHERE name = $1';

type Outcome = 'done' | 'stopped' | 'failed';

@Injectable()
export class RecordingSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RecordingSweep.name);
  private readonly orphans: OrphanRecordings;
  private readonly round: SharedRound;
  private readonly retentionRound: SharedRound;
  private readonly rounds;
  private readonly deleted;
  /** Milliseconds since 1970. */
  private stoppedAt = 0;

  constructor(
    dataSource: DataSource,
    store: ObjectStore,
    private readonly retention: RetentionRounds,
    metrics: Metrics,
    private readonly config: Config,
  ) {
    this.orphans = new OrphanRecordings(dataSource, store);
    this.rounds = metrics.counter('recording_sweeps_total', 'Sweeps of recordings, by how they ended.', ['outcome']);
    this.deleted = metrics.counter('orphan_recordings_deleted_total', 'Recordings that no analysis owned.');
    metrics.gauge(
      'recording_sweep_stopped',
      '1 when a sweep by this worker deleted no orphan, in the last two hours, because something is wrong.',
      [],
      // Another worker may do the next sweep.
      (gauge) => gauge.set(Date.now() - this.stoppedAt < 2 * SWEEP_INTERVAL_MS ? 1 : 0),
    );
    metrics.gauge(
      'retention_lag_seconds',
      'Seconds since the start of the last round of retention that came to its end: at most so late is what it deletes.',
      [],
      async (gauge) =>
        gauge.set((await queryRow<{ lag: number | null }>(dataSource, LAG, [RETENTION_ROUND]))?.lag ?? 0),
    );
    this.round = new SharedRound(dataSource, {
      name: 'recordings',
      run: () => this.sweep(Date.now()),
      onError: (error) => this.logger.warn({ err: error }, 'Sweep of recordings failed; the next sweep tries again'),
    });
    this.retentionRound = new SharedRound(dataSource, {
      name: RETENTION_ROUND,
      run: () => this.retention.end(),
      onError: (error) => this.logger.warn({ err: error }, 'Round of retention failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(SWEEP_INTERVAL_MS);
    this.retentionRound.start(this.config.retention.everyMs, RETENTION_TICK_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.round.stop(), this.retentionRound.stop()]);
  }

  /** @param now milliseconds since 1970 */
  async sweep(now: number): Promise<void> {
    let outcome: Outcome = 'failed';
    try {
      await this.retention.end();
      outcome = await this.sweepOrphans(now);
    } finally {
      this.rounds.inc({ outcome });
      if (outcome !== 'failed') this.stoppedAt = outcome === 'stopped' ? Date.now() : 0;
    }
  }

  private async sweepOrphans(now: number): Promise<Outcome> {
    const survey = await this.orphans.survey(now);
    if (survey.owner !== 'this' || !areFew(survey)) {
      this.report(survey);
      return 'stopped';
    }
    await this.orphans.delete(survey.keys, (key) => {
      this.deleted.inc();
      this.logger.log({ recording: key }, 'Deleted a recording that no analysis owned');
    });
    return 'done';
  }

  private report({ owner, mark, deployment, orphans, recordings }: Survey): void {
    if (owner === 'other') {
      this.logger.error(
        { mark, deployment },
        'The recording store belongs to another deployment; its orphans stay. Compare DATABASE_URL and the storage settings',
      );
    } else if (owner === 'unmarked') {
      this.logger.error(
        { deployment },
        'This database knows few of the recordings in the store; orphans stay. Compare DATABASE_URL and the storage settings',
      );
    } else {
      this.logger.error(
        { orphans, recordings },
        'Too many recordings have no analysis; they stay. See them with call-analysis recordings:sweep, delete them with --confirm',
      );
    }
  }
}
