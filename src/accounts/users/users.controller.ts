import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isAtLeast } from '../../access/roles.js';
import { accountHeld } from '../../calls/holds/held-calls.js';
import { roleRequired } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, personOf } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { PasswordBudget } from '../../platform/http/rate-limit/budgets.js';
import { AccountErasure } from './account-erasure.js';
import { accountErrors } from './account-errors.js';
import { DeleteUserRequest, UpdateUserRequest } from './users.requests.js';
import { DeletedUserResponse, UserResponse } from './users.responses.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('users/me')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly erasure: AccountErasure,
  ) {}

  @Get()
  @ForCaller('account:read')
  @ApiOperation({
    operationId: 'getCurrentUser',
    summary: 'Read the account',
    description: '`id` is the account; `member` is the caller, and what that person may do. An API key needs no scope.',
  })
  @ApiOkResponse({ type: UserResponse, description: 'The account.' })
  async getCurrentUser(@CurrentCaller() caller: Caller): Promise<UserResponse> {
    const { accountId, principal } = caller;
    if (principal.kind === 'person') return UserResponse.of(await this.users.get({ id: principal.id, accountId }));
    const makerId = principal.kind === 'key' ? (principal.maker?.id ?? null) : null;
    const user = await this.users.getForKey(accountId, makerId);
    return UserResponse.of(user, makerId === null ? null : user.member);
  }

  @Put()
  @ForCaller('account:manage')
  @PasswordBudget()
  @ApiOperation({
    operationId: 'updateCurrentUser',
    summary: 'Change the account',
    description:
      'Omitted fields stay as they are. A new email takes effect once verified and is shown as `pending_email` until then. ' +
      'A new password ends all earlier tokens. Both need `current_password`, and count as a log-in for the ' +
      'rate limit. `metadata`, `output_language` and `agent_channel` belong to the account: only an admin can ' +
      'change them. If registration is closed or limited to some domains, so is the change to another domain.',
  })
  @ApiOkResponse({ type: UserResponse, description: 'The account as it now is.' })
  @Refuses(
    accountErrors.emailTaken(),
    accountErrors.currentPasswordIncorrect(),
    accountErrors.registrationClosed(),
    accountErrors.registrationElsewhere(),
    accountErrors.currentPasswordMissing(),
    accountErrors.passwordIsEmail('password'),
    roleRequired('admin'),
  )
  async updateCurrentUser(@CurrentCaller() caller: Caller, @Body() request: UpdateUserRequest): Promise<UserResponse> {
    const person = personOf(caller);
    if (request.changesAccount() && !isAtLeast(person.role, 'admin')) throw roleRequired('admin');
    return UserResponse.of(await this.users.update({ id: person.id, accountId: caller.accountId }, request.changes()));
  }

  @Delete()
  @HttpCode(200)
  @ForCaller('account:manage')
  @PasswordBudget()
  @ApiOperation({
    operationId: 'deleteCurrentUser',
    summary: 'Delete the account',
    description:
      'Erases analyses, recordings, API keys and deliveries, and cancels a paid subscription. ' +
      'Tokens and keys stop working at once. This cannot be undone. Refused while a hold is active. Counts as a ' +
      'log-in for the rate ' +
      'limit.',
  })
  @ApiOkResponse({ type: DeletedUserResponse, description: 'The account is deleted.' })
  @Refuses(accountErrors.currentPasswordIncorrect(), accountHeld('litigation 2026-11'))
  async deleteCurrentUser(
    @CurrentCaller() caller: Caller,
    @Body() request: DeleteUserRequest,
  ): Promise<DeletedUserResponse> {
    await this.users.confirm({ id: personOf(caller).id, accountId: caller.accountId }, request.current_password);
    await this.erasure.erase(caller.accountId);
    return { id: caller.accountId, object: 'user', deleted: true };
  }
}
