import { Module } from '@nestjs/common';
import { AcceptanceModule } from '../../../pipeline/intake/acceptance.module.js';
import { SourceCredentials } from '../source-credentials.js';
import { TakeCallbacks } from './take-callbacks.js';
import { TwilioController } from './twilio.controller.js';
import { TwilioCallbacks } from './twilio-callbacks.service.js';

/** The callbacks of Twilio: for processes that serve the API. */
@Module({
  imports: [AcceptanceModule],
  controllers: [TwilioController],
  providers: [SourceCredentials, TakeCallbacks, TwilioCallbacks],
})
export class TwilioApiModule {}
