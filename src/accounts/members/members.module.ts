import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { UsersModule } from '../users/users.module.js';
import { AcceptInvitationController, InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { MemberNamesController, MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';

/** The people of an account. */
@Module({
  imports: [UsersModule, AuthModule],
  controllers: [MembersController, MemberNamesController, AcceptInvitationController, InvitationsController],
  providers: [MembersService, InvitationsService],
})
export class MembersModule {}
