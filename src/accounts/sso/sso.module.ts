import { Module } from '@nestjs/common';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { UsersModule } from '../users/users.module.js';
import { Admissions } from './admissions.js';
import { DomainRecords } from './domain-records.js';
import { IssuerClients } from './issuer-clients.js';
import { LogOuts } from './log-outs.js';
import { ProviderLogIns } from './provider-log-ins.js';
import { ProviderRules } from './provider-rules.js';
import { ProviderSessions } from './provider-sessions.js';
import { SignInController } from './sign-in.controller.js';
import { SignInSettingsController } from './sign-in-settings.controller.js';
import { SignIns } from './sign-ins.js';
import { StartedLogIns } from './started-log-ins.js';

/** Sign-in by the identity provider of a company, or by a proxy that has authenticated the person. */
@Module({
  imports: [AuthModule, UsersModule, OutboundModule],
  controllers: [SignInSettingsController, SignInController],
  providers: [
    Admissions,
    DomainRecords,
    IssuerClients,
    LogOuts,
    ProviderLogIns,
    ProviderRules,
    ProviderSessions,
    SignIns,
    StartedLogIns,
  ],
})
export class SsoModule {}
