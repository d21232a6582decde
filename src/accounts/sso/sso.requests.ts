import { GIVEN_ROLES, type GivenRole } from '../../access/roles.js';
import { issuerFault } from '../../platform/config/sign-in-config.js';
import { Flag, Nested, OneOf, OptionalText, Text, Uuid } from '../../platform/http/validation/fields.js';
import { OneOfMap, TextList } from '../../platform/http/validation/list-fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import { emailFault } from '../../platform/outbound/email-address.js';
import { foldDomain } from './sign-in.js';
import type { WantedSignIn } from './sign-ins.js';

const MAX_DOMAINS = 20;
const MAX_GROUPS = 200;
const CLAIM = { max: 255, pattern: /^\S+$/ };

const domainFault = (domain: string) =>
  emailFault(`a@${foldDomain(domain)}`) === null ? null : 'this is not a domain';

@ObjectWith({ isClosed: true })
export class RoleRulesRequest {
  @Text({
    ...CLAIM,
    description:
      'Claim with a person’s groups: a list, a string separated by commas, or an object whose keys are the groups. ' +
      'Dots lead into objects, as in `realm_access.roles`. A leading `/` of a group is ignored.',
    example: 'groups',
  })
  claim: string;

  @OneOfMap(GIVEN_ROLES, {
    maxKeys: MAX_GROUPS,
    key: { max: 255 },
    description:
      'Role by group; of several groups the highest counts. Empty: members keep the role that they have here.',
    example: { 'qa-leads': 'analyst', 'qa-reviewers': 'reviewer' },
  })
  map: Record<string, GivenRole>;

  @OneOf(GIVEN_ROLES, {
    optional: true,
    description: 'Role of a person in none of these groups. Null or left out: such a person is refused.',
    example: 'reviewer',
  })
  default?: GivenRole | null;
}

@ObjectWith({ isClosed: true })
export class TeamRulesRequest {
  @Text({
    ...CLAIM,
    description: 'Claim with a person’s teams, in the same formats as groups. Everyone except admins must have one.',
    example: 'teams',
  })
  claim: string;
}

@ObjectWith({ isClosed: true })
export class SignInRequest {
  @Text({
    max: 1000,
    findFault: issuerFault,
    format: 'uri',
    description: 'The `issuer` of the provider’s discovery document. It must belong to a single tenant.',
    example: 'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0',
  })
  issuer: string;

  @Text({ max: 255, pattern: /^\S+$/, description: 'Id of the service at the provider.', example: 'call-analysis' })
  client_id: string;

  @Text({
    max: 2048,
    optional: true,
    format: 'password',
    description: 'Never returned. Can be omitted if `issuer` and `client_id` stay the same.',
    example: 'wJalrXUtnFEMI-EXAMPLE',
  })
  client_secret?: string | null;

  @TextList({
    max: MAX_DOMAINS,
    item: { max: 253, trim: true, findFault: domainFault },
    description: 'Email domains whose people may sign in, each once a DNS record has verified it.',
    example: ['example.com'],
  })
  domains: string[];

  @Nested(RoleRulesRequest, { description: 'Mapping from groups to roles.' })
  roles: RoleRulesRequest;

  @Nested(TeamRulesRequest, { optional: true, description: 'How teams are read; if omitted, admins set them here.' })
  teams?: TeamRulesRequest | null;

  @Flag({
    default: false,
    description:
      'Refuses passwords of people of these domains. The owner’s password always works; a mail tells the owner of it.',
    example: false,
  })
  enforce: boolean;

  @Flag({
    default: false,
    description: 'Accepts addresses that the provider marks `email_verified: false`, as Authentik does for all.',
    example: false,
  })
  assume_verified: boolean;

  wanted(): WantedSignIn {
    const { claim, map, default: otherwise = null } = this.roles;
    return {
      issuer: this.issuer,
      clientId: this.client_id,
      clientSecret: this.client_secret ?? null,
      domains: [...new Set(this.domains.map(foldDomain))],
      roles: { claim, map, default: otherwise },
      teamsClaim: this.teams?.claim ?? null,
      enforce: this.enforce,
      assumeVerified: this.assume_verified,
    };
  }
}

export class LogInQuery {
  @OptionalText({ max: 254, description: 'The e-mail of the person.', example: 'grace@example.com' })
  email?: string | null;

  @Uuid({ optional: true, description: 'Id of the account, in place of the e-mail.' })
  account?: string | null;

  @OptionalText({ max: 1024, description: 'From the link of a test.' })
  test?: string | null;
}

export class LogOutTokenRequest {
  @Text({ max: 65_536, description: 'Signed by the provider.', example: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln' })
  logout_token: string;
}
