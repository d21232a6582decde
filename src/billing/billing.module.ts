import { Module } from '@nestjs/common';
import { MinutesLedger } from './minutes-ledger.js';
import { OverageReports } from './overage-reports.js';
import { SubscriptionRows } from './subscription-rows.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { UsagePeriods } from './usage-periods.js';

/** Plans and the minutes ledger. */
@Module({
  providers: [MinutesLedger, OverageReports, SubscriptionRows, SubscriptionsService, UsagePeriods],
  exports: [MinutesLedger, SubscriptionsService],
})
export class BillingModule {}
