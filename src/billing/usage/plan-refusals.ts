// Refusal that an account with a used-up plan gets for a live submission. The sandbox shows it.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ApiError, paymentRequired } from '../../platform/errors/api-error.js';
import { type UsagePeriod, UsagePeriods } from '../periods/usage-periods.js';
import { limitSentence } from './quota-sentences.js';

/** Example for an account that allows no overage. */
const EXAMPLE_OVERAGE_HUNDREDTHS = 50_00;

@Injectable()
export class PlanRefusals {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periods: UsagePeriods,
  ) {}

  async minutesUsedUp(accountId: string): Promise<ApiError> {
    const period = { ...(await this.present(accountId)), overageLimitHundredths: 0 };
    return paymentRequired(limitSentence(period, period.includedHundredths));
  }

  async overageUsedUp(accountId: string): Promise<ApiError> {
    const period = await this.present(accountId);
    const overageLimitHundredths = period.overageLimitHundredths || EXAMPLE_OVERAGE_HUNDREDTHS;
    return paymentRequired(
      limitSentence({ ...period, overageLimitHundredths }, period.includedHundredths + overageLimitHundredths),
    );
  }

  private async present(accountId: string): Promise<UsagePeriod> {
    return (
      (await this.periods.findCurrent(this.dataSource, accountId, true)) ??
      (await this.dataSource.transaction((tx) => this.periods.current(tx, accountId, true)))
    );
  }
}
