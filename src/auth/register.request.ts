import { Email } from '../platform/http/validation/fields.js';
import { NewPassword, OptionalPhoneNumber } from '../users/account-fields.js';

export class RegisterRequest {
  @Email({ description: 'Compared without regard to case; a verification mail goes here.', example: 'ada@example.com' })
  email: string;

  @NewPassword('8 to 128 characters, not the email address.')
  password: string;

  @OptionalPhoneNumber()
  phone_number?: string | null;
}
