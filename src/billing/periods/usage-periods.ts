// Usage periods: the months in which minutes are counted, one row each, without gaps and overlaps.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { liveTerms, type PlanTerms, testTerms } from './plan-terms.js';
import { type SubscriptionRow, SubscriptionRows } from './subscription-rows.js';
import { type UsageMonth, usageMonthAt } from './usage-months.js';

/** Hundredths of minutes and cents of a period, kept by triggers: values at the moment when its row was read or locked. */
export interface PeriodUsage {
  readonly used: number;
  readonly reserved: number;
  readonly overage: number;
  readonly overageCents: number;
  readonly analyses: number;
}

export interface UsagePeriod extends PlanTerms, UsageMonth, PeriodUsage {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** The start of the payment provider's period that this one follows; null before the account's first payment. */
  readonly providerStartsAt: Date | null;
}

/** Limits and price of a call, fixed at its acceptance, whatever happens to the subscription later. */
export interface CallTerms
  extends Pick<PlanTerms, 'includedHundredths' | 'overageLimitHundredths' | 'overageCentsPerMinute'> {
  /** Whom the payment provider charges for the overage; both null where it charges no one. */
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
}

/** Minutes reserved for a call. */
export interface Reservation {
  readonly analysisId: string;
  readonly hundredths: number;
  /** Null where an earlier release accepted the call. */
  readonly terms: CallTerms | null;
  /** Period in which the call was accepted. */
  readonly period: UsagePeriod;
}

@Injectable()
export class UsagePeriods {
  constructor(
    private readonly config: Config,
    private readonly subscriptions: SubscriptionRows,
  ) {}

  /**
   * Locks the current period until the transaction ends. It is the last one, until the transaction's time reaches its end. It may
   * start in the future by this clock, when the payment provider's clock is ahead and has begun it. The first call in a new month
   * inserts it, together with unused months before it; later calls touch only its own row.
   */
  async lockCurrent(tx: EntityManager, accountId: string, livemode: boolean): Promise<UsagePeriod> {
    const current = await this.selectCurrent(tx, accountId, livemode, LOCK_CURRENT);
    if (current !== null) return current;
    const { id } = await this.open(tx, accountId, livemode);
    return this.lock(tx, id);
  }

  /** Finds the period of `lockCurrent` without locking it. */
  async current(tx: EntityManager, accountId: string, livemode: boolean): Promise<UsagePeriod> {
    return (await this.selectCurrent(tx, accountId, livemode, FIND_CURRENT)) ?? this.open(tx, accountId, livemode);
  }

  /** Null when the current month has no row yet. Writes nothing. */
  async findCurrent(sql: Sql, accountId: string, livemode: boolean): Promise<UsagePeriod | null> {
    return this.selectCurrent(sql, accountId, livemode, FIND_CURRENT);
  }

  /** Locks the period in which the call was accepted. Null when the call has no reservation. */
  async lockReservation(tx: EntityManager, analysisId: string): Promise<Reservation | null> {
    const [found] = await queryPrepared<UsagePeriod & ReservationColumns>(tx, LOCK_RESERVATION, [analysisId]);
    return found ? reservationOf(analysisId, found) : null;
  }

  /** Finds the reservation of `lockReservation` without locking it. */
  async findReservation(sql: Sql, analysisId: string): Promise<Reservation | null> {
    const [found] = await queryPrepared<UsagePeriod & ReservationColumns>(sql, FIND_RESERVATION, [analysisId]);
    return found ? reservationOf(analysisId, found) : null;
  }

  /** @throws Error when there is no such period */
  async lock(tx: EntityManager, periodId: string): Promise<UsagePeriod> {
    const [period] = await queryPrepared<UsagePeriod>(tx, LOCK, [periodId]);
    if (!period) throw new Error('A usage period is never deleted');
    return period;
  }

  /**
   * Current terms of the period, with the current subscription. A month paid by a subscription that has ended since allows no
   * overage: no subscription is left to charge. Lock the period first.
   */
  async presentTerms(tx: EntityManager, period: UsagePeriod): Promise<CallTerms> {
    const [found] = await queryPrepared<{ customerId: string | null; subscriptionId: string | null }>(
      tx,
      FIND_PROVIDER_IDS,
      [period.accountId, period.livemode],
    );
    const { includedHundredths, overageCentsPerMinute } = period;
    const { customerId = null, subscriptionId = null } = found ?? {};
    const hasEnded = subscriptionId === null && period.providerStartsAt !== null;
    const overageLimitHundredths = hasEnded ? 0 : period.overageLimitHundredths;
    return { includedHundredths, overageLimitHundredths, overageCentsPerMinute, customerId, subscriptionId };
  }

