// The minutes of a call: reserve, correct, bill or release. Every amount is a row; the sums that these decisions read stand in
// the row of the period, kept by triggers (platform/database/migrations/baseline/billing.ts).
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared.js';
import { type ApiError, paymentRequired } from '../../platform/errors/api-error.js';
import { OverageReports } from '../overage/overage-reports.js';
import { type CallTerms, type Reservation, type UsagePeriod, UsagePeriods } from '../periods/usage-periods.js';
import { HUNDREDTH_MS, hundredthsOf, overageCents } from './minutes.js';
import { type Limits, lengthSentence, limitOf, limitSentence } from './quota-sentences.js';

export interface Billed {
  readonly hundredths: number;
  readonly amountCents: number;
}

export interface Charge {
  readonly analysisId: string;
  readonly accountId: string;
  readonly livemode: boolean;
}

/** Minutes left in the plan at the time of the check. */
export interface PlanRoom {
  /**
   * @param atLeastMs minimum length of the recording; null for the shortest
   * @returns an ApiError 402 when the minutes do not suffice; else null
   */
  refusalOf(atLeastMs: number | null): ApiError | null;
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
   * Checks early, so that a submission can be refused before its body is read, or before the rest is read, when the beginning
   * gives the length of the recording. Reserves nothing: `reserve` decides.
   */
  async findRoom(accountId: string, livemode: boolean): Promise<PlanRoom> {
    const period =
      (await this.periods.findCurrent(this.dataSource, accountId, livemode)) ??
      (await this.dataSource.transaction((tx) => this.periods.current(tx, accountId, livemode)));
    return { refusalOf: (atLeastMs) => refusalBeyondLimit(period, hundredthsOfRecording(atLeastMs)) };
  }

  /**
   * Reserves minutes for a call in the transaction that inserts its analysis row. Locks the account's current period, so that
   * concurrent submissions cannot exceed the limit together; other accounts do not wait. The reservation keeps the current terms.
   * @param declaredMs duration in the recording's header, in milliseconds; null when the header has none
   * @throws ApiError 402
   */
  async reserve(tx: EntityManager, charge: Charge, declaredMs: number | null): Promise<void> {
    const period = await this.periods.lockCurrent(tx, charge.accountId, charge.livemode);
    const wanted = hundredthsOfRecording(declaredMs);
    const refusal = refusalBeyondLimit(period, wanted);
    if (refusal !== null) throw refusal;
    await queryPrepared(tx, RESERVE, [charge.analysisId, period.id, wanted]);
  }

  /**
   * Replaces the declared duration by the decoded one. A call that exceeds the limit of its acceptance is checked as a whole
   * against the current terms, where these allow more.
   * @param isCut decoding stopped before the end of the recording, so that it is longer than `durationMs`
   * @returns null when the minutes suffice; otherwise the sentence that says how many are missing, and the reservation is
   *   unchanged
   */
  async correct(tx: EntityManager, analysisId: string, durationMs: number, isCut = false): Promise<string | null> {
    const reservation = await this.lockReservation(tx, analysisId);
    const { period, terms } = reservation;
    const wanted = hundredthsOf(durationMs);
    const others = takenOf(period) - reservation.hundredths;
    const accepted = terms ?? period;
    if (fits(accepted, others + wanted)) {
      // Most headers declare the same length as is decoded.
      if (wanted !== reservation.hundredths) await queryPrepared(tx, CORRECT, [analysisId, wanted]);
      return null;
    }
    const present = await this.periods.presentTerms(tx, period);
    if (!fits(present, others + wanted)) {
      const left = Math.max(limitOf(accepted), limitOf(present)) - others;
      return lengthSentence(period.livemode, left, { durationMs, isCut });
    }
    await queryPrepared(tx, CORRECT_TO_TERMS, [
      analysisId,
      wanted,
      present.includedHundredths,
      present.overageLimitHundredths,
      present.overageCentsPerMinute,
      present.customerId,
      present.subscriptionId,
    ]);
    return null;
  }

  /** Turns the reservation into the one ledger entry of a completed analysis, in the period in which the call was accepted. */
  async bill(tx: EntityManager, charge: Charge, durationMs: number): Promise<void> {
    await this.enter(tx, charge, durationMs, await this.lockReservation(tx, charge.analysisId));
  }

  /** Null when the call has no reservation. Locks nothing: the transaction must hold the call's row. */
  findReservation(tx: EntityManager, analysisId: string): Promise<Reservation | null> {
    return this.periods.findReservation(tx, analysisId);
  }

  /** Bills a call that this transaction has deleted together with its reservation. */
  async billDeleted(tx: EntityManager, charge: Charge, durationMs: number, reservation: Reservation): Promise<void> {
    const period = await this.periods.lock(tx, reservation.period.id);
    await this.enter(tx, charge, durationMs, { ...reservation, period });
  }

  /**
   * Maximum length of a call in progress, in milliseconds, by the minutes left now. `correct` may later allow more or less.
   * @returns Infinity when the call has no reservation any more
   */
  async roomMsFor(analysisId: string): Promise<number> {
    const reservation = await this.periods.findReservation(this.dataSource, analysisId);
    if (reservation === null) return Number.POSITIVE_INFINITY;
    const { period, terms, hundredths } = reservation;
    const limit = Math.max(limitOf(terms ?? period), limitOf(period));
    return Math.max(0, limit - (takenOf(period) - hundredths)) * HUNDREDTH_MS;
  }

