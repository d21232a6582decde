import { MailToken } from '../users/account-fields.js';

export class VerifyEmailRequest {
  @MailToken()
  token: string;
}