  /** Hundredths of overage that the period has at this price. Lock the period first. */
  async overageAt(tx: EntityManager, periodId: string, centsPerMinute: number): Promise<number> {
    const [found] = await queryPrepared<{ hundredths: number }>(tx, OVERAGE_AT, [periodId, centsPerMinute]);
    return found?.hundredths ?? 0;
  }

  /**
   * Applies the subscription's current terms to the current live period. Used minutes stay used. If the provider's period begins
   * after the current one, that one is closed and the next one opened, whatever the time is here: each payment is for minutes of
   * its own. Only an account's first payment opens none.
   * @param paid period at the payment provider; null when it names none
   */
  async applyTerms(tx: EntityManager, subscription: SubscriptionRow, paid: UsageMonth | null = null): Promise<void> {
    const { accountId } = subscription;
    let period = await this.lockCurrent(tx, accountId, true);
    // The provider's period is over by this clock, and the next one has begun: these terms belong to the earlier one.
    if (paid !== null && paid.endsAt <= period.startsAt) return;
    const terms = liveTerms(this.config, subscription);
    if (paid !== null && beginsAnother(paid, period, subscription.anchorAt)) {
      await tx.query('UPDATE usage_period SET ends_at = $2 WHERE id = $1', [period.id, paid.startsAt]);
      period = await this.insert(tx, accountId, true, paid, terms);
    }
    await tx.query(
      `UPDATE usage_period SET plan = $2, price_cents = $3, included_hundredths = $4, overage_limit_hundredths = $5,
         overage_cents_per_minute = $6, ends_at = coalesce($7, ends_at), provider_starts_at = coalesce($8, provider_starts_at)
       WHERE id = $1`,
      [
        period.id,
        terms.plan,
        terms.priceCents,
        terms.includedHundredths,
        terms.overageLimitHundredths,
        terms.overageCentsPerMinute,
        paid?.endsAt ?? null,
        paid?.startsAt ?? null,
      ],
    );
  }

  private async selectCurrent(
    sql: Sql,
    accountId: string,
    livemode: boolean,
    statement: PreparedStatement,
  ): Promise<UsagePeriod | null> {
    const [period] = await queryPrepared<UsagePeriod>(sql, statement, [accountId, livemode]);
    return period ?? null;
  }

  /**
   * Locks the subscription, so that two concurrent first requests of a month insert one row. Only the holder of this lock writes
   * the end of a period, so the last period is not locked: a transaction that bills a call of the month before holds that one,
   * and may wait here.
   */
  private async open(tx: EntityManager, accountId: string, livemode: boolean): Promise<UsagePeriod> {
    let subscription = await this.subscriptions.lock(tx, accountId);
    const now = await transactionTime(tx);
    const last = await queryRow<UsagePeriod>(
      tx,
      `${SELECT} WHERE account_id = $1 AND livemode = $2 ORDER BY starts_at DESC LIMIT 1`,
      [accountId, livemode],
    );
    if (last && now < last.endsAt) return last;
    if (!livemode) {
      const month = usageMonthAt(subscription.createdAt, now);
      return this.insert(tx, accountId, false, month, testTerms(this.config, subscription.plan));
    }
    // Insert each month up to now: a paid month without a call belongs to the history, and a plan change that was due at
    // the end of such a month takes effect there.
    for (let startsAt = last?.endsAt ?? subscription.anchorAt; ; ) {
      subscription = await this.subscriptions.applyDueChange(tx, subscription, startsAt);
      const { endsAt } = usageMonthAt(subscription.anchorAt, startsAt);
      const terms = liveTerms(this.config, subscription);
      const period = await this.insert(tx, accountId, true, { startsAt, endsAt }, terms);
      if (now < endsAt) return period;
      startsAt = endsAt;
    }
  }

