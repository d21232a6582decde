import { Module } from '@nestjs/common';
import { BillingModule } from '../../../billing/billing.module.js';
import { AcceptanceModule } from '../../../pipeline/intake/acceptance.module.js';
import { FoundItems } from '../found-items.js';
import { SourceClaims } from '../source-claims.js';
import { SourceCredentials } from '../source-credentials.js';
import { SourceSweep } from '../source-sweep.js';
import { LookAtSource } from './look-at-source.js';
import { TakeObject } from './take-object.js';
import { WatchSources } from './watch-sources.js';

/** The worker's end of sources. */
@Module({
  imports: [AcceptanceModule, BillingModule],
  providers: [FoundItems, LookAtSource, SourceClaims, SourceCredentials, SourceSweep, TakeObject, WatchSources],
})
export class WatchingModule {}
