// Usage periods: the months in which minutes are counted, one row each, without gaps and overlaps.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import { queryRow, queryRows, type Sql } from '../platform/database/sql.js';
import { liveTerms, type PlanTerms, testTerms } from './plan-terms.js';
import { type SubscriptionRow, SubscriptionRows } from './subscription-rows.js';
import { type UsageMonth, usageMonthAt } from './usage-months.js';

export interface UsagePeriod extends PlanTerms, UsageMonth {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
}

/** Hundredths of minutes and cents of one period. */
export interface PeriodUsage {
  readonly used: number;
  readonly reserved: number;
  readonly overage: number;
  readonly overageCents: number;
  readonly analyses: number;
}

@Injectable()
export class UsagePeriods {
  constructor(
    private readonly config: Config,
    private readonly subscriptions: SubscriptionRows,
  ) {}

  /**
   * The current period (by the transaction's time), locked until the transaction ends. The first call in a new month
   * inserts it, together with unused months before it; later calls touch only its own row.
   */
  async lockCurrent(tx: EntityManager, accountId: string, livemode: boolean): Promise<UsagePeriod> {
    return (await this.selectCurrent(tx, accountId, livemode, LOCK_CURRENT)) ?? this.open(tx, accountId, livemode);
  }

  /** As `lockCurrent`, without the lock. */
  async current(tx: EntityManager, accountId: string, livemode: boolean): Promise<UsagePeriod> {
    return (await this.selectCurrent(tx, accountId, livemode, FIND_CURRENT)) ?? this.open(tx, accountId, livemode);
  }

  /** Null when the current month has no row yet. Writes nothing. */
  async findCurrent(sql: Sql, accountId: string, livemode: boolean): Promise<UsagePeriod | null> {
    return this.selectCurrent(sql, accountId, livemode, FIND_CURRENT);
  }

  /** The period in which an analysis was accepted, locked; null when the analysis has no reservation. */
  async lockOfReservation(tx: EntityManager, analysisId: string): Promise<UsagePeriod | null> {
    const [period] = await queryPrepared<UsagePeriod>(tx, LOCK_OF_RESERVATION, [analysisId]);
    return period ?? null;
  }

  /**
   * Applies the subscription's present terms to the current live period. Used minutes stay used.
   * @param endsAt the end of the period as the payment provider sets it; null when it sets none
   */
  async applyTerms(tx: EntityManager, subscription: SubscriptionRow, endsAt: Date | null = null): Promise<void> {
    const period = await this.lockCurrent(tx, subscription.accountId, true);
    const terms = liveTerms(this.config, subscription);
    await tx.query(
      `UPDATE usage_period SET plan = $2, price_cents = $3, included_hundredths = $4, overage_limit_hundredths = $5,
         overage_cents_per_minute = $6, ends_at = CASE WHEN $7::timestamptz > now() THEN $7 ELSE ends_at END
       WHERE id = $1`,
      [
        period.id,
        terms.plan,
        terms.priceCents,
        terms.includedHundredths,
        terms.overageLimitHundredths,
        terms.overageCentsPerMinute,
        endsAt,
      ],
    );
  }

  async usageOf(sql: Sql, periodId: string): Promise<PeriodUsage> {
    const [sums] = await queryPrepared<Record<keyof PeriodUsage, string>>(sql, USAGE, [periodId]);
    return {
      used: Number(sums?.used ?? 0),
      reserved: Number(sums?.reserved ?? 0),
      overage: Number(sums?.overage ?? 0),
      overageCents: Number(sums?.overageCents ?? 0),
      analyses: Number(sums?.analyses ?? 0),
    };
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

  /** Locks the subscription, so that two concurrent first requests of a month insert one row. */
  private async open(tx: EntityManager, accountId: string, livemode: boolean): Promise<UsagePeriod> {
    let subscription = await this.subscriptions.lock(tx, accountId);
    const now = await transactionTime(tx);
    const last = await queryRow<UsagePeriod>(
      tx,
      `${SELECT} WHERE account_id = $1 AND livemode = $2 ORDER BY starts_at DESC LIMIT 1 FOR UPDATE`,
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
    return { id, accountId, livemode, ...month, ...terms };
  }
}

/** The driver returns bigint and numeric as text, so they are cast; these values fit a double exactly. */
const SELECT = `SELECT id, account_id AS "accountId", livemode, plan, starts_at AS "startsAt", ends_at AS "endsAt",
  price_cents AS "priceCents", included_hundredths::float8 AS "includedHundredths",
  overage_limit_hundredths::float8 AS "overageLimitHundredths",
  overage_cents_per_minute::float8 AS "overageCentsPerMinute" FROM usage_period`;

const CURRENT = `${SELECT} WHERE account_id = $1 AND livemode = $2 AND starts_at <= now() AND ends_at > now()`;
const FIND_CURRENT = { name: 'find-current-period', text: CURRENT };
const LOCK_CURRENT = { name: 'lock-current-period', text: `${CURRENT} FOR UPDATE` };
const LOCK_OF_RESERVATION = {
  name: 'lock-period-of-reservation',
  text: `${SELECT} WHERE id = (SELECT period_id FROM minutes_reservation WHERE analysis_id = $1) FOR UPDATE`,
};
const USAGE = {
  name: 'usage-of-period',
  text: `SELECT coalesce(sum(hundredths), 0) AS used, coalesce(sum(overage_hundredths), 0) AS overage,
                coalesce(sum(amount_cents), 0) AS "overageCents", count(*) AS analyses,
                (SELECT coalesce(sum(hundredths), 0) FROM minutes_reservation WHERE period_id = $1) AS reserved
         FROM ledger_entry WHERE period_id = $1`,
};

async function transactionTime(tx: EntityManager): Promise<Date> {
  const time = await queryRow<{ now: Date }>(tx, 'SELECT now() AS now');
  if (!time) throw new Error('Postgres returned no time');
  return time.now;
}
