// Deletes stored recordings that no analysis owns (such as an upload whose process was killed), and ends the retention of
// recordings and analyses.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { queryRows } from '../platform/database/sql.js';
import { PeriodicTask } from '../platform/operations/periodic-task.js';
import { ObjectStore, type StoredObject } from '../ports/object-store.js';

const SWEEP_INTERVAL_MS = 60 * 60_000;
/** An upload in progress has no analysis yet, and 500 MB over a slow line may take hours. */
const MIN_ORPHAN_AGE_MS = 6 * 60 * 60_000;
/** Rows and recordings per statement. */
const BATCH = 500;

@Injectable()
export class RecordingSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RecordingSweep.name);
  private readonly round = new PeriodicTask(
    () => this.sweep(Date.now()),
    (error) => this.logger.warn({ err: error }, 'Sweep of recordings failed; the next sweep tries again'),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.round.start(SWEEP_INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  /** @param now milliseconds since 1970 */
  async sweep(now: number): Promise<void> {
    await this.endRetention();
    let batch: StoredObject[] = [];
    for await (const object of this.store.list('recordings/')) {
      if (now - object.modifiedAt.getTime() < MIN_ORPHAN_AGE_MS) continue;
      batch.push(object);
      if (batch.length < BATCH) continue;
      await this.deleteOrphans(batch);
      batch = [];
    }
    await this.deleteOrphans(batch);
  }

  private async deleteOrphans(objects: readonly StoredObject[]): Promise<void> {
    const keys = objects.map(({ key }) => key);
    const owned = await queryRows<{ storage_key: string }>(
      this.dataSource,
      `SELECT 'recordings/' || id AS storage_key FROM analysis
       WHERE id = ANY($1::uuid[]) AND (storage_key IS NOT NULL OR status = 'processing')`,
      [keys.map((key) => key.slice('recordings/'.length))],
    );
    const kept = new Set(owned.map(({ storage_key }) => storage_key));
    for (const key of keys) if (!kept.has(key)) await this.store.delete(key);
  }

  private async endRetention(): Promise<void> {
    const { audioDays, analysisDays } = this.config.retention;
    if (analysisDays > 0) {
      await this.inBatches(
        `DELETE FROM analysis WHERE id IN (
           SELECT id FROM analysis WHERE settled_at < now() - $1 * interval '1 day'
           ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`,
        analysisDays,
      );
    }
    if (audioDays > 0) {
      // The recordings lose their owner here; the sweep then deletes them as orphans.
      await this.inBatches(
        `UPDATE analysis SET storage_key = NULL WHERE id IN (
           SELECT id FROM analysis WHERE settled_at < now() - $1 * interval '1 day' AND storage_key IS NOT NULL
           ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`,
        audioDays,
      );
    }
  }

  /**
   * Repeats the statement until nothing is due. Where an operator switches retention on late, more is due than one
   * statement has time for. A long statement would also keep the counts of calls by agent locked, so that submissions
   * wait.
   */
  private async inBatches(statement: string, days: number): Promise<void> {
    let ended: unknown[];
    do ended = await queryRows(this.dataSource, statement, [days, BATCH]);
    while (ended.length === BATCH);
  }
}
