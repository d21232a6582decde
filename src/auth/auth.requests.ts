import { Email, Text } from '../platform/http/validation/fields.js';
import { MailToken, NewPassword, OptionalPhoneNumber } from '../users/account-fields.js';

export class RegisterRequest {
  @Email({ description: 'Compared without regard to case; a verification mail goes here.', example: 'ada@example.com' })
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

export class RefreshRequest {
  @Text({
    max: 4096,
    description: 'The refresh token of a log-in.',
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
