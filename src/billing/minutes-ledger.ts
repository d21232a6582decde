/** Reserve, correct, bill, release: the way of a call's minutes. Every amount is a row; nothing is a counter. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { paymentRequired } from '../platform/errors/api-error.js';
import { hundredthsOf, minutesText, overageCents } from './minutes.js';
import { usageMonthAt } from './usage-months.js';

export interface Charge {
  readonly analysisId: string;
  readonly accountId: string;
  readonly livemode: boolean;
}

interface PeriodRow {
  id: string;
  livemode: boolean;
  included: number;
  overageLimit: number;
  overageCentsPerMinute: number;
}

interface SubscriptionTerms {
  plan: 'free' | 'starter' | 'growth';
  overage_limit_hundredths: string;
  anchor_at: Date;
  now: Date;
}

@Injectable()
export class MinutesLedger {
  constructor(private readonly config: Config) {}

  /**
   * Sets minutes aside for a call that is being accepted; its analysis row must stand in the same transaction.
   * Locks the account's current period, so that any number of submissions at once cannot pass the limit together;
   * other accounts do not wait.
   * @param declaredMs what the recording's header claims, milliseconds; null when it claims nothing
   * @throws ApiError 402
   */
  async reserve(tx: EntityManager, charge: Charge, declaredMs: number | null): Promise<void> {
    const period = await this.openPeriod(tx, charge.accountId, charge.livemode);
    const wanted = Math.max(1, declaredMs === null ? 1 : hundredthsOf(declaredMs));
    const taken = await this.taken(tx, period.id, null);
    if (taken + wanted > period.included + period.overageLimit) throw paymentRequired(limitSentence(period, taken));
    await tx.query('INSERT INTO minutes_reservation (analysis_id, period_id, hundredths) VALUES ($1, $2, $3)', [
      charge.analysisId,
      period.id,
      wanted,
    ]);
  }

  /**
   * Puts the decoded duration in place of the declared one.
   * @returns null when it fits, otherwise the sentence that says which limit it breaks (nothing is changed then)
   */
  async correct(tx: EntityManager, analysisId: string, durationMs: number): Promise<string | null> {
    const period = await this.lockPeriodOf(tx, analysisId);
    const wanted = hundredthsOf(durationMs);
    const others = await this.taken(tx, period.id, analysisId);
    if (others + wanted > period.included + period.overageLimit) return limitSentence(period, others);
    await tx.query('UPDATE minutes_reservation SET hundredths = $2 WHERE analysis_id = $1', [analysisId, wanted]);
    return null;
  }

  /** Turns the reservation into the one ledger entry of a completed analysis, in the period it was accepted in. */
  async bill(tx: EntityManager, charge: Charge, durationMs: number): Promise<void> {
    const period = await this.lockPeriodOf(tx, charge.analysisId);
    const hundredths = hundredthsOf(durationMs);
    const [sum] = await tx.query<{ used: string; overage: string }[]>(
      'SELECT coalesce(sum(hundredths), 0) AS used, coalesce(sum(overage_hundredths), 0) AS overage FROM ledger_entry WHERE period_id = $1',
      [period.id],
    );
    const usedBefore = Number(sum?.used ?? 0);
    const overageBefore = Number(sum?.overage ?? 0);
    const overage = Math.min(hundredths, Math.max(0, usedBefore + hundredths - period.included));
    const price = period.overageCentsPerMinute;
    await tx.query(
      `INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths, overage_hundredths, amount_cents)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        randomUUID(),
        charge.analysisId,
        charge.accountId,
        period.id,
        charge.livemode,
        durationMs,
        hundredths,
        overage,
        overageCents(overageBefore + overage, price) - overageCents(overageBefore, price),
      ],
    );
    await this.release(tx, charge.analysisId);
  }

  /** Gives the minutes of a failed analysis back. Idempotent. */
  async release(tx: EntityManager, analysisId: string): Promise<void> {
    await tx.query('DELETE FROM minutes_reservation WHERE analysis_id = $1', [analysisId]);
  }

  /** The period of now, made when its month is new, locked until the transaction ends. */
  private async openPeriod(tx: EntityManager, accountId: string, livemode: boolean): Promise<PeriodRow> {
    const [terms] = await tx.query<SubscriptionTerms[]>(
      'SELECT plan, overage_limit_hundredths, anchor_at, now() AS now FROM subscription WHERE account_id = $1',
      [accountId],
    );
    if (!terms) throw new Error('Every account has a subscription from its registration on');
    const month = usageMonthAt(terms.anchor_at, terms.now);
    const plan = this.config.plans[terms.plan];
    await tx.query(
      `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
         overage_limit_hundredths, overage_cents_per_minute)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT ON CONSTRAINT usage_period_key DO NOTHING`,
      [
        randomUUID(),
        accountId,
        livemode,
        terms.plan,
        month.startsAt,
        month.endsAt,
        livemode ? plan.priceCents : 0,
        livemode ? plan.includedMinutes * 100 : this.config.testMinutesPerMonth * 100,
        livemode && terms.plan !== 'free' ? terms.overage_limit_hundredths : 0,
        livemode ? plan.overageCentsPerMinute : 0,
      ],
    );
    return lockedPeriod(
      await tx.query(`${SELECT_PERIOD} WHERE account_id = $1 AND livemode = $2 AND starts_at = $3 FOR UPDATE`, [
        accountId,
        livemode,
        month.startsAt,
      ]),
    );
  }

  private async lockPeriodOf(tx: EntityManager, analysisId: string): Promise<PeriodRow> {
    return lockedPeriod(
      await tx.query(
        `${SELECT_PERIOD} WHERE id = (SELECT period_id FROM minutes_reservation WHERE analysis_id = $1) FOR UPDATE`,
        [analysisId],
      ),
    );
  }

  /** Hundredths used and reserved in a period, leaving out one analysis's own reservation. */
  private async taken(tx: EntityManager, periodId: string, exceptAnalysisId: string | null): Promise<number> {
    const [row] = await tx.query<{ taken: string }[]>(
      `SELECT (SELECT coalesce(sum(hundredths), 0) FROM ledger_entry WHERE period_id = $1)
            + (SELECT coalesce(sum(hundredths), 0) FROM minutes_reservation
               WHERE period_id = $1 AND analysis_id IS DISTINCT FROM $2) AS taken`,
      [periodId, exceptAnalysisId],
    );
    return Number(row?.taken ?? 0);
  }
}

interface RawPeriod {
  id: string;
  livemode: boolean;
  included_hundredths: string;
  overage_limit_hundredths: string;
  overage_cents_per_minute: string;
}

const SELECT_PERIOD =
  'SELECT id, livemode, included_hundredths, overage_limit_hundredths, overage_cents_per_minute FROM usage_period';

function lockedPeriod(rows: RawPeriod[]): PeriodRow {
  const row = rows[0];
  if (!row) throw new Error('The period of a reservation is never deleted');
  return {
    id: row.id,
    livemode: row.livemode,
    included: Number(row.included_hundredths),
    overageLimit: Number(row.overage_limit_hundredths),
    overageCentsPerMinute: Number(row.overage_cents_per_minute),
  };
}

/** @param taken used and reserved hundredths, without the recording in question */
function limitSentence(period: PeriodRow, taken: number): string {
  const ofLimit = `${minutesText(taken)} of ${minutesText(period.included)}`;
  if (!period.livemode) return `Test mode limit exceeded: ${ofLimit} test minutes used.`;
  if (period.overageLimit === 0) {
    return `Usage limit exceeded: ${ofLimit} plan minutes used. Upgrade your plan or wait for the next billing cycle.`;
  }
  return `Overage limit of ${minutesText(period.overageLimit)} minutes reached. Upgrade your plan or wait for the next billing cycle.`;
}
