import { MailToken, NewPassword } from '../users/account-fields.js';

export class ConfirmPasswordResetRequest {
  @MailToken()
  token: string;

  @NewPassword('8 to 128 characters, not the email address.')
  new_password: string;
}
