import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BillingModule } from '../../billing/billing.module.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { AccountEntity } from './account.entity.js';
import { AccountErasure } from './account-erasure.js';
import { AccountMail } from './account-mail.js';
import { AccountTokens } from './account-tokens.js';
import { AccountsService } from './accounts.service.js';
import { ErasureSweep } from './erasure-sweep.js';
import { MemberEntity } from './member.entity.js';
import { Members } from './members.js';
import { Passwords } from './passwords.js';
import { Registration } from './registration.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The account: its row, its mail, and what its holder may do with it. */
@Module({
  imports: [AnalysisModule, BillingModule, TypeOrmModule.forFeature([AccountEntity, MemberEntity])],
  controllers: [UsersController],
  providers: [
    AccountsService,
    Members,
    AccountTokens,
    AccountMail,
    AccountErasure,
    ErasureSweep,
    Passwords,
    Registration,
    UsersService,
  ],
  exports: [AccountsService, Members, AccountTokens, AccountMail, Passwords, Registration, UsersService],
})
export class UsersModule {}
