import type { GivenRole } from '../../access/roles.js';
import { asciiDomain, foldEmail } from '../../platform/outbound/email-address.js';

/** Rules by which groups of the identity provider become a role. */
export interface RoleRules {
  /** Claim with the groups: its name, or a path with dots. */
  readonly claim: string;
  /** Role by group. Of several groups the highest role counts. Empty: the provider decides no role after the first log-in. */
  readonly map: Readonly<Record<string, GivenRole>>;
  /** Role of a person in none of the groups; null: such a person is refused. */
  readonly default: GivenRole | null;
}

export interface SignInDomain {
  readonly domain: string;
  /** TXT record that proves the domain. */
  readonly record: string;
  readonly verified: boolean;
}

/** Settings of an account, made by its owner or by the operator. */
export interface SignIn {
  readonly accountId: string;
  readonly issuer: string;
  readonly clientId: string;
  /** A function, so that no log line and no answer shows the secret. */
  readonly openSecret: () => string;
  readonly roles: RoleRules;
  /** Claim with the teams; null: the provider decides no teams. */
  readonly teamsClaim: string | null;
  readonly enforce: boolean;
  /** Takes addresses that the provider says it has not verified. */
  readonly assumeVerified: boolean;
  readonly domains: readonly SignInDomain[];
  /** Changes with every change of the settings. */
  readonly version: string;
}

export const isProved = ({ domains }: Pick<SignIn, 'domains'>, domain: string): boolean =>
  domains.some((one) => one.verified && one.domain === domain);

/** Writes a domain in ASCII, in lower case, without a dot at its end. */
export function foldDomain(domain: string): string {
  const written = domain.trim().normalize('NFKC').toLowerCase();
  return (asciiDomain(written) ?? written).replace(/\.$/, '');
}

export function domainOf(email: string): string {
  const folded = foldEmail(email);
  return folded.slice(folded.lastIndexOf('@') + 1);
}
