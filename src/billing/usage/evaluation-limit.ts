// Evaluations of an account in a usage period, and their limit (EVALUATIONS_PER_MONTH). They are counted even without a limit, in
// the mode of the call, whatever key requests them. Evaluations use no minutes.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import { paymentRequired } from '../../platform/errors/api-error.js';
import { UsagePeriods } from '../periods/usage-periods.js';
import { evaluationLimitSentence } from './quota-sentences.js';

/** Numbers of evaluations, by the mode of the calls that are evaluated. */
export interface ByMode {
  readonly live: number;
  readonly test: number;
}

export function sumByMode(...numbers: readonly ByMode[]): ByMode {
  return numbers.reduce((sum, { live, test }) => ({ live: sum.live + live, test: sum.test + test }), {
    live: 0,
    test: 0,
  });
}

/**
 * Every method here writes one row for each account and mode, which stays locked until the transaction ends. Call it last in its
 * transaction, after evaluations are written or deleted: transactions that all keep this order cannot deadlock.
 */
@Injectable()
export class EvaluationLimit {
  constructor(
    private readonly config: Config,
    private readonly periods: UsagePeriods,
  ) {}

  /**
   * Counts evaluations in the current period: all of them, or none if they exceed the limit.
   * @throws ApiError 402
   */
  async take(tx: EntityManager, accountId: string, livemode: boolean, evaluations: number): Promise<void> {
    const refusal = await this.takeUnlessFull(tx, accountId, livemode, evaluations);
    if (refusal !== null) throw paymentRequired(refusal);
  }

  /** Counts evaluations of calls in both modes with `take`: all of them, or none. */
  async takeByMode(tx: EntityManager, accountId: string, { live, test }: ByMode): Promise<void> {
    // Keeps this order: every transaction locks the two rows in the same one.
    await this.take(tx, accountId, true, live);
    await this.take(tx, accountId, false, test);
  }

  /** Counts like `take`. @returns null when they are counted; else the sentence of the 402, and nothing is counted */
  async takeUnlessFull(
    tx: EntityManager,
    accountId: string,
    livemode: boolean,
    evaluations: number,
  ): Promise<string | null> {
    if (evaluations <= 0) return null;
    const limit = this.config.evaluationsPerMonth;
    const { id } = await this.periods.current(tx, accountId, livemode);
    const taken = await queryPrepared(tx, TAKE, [id, accountId, evaluations, limit]);
    if (taken.length > 0 || limit === null) return null;
    return evaluationLimitSentence(await this.used(tx, id), limit);
  }

  /**
   * Returns evaluations that failed, or were canceled before they were made.
   * @param takenAt time when they were counted: they are returned to the period of that time. Default: the current period.
   */
  async giveBack(
    tx: EntityManager,
    accountId: string,
    livemode: boolean,
    evaluations: number,
    takenAt: Date | null = null,
  ): Promise<void> {
    if (evaluations <= 0) return;
    await queryPrepared(tx, GIVE_BACK, [accountId, livemode, evaluations, takenAt]);
  }

  /** Returns evaluations of calls in both modes with `giveBack`. */
  async giveBackByMode(
    tx: EntityManager,
    accountId: string,
    { live, test }: ByMode,
    takenAt: Date | null = null,
  ): Promise<void> {
    await this.giveBack(tx, accountId, true, live, takenAt);
    await this.giveBack(tx, accountId, false, test, takenAt);
  }

  async used(sql: Sql, periodId: string): Promise<number> {
    const [found] = await queryPrepared<{ evaluations: number }>(sql, USED, [periodId]);
    return found?.evaluations ?? 0;
  }
}

/** One statement, so that two transactions cannot both take the last evaluation. */
const TAKE = {
  name: 'take-evaluations',
  text: `INSERT INTO evaluation_count AS c (period_id, account_id, evaluations)
         SELECT $1, $2, $3 WHERE $4::int IS NULL OR $3 <= $4::int
         ON CONFLICT (period_id) DO UPDATE SET evaluations = c.evaluations + excluded.evaluations
         WHERE $4::int IS NULL OR c.evaluations + excluded.evaluations <= $4::int
         RETURNING 1`,
};
/** Period of a time: the first one that ends after it. */
const GIVE_BACK = {
  name: 'give-evaluations-back',
  text: `UPDATE evaluation_count SET evaluations = greatest(0, evaluations - $3)
         WHERE period_id = (SELECT id FROM usage_period
           WHERE account_id = $1 AND livemode = $2 AND ends_at > coalesce($4::timestamptz, now()) ORDER BY starts_at LIMIT 1)`,
};
const USED = { name: 'find-evaluation-count', text: 'SELECT evaluations FROM evaluation_count WHERE period_id = $1' };
