import { Module } from '@nestjs/common';
import { AdvisoryLocks } from './advisory-locks.js';
import { BillingController } from './billing.controller.js';
import { BillingBacklog } from './billing-backlog.js';
import { BillingSweep } from './billing-sweep.js';
import { OverageReports } from './overage/overage-reports.js';
import { OverageSender } from './overage/overage-sender.js';
import { SubscriptionRows } from './periods/subscription-rows.js';
import { UsagePeriods } from './periods/usage-periods.js';
import { PaymentEventsController } from './subscriptions/payment-events.controller.js';
import { PaymentEvents } from './subscriptions/payment-events.service.js';
import { SubscriptionSync } from './subscriptions/subscription-sync.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { EvaluationLimit } from './usage/evaluation-limit.js';
import { MinutesLedger } from './usage/minutes-ledger.js';
import { PlanRefusals } from './usage/plan-refusals.js';
import { ScenarioLimit } from './usage/scenario-limit.js';
import { UsageService } from './usage/usage.service.js';

/**
 * Plans, the minutes ledger, the count of evaluations, and the exchange with the payment provider. `BillingApiModule` has the
 * routes.
 */
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

/** The routes of billing, for API processes. */
@Module({ imports: [BillingModule], controllers: [BillingController, PaymentEventsController] })
export class BillingApiModule {}

/** The periodic work of billing, for worker processes. */
@Module({ imports: [BillingModule], providers: [BillingBacklog, BillingSweep] })
export class BillingWorkerModule {}