  private async insert(
    tx: EntityManager,
    accountId: string,
    livemode: boolean,
    month: UsageMonth,
    terms: PlanTerms,
  ): Promise<UsagePeriod> {
    const id = randomUUID();
    await queryRows(
      tx,
      `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
         overage_limit_hundredths, overage_cents_per_minute)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        accountId,
        livemode,
        terms.plan,
        month.startsAt,
        month.endsAt,
        terms.priceCents,
        terms.includedHundredths,
        terms.overageLimitHundredths,
        terms.overageCentsPerMinute,
      ],
    );
    return { id, accountId, livemode, ...month, ...terms, ...UNUSED, providerStartsAt: null };
  }
}

/** Whether the provider's period differs from the one that this period follows. */
function beginsAnother(paid: UsageMonth, { startsAt, providerStartsAt }: UsagePeriod, anchorAt: Date): boolean {
  if (paid.startsAt <= startsAt) return false;
  // No payment so far: the first payment, at the anchor, applies to this period; a renewal does not.
  return providerStartsAt === null ? paid.startsAt > anchorAt : paid.startsAt > providerStartsAt;
}

const UNUSED: PeriodUsage = { used: 0, reserved: 0, overage: 0, overageCents: 0, analyses: 0 };

/** The driver returns bigint and numeric as text, so they are cast; these values fit a double exactly. */
const COLUMNS = `p.id, p.account_id AS "accountId", p.livemode, p.plan, p.starts_at AS "startsAt", p.ends_at AS "endsAt",
  p.price_cents AS "priceCents", p.included_hundredths::float8 AS "includedHundredths",
  p.overage_limit_hundredths::float8 AS "overageLimitHundredths",
  p.overage_cents_per_minute::float8 AS "overageCentsPerMinute", p.used_hundredths::float8 AS used,
  p.reserved_hundredths::float8 AS reserved, p.overage_hundredths::float8 AS overage,
  p.overage_cents::float8 AS "overageCents", p.analyses::float8 AS analyses, p.provider_starts_at AS "providerStartsAt"`;
const SELECT = `SELECT ${COLUMNS} FROM usage_period p`;

/** The last period, unless it is over. */
const CURRENT = `${SELECT} WHERE account_id = $1 AND livemode = $2 AND ends_at > now() ORDER BY starts_at DESC LIMIT 1`;
const FIND_CURRENT = { name: 'find-current-period', text: CURRENT };
const LOCK = { name: 'lock-period', text: `${SELECT} WHERE id = $1 FOR NO KEY UPDATE` };
const LOCK_CURRENT = { name: 'lock-current-period', text: `${CURRENT} FOR NO KEY UPDATE` };

/** Only the worker or the client that holds the call's row changes its reservation, so it need not be locked here. */
const RESERVATION = `SELECT ${COLUMNS}, r.hundredths::float8 AS hundredths, r.included_hundredths::float8 AS "acceptedIncluded",
           r.overage_limit_hundredths::float8 AS "acceptedLimit", r.overage_cents_per_minute::float8 AS "acceptedPrice",
           r.provider_customer_id AS "customerId", r.provider_subscription_id AS "subscriptionId"
         FROM minutes_reservation r JOIN usage_period p ON p.id = r.period_id
         WHERE r.analysis_id = $1`;
const FIND_RESERVATION = { name: 'find-reservation', text: RESERVATION };
const LOCK_RESERVATION = { name: 'lock-reservation', text: `${RESERVATION} FOR NO KEY UPDATE OF p` };
const FIND_PROVIDER_IDS = {
  name: 'find-provider-ids',
  text: `SELECT provider_customer_id AS "customerId", provider_subscription_id AS "subscriptionId"
         FROM subscription WHERE account_id = $1 AND $2`,
};
const OVERAGE_AT = {
  name: 'overage-at-price',
  text: 'SELECT hundredths::float8 AS hundredths FROM period_overage WHERE period_id = $1 AND cents_per_minute = $2',
};

/**
 * The columns of a reservation beside those of its period. Its terms were stored all at once, or not at all by an earlier
 * release.
 */
type ReservationColumns = Pick<CallTerms, 'customerId' | 'subscriptionId'> & { readonly hundredths: number } & (
    | { readonly acceptedIncluded: number; readonly acceptedLimit: number; readonly acceptedPrice: number }
    | { readonly acceptedIncluded: null; readonly acceptedLimit: null; readonly acceptedPrice: null }
  );

function reservationOf(analysisId: string, found: UsagePeriod & ReservationColumns): Reservation {
  const { hundredths, acceptedIncluded, acceptedLimit, acceptedPrice, customerId, subscriptionId, ...period } = found;
  const terms =
    acceptedIncluded === null
      ? null
      : {
          includedHundredths: acceptedIncluded,
          overageLimitHundredths: acceptedLimit,
          overageCentsPerMinute: acceptedPrice,
          customerId,
          subscriptionId,
        };
  return { analysisId, hundredths, terms, period };
}

async function transactionTime(tx: EntityManager): Promise<Date> {
  const time = await queryRow<{ now: Date }>(tx, 'SELECT now() AS now');
  if (!time) throw new Error('Postgres returned no time');
  return time.now;
}
