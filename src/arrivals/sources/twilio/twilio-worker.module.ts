import { Global, Module } from '@nestjs/common';
import { AcceptanceModule } from '../../../pipeline/intake/acceptance.module.js';
import { CredentialsOfCall } from '../../../recordings/receiving/credentials-of-call.js';
import { SourceCredentials } from '../source-credentials.js';
import { CallbackRound } from './callback-round.js';
import { RecordingCredentials } from './recording-credentials.js';
import { TakeCallbacks } from './take-callbacks.js';

/** What workers do for callbacks. Global: the step that fetches recordings, which knows no source, asks for their credentials. */
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
