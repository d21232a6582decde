// The minutes of a call: reserve, correct, bill or release. Every amount is a row; there are no counters.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryPrepared } from '../platform/database/prepared.js';
import type { Sql } from '../platform/database/sql.js';
import { paymentRequired } from '../platform/errors/api-error.js';
import { hundredthsOf, minutesText, overageCents } from './minutes.js';
import { OverageReports } from './overage-reports.js';
import { type UsagePeriod, UsagePeriods } from './usage-periods.js';

export interface Charge {
  readonly analysisId: string;
  readonly accountId: string;
  readonly livemode: boolean;
}

/** The smallest amount for a recording: one started hundredth of a minute. */
const MIN_HUNDREDTHS = 1;

@Injectable()
export class MinutesLedger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periods: UsagePeriods,
    private readonly reports: OverageReports,
  ) {}

  /**
   * Checks that the plan has room for at least the shortest recording. Called before the body is read; reserves nothing.
   * @throws ApiError 402
   */
  async hasRoom(accountId: string, livemode: boolean): Promise<void> {
    const period =
      (await this.periods.findCurrent(this.dataSource, accountId, livemode)) ??
      (await this.dataSource.transaction((tx) => this.periods.current(tx, accountId, livemode)));
    const taken = await this.taken(this.dataSource, period.id, null);
    if (!fits(period, taken + MIN_HUNDREDTHS)) throw paymentRequired(limitSentence(period, taken));
  }

  /**
   * Reserves minutes for a call in the transaction that inserts its analysis row. Locks the account's current period, so
   * that concurrent submissions cannot pass the limit together; other accounts do not wait. A refusal rolls the
   * reservation back with the transaction.
   * @param declaredMs the duration in the recording's header, in milliseconds; null when the header has none
   * @throws ApiError 402
   */
  async reserve(tx: EntityManager, charge: Charge, declaredMs: number | null): Promise<void> {
    const period = await this.periods.lockCurrent(tx, charge.accountId, charge.livemode);
    const wanted = declaredMs === null ? MIN_HUNDREDTHS : Math.max(MIN_HUNDREDTHS, hundredthsOf(declaredMs));
    const [before] = await queryPrepared<{ taken: string }>(tx, RESERVE, [charge.analysisId, period.id, wanted]);
    const taken = Number(before?.taken);
    if (!fits(period, taken + wanted)) throw paymentRequired(limitSentence(period, taken));
  }

  /**
   * Replaces the declared duration by the decoded one.
   * @returns null when it fits; otherwise the sentence that names the limit, and the reservation stays as it was
   */
  async correct(tx: EntityManager, analysisId: string, durationMs: number): Promise<string | null> {
    const period = await this.lockPeriodOf(tx, analysisId);
    const wanted = hundredthsOf(durationMs);
    const others = await this.taken(tx, period.id, analysisId);
    if (!fits(period, others + wanted)) return limitSentence(period, others);
    await queryPrepared(tx, CORRECT, [analysisId, wanted]);
    return null;
  }

  /** Turns the reservation into the one ledger entry of a completed analysis, in the period in which the call was accepted. */
  async bill(tx: EntityManager, charge: Charge, durationMs: number): Promise<void> {
    const period = await this.lockPeriodOf(tx, charge.analysisId);
    const hundredths = hundredthsOf(durationMs);
    const before = await this.periods.usageOf(tx, period.id);
    const overage = Math.min(hundredths, Math.max(0, before.used + hundredths - period.includedHundredths));
    const price = period.overageCentsPerMinute;
    const entryId = randomUUID();
    await queryPrepared(tx, BILL, [
      entryId,
      charge.analysisId,
      charge.accountId,
      period.id,
      charge.livemode,
      durationMs,
      hundredths,
      overage,
      overageCents(before.overage + overage, price) - overageCents(before.overage, price),
    ]);
    if (overage > 0 && price > 0) await this.reports.record(tx, { entryId, hundredths: overage, period });
  }

  /** Releases the minutes of a failed analysis. Idempotent. */
  async release(tx: EntityManager, analysisId: string): Promise<void> {
    await queryPrepared(tx, RELEASE, [analysisId]);
  }

  private async lockPeriodOf(tx: EntityManager, analysisId: string): Promise<UsagePeriod> {
    const period = await this.periods.lockOfReservation(tx, analysisId);
    if (!period) throw new Error('A call in progress must have a reservation');
    return period;
  }

  /** Hundredths used and reserved in a period, without the reservation of one analysis. */
  private async taken(sql: Sql, periodId: string, exceptAnalysisId: string | null): Promise<number> {
    const [sums] = await queryPrepared<{ taken: string }>(sql, TAKEN, [periodId, exceptAnalysisId]);
    return Number(sums?.taken ?? 0);
  }
}

/** One statement, since all other submissions of the account wait for its lock. The sums do not include the new row. */
const RESERVE = {
  name: 'reserve-minutes',
  text: `WITH reserved AS (INSERT INTO minutes_reservation (analysis_id, period_id, hundredths) VALUES ($1, $2, $3))
         SELECT (SELECT coalesce(sum(hundredths), 0) FROM ledger_entry WHERE period_id = $2)
              + (SELECT coalesce(sum(hundredths), 0) FROM minutes_reservation WHERE period_id = $2) AS taken`,
};
const CORRECT = {
  name: 'correct-minutes',
  text: 'UPDATE minutes_reservation SET hundredths = $2 WHERE analysis_id = $1',
};
const RELEASE = { name: 'release-minutes', text: 'DELETE FROM minutes_reservation WHERE analysis_id = $1' };
const BILL = {
  name: 'bill-minutes',
  text: `WITH released AS (DELETE FROM minutes_reservation WHERE analysis_id = $2)
         INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths,
           overage_hundredths, amount_cents)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
const TAKEN = {
  name: 'taken-minutes',
  text: `SELECT (SELECT coalesce(sum(hundredths), 0) FROM ledger_entry WHERE period_id = $1)
              + (SELECT coalesce(sum(hundredths), 0) FROM minutes_reservation
                 WHERE period_id = $1 AND analysis_id IS DISTINCT FROM $2) AS taken`,
};

function fits(period: UsagePeriod, hundredths: number): boolean {
  return hundredths <= period.includedHundredths + period.overageLimitHundredths;
}

/** @param taken used and reserved hundredths, without the recording in question */
export function limitSentence(
  period: Pick<UsagePeriod, 'livemode' | 'includedHundredths' | 'overageLimitHundredths'>,
  taken: number,
): string {
  const ofLimit = `${minutesText(taken)} of ${minutesText(period.includedHundredths)}`;
  if (!period.livemode) return `Test mode limit exceeded: ${ofLimit} test minutes used.`;
  if (period.overageLimitHundredths === 0) {
    return `Usage limit exceeded: ${ofLimit} plan minutes used. Upgrade your plan or wait for the next billing cycle.`;
  }
  return `Overage limit of ${minutesText(period.overageLimitHundredths)} minutes reached. Upgrade your plan or wait for the next billing cycle.`;
}
