import { Module } from '@nestjs/common';
import { EnginePauseModule } from '../../work/engines/engine-pause.module.js';
import { AccountStatus } from './account-status.js';
import { StatusController } from './status.controller.js';

/** The route of the account's status. */
@Module({ imports: [EnginePauseModule], controllers: [StatusController], providers: [AccountStatus] })
export class StatusApiModule {}
