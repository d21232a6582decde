import { CustomMetadata } from '../platform/http/validation/custom-metadata.js';
import { Email, OptionalText, Text } from '../platform/http/validation/fields.js';
import { OptionalNewPassword, OptionalPhoneNumber } from './account-fields.js';
import type { AccountChanges } from './users.service.js';

export class UpdateUserRequest {
  @OptionalPhoneNumber()
  phone_number?: string | null;

  @CustomMetadata()
  metadata?: Record<string, unknown> | null;

  @Email({ optional: true, description: 'New address; takes effect once verified.', example: 'ada@example.org' })
  email?: string | null;

  @OptionalNewPassword('New password; ends every token issued before.')
  password?: string | null;

  @OptionalText({
    max: 1024,
    requiredWith: ['email', 'password'],
    format: 'password',
    description: 'The password as it is now; required with `email` and `password`.',
    example: 'old horse battery staple',
  })
  current_password?: string | null;

  changes(): AccountChanges {
    return {
      email: this.email,
      password: this.password,
      currentPassword: this.current_password,
      phoneNumber: this.phone_number,
      metadata: this.metadata,
    };
  }
}

export class DeleteUserRequest {
  @Text({
    max: 1024,
    format: 'password',
    description: 'The password as it is now.',
    example: 'correct horse battery staple',
  })
  current_password: string;
}
