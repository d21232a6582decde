import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Config } from '../../platform/config/config.js';
import { invalid } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { AddressBudget } from '../../platform/http/rate-limit/budgets.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { signInErrors } from './sign-in-errors.js';
import { SignIns } from './sign-ins.js';
import { SignInRequest } from './sso.requests.js';
import { DeletedSignInResponse, SignInResponse, SignInTestResponse } from './sso.responses.js';
import { LOG_IN_SECONDS, StartedLogIns } from './started-log-ins.js';

@ApiTags('Sign-in')
@ForCaller('account:manage')
@Controller('settings/sso')
export class SignInSettingsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly started: StartedLogIns,
    private readonly door: OutboundDoor,
    private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getSignIn',
    summary: "Read the sign-in by the company's identity provider",
    description: 'For the owner. The client secret is not returned. 404 if sign-in is not set up.',
  })
  @ApiOkResponse({ type: SignInResponse, description: 'The settings.' })
  @Refuses(signInErrors.notSet())
  async getSignIn(@CurrentCaller() { accountId }: Caller): Promise<SignInResponse> {
    return SignInResponse.of(await this.signIns.get(accountId), this.config);
  }

  @Put()
  @ApiOperation({
    operationId: 'updateSignIn',
    summary: "Set the sign-in by the company's identity provider",
    description:
      'OpenID Connect. Replaces all settings: an omitted field gets its default, except `client_secret`. A domain ' +
      'that stays remains verified. A new `issuer` or `client_id` ends all sessions of the provider, and members ' +
      'are matched again by email.',
  })
  @ApiOkResponse({ type: SignInResponse, description: 'The settings as they now are.' })
  @Refuses(signInErrors.secretMissing())
  async updateSignIn(@CurrentCaller() caller: Caller, @Body() request: SignInRequest): Promise<SignInResponse> {
    const fault = this.door.check(request.issuer, caller);
    if (fault) throw invalid([{ ...fault, loc: ['body', 'issuer'] }]);
    return SignInResponse.of(await this.signIns.replace(caller, request.wanted()), this.config);
  }

  @Delete()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'deleteSignIn',
    summary: 'Delete the sign-in by the identity provider',
    description: 'Members stay and can set a password by mail. Sessions of the provider end within half an hour.',
  })
  @ApiOkResponse({ type: DeletedSignInResponse, description: 'Members now log in with a password.' })
  @Refuses(signInErrors.notSet())
  async deleteSignIn(@CurrentCaller() caller: Caller): Promise<DeletedSignInResponse> {
    await this.signIns.delete(caller);
    return { object: 'sign_in', deleted: true };
  }

  @Post('test')
  @HoldsNoWords()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'testSignIn',
    summary: 'Test the sign-in',
    description:
      'Returns a URL that works for ten minutes. It changes nothing, and shows the claims of the person who opens it.',
  })
  @ApiOkResponse({ type: SignInTestResponse, description: 'The address.' })
  @Refuses(signInErrors.notSet())
  async testSignIn(@CurrentCaller() { accountId }: Caller): Promise<SignInTestResponse> {
    await this.signIns.get(accountId);
    const word = this.started.testWord(accountId);
    return {
      url: `${this.config.http.publicUrl}/api/v1/auth/oidc/start?test=${word}`,
      expires_in: LOG_IN_SECONDS,
    };
  }

  @Post('domains/:domain/verify')
  @HoldsNoWords()
  @HttpCode(200)
  @AddressBudget()
  @ApiOperation({
    operationId: 'verifySignInDomain',
    summary: 'Verify a domain',
    description:
      'Checks the TXT record of the domain. Once verified, a domain stays verified as long as the settings ' +
      'contain it.',
  })
  @ApiParam({ name: 'domain', description: 'A domain of the settings.', example: 'example.com' })
  @ApiOkResponse({ type: SignInResponse, description: 'The settings, with the domain `verified`.' })
  @Refuses(signInErrors.noRecord('example.com'), signInErrors.notSet(), signInErrors.noDomain(), signInErrors.dnsAway())
  async verifySignInDomain(@CurrentCaller() caller: Caller, @Param('domain') domain: string): Promise<SignInResponse> {
    return SignInResponse.of(await this.signIns.verify(caller, domain), this.config);
  }
}
