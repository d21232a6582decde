// Recordings to be deleted. Each is noted in the statement that removes its owner, and forgotten once it is deleted.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import { ObjectStore } from '../../ports/object-store.js';

/** Recordings per request to the store. */
const BATCH = 1_000;
/** Recordings per log line: a log collector may truncate longer lines. */
const LOGGED_TOGETHER = 100;
const NOT_DELETED = 'Could not delete the recording of a deleted analysis; the sweep will delete it';

@Injectable()
export class RecordingDeletions {
  private readonly logger = new Logger(RecordingDeletions.name);

  private isAsked = false;
  private isRunning = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /** Notes a recording that the store did not delete. Never rejects: the sweep finds recordings without a note as orphans. */
  async note(storageKey: string): Promise<void> {
    await this.dataSource
      .query('INSERT INTO recording_deletion (storage_key) VALUES ($1) ON CONFLICT DO NOTHING', [storageKey])
      .catch(() => undefined);
  }

  /** Notes an object in the transaction that removes its owner. */
  async noteIn(tx: EntityManager, storageKey: string): Promise<void> {
    await tx.query('INSERT INTO recording_deletion (storage_key) VALUES ($1) ON CONFLICT DO NOTHING', [storageKey]);
  }

  /** Deletes noted recordings of a deleted call. Never rejects: what the store keeps, the sweep deletes. */
  async deleteNow(analysisId: string, keys: readonly string[]): Promise<void> {
    try {
      if ((await this.deleteBatch(keys)) === 0) return;
      this.logger.warn({ analysisId }, NOT_DELETED);
    } catch (error) {
      this.logger.warn({ err: error, analysisId }, NOT_DELETED);
    }
  }

  /** Deletes all that is noted, in the background. What fails is left to the sweep. */
  soon(): void {
    this.isAsked = true;
    if (this.isRunning) return;
    this.isRunning = true;
    void this.runWhileAsked()
      .catch(() => undefined)
      .finally(() => {
        this.isRunning = false;
      });
  }

  private async runWhileAsked(): Promise<void> {
    while (this.isAsked) {
      this.isAsked = false;
      await this.run();
    }
  }

  /**
   * Deletes all noted recordings. Two processes may do so at the same time: a deletion can be repeated.
   * @throws ProviderError when the store fails
   */
  async run(): Promise<void> {
    let noted: readonly string[];
    let after = '';
    let failed = 0;
    do {
      noted = await this.notedAfter(after);
      after = noted.at(-1) ?? after;
      failed += await this.deleteBatch(noted);
    } while (noted.length === BATCH);
    if (failed > 0) this.logger.warn(`Could not delete ${failed} recordings; the next sweep tries again`);
  }

  private async notedAfter(storageKey: string): Promise<readonly string[]> {
    const noted = await queryRows<{ key: string }>(
      this.dataSource,
      `SELECT storage_key AS key FROM recording_deletion WHERE storage_key > $1 ORDER BY storage_key LIMIT ${BATCH}`,
      [storageKey],
    );
    return noted.map(({ key }) => key);
  }

  /** @returns number of recordings that could not be deleted */
  private async deleteBatch(keys: readonly string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const failed = new Set(await this.store.deleteMany(keys));
    const deleted = keys.filter((key) => !failed.has(key));
    await this.dataSource.query('DELETE FROM recording_deletion WHERE storage_key = ANY($1)', [deleted]);
    for (let from = 0; from < deleted.length; from += LOGGED_TOGETHER)
      this.logger.log({ recordings: deleted.slice(from, from + LOGGED_TOGETHER) }, 'Deleted recordings');
    return failed.size;
  }
}
