import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AcceptanceModule } from '../../pipeline/intake/acceptance.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { WorkModule, workerOf } from '../../work/work.module.js';
import { BatchClaims } from './batch-claims.js';
import { BatchNotices } from './batch-notices.js';
import { BatchRounds } from './batch-rounds.js';
import { FetchManifest } from './manifests/fetch-manifest.js';
import { ManifestClaims } from './manifests/manifest-claims.js';
import { ManifestWork } from './manifests/manifest-work.js';
import { TakeLines } from './take-lines.js';

/** The worker's end of batches. */
@Module({
  imports: [AcceptanceModule, BillingModule, OutboundModule, WebhooksModule, WorkModule],
  providers: [
    BatchClaims,
    BatchNotices,
    BatchRounds,
    FetchManifest,
    ManifestClaims,
    ManifestWork,
    TakeLines,
    workerOf(ManifestWork),
  ],
})
export class BatchesModule {}
