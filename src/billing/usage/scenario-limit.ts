// How many calls an account plays from scenarios in a month of test mode. They cost no minutes and ask no provider, but each is
// work and rows of ours.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared.js';
import { paymentRequired } from '../../platform/errors/api-error.js';
import { UsagePeriods } from '../periods/usage-periods.js';
import { scenarioLimitSentence } from './quota-sentences.js';

export const MAX_SCENARIOS_A_MONTH = 10_000;

@Injectable()
export class ScenarioLimit {
  constructor(private readonly periods: UsagePeriods) {}

  /**
   * Counts one in the current month. The count stays locked until the transaction ends, so it comes last.
   * @throws ApiError 402
   */
  async take(tx: EntityManager, accountId: string): Promise<void> {
    const { id } = await this.periods.current(tx, accountId, false);
    const taken = await queryPrepared(tx, TAKE, [id, accountId, MAX_SCENARIOS_A_MONTH]);
    if (taken.length === 0) throw paymentRequired(scenarioLimitSentence(MAX_SCENARIOS_A_MONTH, MAX_SCENARIOS_A_MONTH));
  }
}

/** One statement, so that two transactions cannot both find room for the last one. */
const TAKE = {
  name: 'take-scenario',
  text: `INSERT INTO scenario_count AS c (period_id, account_id, scenarios) VALUES ($1, $2, 1)
         ON CONFLICT (period_id) DO UPDATE SET scenarios = c.scenarios + 1 WHERE c.scenarios < $3::int
         RETURNING 1`,
};
