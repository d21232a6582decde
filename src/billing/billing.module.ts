import { Module } from '@nestjs/common';
import { MinutesLedger } from './minutes-ledger.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Plans and the minutes ledger. */
@Module({
  providers: [MinutesLedger, SubscriptionsService],
  exports: [MinutesLedger, SubscriptionsService],
})
export class BillingModule {}
