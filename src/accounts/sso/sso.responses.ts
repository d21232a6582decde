import { ApiProperty } from '@nestjs/swagger';
import { GIVEN_ROLES, type GivenRole } from '../../access/roles.js';
import type { Config } from '../../platform/config/config.js';
import { callbackUrl } from './provider-log-ins.js';
import type { SignIn } from './sign-in.js';
import { LOG_IN_SECONDS } from './started-log-ins.js';

class SignInDomainResponse {
  @ApiProperty({ description: 'In ASCII.', example: 'example.com' })
  domain: string;

  @ApiProperty({
    description: 'Complete TXT record that the domain itself must have. Empty if the operator has verified the domain.',
    example: 'call-analysis-verification=3q2-7wEj0Rk8yT5uVx1ZbA9cD4eF6gHi',
  })
  record: string;

  @ApiProperty({ description: 'Whether the record was found.', example: true })
  verified: boolean;
}

class RoleRulesResponse {
  @ApiProperty({ description: 'Claim with the groups of a person.', example: 'groups' })
  claim: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: [...GIVEN_ROLES] },
    description: 'Role by group.',
    example: { 'qa-leads': 'analyst', 'qa-reviewers': 'reviewer' },
  })
  map: Readonly<Record<string, GivenRole>>;

  @ApiProperty({
    type: 'string',
    enum: GIVEN_ROLES,
    nullable: true,
    description: 'Role of a person in none of the groups; null: such a person is refused.',
    example: 'reviewer',
  })
  default: GivenRole | null;
}

class TeamRulesResponse {
  @ApiProperty({ description: 'Claim with the teams of a person.', example: 'teams' })
  claim: string;
}

export class SignInResponse {
  @ApiProperty({ enum: ['sign_in'], description: 'Always `sign_in`.', example: 'sign_in' })
  object: 'sign_in';

  @ApiProperty({
    description: 'The identity provider.',
    example: 'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0',
  })
  issuer: string;

  @ApiProperty({ description: 'Id of the service at the provider.', example: 'call-analysis' })
  client_id: string;

  @ApiProperty({ type: [SignInDomainResponse], description: 'Domains whose people may sign in, once verified.' })
  domains: readonly SignInDomainResponse[];

  @ApiProperty({ type: RoleRulesResponse, description: 'Mapping from groups to roles.' })
  roles: RoleRulesResponse;

  @ApiProperty({ type: TeamRulesResponse, nullable: true, description: 'How teams are read; null: admins set them.' })
  teams: TeamRulesResponse | null;

  @ApiProperty({ description: 'Whether people of these domains cannot log in with a password.', example: false })
  enforce: boolean;

  @ApiProperty({ description: 'Whether addresses that the provider has not verified are accepted.', example: false })
  assume_verified: boolean;

  @ApiProperty({
    description: 'Set this at the provider as the redirect URI.',
    example: 'https://calls.example.com/api/v1/auth/oidc/callback',
  })
  redirect_uri: string;

  @ApiProperty({
    description: 'Set this at the provider as the back-channel logout URI.',
    example: 'https://calls.example.com/api/v1/auth/oidc/backchannel-logout',
  })
  backchannel_logout_uri: string;

  static of(signIn: SignIn, config: Config): SignInResponse {
    return {
      object: 'sign_in',
      issuer: signIn.issuer,
      client_id: signIn.clientId,
      domains: signIn.domains,
      roles: signIn.roles,
      teams: signIn.teamsClaim === null ? null : { claim: signIn.teamsClaim },
      enforce: signIn.enforce,
      assume_verified: signIn.assumeVerified,
      redirect_uri: callbackUrl(config),
      backchannel_logout_uri: `${config.http.publicUrl}/api/v1/auth/oidc/backchannel-logout`,
    };
  }
}

export class SignInTestResponse {
  @ApiProperty({
    description:
      'Open it in a browser: it logs in at the provider, shows the claims with the role and teams that follow, ' +
      'and changes nothing.',
    example: 'https://calls.example.com/api/v1/auth/oidc/start?test=q83vASNFZ4k',
  })
  url: string;

  @ApiProperty({ type: 'integer', description: 'Seconds until the URL expires.', example: LOG_IN_SECONDS })
  expires_in: number;
}

export class DeletedSignInResponse {
  @ApiProperty({ enum: ['sign_in'], description: 'Always `sign_in`.', example: 'sign_in' })
  object: 'sign_in';

  @ApiProperty({ enum: [true], description: 'Always true.', example: true })
  deleted: true;
}
