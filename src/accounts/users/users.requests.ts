import { CustomMetadata } from '../../platform/http/validation/custom-metadata.js';
import { Email, OptionalText, Text, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import { OptionalNewPassword, OptionalPhoneNumber } from './account-fields.js';
import type { AccountDefaults, MemberChange } from './users.service.js';

@ObjectWith({
  alternatives: [{ has: ['current_password'] }, { lacks: ['current_password', 'email', 'password'] }],
})
export class UpdateUserRequest {
  @OptionalPhoneNumber()
  phone_number?: string | null;

  @CustomMetadata()
  metadata?: Record<string, unknown> | null;

  @Email({ optional: true, description: 'New address; takes effect once verified.', example: 'ada@example.org' })
  email?: string | null;

  @OptionalText({
    pattern: /^[a-z]{2}$/,
    description:
      'Language of texts by a language model, for calls submitted from now on without `output_language`, ISO ' +
      '639-1. Null: the language of the call.',
    example: 'en',
  })
  output_language?: string | null;

  @Whole({
    min: 0,
    max: 1,
    optional: true,
    description:
      'Channel of the agent in stereo recordings, for calls submitted from now on without `agent_channel`. Null: ' +
      'detected from what is said.',
    example: 1,
  })
  agent_channel?: number | null;

  @OptionalNewPassword('New password; ends every token issued before.')
  password?: string | null;

  @OptionalText({
    max: 1024,
    requiredWith: ['email', 'password'],
    format: 'password',
    description: 'Current password; required with `email` and `password`.',
    example: 'old horse battery staple',
  })
  current_password?: string | null;

  changes(): MemberChange & AccountDefaults {
    return {
      email: this.email,
      password: this.password,
      currentPassword: this.current_password,
      phoneNumber: this.phone_number,
      metadata: this.metadata,
      outputLanguage: this.output_language,
      agentChannel: this.agent_channel,
    };
  }

  /** True where it names something of the account, which an admin changes. */
  changesAccount(): boolean {
    return this.metadata !== undefined || this.output_language !== undefined || this.agent_channel !== undefined;
  }
}

export class DeleteUserRequest {
  @Text({
    max: 1024,
    format: 'password',
    description: 'Current password.',
    example: 'correct horse battery staple',
  })
  current_password: string;
}
