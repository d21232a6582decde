// Who somebody is, by claims in the shapes in which providers send them.
import { describe, expect, it } from 'vitest';
import { type Claims, identityOf, lacksClaims, withUserInfo } from '../../../src/accounts/sso/identity.js';
import type { SignIn } from '../../../src/accounts/sso/sign-in.js';

const settings = (more: Partial<SignIn> = {}): SignIn => ({
  accountId: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  issuer: 'https://id.example.com',
  clientId: 'call-analysis',
  openSecret: () => '',
  roles: { claim: 'groups', map: { leads: 'analyst', managers: 'admin', '7f3a-11': 'analyst' }, default: null },
  teamsClaim: null,
  enforce: false,
  assumeVerified: false,
  domains: [
    { domain: 'example.com', record: '', verified: true },
    { domain: 'example.net', record: '', verified: false },
  ],
  version: '1',
  ...more,
});
const groupsIn = (claim: string) => settings({ roles: { ...settings().roles, claim } });
const GRACE = { sub: '1', email: 'grace@example.com', email_verified: true };
const identity = (claims: Claims, more: Partial<SignIn> = {}) =>
  identityOf(settings(more), 'https://id.example.com', claims);

describe('the role, by the groups of', () => {
  it.each<[string, SignIn, Claims, unknown]>([
    ['Entra ID, as ids', settings(), { groups: ['0a1b-22', '7f3a-11'] }, 'analyst'],
    ['Okta, as names', settings(), { groups: ['Everyone', 'leads'] }, 'analyst'],
    ['Keycloak, as paths', settings(), { groups: ['/leads', '/other'] }, 'analyst'],
    [
      'Keycloak, as roles of the realm',
      groupsIn('realm_access.roles'),
      { realm_access: { roles: ['managers'] } },
      'admin',
    ],
    ['Authentik, as names', settings(), { groups: ['authentik Admins', 'managers'] }, 'admin'],
    [
      'Zitadel, as keys',
      groupsIn('urn:zitadel:iam:org:project:roles'),
      { 'urn:zitadel:iam:org:project:roles': { leads: { 172: 'acme.zitadel.cloud' } } },
      'analyst',
    ],
    ['a text with commas', settings(), { groups: 'other, leads' }, 'analyst'],
    ['several that count: the highest', settings(), { groups: ['leads', 'managers'] }, 'admin'],
    ['none that counts', settings(), { groups: ['other'] }, null],
    ['names of every object', settings(), { groups: ['constructor', '__proto__'] }, null],
    ['no claim', settings(), {}, null],
    ['Entra ID, too many for the token', settings(), { _claim_names: { groups: 'src1' } }, undefined],
    ['a provider without rules', settings({ roles: { claim: 'groups', map: {}, default: 'agent' } }), {}, undefined],
  ])('%s', (_, signIn, claims, role) => {
    expect(identityOf(signIn, 'https://id.example.com', { ...GRACE, ...claims }).role, 'the role').toBe(role);
  });
});

it('takes teams in the same shapes, each once', () => {
  expect(identity({ ...GRACE, dept: ['a', '/b', 'a', 7] }, { teamsClaim: 'dept' }).teams).toEqual(['a', 'b']);
  expect(identity(GRACE, { teamsClaim: 'dept' }).teams).toEqual([]);
  expect(identity(GRACE).teams).toBeUndefined();
});

describe('an address', () => {
  it.each<[string, Claims, Partial<SignIn>?]>([
    ['that is verified', GRACE],
    ['that is verified, as text', { ...GRACE, email_verified: 'true' }],
    ['without a word on it, as Entra ID sends it', { sub: '1', email: 'grace@example.com' }],
    ['in preferred_username alone', { sub: '1', preferred_username: 'grace@example.com' }],
    ['in upn alone', { sub: '1', upn: 'grace@example.com' }],
    [
      'that is never verified, where the settings say so',
      { ...GRACE, email_verified: false },
      { assumeVerified: true },
    ],
  ])('is taken: %s', (_, claims, more) => {
    expect(identity(claims, more).email).toBe('grace@example.com');
  });

  it.each<[string, Claims, string]>([
    ['not verified', { ...GRACE, email_verified: false }, 'has not verified'],
    ['not verified, as text', { ...GRACE, email_verified: 'false' }, 'has not verified'],
    ['verified by something else than true', { ...GRACE, email_verified: 1 }, 'has not verified'],
    ['none', { sub: '1' }, 'sent no e-mail'],
    ['no address', { ...GRACE, email: 'grace' }, 'sent no e-mail'],
    ['two addresses', { ...GRACE, email: 'grace@example.com,x@example.com' }, 'sent no e-mail'],
    ['of another domain', { ...GRACE, email: 'grace@example.org' }, 'no domain'],
    ['of a domain below', { ...GRACE, email: 'grace@a.example.com' }, 'no domain'],
    ['of a domain that ends alike', { ...GRACE, email: 'grace@notexample.com' }, 'no domain'],
    ['of a domain that is named and not proved', { ...GRACE, email: 'grace@example.net' }, 'no domain'],
  ])('is refused: %s', (_, claims, sentence) => {
    expect(() => identity(claims)).toThrow(sentence);
  });

  it('of Google must be of its organisation, and verified', () => {
    const google = (claims: Claims) => identityOf(settings(), 'https://accounts.google.com', { ...GRACE, ...claims });
    expect(google({ hd: 'example.com' }).email).toBe('grace@example.com');
    expect(() => google({}), 'a private account').toThrow('no domain');
    expect(() => google({ hd: 'example.com', email_verified: undefined })).toThrow('has not verified');
  });
});

it('asks for user info where claims are missing, and takes no proof of an address from elsewhere', () => {
  expect(lacksClaims(settings(), { sub: '1', groups: [] }), 'without e-mail').toBe(true);
  expect(lacksClaims(settings(), GRACE), 'without groups').toBe(true);
  expect(lacksClaims(settings(), { ...GRACE, groups: [] }), 'with both').toBe(false);
  expect(lacksClaims(settings(), { ...GRACE, _claim_names: { groups: 'src1' } }), 'with groups elsewhere').toBe(false);
  const both = withUserInfo(
    { sub: '1', email: 'a@example.com' },
    { sub: '1', email: 'b@example.com', email_verified: true },
  );
  expect(both).toEqual({ sub: '1', email: 'a@example.com' });
  expect(withUserInfo({ sub: '1' }, GRACE)).toEqual(GRACE);
});
