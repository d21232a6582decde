import { Email, OneOf, OptionalText, Text } from '../../platform/http/validation/fields.js';
import { MailToken, NewPassword, OptionalPhoneNumber } from '../users/account-fields.js';

const SENT_BY_LIBRARIES = 'Libraries for OAuth 2 send it.';

export class RegisterRequest {
  @Email({
    description:
      'A verification mail is sent to it. Compared ignoring case, domains in ASCII form: one account per mailbox.',
    example: 'ada@example.com',
  })
  email: string;

  @NewPassword('8 to 128 characters, not the email address.')
  password: string;

  @OptionalPhoneNumber()
  phone_number?: string | null;
}

export class VerifyEmailRequest {
  @MailToken()
  token: string;
}

export class EmailRequest {
  @Email({ description: 'Address of the account.', example: 'ada@example.com' })
  email: string;
}

export class LogInRequest {
  @Text({ max: 1024, format: 'idn-email', description: 'Address of the account.', example: 'ada@example.com' })
  email: string;

  @Text({ max: 1024, format: 'password', description: 'Its password.', example: 'correct horse battery staple' })
  password: string;
}

/** A form, as the password grant of OAuth 2 has it (RFC 6749, 4.3.2). */
export class TokenRequest {
  @OneOf(['password'], { description: 'Always `password`.', example: 'password' })
  grant_type: string;

  @Text({ max: 1024, format: 'idn-email', description: 'Address of the account.', example: 'ada@example.com' })
  username: string;

  @Text({ max: 1024, format: 'password', description: 'Its password.', example: 'correct horse battery staple' })
  password: string;

  @OptionalText({ min: 0, max: 1024, description: `Has no effect. ${SENT_BY_LIBRARIES}`, example: '' })
  scope?: string | null;

  @OptionalText({ min: 0, max: 1024, description: `Has no effect. ${SENT_BY_LIBRARIES}`, example: '' })
  client_id?: string | null;

  @OptionalText({ min: 0, max: 1024, description: `Has no effect. ${SENT_BY_LIBRARIES}`, example: '' })
  client_secret?: string | null;
}

export class RefreshRequest {
  @Text({
    max: 4096,
    description: 'The refresh token of a log-in.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',
  })
  refresh_token: string;
}

export class LogOutRequest {
  @Text({
    max: 4096,
    description: 'The refresh token to end.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',
  })
  refresh_token: string;
}

export class ConfirmPasswordResetRequest {
  @MailToken()
  token: string;

  @NewPassword('8 to 128 characters, not the email address.')
  new_password: string;
}
