import { Module } from '@nestjs/common';
import { AdvisoryLocks } from './advisory-locks.js';
import { EvaluationLimit } from './evaluation-limit.js';
import { MinutesLedger } from './minutes-ledger.js';
import { OverageReports } from './overage-reports.js';
import { OverageSender } from './overage-sender.js';
import { PaymentEvents } from './payment-events.service.js';
import { PlanRefusals } from './plan-refusals.js';
import { ScenarioLimit } from './scenario-limit.js';
import { SubscriptionRows } from './subscription-rows.js';
import { SubscriptionSync } from './subscription-sync.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { UsageService } from './usage.service.js';
import { UsagePeriods } from './usage-periods.js';

/** Plans, the minutes ledger, the count of evaluations, and the exchange with the payment provider. `BillingApiModule` has the routes. */
@Module({
  providers: [
    AdvisoryLocks,
    EvaluationLimit,
    MinutesLedger,
    OverageReports,
    OverageSender,
    PaymentEvents,
    PlanRefusals,
    ScenarioLimit,
    SubscriptionRows,
    SubscriptionSync,
    SubscriptionsService,
    UsagePeriods,
    UsageService,
  ],
  exports: [
    AdvisoryLocks,
    EvaluationLimit,
    MinutesLedger,
    OverageSender,
    PaymentEvents,
    PlanRefusals,
    ScenarioLimit,
    SubscriptionSync,
    SubscriptionsService,
    UsageService,
  ],
})
export class BillingModule {}
