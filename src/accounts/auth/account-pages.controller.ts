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
  field: null,
  button: 'Confirm',
  action: 'api/v1/auth/verify-email',
  success: 'Your e-mail address is confirmed. You can sign in now.',
};

const RESET_PASSWORD = {
  title: 'Reset your password',
  explanation: 'Changing your password signs out all other sessions.',
  field: { name: 'new_password', label: 'New password, at least 8 characters' },
  button: 'Change password',
  action: 'api/v1/auth/password-reset/confirm',
  success: 'Your password has been changed. You can sign in with it now.',
};

/** The pages that mails link to. They are for people, so they have no version prefix and are not in the OpenAPI document. */
@ApiExcludeController()
@Public()
@Controller()
export class AccountPagesController {
  private readonly pages: { readonly verifyEmail: Page; readonly resetPassword: Page };

  constructor(@Inject(Config) config: Config) {
    const onward = config.console.enabled;
    this.pages = {
      verifyEmail: accountPage({ ...VERIFY_EMAIL, onward }),
      resetPassword: accountPage({ ...RESET_PASSWORD, onward }),
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
}

function send(response: Response, { html, contentSecurityPolicy }: Page): void {
  response.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  response.type('text/html; charset=utf-8').send(html);
}
