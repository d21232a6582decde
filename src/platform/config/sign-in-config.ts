// Sign-in by an identity provider of the operator, and by a proxy that has authenticated the person already.
import type { GivenRole } from '../../access/roles.js';
import type { Variables } from './variables.js';

export interface SignInConfig {
  /** Identity provider of a one-company installation; null: none, or each account sets its own. */
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly domains: readonly string[];
    readonly defaultRole: GivenRole;
    /** Every log-in of the domains joins this account. */
    readonly accountId: string;
  } | null;
  /** Header, in lower case, in which the proxy names the person by e-mail; null: none is read. */
  readonly trustedUserHeader: string | null;
}

export function readSignIn(v: Variables): SignInConfig {
  return { oidc: readOidc(v), trustedUserHeader: v.TRUSTED_USER_HEADER?.toLowerCase() ?? null };
}

function readOidc(v: Variables): SignInConfig['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = v;
  const { OIDC_DOMAINS: domains, OIDC_ACCOUNT: accountId } = v;
  if (!issuer || !clientId || !clientSecret || !domains || !accountId) return null;
  return { issuer, clientId, clientSecret, domains, accountId, defaultRole: v.OIDC_DEFAULT_ROLE };
}

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DOMAINS', 'OIDC_ACCOUNT'];

/** @param given the variables that are set, as text */
export function signInFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const set = TOGETHER.filter((name) => given[name]);
  const missing = TOGETHER.filter((name) => !given[name]);
  const issuer = given.OIDC_ISSUER ?? '';
  const fault = issuer === '' ? null : issuerFault(issuer);
  return [
    ...(set.length > 0 ? missing.map((name) => `${name}: is required with ${set.join(', ')}`) : []),
    ...(fault === null ? [] : [`OIDC_ISSUER: ${fault}`]),
    ...(given.NODE_ENV === 'production' && issuer.startsWith('http:')
      ? ['OIDC_ISSUER: must be an https URL when NODE_ENV=production']
      : []),
    ...(given.TRUSTED_USER_HEADER && !namesProxies(given.TRUST_PROXY) ? [PROXY_NOT_NAMED] : []),
  ];
}

const PROXY_NOT_NAMED =
  'TRUSTED_USER_HEADER: needs TRUST_PROXY to name the addresses of the proxy; with `true` or a number any client could send it';

const namesProxies = (trustProxy = 'false') => !/^(true|false|\d+)$/.test(trustProxy);

/** Names of Entra ID that stand for any tenant: all of Microsoft's customers could sign in. The id is of private accounts. */
const ANY_TENANT = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

/** A sentence for the one who sets the issuer; null where there may be such an issuer of one organisation. */
export function issuerFault(issuer: string): string | null {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
  if (url.search !== '' || url.hash !== '') return 'an issuer has no query and no fragment';
  if (/\{|%7b/i.test(url.pathname) || ANY_TENANT.test(url.pathname))
    return 'the issuer must be of one tenant: put the id of your tenant in its place';
  return null;
}