  /** Billed minutes of a completed analysis; null when it was not billed. */
  async findBilled(analysisId: string): Promise<Billed | null> {
    const [billed] = await queryPrepared<Billed>(this.dataSource, BILLED, [analysisId]);
    return billed ?? null;
  }

  /** Releases the minutes of a failed analysis. Idempotent. */
  async release(tx: EntityManager, analysisId: string): Promise<void> {
    await queryPrepared(tx, RELEASE, [analysisId]);
  }

  private async lockReservation(tx: EntityManager, analysisId: string): Promise<Reservation> {
    const reservation = await this.periods.lockReservation(tx, analysisId);
    if (!reservation) throw new Error('A call in progress must have a reservation');
    return reservation;
  }

  /** Writes the ledger entry and, where the provider charges for its overage, the report. The period must be locked. */
  private async enter(
    tx: EntityManager,
    charge: Charge,
    durationMs: number,
    { period, terms: accepted }: Reservation,
  ): Promise<void> {
    const terms = accepted ?? (await this.periods.presentTerms(tx, period));
    const hundredths = hundredthsOf(durationMs);
    const overage = Math.min(hundredths, Math.max(0, period.used + hundredths - terms.includedHundredths));
    const amountCents = overage === 0 ? 0 : await this.priceOf(tx, period, overage, terms);
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
      amountCents,
      terms.includedHundredths,
      terms.overageCentsPerMinute,
      terms.subscriptionId,
    ]);
    if (overage > 0 && terms.overageCentsPerMinute > 0)
      await this.reports.record(tx, { entryId, hundredths: overage, amountCents, period, terms });
  }

  /** Increase in the cost of the period's whole overage at this price. So the entries add up exactly to that cost. */
  private async priceOf(
    tx: EntityManager,
    { id }: UsagePeriod,
    overage: number,
    { overageCentsPerMinute: price }: CallTerms,
  ): Promise<number> {
    const before = await this.periods.overageAt(tx, id, price);
    return overageCents(before + overage, price) - overageCents(before, price);
  }
}

/** Moves the minutes of an erased account to a random id, for bookkeeping. */
export async function anonymizeMinutes(tx: EntityManager, accountId: string): Promise<void> {
  const ids = [accountId, randomUUID()];
  await tx.query('UPDATE usage_period SET account_id = $2 WHERE account_id = $1', ids);
  // The overage report keeps the subscription until the payment provider has the last invoice.
  await tx.query('UPDATE ledger_entry SET account_id = $2, provider_subscription_id = NULL WHERE account_id = $1', ids);
}

/** Stores the terms of the locked period and of its subscription. */
const RESERVE = {
  name: 'reserve-minutes',
  text: `INSERT INTO minutes_reservation (analysis_id, period_id, hundredths, included_hundredths, overage_limit_hundredths,
           overage_cents_per_minute, provider_customer_id, provider_subscription_id)
         SELECT $1, p.id, $3, p.included_hundredths, p.overage_limit_hundredths, p.overage_cents_per_minute,
           s.provider_customer_id, s.provider_subscription_id
         FROM usage_period p LEFT JOIN subscription s ON s.account_id = p.account_id AND p.livemode
         WHERE p.id = $2`,
};
const CORRECT = {
  name: 'correct-minutes',
  text: 'UPDATE minutes_reservation SET hundredths = $2 WHERE analysis_id = $1',
};
const CORRECT_TO_TERMS = {
  name: 'correct-minutes-to-terms',
  text: `UPDATE minutes_reservation SET hundredths = $2, included_hundredths = $3, overage_limit_hundredths = $4,
           overage_cents_per_minute = $5, provider_customer_id = $6, provider_subscription_id = $7
         WHERE analysis_id = $1`,
};
const RELEASE = { name: 'release-minutes', text: 'DELETE FROM minutes_reservation WHERE analysis_id = $1' };
const BILLED = {
  name: 'find-billed',
  text: `SELECT hundredths::int, amount_cents::int AS "amountCents" FROM ledger_entry WHERE analysis_id = $1`,
};
const BILL = {
  name: 'bill-minutes',
  text: `WITH released AS (DELETE FROM minutes_reservation WHERE analysis_id = $2)
         INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths,
           overage_hundredths, amount_cents, included_hundredths, overage_cents_per_minute, provider_subscription_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

function fits(limits: Limits, hundredths: number): boolean {
  return hundredths <= limitOf(limits);
}

/** Hundredths used and reserved. */
function takenOf({ used, reserved }: UsagePeriod): number {
  return used + reserved;
}

/** Hundredths to reserve for a recording of this length; null for an unknown length. */
function hundredthsOfRecording(durationMs: number | null): number {
  return Math.max(MIN_HUNDREDTHS, hundredthsOf(durationMs ?? 0));
}

/** @returns an ApiError 402; null when the minutes of the period suffice */
function refusalBeyondLimit(period: UsagePeriod, wanted: number): ApiError | null {
  const taken = takenOf(period);
  return fits(period, taken + wanted) ? null : paymentRequired(limitSentence(period, taken));
}
