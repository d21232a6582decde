import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../platform/config/config.js';
import { Public } from '../../platform/http/access/access.js';
import type { Page } from '../../platform/http/pages/page.js';
import { accountPage } from './account-page.js';

const VERIFY_EMAIL = {
  title: 'Confirm your e-mail address',
  explanation: 'Select Confirm to confirm your e-mail address.',
  fields: [],
  entersConsole: false,
  button: 'Confirm',
  action: 'api/v1/auth/verify-email',
  success: 'Your e-mail address is confirmed. You can sign in now.',
  ended: 'Sign in. If your address is not confirmed yet, you get a new link there.',
} as const;

const RESET_PASSWORD = {
  title: 'Reset your password',
  explanation: 'Changing your password signs out all other sessions.',
  fields: [{ name: 'new_password', label: 'New password, at least 8 characters', type: 'password' }],
  entersConsole: false,
  button: 'Change password',
  action: 'api/v1/auth/password-reset/confirm',
  success: 'Your password has been changed. You can sign in with it now.',
  ended: 'Ask for a new link with “Forgot password?” where you sign in.',
} as const;

const ACCEPT_INVITATION = {
  title: 'Accept the invitation',
  explanation: 'Choose a password. You sign in with it and the e-mail address to which the invitation was sent.',
  fields: [
    { name: 'name', label: 'Name that others see, optional', type: 'text' },
    { name: 'password', label: 'Password, at least 8 characters', type: 'password' },
  ],
  entersConsole: true,
  button: 'Accept',
  action: 'api/v1/invitations/accept',
  success: 'Welcome. You can sign in now.',
  ended: 'If you accepted it before, sign in. Otherwise ask for a new invitation.',
} as const;

/** The pages that mails link to. They are for people, so they have no version prefix and are not in the OpenAPI document. */
@ApiExcludeController()
@Public()
@Controller()
export class AccountPagesController {
  private readonly pages: Readonly<Record<'verifyEmail' | 'resetPassword' | 'acceptInvitation', Page>>;

  constructor(@Inject(Config) config: Config) {
    const onward = config.console.enabled;
    this.pages = {
      verifyEmail: accountPage({ ...VERIFY_EMAIL, onward }),
      resetPassword: accountPage({ ...RESET_PASSWORD, onward }),
      acceptInvitation: accountPage({ ...ACCEPT_INVITATION, onward }),
    };
  }

  @Get('verify-email')
  verifyEmail(@Res() response: Response): void {
    send(response, this.pages.verifyEmail);
  }

  @Get('reset-password')
  resetPassword(@Res() response: Response): void {
    send(response, this.pages.resetPassword);
  }

  @Get('accept-invitation')
  acceptInvitation(@Res() response: Response): void {
    send(response, this.pages.acceptInvitation);
  }
}

function send(response: Response, { html, contentSecurityPolicy }: Page): void {
  response.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  response.type('text/html; charset=utf-8').send(html);
}
