// Ends the retention of recordings and analyses.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { endTestMinutes } from '../../billing/usage/test-minutes.js';
import { Config } from '../../platform/config/config.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { lockHolds, notHeld } from '../holds/held-calls.js';
import { dropMonths } from '../words/months-of-words.js';
import { deleteCalls } from './delete-calls.js';
import { RecordingDeletions } from './recording-deletions.js';
import { RECORDING_KEYS, recordingsOf } from './recording-keys.js';

/** Analyses per statement. A longer one would keep the counts of calls by agent locked, so that submissions wait. */
const ANALYSES = 500;
/** Recordings per statement: as many as one request to the store deletes. */
const RECORDINGS = 1_000;

/** Last row of a batch. The next batch begins after it, and does not read finished rows again. */
interface Last {
  readonly settledAt: string;
  readonly id: string;
}

interface Found extends Last {
  readonly accountId: string;
}

const START: Last = { settledAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/** Something of a call that ends. A batch is a transaction: it locks the calls that are due, and then ends it for them. */
interface Ending {
  /** SQL condition on a call that has something to end. */
  readonly which: string;
  readonly atOnce: number;
  end(tx: EntityManager, ids: readonly string[]): Promise<unknown>;
}

/** A call that is held stays as it is. */
const due = (which: string) => `settled_at < now() - $1 * interval '1 day' AND ${which} AND ${notHeld('analysis')}`;
const finding = (which: string) => `
  SELECT id, account_id AS "accountId", settled_at::text AS "settledAt" FROM analysis
   WHERE (settled_at, id) > ($2::timestamptz, $3::uuid) AND ${due(which)} ORDER BY analysis.settled_at, id LIMIT $4`;
const locking = (which: string) => `
  SELECT id FROM analysis WHERE id = ANY($2::uuid[]) AND ${due(which)} ORDER BY id FOR UPDATE SKIP LOCKED`;

const ANALYSES_END: Ending = { which: 'true', atOnce: ANALYSES, end: deleteCalls };
/** Through the same cascades and triggers as a person's deletion. */
const TEST_ANALYSES_END: Ending = { which: 'NOT livemode', atOnce: ANALYSES, end: deleteCalls };

/** A failed call keeps its checkpoints while it can be retried, which is as long as its recording exists. */
const END_RECORDINGS = `
  WITH due AS (SELECT id, ${RECORDING_KEYS} FROM analysis WHERE id = ANY($1::uuid[])),
  ended AS (
    UPDATE analysis SET storage_key = NULL, original_key = NULL, original_format = NULL, redacted_key = NULL, redacted_format = NULL,
        playback = NULL, playback_key = NULL
      FROM due WHERE analysis.id = due.id),
  told AS (
    UPDATE analysis_payload SET redaction = replace(redaction, '"original":"kept"', '"original":"deleted"')
      FROM due WHERE analysis_id = due.id AND redaction IS NOT NULL),
  forgotten AS (DELETE FROM analysis_checkpoint USING due WHERE analysis_id = due.id)
  INSERT INTO recording_deletion (storage_key) ${recordingsOf('due')} ON CONFLICT DO NOTHING`;
const recordingsEnd = (which: string): Ending => ({
  which,
  atOnce: RECORDINGS,
  end: (tx, ids) => tx.query(END_RECORDINGS, [ids]),
});
const RECORDINGS_END = recordingsEnd('storage_key IS NOT NULL');
/** Recordings that are withheld from clients. The condition is that of an index. */
const WITHHELD_RECORDINGS_END = recordingsEnd('storage_key IS NULL AND original_key IS NOT NULL');
const ADDRESSES_END: Ending = {
  which: 'source_url IS NOT NULL',
  atOnce: ANALYSES,
  end: (tx, ids) => tx.query('UPDATE analysis SET source_url = NULL WHERE id = ANY($1::uuid[])', [ids]),
};
/**
 * Days for which the address of a recording that was never stored is kept for a retry. It may carry a signature, so it is not
 * kept longer.
 */
const MAX_ADDRESS_DAYS = 30;

/** Name of the round that ends retentions. */
export const RETENTION_ROUND = 'retention';

/** Counts the calls of a hold, just released, of which something is due. */
export async function countOverdue(
  tx: EntityManager,
  holdId: string,
  { analysisDays, testDays, audioDays }: Config['retention'],
): Promise<number> {
  const since = (days: string) => `a.settled_at < now() - ${days}::int * interval '1 day'`;
  const counted = await queryRow<{ n: number }>(
    tx,
    `SELECT count(*)::int AS n FROM held_call held JOIN analysis a ON a.id = held.analysis_id
     WHERE held.hold_id = $1 AND ${notHeld('a')} AND (
       ($2::int > 0 AND ${since('$2')}) OR ($3::int > 0 AND NOT a.livemode AND ${since('$3')})
       OR ($4::int > 0 AND coalesce(a.storage_key, a.original_key) IS NOT NULL AND ${since('$4')}))`,
    [holdId, analysisDays, testDays, audioDays],
  );
  return counted?.n ?? 0;
}

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
    if (analysisDays > 0) await this.inBatches(ANALYSES_END, analysisDays);
    if (testDays > 0) await this.inBatches(TEST_ANALYSES_END, testDays);
    if (testDays > 0) await endTestMinutes(this.dataSource, testDays);
    if (audioDays > 0) await this.inBatches(RECORDINGS_END, audioDays);
    if (audioDays > 0) await this.inBatches(WITHHELD_RECORDINGS_END, audioDays);
    const addressDays = audioDays > 0 ? Math.min(audioDays, MAX_ADDRESS_DAYS) : MAX_ADDRESS_DAYS;
    await this.inBatches(ADDRESSES_END, addressDays);
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
  private async inBatches(ending: Ending, days: number): Promise<void> {
    let last: Last | undefined = START;
    while (last) {
      const found: Found[] = await this.endBatch(ending, days, last);
      if (found.length > 0) await this.deletions.run();
      last = found.length === ending.atOnce ? found.at(-1) : undefined;
    }
  }

  /** Calls are looked at again once no hold can be placed any more. @returns what was due, ended or not */
  private endBatch({ which, atOnce, end }: Ending, days: number, { settledAt, id }: Last): Promise<Found[]> {
    return this.dataSource.transaction(async (tx) => {
      const found = await queryRows<Found>(tx, finding(which), [days, settledAt, id, atOnce]);
      if (found.length === 0) return found;
      await lockHolds(
        tx,
        found.map(({ accountId }) => accountId),
      );
      const ids = found.map((call) => call.id);
      const locked = await queryRows<{ id: string }>(tx, locking(which), [days, ids]);
      if (locked.length > 0)
        await end(
          tx,
          locked.map((call) => call.id),
        );
      return found;
    });
  }
}
