// Sign-in by an identity provider, from the settings to the member, over real HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';
import { type NameServer, startNameServer } from '../../support/stubs/name-server.js';
import { CLIENT_SECRET, type Person, StandInIssuer } from '../../support/stubs/stand-in-issuer.js';
import {
  askNameServer,
  company,
  finish,
  GRACE,
  memberOf,
  prove,
  SETTINGS,
  signIn,
  start,
  tokensIn,
  wordsOf,
} from './signing-in.js';

let app: IdentityApp;
let issuer: StandInIssuer;
let names: NameServer;
beforeAll(async () => {
  [app, issuer, names] = await Promise.all([
    IdentityApp.start(),
    StandInIssuer.start('/realms/acme'),
    startNameServer(),
  ]);
  askNameServer(app, names.address);
});
afterAll(async () => {
  await app?.stop();
  await issuer?.stop();
  await names?.close();
});
beforeEach(async () => {
  issuer.forget();
  await app.forgetAll();
});

const settings = (token: string, body: object) => app.send('PUT', '/settings/sso', { token, body });
const logIn = (email: string, password: string) => app.send('POST', '/auth/login', { body: { email, password } });

describe('the settings', () => {
  it('show no secret, keep it where issuer and client stay, and go away', async () => {
    const { access } = await company(app, issuer.url);
    const read = await app.send('GET', '/settings/sso', { token: access });
    expect(read.body).toEqual({
      object: 'sign_in',
      issuer: issuer.url,
      client_id: 'call-analysis',
      domains: [
        { domain: 'example.com', record: expect.stringMatching(/^call-analysis-verification=.{32}$/), verified: true },
      ],
      roles: SETTINGS.roles,
      teams: null,
      enforce: false,
      assume_verified: false,
      redirect_uri: 'https://calls.example/api/v1/auth/oidc/callback',
      backchannel_logout_uri: 'https://calls.example/api/v1/auth/oidc/backchannel-logout',
    });
    const { client_secret: _, ...rest } = { ...SETTINGS, issuer: issuer.url };
    const kept = await settings(access, { ...rest, domains: ['EXAMPLE.com.', 'example.org'] });
    await expect(kept).toAnswer(200);
    expect(kept.body.domains).toMatchObject([{ domain: 'example.com', verified: true }, { verified: false }]);
    await expect(await signIn(app, issuer, GRACE)).toAnswer(200);
    await expect(await settings(access, { ...rest, client_id: 'other' })).toAnswer(422);
    await expect(await app.send('DELETE', '/settings/sso', { token: access })).toAnswer(200);
    await expect(await app.send('GET', '/settings/sso', { token: access })).toAnswer(404);
  });

  it('tell who signs in through the company alone that there is no password to change', async () => {
    const { access } = await company(app, issuer.url);
    const grace = tokensIn(await signIn(app, issuer, GRACE));
    const me = (token: string | undefined) => app.send('GET', '/users/me', { token });
    expect((await me(access)).body).toMatchObject({ has_password: true });
    expect((await me(grace?.access_token)).body).toMatchObject({ email: GRACE.email, has_password: false });
  });

  it.each(['common', 'organizations', 'consumers', '{tenantid}', encodeURIComponent('{tenantid}'), 'COMMON'])(
    'refuse the issuer of any tenant: %s',
    async (tenant) => {
      const { access } = await app.account('ada@example.com');
      const url = `https://login.microsoftonline.com/${tenant}/v2.0`;
      const answer = await settings(access, { ...SETTINGS, issuer: url });
      await expect(answer).toAnswer(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['body', 'issuer'], type: 'value_error' }]);
    },
  );

  it('are the owner’s alone, by token', async () => {
    const owner = await company(app, issuer.url);
    const admin = await memberOf(app, await signIn(app, issuer, { ...GRACE, groups: ['managers'] }));
    expect(admin.role).toBe('admin');
    const key = await app.apiKey(owner.access, { scopes: ['settings:write'] });
    for (const token of [admin.access_token, key.key])
      for (const [method, path] of [
        ['GET', '/settings/sso'],
        ['PUT', '/settings/sso'],
        ['DELETE', '/settings/sso'],
        ['POST', '/settings/sso/test'],
        ['POST', '/settings/sso/domains/example.com/verify'],
      ] as const)
        await expect(await app.send(method, path, { token })).toAnswer(403);
  });

  it('map no group to the owner', async () => {
    const { access } = await app.account('ada@example.com');
    const roles = { claim: 'groups', map: { leads: 'owner' }, default: null };
    await expect(await settings(access, { ...SETTINGS, issuer: issuer.url, roles })).toAnswer(422);
  });
});

