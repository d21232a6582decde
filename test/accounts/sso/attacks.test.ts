// Attacks on the sign-in by an identity provider: each by its name, and none lets anyone in. Mallory can make the browser and the
// provider say what the table says; where the check is left out, the row is red.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SecretCipher } from '../../../src/platform/database/secret-cipher.js';
import { type Answer, IdentityApp } from '../../support/apps/identity-app.js';
import { CLIENT_SECRET, type Lie, type Person, StandInIssuer } from '../../support/stubs/stand-in-issuer.js';
import {
  type Company,
  company,
  finish,
  forgetPeople,
  GRACE,
  memberOf,
  SETTINGS,
  signIn,
  start,
  tokensIn,
  wordsOf,
} from './signing-in.js';

const MALLORY: Person = { sub: 'mallory-1', email: 'mallory@example.com', email_verified: true };

let app: IdentityApp;
let issuer: StandInIssuer;
let other: StandInIssuer;
let owner: Company;
beforeAll(async () => {
  [app, issuer, other] = await Promise.all([IdentityApp.start(), StandInIssuer.start('/a'), StandInIssuer.start('/b')]);
  owner = await company(app, issuer.url);
  await app.account('eve@example.com');
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([issuer?.stop(), other?.stop()]);
});
beforeEach(async () => {
  issuer.forget();
  await forgetPeople(app);
});

