import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller, Public } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { AddressBudget } from '../../platform/http/rate-limit/budgets.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { TokenPairResponse } from '../auth/auth.responses.js';
import { LogIns } from '../auth/log-ins.service.js';
import { accountErrors } from '../users/account-errors.js';
import { InvitationsService } from './invitations.service.js';
import { memberErrors } from './member-errors.js';
import { actorOf } from './members.controller.js';
import { AcceptInvitationRequest, InvitationRequest, MemberPageRequest } from './members.requests.js';
import { DeletedInvitationResponse, InvitationPageResponse, InvitationResponse } from './members.responses.js';

@ApiTags('Members')
@ForCaller('account:manage')
@Controller('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post()
  @AddressBudget()
  @ApiOperation({
    operationId: 'createInvitation',
    summary: 'Invite a person',
    description:
      'Sends a mail with a link that works once, within seven days. An open invitation to the same address is ' +
      'replaced, and its link stops working. So do the links of an admin who is disabled or may no longer invite.',
  })
  @ApiCreatedResponse({ type: InvitationResponse, description: 'The invitation; its mail is on the way.' })
  @Refuses(
    memberErrors.emailOfMember(),
    memberErrors.tooManyInvitations(),
    memberErrors.tooManyMembers(),
    memberErrors.roleAbove(),
  )
  async createInvitation(
    @CurrentCaller() caller: Caller,
    @Body() request: InvitationRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<InvitationResponse> {
    const { of } = InvitationResponse;
    return of(await this.invitations.invite(actorOf(caller), request.invitation(), storeResponse(of)));
  }

  @Get()
  @ApiOperation({ operationId: 'listInvitations', summary: 'List the invitations', description: 'Newest first.' })
  @ApiOkResponse({ type: InvitationPageResponse, description: 'One page of the invitations, without their links.' })
  async listInvitations(
    @CurrentCaller() caller: Caller,
    @Query() page: MemberPageRequest,
  ): Promise<InvitationPageResponse> {
    const [items, total] = await this.invitations.list(caller.accountId, page);
    return { items: items.map(InvitationResponse.of), total, skip: page.skip, limit: page.limit };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'deleteInvitation',
    summary: 'Revoke an invitation',
    description: 'Its link stops working. An accepted invitation is not found: delete the member.',
  })
  @ApiOkResponse({ type: DeletedInvitationResponse, description: 'The invitation is deleted.' })
  @Refuses(notFound('Invitation'))
  async deleteInvitation(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
  ): Promise<DeletedInvitationResponse> {
    await this.invitations.delete(actorOf(caller), id);
    return { id, object: 'invitation', deleted: true };
  }

  @Post(':id/resend')
  @HttpCode(200)
  @AddressBudget()
  @ApiOperation({
    operationId: 'resendInvitation',
    summary: 'Send an invitation again',
    description: 'Sends a new link, valid for seven days; the earlier one stops working.',
  })
  @ApiOkResponse({ type: InvitationResponse, description: 'The invitation; its mail is on the way.' })
  @Refuses(notFound('Invitation'))
  async resendInvitation(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<InvitationResponse> {
    const { of } = InvitationResponse;
    return of(await this.invitations.resend(actorOf(caller), id, storeResponse(of)));
  }
}

/** Apart from the others, which need a token. */
@ApiTags('Members')
@Controller('invitations')
export class AcceptInvitationController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly logIns: LogIns,
  ) {}

  @Post('accept')
  @Public()
  @HttpCode(200)
  @AddressBudget()
  @ApiOperation({
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description: 'Takes the token from the link in the mail, creates the member and logs in.',
  })
  @ApiOkResponse({ type: TokenPairResponse, description: 'An access token, and a refresh token that renews it.' })
  @Refuses(
    memberErrors.invitationInvalid(),
    accountErrors.providerRequired(),
    accountErrors.emailTaken(),
    memberErrors.tooManyMembers(),
    accountErrors.passwordIsEmail('password'),
  )
  async acceptInvitation(
    @Body() { token, password, name }: AcceptInvitationRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<TokenPairResponse> {
    // The stored answer and the one that is sent hold the same tokens.
    let pair: TokenPairResponse | null = null;
    const pairOf = (member: Parameters<LogIns['pairFor']>[0]) => {
      pair ??= TokenPairResponse.ofPair(this.logIns.pairFor(member));
      return pair;
    };
    return pairOf(await this.invitations.accept({ token, password, name: name ?? null }, storeResponse(pairOf)));
  }
}
