import { Body, Controller, HttpCode } from '@nestjs/common';
import {
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { unauthorized } from '../../platform/errors/api-error.js';
import { Public } from '../../platform/http/access/access.js';
import { UrlencodedBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { LogInBudget, MailBudget } from '../../platform/http/rate-limit/budgets.js';
import { accountErrors } from '../users/account-errors.js';
import { Registration } from '../users/registration.js';
import { UserResponse } from '../users/users.responses.js';
import {
  ConfirmPasswordResetRequest,
  EmailRequest,
  LogInRequest,
  LogOutRequest,
  RefreshRequest,
  RegisterRequest,
  TokenRequest,
  VerifyEmailRequest,
} from './auth.requests.js';
import { AccessTokenResponse, MessageResponse, TokenPairResponse } from './auth.responses.js';
import { AuthService } from './auth.service.js';
import { LogIns } from './log-ins.service.js';

/** The same response for every address, so that it does not reveal which accounts exist. */
const MAIL_MAY_COME = { message: 'If the address belongs to an account, a mail is on its way.' };
const PASSWORD_CHANGED = { message: 'The password is changed. Log in with the new one.' };

@ApiTags('Authentication')
@Public()
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly logIns: LogIns,
    private readonly registration: Registration,
  ) {}

  @Post('register')
  @MailBudget()
  @ApiOperation({
    operationId: 'registerAccount',
    summary: 'Register an account',
    description:
      'Sends a verification mail. The account starts on the free plan and can be used once the address is ' +
      'verified. The operator may have closed registration, or ' +
      'limited it to some email domains.',
  })
  @ApiCreatedResponse({
    type: UserResponse,
    description: 'The new account; a mail with the link that verifies its address is on the way.',
  })
  @Refuses(
    accountErrors.emailTaken(),
    accountErrors.registrationClosed(),
    accountErrors.registrationElsewhere(),
    accountErrors.passwordIsEmail('password'),
  )
  async registerAccount(
    @Body() { email, password, phone_number }: RegisterRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<UserResponse> {
    this.registration.check(email);
    const registration = { email, password, phoneNumber: phone_number ?? null };
    return UserResponse.of(await this.auth.register(registration, storeResponse(UserResponse.of)));
  }

  @Post('verify-email')
  @MailBudget()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'verifyEmail',
    summary: 'Verify an email address',
    description:
      'Takes the token from the link in the mail, which works once, within 24 hours, and until a newer mail is sent.',
  })
  @ApiOkResponse({ type: UserResponse, description: 'The account, its address verified.' })
  @Refuses(accountErrors.verificationTokenInvalid(), accountErrors.emailTaken())
  async verifyEmail(
    @Body() { token }: VerifyEmailRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<UserResponse> {
    return UserResponse.of(await this.auth.verifyEmail(token, storeResponse(UserResponse.of)));
  }

  @Post('verify-email/resend')
  @MailBudget()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'resendVerification',
    summary: 'Send the verification mail again',
    description: 'The response is the same for every address. The link of an earlier mail stops working.',
  })
  @ApiOkResponse({ type: MessageResponse, description: 'The same sentence whether or not the account exists.' })
  resendVerification(@Body() request: EmailRequest): MessageResponse {
    this.auth.resendVerification(request.email);
    return MAIL_MAY_COME;
  }

  @Post('login')
  @LogInBudget()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'logIn',
    summary: 'Log in',
    description:
      'Returns an access token, valid for 30 minutes, and a refresh token, valid for seven days. 403 is returned ' +
      'only if the password is right.',
  })
  @ApiOkResponse({ type: TokenPairResponse, description: 'An access token, and a refresh token that renews it.' })
  @Refuses(accountErrors.loginRefused(), accountErrors.emailNotVerified(), accountErrors.providerRequired())
  async logIn(@Body() request: LogInRequest): Promise<TokenPairResponse> {
    return TokenPairResponse.ofPair(await this.logIns.logIn(request.email, request.password));
  }

  @Post('token')
  @LogInBudget('username')
  @UrlencodedBody()
  @HttpCode(200)
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiOperation({
    operationId: 'createToken',
    summary: 'Log in with a form',
    description:
      'The password grant of OAuth 2, for tools that support it. Otherwise the same as `POST /auth/login`, with ' +
      'the same limits. Errors have the format of this API, not that of RFC 6749.',
  })
  @ApiOkResponse({ type: TokenPairResponse, description: 'An access token, and a refresh token that renews it.' })
  @Refuses(accountErrors.loginRefused(), accountErrors.emailNotVerified(), accountErrors.providerRequired())
  async createToken(@Body() { username, password }: TokenRequest): Promise<TokenPairResponse> {
    return TokenPairResponse.ofPair(await this.logIns.logIn(username, password));
  }

  @Post('refresh')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'refreshAccessToken',
    summary: 'Get a new access token',
    description:
      'The refresh token stays valid until it expires, is ended with `POST /auth/logout`, or the password changes; ' +
      'no new one is issued. 401 if it is unknown, has expired or was ended, or is older than the password.',
  })
  @ApiOkResponse({ type: AccessTokenResponse, description: 'A new access token.' })
  @Refuses(unauthorized())
  async refreshAccessToken(@Body() request: RefreshRequest): Promise<AccessTokenResponse> {
    const { accessToken, expiresIn } = await this.logIns.refresh(request.refresh_token);
    return AccessTokenResponse.of(accessToken, expiresIn);
  }

  @Post('logout')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'logOut',
    summary: 'Log out',
    description:
      'Ends a refresh token, so that it issues no more access tokens. Access tokens that it issued stay valid ' +
      'until they expire, half an hour at most. The response is the same for a token that has already ended, or is ' +
      'not one.',
  })
  @ApiNoContentResponse({ description: 'The refresh token has ended.' })
  async logOut(@Body() request: LogOutRequest): Promise<void> {
    await this.logIns.logOut(request.refresh_token);
  }

  @Post('password-reset')
  @MailBudget()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'requestPasswordReset',
    summary: 'Ask for a new password',
    description:
      'Sends a mail with a link that works once, within one hour. The response is the same for every address.',
  })
  @ApiOkResponse({ type: MessageResponse, description: 'The same sentence whether or not the account exists.' })
  requestPasswordReset(@Body() request: EmailRequest): MessageResponse {
    this.auth.requestPasswordReset(request.email);
    return MAIL_MAY_COME;
  }

  @Post('password-reset/confirm')
  @MailBudget()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'confirmPasswordReset',
    summary: 'Set the new password',
    description: 'Takes the token from the link in the mail. All earlier tokens stop working.',
  })
  @ApiOkResponse({ type: MessageResponse, description: 'The password is changed.' })
  @Refuses(
    accountErrors.resetTokenInvalid(),
    accountErrors.providerRequired(),
    accountErrors.passwordIsEmail('new_password'),
  )
  async confirmPasswordReset(
    @Body() { token, new_password }: ConfirmPasswordResetRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<MessageResponse> {
    await this.auth.resetPassword(
      token,
      new_password,
      storeResponse(() => PASSWORD_CHANGED),
    );
    return PASSWORD_CHANGED;
  }
}
