import { ApiProperty } from '@nestjs/swagger';
import { GIVEN_ROLES, type GivenRole, ROLES, type Role } from '../../access/roles.js';
import type { MemberEntity, MemberStatus } from '../users/member.entity.js';
import type { InvitationRow } from './invitation-rows.js';

const TEAMS = {
  type: 'string',
  isArray: true,
  description: 'Values of `metadata.team` of the calls that the member sees; empty: all calls.',
  example: ['support'],
} as const;

export class MemberResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the member.',
    example: '2b8f7c1e-6d0a-4c53-9e14-8a7f3d5b9c60',
  })
  id: string;

  @ApiProperty({ enum: ['member'], description: 'Always `member`.', example: 'member' })
  object: 'member';

  @ApiProperty({ type: 'integer', description: 'Since when, Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    format: 'idn-email',
    description: 'Email address with which the member logs in.',
    example: 'grace@example.com',
  })
  email: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name that others see, or null.',
    example: 'Grace Hopper',
  })
  name: string | null;

  @ApiProperty({ enum: ROLES, description: 'Role of the member.', example: 'reviewer' })
  role: Role;

  @ApiProperty(TEAMS)
  teams: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: "The `agent_id` of the member's own calls, or null.",
    example: null,
  })
  agent_id: string | null;

  @ApiProperty({
    enum: ['active', 'invited', 'disabled'],
    description: '`invited`: has not accepted yet; the id stays the same. `disabled`: every request is refused.',
    example: 'active',
  })
  status: MemberStatus | 'invited';

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Last log-in, Unix seconds; null before the first.',
    example: 1790000000,
  })
  last_login_at: number | null;

  @ApiProperty({
    enum: ['password', 'oidc'],
    description: "How the member signs in: with a password, or through the company's identity provider.",
    example: 'password',
  })
  identity: 'password' | 'oidc';

  @ApiProperty({
    description: 'Whether the member may play original recordings that were replaced by masked ones.',
    example: false,
  })
  recordings_original: boolean;

  static ofEither(one: MemberEntity | InvitationRow): MemberResponse {
    return 'expiresAt' in one ? MemberResponse.ofInvited(one) : MemberResponse.of(one);
  }

  private static ofInvited(row: InvitationRow): MemberResponse {
    return {
      id: row.id,
      object: 'member',
      created: unixSeconds(row.createdAt),
      email: row.email,
      name: null,
      role: row.role,
      teams: row.teams,
      agent_id: row.agentId,
      status: 'invited',
      last_login_at: null,
      identity: 'password',
      recordings_original: false,
    };
  }

  static of(member: MemberEntity): MemberResponse {
    return {
      id: member.id,
      object: 'member',
      created: unixSeconds(member.createdAt),
      email: member.email,
      name: member.name,
      role: member.role,
      teams: member.teams,
      agent_id: member.agentId,
      status: member.status,
      last_login_at: member.lastLoginAt && unixSeconds(member.lastLoginAt),
      identity: member.subject === null ? 'password' : 'oidc',
      recordings_original: member.recordingsOriginal,
    };
  }
}

export class MemberPageResponse {
  @ApiProperty({ type: [MemberResponse], description: 'Newest first.' })
  items: MemberResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of members and of invited persons.', example: 12 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of items skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items requested.', example: 20 })
  limit: number;
}

export class MemberNameResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the member, and `reviewer_id` of the member’s reviews.',
    example: '2b8f7c1e-6d0a-4c53-9e14-8a7f3d5b9c60',
  })
  id: string;

  @ApiProperty({ description: 'Name of the member, or the email address if there is none.', example: 'Grace Hopper' })
  name: string;
}

export class MemberNamesResponse {
  @ApiProperty({ type: [MemberNameResponse], description: 'Sorted by name.' })
  items: MemberNameResponse[];
}

export class DeletedMemberResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the deleted member.',
    example: '2b8f7c1e-6d0a-4c53-9e14-8a7f3d5b9c60',
  })
  id: string;

  @ApiProperty({ enum: ['member'], description: 'Always `member`.', example: 'member' })
  object: 'member';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}

export class InvitationResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the invitation.',
    example: '7c9e2f40-1a5b-4d38-b6f2-0e8d7c4a1b93',
  })
  id: string;

  @ApiProperty({ enum: ['invitation'], description: 'Always `invitation`.', example: 'invitation' })
  object: 'invitation';

  @ApiProperty({ type: 'integer', description: 'When it was made, Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ format: 'idn-email', description: 'Email address it was sent to.', example: 'grace@example.com' })
  email: string;

  @ApiProperty({ enum: GIVEN_ROLES, description: 'Role of the new member.', example: 'reviewer' })
  role: GivenRole;

  @ApiProperty(TEAMS)
  teams: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: "The `agent_id` of the person's own calls, or null.",
    example: null,
  })
  agent_id: string | null;

  @ApiProperty({ type: 'integer', description: 'When its link expires, Unix seconds.', example: 1790604800 })
  expires_at: number;

  @ApiProperty({ enum: ['open', 'accepted', 'expired'], description: 'Status of the invitation.', example: 'open' })
  status: 'open' | 'accepted' | 'expired';

  static of(row: InvitationRow): InvitationResponse {
    return {
      id: row.id,
      object: 'invitation',
      created: unixSeconds(row.createdAt),
      email: row.email,
      role: row.role,
      teams: row.teams,
      agent_id: row.agentId,
      expires_at: unixSeconds(row.expiresAt),
      status: row.acceptedAt ? 'accepted' : row.isExpired ? 'expired' : 'open',
    };
  }
}

export class InvitationPageResponse {
  @ApiProperty({ type: [InvitationResponse], description: 'Newest first.' })
  items: InvitationResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of invitations.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of items skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items requested.', example: 20 })
  limit: number;
}

export class DeletedInvitationResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the deleted invitation.',
    example: '7c9e2f40-1a5b-4d38-b6f2-0e8d7c4a1b93',
  })
  id: string;

  @ApiProperty({ enum: ['invitation'], description: 'Always `invitation`.', example: 'invitation' })
  object: 'invitation';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
