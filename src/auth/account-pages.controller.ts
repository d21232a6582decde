import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../platform/http/access/access.js';
import { accountPage } from './account-page.js';

const VERIFY_EMAIL = accountPage({
  title: 'Confirm your email address',
  explanation: 'Press the button to confirm that this address is yours.',
  field: null,
  button: 'Confirm',
  action: 'api/v1/auth/verify-email',
  success: 'Thank you. Your address is confirmed, and you can sign in.',
});

const RESET_PASSWORD = accountPage({
  title: 'Choose a new password',
  explanation: 'The new password takes effect at once and ends every session that is open.',
  field: { name: 'new_password', label: 'New password, at least 8 characters' },
  button: 'Set the new password',
  action: 'api/v1/auth/password-reset/confirm',
  success: 'Your password is changed. You can sign in with it now.',
});

/** The pages that mails link to. They are for people, so they have no version prefix and are not in the OpenAPI document. */
@ApiExcludeController()
@Public()
@Controller()
export class AccountPagesController {
  @Get('verify-email')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', VERIFY_EMAIL.contentSecurityPolicy)
  @Header('Referrer-Policy', 'no-referrer')
  @Header('Cache-Control', 'no-store')
  verifyEmail(): string {
    return VERIFY_EMAIL.html;
  }

  @Get('reset-password')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', RESET_PASSWORD.contentSecurityPolicy)
  @Header('Referrer-Policy', 'no-referrer')
  @Header('Cache-Control', 'no-store')
  resetPassword(): string {
    return RESET_PASSWORD.html;
  }
}
