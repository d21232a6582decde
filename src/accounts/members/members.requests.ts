import { GIVEN_ROLES, type GivenRole, ROLES, type Role } from '../../access/roles.js';
import { Email, Flag, OneOf, OptionalText, Text, Whole } from '../../platform/http/validation/fields.js';
import { TextList } from '../../platform/http/validation/list-fields.js';
import type { FateOfKeys } from '../api-keys/keys-of-member.js';
import { MailToken, NewPassword } from '../users/account-fields.js';
import type { NewInvitation } from './invitations.service.js';
import type { MemberUpdate } from './members.service.js';

const NAME = { max: 200, trim: true, description: 'The name that others see.', example: 'Grace Hopper' };
const AGENT_ID = { max: 255, description: "The `agent_id` of the member's own calls.", example: 'agent-7' };
const TEAMS = {
  min: 0,
  max: 20,
  optional: true,
  item: { max: 255 },
  description: 'Values of `metadata.team` of the calls that the member sees; empty: all calls.',
  example: ['support'],
};

export class UpdateMemberRequest {
  @OneOf(ROLES, {
    optional: true,
    description: 'Role of the member. The role of the owner is only given by a transfer.',
    example: 'analyst',
  })
  role?: Role | null;

  @OptionalText(NAME)
  name?: string | null;

  @TextList(TEAMS)
  teams?: string[] | null;

  @OptionalText(AGENT_ID)
  agent_id?: string | null;

  @Flag({
    optional: true,
    description: 'Whether the member may play original recordings that were replaced by masked ones.',
    example: false,
  })
  recordings_original?: boolean | null;

  @OneOf(['active', 'disabled'], {
    optional: true,
    description: 'A disabled member is refused immediately, and so are the member’s API keys.',
    example: 'disabled',
  })
  status?: 'active' | 'disabled' | null;

  @OneOf(['revoke', 'keep'], {
    optional: true,
    description: 'With `status` `disabled`: what happens to the member’s API keys. If omitted: `revoke`.',
    example: 'keep',
  })
  keys?: FateOfKeys | null;

  changes(): MemberUpdate {
    return {
      ...(this.role && { role: this.role }),
      ...(this.name !== undefined && { name: this.name }),
      ...(this.teams !== undefined && { teams: this.teams ?? [] }),
      ...(this.agent_id !== undefined && { agentId: this.agent_id }),
      ...(typeof this.recordings_original === 'boolean' && { recordingsOriginal: this.recordings_original }),
      ...(this.status && { status: this.status }),
    };
  }
}

export class FateOfKeysRequest {
  @OneOf(['revoke', 'keep'], {
    default: 'revoke',
    description: "Whether the member's API keys are revoked or kept; kept keys then belong to the account.",
    example: 'revoke',
  })
  keys: FateOfKeys;
}

export class TransferRequest {
  @Text({
    max: 1024,
    format: 'password',
    description: 'Your current password.',
    example: 'correct horse battery staple',
  })
  current_password: string;
}

export class MemberPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items to return.', example: 20 })
  limit: number;
}

export class InvitationRequest {
  @Email({ description: 'Email address that receives the invitation.', example: 'grace@example.com' })
  email: string;

  @OneOf(GIVEN_ROLES, { description: 'Role of the new member; at most your own.', example: 'reviewer' })
  role: GivenRole;

  @TextList(TEAMS)
  teams?: string[] | null;

  @OptionalText(AGENT_ID)
  agent_id?: string | null;

  invitation(): NewInvitation {
    return { email: this.email.trim(), role: this.role, teams: this.teams ?? [], agentId: this.agent_id ?? null };
  }
}

export class AcceptInvitationRequest {
  @MailToken()
  token: string;

  @NewPassword('Password of the new member.')
  password: string;

  @OptionalText(NAME)
  name?: string | null;
}
