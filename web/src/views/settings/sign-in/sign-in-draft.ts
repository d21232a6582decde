// The sign-in settings as a form holds them, and as the API takes them. Without the browser.
import type { SignIn, SsoUpdateParams } from '../../../../../clients/typescript/src/browser.js';
import type { GivenRole } from '../../../session/role-rights.js';

export interface SignInDraft {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty: the one that is set stays. */
  readonly secret: string;
  /** One on each line. */
  readonly domains: string;
  readonly claim: string;
  readonly map: readonly { readonly id: number; readonly value: string; readonly role: GivenRole }[];
  /** Empty: whom no value gives a role is refused. */
  readonly defaultRole: GivenRole | '';
  /** Empty: teams are set here. */
  readonly teamsClaim: string;
  readonly enforce: boolean;
  readonly assumeVerified: boolean;
}

/** @param sso null before it is set */
export const draftOf = (sso: SignIn | null): SignInDraft => ({
  issuer: sso?.issuer ?? '',
  clientId: sso?.client_id ?? '',
  secret: '',
  domains: sso?.domains.map(({ domain }) => domain).join('\n') ?? '',
  claim: sso?.roles.claim ?? 'groups',
  map: Object.entries(sso?.roles.map ?? {}).map(([value, role], id) => ({ id, value, role })),
  defaultRole: sso?.roles.default ?? '',
  teamsClaim: sso?.teams?.claim ?? '',
  enforce: sso?.enforce ?? false,
  assumeVerified: sso?.assume_verified ?? false,
});

export function paramsOf(draft: SignInDraft): SsoUpdateParams {
  const { secret, teamsClaim, map } = draft;
  return {
    issuer: draft.issuer.trim(),
    client_id: draft.clientId.trim(),
    ...(secret !== '' && { client_secret: secret }),
    domains: draft.domains.split('\n').flatMap((line) => line.trim().toLowerCase() || []),
    roles: {
      claim: draft.claim.trim(),
      map: Object.fromEntries(
        map.filter(({ value }) => value.trim() !== '').map(({ value, role }) => [value.trim(), role]),
      ),
      default: draft.defaultRole === '' ? null : draft.defaultRole,
    },
    ...(teamsClaim.trim() !== '' && { teams: { claim: teamsClaim.trim() } }),
    enforce: draft.enforce,
    assume_verified: draft.assumeVerified,
  };
}
