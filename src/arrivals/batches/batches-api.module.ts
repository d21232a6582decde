import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { AcceptanceModule } from '../../pipeline/intake/acceptance.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { BatchClaims } from './batch-claims.js';
import { BatchNotices } from './batch-notices.js';
import { BatchesController } from './batches.controller.js';
import { Batches } from './batches.service.js';
import { OpenBatches } from './open-batches.js';
import { RefusedLines } from './refused-lines.js';
import { StartBatch } from './start-batch.js';

/** The routes of batches. */
@Module({
  imports: [AcceptanceModule, AnalysisModule, OutboundModule, WebhooksModule],
  controllers: [BatchesController],
  providers: [BatchClaims, BatchNotices, Batches, RefusedLines, OpenBatches, StartBatch],
})
export class BatchesApiModule {}
