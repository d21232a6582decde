// What the claims of an identity provider say of a person. Providers differ: Entra ID never says whether an address is verified
// and sends groups as ids, Keycloak writes them as paths, Zitadel as the keys of an object.
import { type GivenRole, isAtLeast, type Role } from '../../access/roles.js';
import { storageFault } from '../../platform/http/validation/storable-text.js';
import { emailFault } from '../../platform/outbound/email-address.js';
import { domainOf, isProved, type RoleRules, type SignIn } from './sign-in.js';
import { signInErrors } from './sign-in-errors.js';

export type Claims = Readonly<Record<string, unknown>>;

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  /** `undefined`: the provider decides nothing, and the member keeps what it has. Null: it gives none. */
  readonly role: GivenRole | null | undefined;
  /** `undefined` as above. */
  readonly teams: readonly string[] | undefined;
  /** Claims that were too long for the token, and came as a reference. */
  readonly cutClaims: readonly string[];
}

const MAX_TEAMS = 20;
/** OpenID Connect Core, 2, for `sub`. Indexes hold no text of any length. */
const MAX_CHARACTERS = 255;
const MAX_NAME_CHARACTERS = 200;
const GOOGLE = 'https://accounts.google.com';

/** @throws ApiError 403 without an address, with one that is not verified, and with one of a domain that is not proved */
export function identityOf(signIn: SignIn, issuer: string, claims: Claims): Identity {
  const wanted = [signIn.roles.claim, ...(signIn.teamsClaim === null ? [] : [signIn.teamsClaim])];
  const cutClaims = wanted.filter((claim) => isCut(claims, claim));
  return {
    issuer,
    subject: subjectOf(claims),
    email: emailOf(signIn, issuer, claims),
    name: isStorable(claims.name) ? claims.name.trim().slice(0, MAX_NAME_CHARACTERS) || null : null,
    role: cutClaims.includes(signIn.roles.claim) ? undefined : roleOf(signIn.roles, claims),
    teams: cutClaims.includes(signIn.teamsClaim ?? '') ? undefined : teamsOf(signIn.teamsClaim, claims),
    cutClaims,
  };
}

/** Whether more has to be asked than the claims of the token: Okta and Zitadel send the rest from their `userinfo` alone. */
export function lacksClaims({ roles, teamsClaim }: SignIn, claims: Claims): boolean {
  const needed = [
    ...(Object.keys(roles.map).length > 0 ? [roles.claim] : []),
    ...(teamsClaim === null ? [] : [teamsClaim]),
  ];
  const isMissing = (claim: string) => claimOf(claims, claim) === undefined && !isCut(claims, claim);
  return claims.email === undefined || needed.some(isMissing);
}

/** The signed claims count; what is said of an address is taken from where the address is. */
export function withUserInfo(claims: Claims, userInfo: Claims): Claims {
  const { email_verified: _, ...others } = userInfo;
  return claims.email === undefined ? { ...userInfo, ...claims } : { ...others, ...claims };
}

/** Whether Postgres can hold and index the text. */
export const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CHARACTERS && storageFault(value) === null;

function subjectOf({ sub }: Claims): string {
  if (!isStorable(sub)) throw signInErrors.notTrue();
  return sub;
}

function emailOf(signIn: SignIn, issuer: string, claims: Claims): string {
  const given = claims.email ?? claims.preferred_username ?? claims.upn;
  const email = typeof given === 'string' ? given.trim() : '';
  if (email === '' || emailFault(email) !== null) throw signInErrors.noEmail();
  const { email_verified: verified } = claims;
  const isTaken = verified === undefined ? isOfOneTenant(issuer) : verified === true || verified === 'true';
  if (!isTaken && !signIn.assumeVerified) throw signInErrors.emailNotVerified();
  const domain = domainOf(email);
  // A private account of Google keeps the address of a company that the person has left.
  if (!isProved(signIn, domain) || (issuer === GOOGLE && claims.hd !== domain)) throw signInErrors.foreignDomain();
  return email;
}

/** Google's one issuer serves everyone; those of Entra ID for any tenant are refused when they are set. */
const isOfOneTenant = (issuer: string): boolean => issuer !== GOOGLE;

function roleOf({ claim, map, default: otherwise }: RoleRules, claims: Claims): GivenRole | null | undefined {
  if (Object.keys(map).length === 0) return undefined;
  const given = groupsOf(claimOf(claims, claim)).flatMap((group) =>
    Object.hasOwn(map, group) ? (map[group] ?? []) : [],
  );
  return (
    given.reduce<GivenRole | null>((best, role) => (best === null || isAtLeast(role, best) ? role : best), null) ??
    otherwise
  );
}

function teamsOf(claim: string | null, claims: Claims): readonly string[] | undefined {
  if (claim === null) return undefined;
  const teams = groupsOf(claimOf(claims, claim)).filter((team) => isStorable(team));
  return [...new Set(teams)].slice(0, MAX_TEAMS);
}

/** A list, a text with commas, or the keys of an object, each without a slash at its beginning. */
function groupsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] =
    typeof value === 'string'
      ? value.split(',')
      : Array.isArray(value)
        ? value
        : typeof value === 'object' && value !== null
          ? Object.keys(value)
          : [];
  return items
    .filter((item) => typeof item === 'string')
    .map((item) => item.trim().replace(/^\//, ''))
    .filter((item) => item !== '');
}

/** The claim of this name; else the one that the parts of the name lead to, as in Keycloak's `realm_access.roles`. */
function claimOf(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  return claim
    .split('.')
    .reduce<unknown>(
      (within, part) => (isObject(within) && Object.hasOwn(within, part) ? within[part] : undefined),
      claims,
    );
}

/** Entra ID names claims with too many groups in `_claim_names`. */
const isCut = ({ _claim_names: names }: Claims, claim: string): boolean =>
  isObject(names) && Object.hasOwn(names, claim);

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Teams of a person of whom the provider says none: where it is to decide them, an empty list, which is refused. */
export const teamsWithout = ({ teamsClaim }: SignIn): readonly string[] | undefined =>
  teamsClaim === null ? undefined : [];

/** Teams narrow what a member sees, and none means every call: who is to be narrowed must have one. */
export const needsTeam = (teams: readonly string[] | undefined, role: Role): boolean =>
  teams !== undefined && teams.length === 0 && !isAtLeast(role, 'admin');
