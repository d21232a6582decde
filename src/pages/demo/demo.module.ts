import { Module } from '@nestjs/common';
import { UsersModule } from '../../accounts/users/users.module.js';
import { BillingModule } from '../../billing/billing.module.js';
import { AcceptanceModule } from '../../pipeline/intake/acceptance.module.js';
import { PagesModule } from '../pages.module.js';
import { DemoController } from './demo.controller.js';
import { DemoCalls } from './demo-calls.js';

@Module({
  imports: [AcceptanceModule, BillingModule, PagesModule, UsersModule],
  controllers: [DemoController],
  providers: [DemoCalls],
})
export class DemoModule {}
