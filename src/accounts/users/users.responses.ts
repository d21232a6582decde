import { ApiProperty } from '@nestjs/swagger';
import { hearsOriginals } from '../../access/rights.js';
import { ROLES, type Role } from '../../access/roles.js';
import type { MemberEntity } from './member.entity.js';
import type { User } from './members.js';

/** The caller as a member of the account. */
class OwnMemberResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the member.',
    example: '5f0c1d9e-3b1a-4f62-9c0d-7a1f0e6b2c11',
  })
  id: string;

  @ApiProperty({ enum: ROLES, description: 'Role of the member.', example: 'owner' })
  role: Role;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name that others see; null where none is given.',
    example: 'Ada Lovelace',
  })
  name: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: "The `agent_id` of the member's own calls, or null.",
    example: null,
  })
  agent_id: string | null;

  @ApiProperty({
    type: 'string',
    isArray: true,
    description: 'Values of `metadata.team` of the calls that the member sees; empty: all calls.',
    example: [],
  })
  teams: string[];

  @ApiProperty({
    description:
      'Whether the member may play original recordings that were replaced by masked ones. Never true for an agent.',
    example: true,
  })
  recordings_original: boolean;
}

class OwnAccountResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the account.',
    example: '5f0c1d9e-3b1a-4f62-9c0d-7a1f0e6b2c11',
  })
  id: string;

  @ApiProperty({
    format: 'idn-email',
    description: 'Email address of the account’s owner.',
    example: 'ada@example.com',
  })
  email: string;
}

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
    description: 'Email address with which the caller logs in.',
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

  @ApiProperty({
    description:
      'Whether this person has a password. False for one who only signs in through the company’s identity provider: email ' +
      'and password cannot be changed here then.',
    example: true,
  })
  has_password: boolean;

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
    description: 'The `agent_channel` of calls that name none; null: detected from what is said.',
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

  @ApiProperty({
    type: OwnMemberResponse,
    nullable: true,
    description: 'The caller; for an API key the member who made it, null for a key of the account itself.',
  })
  member: OwnMemberResponse | null;

  @ApiProperty({ type: OwnAccountResponse, description: 'The account.' })
  account: OwnAccountResponse;

  /** @param shown the caller; null for a key of the account itself */
  static of({ member, account, ownerEmail }: User, shown: MemberEntity | null = member): UserResponse {
    return {
      id: account.id,
      object: 'user',
      created: Math.floor(account.createdAt.getTime() / 1000),
      email: member.email,
      email_verified: member.emailVerifiedAt !== null,
      pending_email: member.pendingEmail,
      has_password: member.passwordHash !== null,
      phone_number: member.phoneNumber,
      output_language: account.outputLanguage,
      agent_channel: account.agentChannel,
      livemode: true,
      metadata: JSON.parse(account.metadata),
      member: shown && {
        id: shown.id,
        role: shown.role,
        name: shown.name,
        agent_id: shown.agentId,
        teams: shown.teams,
        recordings_original: hearsOriginals(shown),
      },
      account: { id: account.id, email: ownerEmail },
    };
  }
}

export class DeletedUserResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the deleted account.',
    example: '5f0c1d9e-3b1a-4f62-9c0d-7a1f0e6b2c11',
  })
  id: string;

  @ApiProperty({ enum: ['user'], description: 'Always `user`.', example: 'user' })
  object: 'user';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}
