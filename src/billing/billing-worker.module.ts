import { Module } from '@nestjs/common';
import { BillingModule } from './billing.module.js';
import { BillingSweep } from './billing-sweep.js';

/** What billing does by itself: for processes that work. */
@Module({ imports: [BillingModule], providers: [BillingSweep] })
export class BillingWorkerModule {}
