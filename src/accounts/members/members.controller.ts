import { Body, Controller, Delete, Get, HttpCode, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, personOf } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { PasswordBudget } from '../../platform/http/rate-limit/budgets.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { accountErrors } from '../users/account-errors.js';
import { UsersService } from '../users/users.service.js';
import { memberErrors } from './member-errors.js';
import { FateOfKeysRequest, MemberPageRequest, TransferRequest, UpdateMemberRequest } from './members.requests.js';
import { DeletedMemberResponse, MemberNamesResponse, MemberPageResponse, MemberResponse } from './members.responses.js';
import { type Actor, MembersService } from './members.service.js';

@ApiTags('Members')
@ForCaller('account:manage')
@Controller('members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly users: UsersService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listMembers',
    summary: 'List the members',
    description: 'People who can log in to the account, and invited ones, newest first. For admins and the owner.',
  })
  @ApiOkResponse({ type: MemberPageResponse, description: 'One page of the members.' })
  async listMembers(@CurrentCaller() caller: Caller, @Query() page: MemberPageRequest): Promise<MemberPageResponse> {
    const [members, total] = await this.members.list(caller.accountId, page);
    return { items: members.map(MemberResponse.ofEither), total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getMember',
    summary: 'Read a member',
    description: 'Members of other accounts are not found.',
  })
  @ApiOkResponse({ type: MemberResponse, description: 'The member.' })
  @Refuses(notFound('Member'))
  async getMember(@CurrentCaller() caller: Caller, @UuidParam('id') id: string): Promise<MemberResponse> {
    return MemberResponse.ofEither(await this.members.get(caller.accountId, id));
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateMember',
    summary: 'Change a member',
    description:
      'Omitted fields stay as they are. A new role, new teams and `disabled` apply from the next request on. You ' +
      'cannot raise your own role, or give a role above it. A person who has not yet accepted the invitation cannot ' +
      'be changed: delete the invitation and invite again.',
  })
  @ApiOkResponse({ type: MemberResponse, description: 'The member as it now is.' })
  @Refuses(
    memberErrors.ownerNeeded(),
    memberErrors.oneOwner(),
    memberErrors.stillInvited(),
    memberErrors.ownRole(),
    memberErrors.roleAbove(),
    notFound('Member'),
  )
  async updateMember(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Body() request: UpdateMemberRequest,
  ): Promise<MemberResponse> {
    return MemberResponse.of(
      await this.members.update(actorOf(caller), id, request.changes(), request.keys ?? 'revoke'),
    );
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'deleteMember',
    summary: 'Delete a member',
    description:
      'The member’s tokens end immediately; `keys` decides about the API keys. What the member wrote stays, under ' +
      'the id; name and address are deleted. For an invited person, the invitation ends.',
  })
  @ApiOkResponse({ type: DeletedMemberResponse, description: 'The member is deleted.' })
  @Refuses(memberErrors.ownerNeeded(), memberErrors.roleAbove(), notFound('Member'))
  async deleteMember(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Query() { keys }: FateOfKeysRequest,
  ): Promise<DeletedMemberResponse> {
    await this.members.delete(actorOf(caller), id, keys);
    return { id, object: 'member', deleted: true };
  }

  @Post(':id/transfer')
  @HttpCode(200)
  @PasswordBudget()
  @ApiOperation({
    operationId: 'transferAccount',
    summary: 'Make a member the owner',
    description: 'The caller becomes an admin. Counts as a log-in for the rate limit.',
  })
  @ApiOkResponse({ type: MemberResponse, description: 'The new owner.' })
  @Refuses(memberErrors.disabledOwner(), accountErrors.currentPasswordIncorrect(), notFound('Member'))
  async transferAccount(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Body() request: TransferRequest,
  ): Promise<MemberResponse> {
    const actor = actorOf(caller);
    await this.users.confirm(actor, request.current_password);
    return MemberResponse.of(await this.members.transfer(actor, id));
  }
}

/** Apart from the members, whose ids stand in the same place of a path. */
@ApiTags('Members')
@ForCaller('account:manage')
@Controller('member-names')
export class MemberNamesController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @ApiOperation({
    operationId: 'listMemberNames',
    summary: 'List the names of the members',
    description:
      'Reviews name their author by the id of the member. Returns all members at once, including disabled ones.',
  })
  @ApiOkResponse({
    type: MemberNamesResponse,
    description: 'A name for each member; the email address if none was given.',
  })
  async listMemberNames(@CurrentCaller() { accountId }: Caller): Promise<MemberNamesResponse> {
    return { items: await this.members.names(accountId) };
  }
}

export function actorOf(caller: Caller): Actor {
  const { id, role } = personOf(caller);
  return { id, role, accountId: caller.accountId };
}
