import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { type HeldKind, limitBytes, readHeldBytes } from '../../platform/database/held-bytes.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { type Plan, testTerms } from '../periods/plan-terms.js';
import { type UsagePeriod, UsagePeriods } from '../periods/usage-periods.js';
import { EvaluationLimit } from './evaluation-limit.js';

export interface PeriodSummary {
  readonly plan: Plan;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly priceCents: number;
  readonly used: number;
  readonly overage: number;
  readonly overageCents: number;
  readonly analyses: number;
}

export interface UsageRecord {
  readonly id: string;
  readonly createdAt: Date;
  readonly analysisId: string;
  readonly durationMs: number;
  readonly hundredths: number;
  readonly overage: number;
  readonly amountCents: number;
  readonly livemode: boolean;
}

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

export interface CurrentUsage extends UsagePeriod {
  readonly evaluations: number;
  /** Test allowance in its current month. */
  readonly test: Pick<UsagePeriod, 'used' | 'includedHundredths'>;
  /** Storage of both modes together. */
  readonly storage: { readonly limitBytes: number; readonly by: Readonly<Record<HeldKind, number>> };
}

/** Usage of one mode: a test key sees the minutes of test mode. */
@Injectable()
export class UsageService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periods: UsagePeriods,
    private readonly evaluations: EvaluationLimit,
    private readonly config: Config,
  ) {}

  async current(accountId: string, livemode: boolean): Promise<CurrentUsage> {
    return this.dataSource.transaction(async (tx) => {
      const period = await this.periods.current(tx, accountId, livemode);
      // The row of a test period keeps the plan of its start, so the current plan is read from the live period.
      const { plan } = livemode ? period : await this.periods.current(tx, accountId, true);
      const test = livemode ? await this.periods.findCurrent(tx, accountId, false) : period;
      return {
        ...period,
        plan,
        evaluations: await this.evaluations.used(tx, period.id),
        storage: { limitBytes: limitBytes(this.config), by: await readHeldBytes(tx, accountId) },
        test: test ?? { used: 0, includedHundredths: testTerms(this.config, period.plan).includedHundredths },
      };
    });
  }

  /** Newest first, including the current period. */
  async periodsOf(
    accountId: string,
    livemode: boolean,
    page: Page,
  ): Promise<{ items: PeriodSummary[]; total: number }> {
    return this.dataSource.transaction(async (tx) => {
      await this.periods.current(tx, accountId, livemode);
      const items = await queryRows<PeriodSummary>(
        tx,
        `SELECT plan, starts_at AS "startsAt", ends_at AS "endsAt", price_cents AS "priceCents",
                used_hundredths::float8 AS used, overage_hundredths::float8 AS overage,
                overage_cents::float8 AS "overageCents", analyses::float8 AS analyses
           FROM usage_period WHERE account_id = $1 AND livemode = $2 ORDER BY starts_at DESC OFFSET $3 LIMIT $4`,
        [accountId, livemode, page.skip, page.limit],
      );
      const counted = await queryRow<{ total: number }>(
        tx,
        'SELECT count(*)::float8 AS total FROM usage_period WHERE account_id = $1 AND livemode = $2',
        [accountId, livemode],
      );
      return { items, total: counted?.total ?? 0 };
    });
  }

  /** Newest first. */
  async recordsOf(accountId: string, livemode: boolean, page: Page): Promise<{ items: UsageRecord[]; total: number }> {
    const [items, counted] = await Promise.all([
      queryRows<UsageRecord>(
        this.dataSource,
        `SELECT id, created_at AS "createdAt", analysis_id AS "analysisId", duration_ms::float8 AS "durationMs",
                hundredths::float8 AS hundredths, overage_hundredths::float8 AS overage,
                amount_cents AS "amountCents", livemode
           FROM ledger_entry WHERE account_id = $1 AND livemode = $2
          ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT $4`,
        [accountId, livemode, page.skip, page.limit],
      ),
      queryRow<{ total: number }>(
        this.dataSource,
        'SELECT coalesce(sum(analyses), 0)::float8 AS total FROM usage_period WHERE account_id = $1 AND livemode = $2',
        [accountId, livemode],
      ),
    ]);
    return { items, total: counted?.total ?? 0 };
  }
}
