import { ApiProperty } from '@nestjs/swagger';
import type { AccountEntity } from './account.entity.js';

export class UserResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the account.',
    example: '5f0c1d9e-3b1a-4f62-9c0d-7a1f0e6b2c11',
  })
  id: string;

  @ApiProperty({ enum: ['user'], description: 'Always `user`.', example: 'user' })
  object: 'user';

  @ApiProperty({ type: 'integer', description: 'When the account was registered, Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    format: 'idn-email',
    description: 'The address that signs in and receives mail.',
    example: 'ada@example.com',
  })
  email: string;

  @ApiProperty({ description: 'True once the link in the verification mail was used.', example: true })
  email_verified: boolean;

  @ApiProperty({
    type: 'string',
    format: 'idn-email',
    nullable: true,
    description: 'A new address that waits to be verified; null when there is none.',
    example: null,
  })
  pending_email: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'E.164, or null.', example: '+4930901820' })
  phone_number: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'ISO 639-1: the `output_language` of calls that name none; null for the language of each call.',
    example: 'en',
  })
  output_language: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'The `agent_channel` of calls that name none; null where what is said decides.',
    example: null,
  })
  agent_channel: number | null;

  @ApiProperty({ description: 'Always true: an account belongs to both modes.', example: true })
  livemode: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: "The client's own data, returned unchanged.",
    example: { team: 'support' },
  })
  metadata: Record<string, unknown>;

  static of(account: AccountEntity): UserResponse {
    return {
      id: account.id,
      object: 'user',
      created: Math.floor(account.createdAt.getTime() / 1000),
      email: account.email,
      email_verified: account.emailVerifiedAt !== null,
      pending_email: account.pendingEmail,
      phone_number: account.phoneNumber,
      output_language: account.outputLanguage,
      agent_channel: account.agentChannel,
      livemode: true,
      metadata: JSON.parse(account.metadata),
    };
  }
}

export class DeletedUserResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier the account had.',
    example: '5f0c1d9e-3b1a-4f62-9c0d-7a1f0e6b2c11',
  })
  id: string;

  @ApiProperty({ enum: ['user'], description: 'Always `user`.', example: 'user' })
  object: 'user';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}
