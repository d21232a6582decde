import { Global, Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AcceptanceModule } from '../../pipeline/intake/acceptance.module.js';
import { noticesOf } from '../../platform/notices/owner-notices.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { CredentialsOfCall } from '../../recordings/receiving/credentials-of-call.js';
import { FoundItems } from './found-items.js';
import { SourceActionsController } from './source-actions.controller.js';
import { SourceClaims } from './source-claims.js';
import { SourceCredentials } from './source-credentials.js';
import { SourceItems } from './source-items.js';
import { SOURCE_NOTICES } from './source-notices.js';
import { SourceSweep } from './source-sweep.js';
import { SourcesController } from './sources.controller.js';
import { Sources } from './sources.service.js';
import { CallbackRound } from './twilio/callback-round.js';
import { RecordingCredentials } from './twilio/recording-credentials.js';
import { TakeCallbacks } from './twilio/take-callbacks.js';
import { TwilioController } from './twilio/twilio.controller.js';
import { TwilioCallbacks } from './twilio/twilio-callbacks.service.js';
import { ListSource } from './watching/list-source.js';
import { LookAtSource } from './watching/look-at-source.js';
import { TagTaken } from './watching/tag-taken.js';
import { TakeObject } from './watching/take-object.js';
import { TakeWaiting } from './watching/take-waiting.js';
import { TrySourceController } from './watching/try-source.controller.js';
import { TrySource } from './watching/try-source.js';
import { WatchSources } from './watching/watch-sources.js';

/** The routes of sources, and the callbacks of Twilio: for processes that serve the API. */
@Module({
  imports: [AcceptanceModule, OutboundModule],
  controllers: [SourcesController, SourceActionsController, TrySourceController, TwilioController],
  providers: [
    SourceCredentials,
    SourceItems,
    noticesOf(SOURCE_NOTICES),
    Sources,
    TakeCallbacks,
    TrySource,
    TwilioCallbacks,
  ],
})
export class SourcesApiModule {}

/** The worker's end of sources. */
@Module({
  imports: [AcceptanceModule, BillingModule],
  providers: [
    FoundItems,
    ListSource,
    LookAtSource,
    SourceClaims,
    SourceCredentials,
    SourceSweep,
    TagTaken,
    TakeObject,
    TakeWaiting,
    WatchSources,
  ],
})
export class WatchingModule {}

/** Worker side of callbacks. Global: the step that fetches recordings knows no source, but asks for their credentials. */
@Global()
@Module({
  imports: [AcceptanceModule],
  providers: [
    CallbackRound,
    SourceCredentials,
    TakeCallbacks,
    { provide: CredentialsOfCall, useClass: RecordingCredentials },
  ],
  exports: [CredentialsOfCall],
})
export class TwilioWorkerModule {}
