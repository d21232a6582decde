import { Module } from '@nestjs/common';
import { AccountsService } from '../../accounts/users/accounts.service.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { CarryOut } from './carry-out.js';
import { ErasureReader } from './erasure-reader.js';
import { ErasureRounds } from './erasure-rounds.js';
import { ErasuresController } from './erasures.controller.js';
import { JournalSweep } from './journal-sweep.js';
import { ReplayErasures } from './replay-erasures.js';
import { RequestErasure } from './request-erasure.js';
import { SettleErasure } from './settle-erasure.js';

/** Every process erases again what a restored backup has brought back, before it begins. */
@Module({
  imports: [AnalysisModule],
  providers: [CarryOut, ReplayErasures, AccountsService],
  exports: [CarryOut],
})
class ErasingModule {}

/** The routes of erasures. */
@Module({ imports: [ErasingModule], controllers: [ErasuresController], providers: [RequestErasure, ErasureReader] })
export class ErasuresApiModule {}

/** Carries erasures out, and keeps what was erased in the object store. */
@Module({
  imports: [ErasingModule, AnalysisModule, WebhooksModule],
  providers: [ErasureRounds, SettleErasure, JournalSweep, Signatures],
})
export class ErasuresModule {}
