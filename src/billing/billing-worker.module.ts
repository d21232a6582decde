import { Module } from '@nestjs/common';
import { BillingModule } from './billing.module.js';
import { BillingBacklog } from './billing-backlog.js';
import { BillingSweep } from './billing-sweep.js';

/** The periodic work of billing, for worker processes. */
@Module({ imports: [BillingModule], providers: [BillingBacklog, BillingSweep] })
export class BillingWorkerModule {}
