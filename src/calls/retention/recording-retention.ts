// Ends the retention of recordings and analyses.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { endTestMinutes } from '../../billing/usage/test-minutes.js';
import { Config } from '../../platform/config/config.js';
import { queryRow } from '../../platform/database/sql.js';
import { dropMonths } from '../words/months-of-words.js';
import { RecordingDeletions } from './recording-deletions.js';
import { RECORDING_KEYS, recordingsOf } from './recording-keys.js';

/** Analyses per statement. A longer one would keep the counts of calls by agent locked, so that submissions wait. */
const ANALYSES = 500;
/** Recordings per statement: as many as one request to the store deletes. */
const RECORDINGS = 1_000;

/** Last row of a batch. The next batch begins after it, and does not read finished rows again. */
interface Batch {
  readonly settledAt: string;
  readonly id: string;
  readonly size: number;
}

const START: Batch = { settledAt: '-infinity', id: '00000000-0000-0000-0000-000000000000', size: 0 };

/**
 * A batch is one statement: it takes the recordings from their rows and notes them for deletion.
 * @param which condition on the row
 * @param end statement that changes the rows of `due`
 */
const endingBatch = (which: string, end: string) => `
  WITH due AS (
    SELECT id, settled_at, ${RECORDING_KEYS} FROM analysis
     WHERE settled_at < now() - $1 * interval '1 day' AND (settled_at, id) > ($2::timestamptz, $3::uuid) AND ${which}
     ORDER BY settled_at, id LIMIT $4 FOR UPDATE SKIP LOCKED),
  ended AS (${end}),
  noted AS (
    INSERT INTO recording_deletion (storage_key) ${recordingsOf('due')} ON CONFLICT DO NOTHING)
  SELECT settled_at::text AS "settledAt", id, count(*) OVER ()::int AS size FROM due
   ORDER BY settled_at DESC, id DESC LIMIT 1`;

const END_ANALYSES = endingBatch('true', 'DELETE FROM analysis USING due WHERE analysis.id = due.id');
/** Through the same cascades and triggers as a person's deletion. */
const END_TEST_ANALYSES = endingBatch('NOT livemode', 'DELETE FROM analysis USING due WHERE analysis.id = due.id');
/** A failed call keeps its checkpoints while it can be retried, which is as long as its recording exists. */
const endingRecordings = (which: string) =>
  endingBatch(
    which,
    `UPDATE analysis SET storage_key = NULL, original_key = NULL, original_format = NULL, redacted_key = NULL, redacted_format = NULL,
        playback = NULL, playback_key = NULL
      FROM due WHERE analysis.id = due.id),
  told AS (
    UPDATE analysis_payload SET redaction = replace(redaction, '"original":"kept"', '"original":"deleted"')
      FROM due WHERE analysis_id = due.id AND redaction IS NOT NULL),
  forgotten AS (DELETE FROM analysis_checkpoint USING due WHERE analysis_id = due.id`,
  );
const END_RECORDINGS = endingRecordings('storage_key IS NOT NULL');
/** Recordings that are withheld from clients. The condition is that of an index. */
const END_WITHHELD_RECORDINGS = endingRecordings('storage_key IS NULL AND original_key IS NOT NULL');
const END_ADDRESSES = endingBatch(
  'source_url IS NOT NULL',
  'UPDATE analysis SET source_url = NULL FROM due WHERE analysis.id = due.id',
);
/**
 * Days for which the address of a recording that was never stored is kept for a retry. It may carry a signature, so it is not
 * kept longer.
 */
const MAX_ADDRESS_DAYS = 30;

@Injectable()
export class RecordingRetention {
  private readonly logger = new Logger(RecordingRetention.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly deletions: RecordingDeletions,
    private readonly config: Config,
  ) {}

  /**
   * Ends what is due, and deletes its recordings. What a killed process leaves is noted or still due.
   * @throws ProviderError when the store fails
   */
  async end(): Promise<void> {
    const { analysisDays, audioDays, testDays } = this.config.retention;
    // Deletes recordings that an earlier round noted before it was killed, or that the store refused.
    await this.deletions.run();
    // Before the calls: those of a month whose words are gone have fewer rows to delete.
    await this.dropMonthsOfWords();
    if (analysisDays > 0) await this.inBatches(END_ANALYSES, analysisDays, ANALYSES);
    if (testDays > 0) await this.inBatches(END_TEST_ANALYSES, testDays, ANALYSES);
    if (testDays > 0) await endTestMinutes(this.dataSource, testDays);
    if (audioDays > 0) await this.inBatches(END_RECORDINGS, audioDays, RECORDINGS);
    if (audioDays > 0) await this.inBatches(END_WITHHELD_RECORDINGS, audioDays, RECORDINGS);
    const addressDays = audioDays > 0 ? Math.min(audioDays, MAX_ADDRESS_DAYS) : MAX_ADDRESS_DAYS;
    await this.inBatches(END_ADDRESSES, addressDays, ANALYSES);
  }

  private async dropMonthsOfWords(): Promise<void> {
    const { analysisDays, testDays } = this.config.retention;
    try {
      const months = await dropMonths(this.dataSource, analysisDays, testDays);
      if (months.length > 0) this.logger.log({ months }, 'Dropped months of words of which no call is kept');
    } catch (error) {
      // The words go with their calls all the same.
      this.logger.warn({ err: error }, 'Could not drop months of words; the next sweep tries again');
    }
  }

  /** Works in batches: when an operator enables retention late, one statement would take too long. */
  private async inBatches(statement: string, days: number, limit: number): Promise<void> {
    let last: Batch | null = START;
    do {
      const { settledAt, id }: Batch = last;
      last = await queryRow<Batch>(this.dataSource, statement, [days, settledAt, id, limit]);
      if (last !== null) await this.deletions.run();
    } while (last !== null && last.size === limit);
  }
}
