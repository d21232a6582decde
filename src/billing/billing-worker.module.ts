import { Module } from '@nestjs/common';
import { BillingModule } from './billing.module.js';
import { BillingBacklog } from './billing-backlog.js';
import { BillingSweep } from './billing-sweep.js';

/** What billing does by itself: for processes that work. */
@Module({ imports: [BillingModule], providers: [BillingBacklog, BillingSweep] })
export class BillingWorkerModule {}
