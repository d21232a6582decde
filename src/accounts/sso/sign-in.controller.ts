import { Body, Controller, Get, HttpCode, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { Public } from '../../platform/http/access/access.js';
import { RawBody, UrlencodedBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import type { Page } from '../../platform/http/pages/page.js';
import { AddressBudget, NotRateLimited } from '../../platform/http/rate-limit/budgets.js';
import { MessageResponse, TokenPairResponse } from '../auth/auth.responses.js';
import { LogIns } from '../auth/log-ins.service.js';
import { LogOuts } from './log-outs.js';
import { ProviderLogIns } from './provider-log-ins.js';
import { signInErrors } from './sign-in-errors.js';
import { consolePage, failurePage, testPage, tokenPage } from './sign-in-pages.js';
import { LogInQuery, LogOutTokenRequest } from './sso.requests.js';

@ApiTags('Sign-in')
@Public()
@Controller('auth/oidc')
export class SignInController {
  constructor(
    private readonly providerLogIns: ProviderLogIns,
    private readonly logIns: LogIns,
    private readonly logOuts: LogOuts,
    private readonly config: Config,
  ) {}

  /** Leads a browser to the provider. */
  @Get('start')
  @AddressBudget()
  @ApiExcludeEndpoint()
  async start(@Query() query: LogInQuery, @Res() response: Response): Promise<void> {
    await this.orFailurePage(response, async () => {
      const url = await this.providerLogIns.start(query, response);
      response.redirect(302, url.href);
    });
  }

  /** Takes the browser back. Providers add parameters of their own: a route that reads raw bytes takes any query. */
  @Get('callback')
  @RawBody()
  @AddressBudget()
  @ApiExcludeEndpoint()
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.orFailurePage(response, async () => {
      const outcome = await this.providerLogIns.finish(request, response);
      if (outcome.kind === 'test') return send(response, 200, testPage(outcome));
      const { member, sessionId } = outcome;
      const pair = TokenPairResponse.ofPair(this.logIns.pairFor(member, sessionId));
      send(response, 200, this.config.console.enabled ? consolePage(pair) : tokenPage(pair));
    });
  }

  @Post('backchannel-logout')
  @HttpCode(200)
  @NotRateLimited()
  @UrlencodedBody()
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiOperation({
    operationId: 'receiveLogOut',
    summary: 'Receive a log-out from the identity provider',
    description:
      'For identity providers, not for clients: OpenID Connect Back-Channel Logout. The signed token is the ' +
      'credential. Ends every ' +
      'token of the person at once.',
  })
  @ApiOkResponse({ type: MessageResponse, description: 'The person is logged out, or was never logged in.' })
  @Refuses(signInErrors.logOutInvalid(), signInErrors.providerAway())
  async receiveLogOut(@Body() { logout_token }: LogOutTokenRequest): Promise<MessageResponse> {
    await this.logOuts.receive(logout_token);
    return { message: 'The person is logged out.' };
  }

  /** People see these errors, and not programs. */
  private async orFailurePage(response: Response, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      send(response, error.status, failurePage(error.message, this.config.console.enabled));
    }
  }
}

function send(response: Response, status: number, { html, contentSecurityPolicy }: Page): void {
  response.status(status).set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  response.type('text/html; charset=utf-8').send(html);
}