it('Mallory herself would be let in: what refuses her below is the attack', async () => {
  expect(await memberOf(app, await signIn(app, issuer, MALLORY))).toMatchObject({ role: 'reviewer' });
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const by = (key: string | Buffer) => (payload: object) => {
  const signed = `${part({ alg: 'HS256', kid: 'key-1' })}.${part(payload)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};
const changed = (token: string, claims: object) => {
  const [header, payload = '', signature] = token.split('.');
  return [header, part({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims }), signature].join(
    '.',
  );
};

/** No one is let in, and no one becomes a member. */
async function expectNobody(answer: Answer): Promise<void> {
  expect([400, 401, 403, 404, 422], `the answer:${wordsOf(answer)}`).toContain(answer.status);
  expect(tokensIn(answer), 'tokens').toBeNull();
  const mallory = "SELECT email FROM member WHERE email LIKE 'mallory%' OR subject LIKE 'mallory%'";
  expect(await app.database.query(mallory), 'members that are Mallory').toEqual([]);
}

const TOKENS: Readonly<Record<string, Lie>> = {
  'of another issuer': { claims: { iss: 'https://id.example.org' } },
  'for another client': { claims: { aud: 'other-client' } },
  'for several clients, authorised for another': { claims: { aud: ['call-analysis', 'other'], azp: 'other' } },
  'for several clients, authorised for none': { claims: { aud: ['call-analysis', 'other'] } },
  'with another nonce': { claims: { nonce: 'x' } },
  'without a nonce': { claims: { nonce: undefined } },
  'that has expired': { claims: { exp: 1_700_000_000 } },
  'without an expiry': { claims: { exp: undefined } },
  'without a time': { claims: { iat: undefined } },
  'without a person': { claims: { sub: undefined } },
  'not good before tomorrow': { claims: { nbf: 4_000_000_000 } },
  unsigned: { token: (payload) => `${part({ alg: 'none' })}.${part(payload)}.` },
  'signed with the secret of the client': { token: by(CLIENT_SECRET) },
  'signed with the public key as a secret': {
    token: async (payload) => by(JSON.stringify(await issuer.publicKeys()))(payload),
  },
  'signed by a swapped key of the same name': { byOtherKey: true },
  'signed by a key of another name': { header: { kid: 'key-2' }, byOtherKey: true },
  'with its signature cut off': {
    token: async (payload) => `${(await issuer.sign(payload)).split('.', 2).join('.')}.`,
  },
  'changed after it was signed': {
    token: async (payload) => changed(await issuer.sign({ ...payload, sub: 'x' }), payload),
  },
  'with a part that must be understood': { header: { crit: ['b64'], b64: true } },
  'that is missing': { token: () => undefined },
};

describe('0 of these tokens let anyone in:', () => {
  it.each(Object.entries(TOKENS))('one %s', async (_, lie) => {
    await expectNobody(await signIn(app, issuer, MALLORY, lie));
  });
});

const PERSONS: Readonly<Record<string, Partial<Person>>> = {
  'whose e-mail is not verified': { email_verified: false },
  'whose e-mail is not verified, as text': { email_verified: 'false' },
  'of a foreign domain': { email: 'mallory@example.org' },
  'of a domain below': { email: 'mallory@a.example.com' },
  'of a look-alike domain': { email: 'mallory@example.com.example.org' },
  'of a domain with a homograph': { email: 'mallory@ex\u0430mple.com' },
  'with two addresses': { email: 'mallory@example.org,grace@example.com' },
  'without an address': { email: undefined },
  'whose name is a NUL': { sub: 'mallory\0' },
  'whose name is endless': { sub: 'mallory'.repeat(500) },
  'with the address of another account’s owner': { email: 'eve@example.com' },
  'with the address of another person of the provider': { email: 'grace@example.com' },
};

describe('0 of these persons are let in:', () => {
  it.each(Object.entries(PERSONS))('one %s', async (_, claims) => {
    await memberOf(app, await signIn(app, issuer, GRACE));
    await expectNobody(await signIn(app, issuer, { ...MALLORY, ...claims } as Person));
  });

  it('one whose user info is of somebody else', async () => {
    issuer.userInfo = { ...GRACE, sub: 'grace-1' };
    await expectNobody(await signIn(app, issuer, { sub: 'mallory-1' }));
  });

  it('one of a domain that is named and not proved', async () => {
    await app.database.query('UPDATE sign_in_domain SET verified_at = NULL');
    await expectNobody(await app.send('GET', '/auth/oidc/start?email=mallory@example.com'));
    const { asked, cookie } = await start(app, `account=${owner.id}`);
    await expectNobody(await finish(app, issuer.authorize(asked, MALLORY), cookie));
  });

  it('one who is disabled here', async () => {
    const grace = await memberOf(app, await signIn(app, issuer, GRACE));
    await app.send('PUT', `/members/${grace.id}`, { token: owner.access, body: { status: 'disabled' } });
    await expectNobody(await signIn(app, issuer, GRACE));
  });
});

const begun = () => start(app, 'email=mallory@example.com');

const BROWSERS: Readonly<Record<string, () => Promise<Answer>>> = {
  'without the cookie': async () => finish(app, issuer.authorize((await begun()).asked, MALLORY), null),
  'with a changed cookie': async () => {
    const { asked, cookie } = await begun();
    return finish(app, issuer.authorize(asked, MALLORY), `${cookie.slice(0, -2)}AA`);
  },
  'with two cookies': async () => {
    const { asked, cookie } = await begun();
    return finish(app, issuer.authorize(asked, MALLORY), `${cookie}; ${(await begun()).cookie}`);
  },
  'with the cookie of another log-in': async () =>
    finish(app, issuer.authorize((await begun()).asked, MALLORY), (await begun()).cookie),
  'with a cookie that has expired': async () => {
    const { asked, cookie } = await begun();
    const [name, sealed = ''] = cookie.split('=');
    const [cipher, purpose] = [new SecretCipher(app.config.secrets.encryption), 'sign-in log-in'];
    const started = JSON.parse(cipher.decrypt(Buffer.from(sealed, 'base64url'), purpose));
    const expired = cipher.encrypt(JSON.stringify({ ...started, expiresAt: Date.now() - 1 }), purpose);
    return finish(app, issuer.authorize(asked, MALLORY), `${name}=${expired.toString('base64url')}`);
  },
  'with another state': async () => {
    const { asked, cookie } = await begun();
    asked.searchParams.set('state', 'x');
    return finish(app, issuer.authorize(asked, MALLORY), cookie);
  },
  'with two states': async () => {
    const { asked, cookie } = await begun();
    const back = issuer.authorize(asked, MALLORY);
    back.searchParams.append('state', 'x');
    return finish(app, back, cookie);
  },
  'with a code that another log-in began': async () => {
    const stolen = issuer.authorize((await begun()).asked, MALLORY).searchParams.get('code') ?? '';
    const { asked, cookie } = await begun();
    const back = issuer.authorize(asked, MALLORY);
    back.searchParams.set('code', stolen);
    return finish(app, back, cookie);
  },
  'from another issuer than was asked': async () => {
    const { asked, cookie } = await begun();
    return finish(app, other.authorize(asked, MALLORY), cookie);
  },
  'without the name of the issuer': async () => {
    const { asked, cookie } = await begun();
    const back = issuer.authorize(asked, MALLORY);
    back.searchParams.delete('iss');
    return finish(app, back, cookie);
  },
  'with an id token in the address': async () => {
    const { asked, cookie } = await begun();
    const back = issuer.authorize(asked, MALLORY);
    back.searchParams.set('id_token', await issuer.sign({ ...MALLORY, exp: now() + 60 }));
    return finish(app, back, cookie);
  },
  'with an error beside the code': async () => {
    const { asked, cookie } = await begun();
    const back = issuer.authorize(asked, MALLORY);
    back.searchParams.set('error', 'access_denied');
    return finish(app, back, cookie);
  },
  'after the settings have changed': async () => {
    const { asked, cookie } = await begun();
    await app.send('PUT', '/settings/sso', { token: owner.access, body: { ...SETTINGS, issuer: issuer.url } });
    return finish(app, issuer.authorize(asked, MALLORY), cookie);
  },
  'by a forged link of a test': () => app.send('GET', `/auth/oidc/start?test=${'A'.repeat(120)}`),
  'of a provider that names another issuer': async () => {
    issuer.metadata = { issuer: other.url };
    await app.database.query('UPDATE sign_in SET changed_at = now()');
    return app.send('GET', '/auth/oidc/start?email=mallory@example.com');
  },
};

describe('0 of these log-ins are completed:', () => {
  it.each(Object.entries(BROWSERS))('one %s', async (_, attack) => {
    await expectNobody(await attack());
  });

  it('one that is completed already, however many come at once', async () => {
    issuer.isCareless = true;
    const { asked, cookie } = await start(app, 'email=grace@example.com');
    const back = issuer.authorize(asked, GRACE);
    const answers = await Promise.all(Array.from({ length: 8 }, () => finish(app, back, cookie)));
    expect(
      answers.filter((answer) => tokensIn(answer) !== null),
      'log-ins that were completed',
    ).toHaveLength(1);
    expect(tokensIn(await finish(app, back, cookie)), 'a later one').toBeNull();
  });
});

const LOG_OUTS: Readonly<Record<string, (subject: { sub: string }) => Promise<string>>> = {
  'of another issuer': (sub) => issuer.logOutToken({ ...sub, iss: other.url }),
  'signed by another issuer': (sub) => other.logOutToken({ ...sub, iss: issuer.url }),
  'for another client': (sub) => issuer.logOutToken({ ...sub, aud: 'other' }),
  unsigned: (sub) => issuer.logOutToken(sub, { token: (payload) => `${part({ alg: 'none' })}.${part(payload)}.` }),
  'signed with the secret of the client': (sub) => issuer.logOutToken(sub, { token: by(CLIENT_SECRET) }),
  'signed by a swapped key of the same name': (sub) => issuer.logOutToken(sub, { byOtherKey: true }),
  'that has expired': (sub) => issuer.logOutToken({ ...sub, exp: now() - 600 }),
  'without an expiry': (sub) => issuer.logOutToken({ ...sub, exp: undefined }),
  'made an hour ago': (sub) => issuer.logOutToken({ ...sub, iat: now() - 3600 }),
  'made tomorrow': (sub) => issuer.logOutToken({ ...sub, iat: now() + 86_400, exp: now() + 90_000 }),
  'without the event': (sub) => issuer.logOutToken({ ...sub, events: {} }),
  'with a nonce, as id tokens have': (sub) => issuer.logOutToken({ ...sub, nonce: 'x' }),
  'without a subject': () => issuer.logOutToken({}),
  'without an id': (sub) => issuer.logOutToken({ ...sub, jti: undefined }),
  'that is an id token': (sub) => issuer.logOutToken({ ...sub, events: undefined }),
  'that is no token': async () => 'x.y.z',
  'of an issuer that is a NUL': async () => `${part({ alg: 'RS256' })}.${part({ iss: '\0', aud: ['\0', 7] })}.`,
};

describe('0 of these log-out tokens log anyone out:', () => {
  it.each(Object.entries(LOG_OUTS))('one %s', async (_, token) => {
    const grace = await memberOf(app, await signIn(app, issuer, GRACE));
    const body = new URLSearchParams({ logout_token: await token({ sub: GRACE.sub }) });
    await expect(await app.send('POST', '/auth/oidc/backchannel-logout', { body })).toAnswer(400);
    await expect(await app.send('GET', '/users/me', { token: grace.access_token })).toAnswer(200);
  });
});
