// Ends the retention of calls and of parts of them: by the operator's ceilings, the days of a call, and those of an account.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { endTestMinutes } from '../../billing/usage/test-minutes.js';
import { lockHolds } from '../../calls/holds/held-calls.js';
import { Parameters } from '../../calls/listing/analysis-filter.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { dropMonths } from '../../calls/words/months-of-words.js';
import { Config } from '../../platform/config/config.js';
import { queryRows } from '../../platform/database/sql.js';
import { decideChanged } from './changed-settings.js';
import {
  ADDRESSES_END,
  ALL_RECORDINGS_END,
  ANALYSES_END,
  callsOf,
  dueSql,
  ENDINGS,
  type Ending,
  everyCall,
  OWN_DAYS,
  type Reach,
  TEST_ANALYSES_END,
} from './endings.js';
import { PARTS, type Part } from './retention-parts.js';
import { countEnded, enterRounds, lockOpenAccounts } from './round-entries.js';

/** Last row of a batch. The next batch begins after it, and does not read finished rows again. */
interface Last {
  readonly at: string;
  readonly id: string;
}

interface Found extends Last {
  readonly accountId: string;
}

const START: Last = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/**
 * Days for which the address of a recording that was never stored is kept for a retry. It may carry a signature, so it is not
 * kept longer.
 */
const MAX_ADDRESS_DAYS = 30;

/** Name of the round that ends retentions. */
export const RETENTION_ROUND = 'retention';

@Injectable()
export class RetentionRounds {
  private readonly logger = new Logger(RetentionRounds.name);

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
    if (analysisDays > 0) await this.inBatches(ANALYSES_END, everyCall(analysisDays));
    if (testDays > 0) await this.inBatches(TEST_ANALYSES_END, everyCall(testDays));
    if (testDays > 0) await endTestMinutes(this.dataSource, testDays);
    await this.inBatches(ANALYSES_END, OWN_DAYS);
    await this.endOfAccounts();
    if (audioDays > 0) for (const ending of ALL_RECORDINGS_END) await this.inBatches(ending, everyCall(audioDays));
    const addressDays = audioDays > 0 ? Math.min(audioDays, MAX_ADDRESS_DAYS) : MAX_ADDRESS_DAYS;
    await this.inBatches(ADDRESSES_END, everyCall(addressDays));
    await enterRounds(this.dataSource);
  }

  private async endOfAccounts(): Promise<void> {
    await decideChanged(this.dataSource, this.config.retention, this.logger);
    // Calls that are deleted need not lose their parts first.
    for (const part of [...PARTS].reverse()) {
      for (const ending of ENDINGS[part]) {
        const accounts = await queryRows<{ id: string; days: number }>(this.dataSource, accountsWith(part, ending));
        for (const { id, days } of accounts) await this.inBatches(ending, callsOf(id, days));
      }
    }
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

  /** Works in batches: when a retention is set late, one statement would take too long. */
  private async inBatches(ending: Ending, reach: Reach): Promise<void> {
    let last: Last | undefined = START;
    while (last) {
      const found: Found[] = await this.endBatch(ending, reach, last);
      if (found.length > 0) await this.deletions.run();
      last = found.length === ending.atOnce ? found.at(-1) : undefined;
    }
  }

  /** Calls are looked at again once no hold can be placed any more. @returns what was due, ended or not */
  private endBatch(ending: Ending, reach: Reach, last: Last): Promise<Found[]> {
    return this.dataSource.transaction(async (tx) => {
      const found = await findDue(tx, ending, reach, last);
      if (found.length === 0) return found;
      const open = await lockOpenAccounts(
        tx,
        found.map(({ accountId }) => accountId),
      );
      await lockHolds(tx, [...open]);
      const accountOf = new Map(found.filter((one) => open.has(one.accountId)).map((one) => [one.id, one.accountId]));
      const locked = await lockDue(tx, ending, reach, [...accountOf.keys()]);
      if (locked.length === 0) return found;
      await ending.end(tx, locked);
      const accounts = locked.flatMap((id) => accountOf.get(id) ?? []);
      if (ending.counts !== null) await countEnded(tx, ending.counts, accounts);
      return found;
    });
  }
}

function findDue(tx: EntityManager, ending: Ending, reach: Reach, { at, id }: Last): Promise<Found[]> {
  const p = new Parameters();
  const after = `(${p.add(at, 'timestamptz')}, ${p.add(id, 'uuid')})`;
  return queryRows<Found>(
    tx,
    `SELECT id, account_id AS "accountId", (${reach.by})::text AS at FROM analysis
     WHERE (${reach.by}, id) > ${after} AND ${dueSql(reach, ending, p)}
     ORDER BY ${reach.by}, analysis.id LIMIT ${p.add(ending.atOnce, 'int')}`,
    p.values,
  );
}

/** @returns ids of those that are still due and that no one else is changing */
async function lockDue(tx: EntityManager, ending: Ending, reach: Reach, ids: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const locked = await queryRows<{ id: string }>(
    tx,
    `SELECT id FROM analysis WHERE id = ANY(${p.add(ids, 'uuid[]')}) AND ${dueSql(reach, ending, p)}
     ORDER BY id FOR UPDATE SKIP LOCKED`,
    p.values,
  );
  return locked.map(({ id }) => id);
}

/** Accounts of which something is due by their own days: the first call of each is looked up in an index. */
const accountsWith = (part: Part, { which }: Ending) => `
  SELECT s.account_id AS id, s.${part}_in_force AS days FROM retention_settings s
  WHERE s.${part}_in_force IS NOT NULL AND EXISTS (
    SELECT FROM analysis WHERE account_id = s.account_id AND retention_days IS NULL
      AND settled_at < now() - s.${part}_in_force * interval '1 day' AND ${which})
  ORDER BY s.account_id`;