describe('a domain', () => {
  it('is proved by its TXT record, whole and exact', async () => {
    const { access } = await app.account('ada@example.com');
    const { body } = await settings(access, { ...SETTINGS, issuer: issuer.url });
    const [{ record }] = body.domains;
    const verify = (domain = 'example.com') =>
      app.send('POST', `/settings/sso/domains/${domain}/verify`, { token: access });
    const refused = { detail: 'The domain example.com has no such TXT record' };
    await expect(await verify()).toAnswer(400, refused);
    for (const wrong of [`${record}x`, ` ${record}`, record.slice(0, -1), 'call-analysis-verification='])
      names.names.set('example.com', { addresses: [], texts: ['v=spf1 -all', wrong] });
    await expect(await verify()).toAnswer(400, refused);
    names.names.set('example.com', { addresses: [], texts: ['v=spf1 -all', record] });
    expect((await verify('Example.COM')).body.domains).toMatchObject([{ verified: true }]);
    await expect(await verify('example.org')).toAnswer(404);
    names.names.clear();
    expect((await verify()).body.domains, 'once proved').toMatchObject([{ verified: true }]);
    expect(await app.subjects('ada@example.com')).toEqual([expect.any(String), 'example.com is verified']);
  });
});

/** As each provider says it, with its settings. */
const SHAPES: Readonly<Record<string, { claims: object; metadata?: object; userInfo?: object; settings: object }>> = {
  'Entra ID': {
    claims: {
      email: undefined,
      email_verified: undefined,
      preferred_username: 'grace@example.com',
      groups: ['7f3a-11'],
    },
    settings: { roles: { claim: 'groups', map: { '7f3a-11': 'analyst' }, default: null } },
  },
  Okta: {
    claims: { email: undefined, email_verified: undefined },
    userInfo: { sub: 'grace-1', email: 'grace@example.com', email_verified: true, groups: ['Everyone', 'qa-leads'] },
    metadata: {
      scopes_supported: ['openid', 'email', 'profile', 'groups', 'offline_access'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
    settings: {},
  },
  Google: { claims: { hd: 'example.com' }, settings: { roles: { claim: 'groups', map: {}, default: 'analyst' } } },
  Keycloak: { claims: { groups: ['/qa-leads'], sid: 'session-1', typ: 'ID' }, settings: {} },
  Authentik: { claims: { email_verified: false, groups: ['qa-leads'] }, settings: { assume_verified: true } },
  Zitadel: {
    claims: {
      'urn:zitadel:iam:org:project:roles': { 'qa-leads': { 17: 'acme.zitadel.cloud' } },
      aud: ['call-analysis', '17'],
      azp: 'call-analysis',
    },
    settings: { roles: { claim: 'urn:zitadel:iam:org:project:roles', map: SETTINGS.roles.map, default: null } },
  },
};

describe('a person', () => {
  it.each(Object.entries(SHAPES))('of %s becomes a member with the mapped role', async (_, shape) => {
    Object.assign(issuer, { metadata: shape.metadata ?? {}, userInfo: shape.userInfo ?? null });
    const { id } = await company(app, issuer.url, shape.settings);
    const answer = await signIn(app, issuer, { ...GRACE, ...shape.claims } as Person);
    await expect(answer).toAnswer(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await memberOf(app, answer)).toMatchObject({ account: id, email: 'grace@example.com', role: 'analyst' });
  });

  it('has the role and the teams of the latest log-in, and none is let in without', async () => {
    await company(app, issuer.url, { teams: { claim: 'dept' } });
    const first = await memberOf(app, await signIn(app, issuer, { ...GRACE, groups: ['qa-leads'], dept: ['a', 'b'] }));
    expect(first).toMatchObject({ role: 'analyst', teams: ['a', 'b'], name: 'Grace Hopper' });
    const later = await memberOf(app, await signIn(app, issuer, { ...GRACE, groups: ['floor'], dept: 'c' }));
    expect(later).toMatchObject({ id: first.id, role: 'agent', teams: ['c'] });
    const cut = { ...GRACE, _claim_names: { groups: 'src1' }, dept: ['c'] };
    expect(await memberOf(app, await signIn(app, issuer, cut)), 'with too many groups').toMatchObject({
      role: 'agent',
    });
    await expect(await signIn(app, issuer, { ...GRACE, groups: ['floor'] })).toAnswer(403);
    expect((await app.send('GET', '/users/me', { token: later.access_token })).status, 'a token from before').toBe(401);
  });

  it('joins an invitation, whose teams and agent stay', async () => {
    const owner = await company(app, issuer.url);
    const invitation = { email: 'Grace@Example.com', role: 'admin', teams: ['north'], agent_id: 'agent-7' };
    await app.send('POST', '/invitations', { token: owner.access, body: invitation });
    const member = await memberOf(app, await signIn(app, issuer, GRACE));
    expect(member).toMatchObject({ role: 'reviewer', teams: ['north'], agent_id: 'agent-7' });
    const accept = { token: await app.mailedToken('grace@example.com'), password: PASSWORD };
    await expect(await app.send('POST', '/invitations/accept', { body: accept })).toAnswer(400);
  });

  it('is the owner by the e-mail, whom no group demotes or locks out', async () => {
    const owner = await company(app, issuer.url, { roles: { ...SETTINGS.roles, default: null } });
    const ada = { sub: 'ada-1', email: 'ada@example.com', email_verified: true };
    expect(await memberOf(app, await signIn(app, issuer, ada))).toMatchObject({ id: owner.id, role: 'owner' });
    expect(await memberOf(app, await signIn(app, issuer, { ...ada, groups: ['floor'] }))).toMatchObject({
      role: 'owner',
    });
    await expect(await signIn(app, issuer, GRACE)).toAnswer(403);
  });

  it('is shown the claims by a test, which changes nothing', async () => {
    const { access, id } = await company(app, issuer.url);
    const { body } = await app.send('POST', '/settings/sso/test', { token: access });
    const { asked, cookie } = await start(app, new URL(body.url).search.slice(1));
    const page = await finish(app, issuer.authorize(asked, { ...GRACE, groups: ['<b>', 'qa-leads'] }), cookie);
    await expect(page).toAnswer(200);
    expect(page.body).toContain('analyst');
    expect(page.body, 'escaped').not.toContain('<b>');
    expect(tokensIn(page), 'tokens').toBeNull();
    const members = await app.database.query('SELECT count(*)::int AS n FROM member WHERE account_id = $1', [id]);
    expect(members, 'the owner alone').toEqual([{ n: 1 }]);
  });

  it('is told by a test what a new member would get, and that one without a role would be refused', async () => {
    const { access } = await company(app, issuer.url);
    const told = async (roles: object) => {
      await settings(access, { ...SETTINGS, issuer: issuer.url, roles: { claim: 'groups', ...roles } });
      const { body } = await app.send('POST', '/settings/sso/test', { token: access });
      const { asked, cookie } = await start(app, new URL(body.url).search.slice(1));
      return wordsOf(await finish(app, issuer.authorize(asked, GRACE), cookie));
    };
    expect(await told({ map: {}, default: 'reviewer' })).toContain('&#34;role&#34;: &#34;reviewer&#34;');
    const refusal = 'would be refused: Your identity provider gives you no role here';
    expect(await told({ map: {}, default: null })).toContain(refusal);
    expect(await told({ map: { leads: 'admin' }, default: null })).toContain(refusal);
  });
});

describe('enforced', () => {
  it('a password of the domain is refused, and the owner’s works, with a mail', async () => {
    const owner = await company(app, issuer.url);
    const invite = async (email: string) => {
      await app.send('POST', '/invitations', { token: owner.access, body: { email, role: 'reviewer' } });
      return app.send('POST', '/invitations/accept', {
        body: { token: await app.mailedToken(email), password: PASSWORD },
      });
    };
    await expect(await invite('grace@example.com')).toAnswer(200);
    await app.send('POST', '/auth/password-reset', { body: { email: 'grace@example.com' } });
    const reset = { token: await app.mailedToken('grace@example.com'), new_password: 'another horse battery' };
    await settings(owner.access, { ...SETTINGS, issuer: issuer.url, enforce: true });
    const refused = { detail: 'Log in with your identity provider' };
    await expect(await logIn('grace@example.com', PASSWORD)).toAnswer(403, refused);
    await expect(await logIn('grace@example.com', 'wrong horse battery')).toAnswer(401);
    await expect(await app.send('POST', '/auth/password-reset/confirm', { body: reset })).toAnswer(403, refused);
    await expect(await invite('joan@example.com')).toAnswer(403, refused);
    await expect(await invite('joan@example.org')).toAnswer(200);
    const mails = (await app.links('ada@example.com')).length;
    await expect(await logIn('ada@example.com', PASSWORD)).toAnswer(200);
    expect((await app.links('ada@example.com')).length - mails, 'mails about the log-in').toBe(1);
    expect(await memberOf(app, await signIn(app, issuer, GRACE))).toMatchObject({ email: 'grace@example.com' });
  });
});

describe('the operator’s provider', () => {
  it('lets everyone of its domains into one account, in which roles are given by hand', async () => {
    const first = await app.account('ada@example.com');
    const operated = await IdentityApp.start(app, {
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: 'call-analysis',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_DOMAINS: 'example.com, example.org',
      OIDC_DEFAULT_ROLE: 'analyst',
      OIDC_ACCOUNT: first.id,
    });
    try {
      const joined = await memberOf(operated, await signIn(operated, issuer, { ...GRACE, email: 'grace@example.org' }));
      expect(joined).toMatchObject({ account: first.id, role: 'analyst' });
      await app.send('PUT', `/members/${joined.id}`, { token: first.access, body: { role: 'reviewer' } });
      expect(await memberOf(operated, await signIn(operated, issuer, GRACE))).toMatchObject({ role: 'reviewer' });
      expect((await operated.send('GET', '/settings/sso', { token: first.access })).body).toMatchObject({
        issuer: issuer.url,
      });
    } finally {
      await operated.stop();
    }
  });
});

it('an issuer that is away costs its own log-ins alone', async () => {
  const { id } = await company(app, issuer.url);
  const other = await app.account('eve@example.net');
  const healthy = await StandInIssuer.start();
  try {
    await settings(other.access, { ...SETTINGS, issuer: healthy.url, domains: ['example.net'] });
    await prove(app);
    issuer.trouble = 'silent';
    const stuck = app.send('GET', `/auth/oidc/start?account=${id}`);
    const { asked, cookie } = await start(app, `account=${other.id}`);
    const page = await finish(app, healthy.authorize(asked, { ...GRACE, email: 'x@example.net' }), cookie);
    await expect(page).toAnswer(200);
    await expect(await stuck).toAnswer(503);
    issuer.trouble = null;
    await expect(await signIn(app, issuer, GRACE)).toAnswer(200);
  } finally {
    await healthy.stop();
  }
});

it('tolerates clocks four minutes off, and not ten', async () => {
  await company(app, issuer.url);
  const now = Math.floor(Date.now() / 1000);
  const off = (minutes: number) => ({
    claims: { iat: now + minutes * 60, nbf: now + minutes * 60, exp: now + minutes * 60 + 5 },
  });
  await expect(await signIn(app, issuer, GRACE, off(-4))).toAnswer(200);
  await expect(await signIn(app, issuer, GRACE, off(4))).toAnswer(200);
  await expect(await signIn(app, issuer, GRACE, off(-10))).toAnswer(400);
  await expect(await signIn(app, issuer, GRACE, off(10))).toAnswer(400);
});
