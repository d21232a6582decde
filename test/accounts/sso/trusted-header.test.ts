// TRUSTED_USER_HEADER: the person that an authenticating proxy names.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { IdentityApp } from '../../support/apps/identity-app.js';
import { type Company, company } from './signing-in.js';

const HEADER = 'X-Forwarded-Email';
const ISSUER = 'https://id.example.com';

let behind: IdentityApp;
let elsewhere: IdentityApp;
let without: IdentityApp;
let owner: Company;
beforeAll(async () => {
  behind = await IdentityApp.start(undefined, { TRUSTED_USER_HEADER: HEADER, TRUST_PROXY: 'loopback' });
  elsewhere = await IdentityApp.start(behind, { TRUSTED_USER_HEADER: HEADER, TRUST_PROXY: '192.0.2.7' });
  without = await IdentityApp.start(behind);
});
afterAll(async () => {
  await elsewhere?.stop();
  await without?.stop();
  await behind?.stop();
});
beforeEach(async () => {
  await behind.forgetAll();
  owner = await company(behind, ISSUER);
});

const as = (email: string, more: object = {}) => ({ headers: { [HEADER]: email, ...more } });
const me = (email: string, more: object = {}) => behind.send('GET', '/users/me', as(email, more));

describe('a person of the proxy', () => {
  it('is the member of that address, request by request', async () => {
    expect((await me('Ada@example.com')).body.member).toMatchObject({ id: owner.id, role: 'owner' });
    await expect(await behind.send('GET', '/users/me')).toAnswer(401);
  });

  it('of a proved domain becomes a member with the default role, others are refused', async () => {
    expect((await me('grace@example.com')).body.member).toMatchObject({ role: 'reviewer' });
    const [first, second] = await Promise.all([me('joan@example.com'), me('joan@example.com')]);
    expect(second.body.member, 'once').toEqual(first.body.member);
    await expect(await me('grace@example.org')).toAnswer(403, { detail: 'You are not a member here' });
    await behind.database.query('UPDATE sign_in_domain SET verified_at = NULL');
    await expect(await me('mary@example.com')).toAnswer(403);
  });

  it('who is disabled, or whose address was never verified, is refused', async () => {
    const { body } = await me('grace@example.com');
    const path = `/members/${body.member.id}`;
    await behind.send('PUT', path, { token: owner.access, body: { status: 'disabled' } });
    await expect(await me('grace@example.com')).toAnswer(403);
    await behind.register('mary@example.net');
    await expect(await me('mary@example.net')).toAnswer(403);
  });

  it('must be that of a token beside it', async () => {
    const bearer = { authorization: `Bearer ${owner.access}` };
    await expect(await me('ada@example.com', bearer)).toAnswer(200);
    await expect(await me('grace@example.com', bearer)).toAnswer(401);
    await expect(await me('ada@example.com', { authorization: 'Bearer x' })).toAnswer(401);
    const { key } = await behind.apiKey(owner.access);
    await expect(await me('ada@example.com', { 'x-api-key': key })).toAnswer(401);
  });

  it('does nothing that another site asks for', async () => {
    const request = (site: string) =>
      behind.send('DELETE', '/settings/sso', as('ada@example.com', { 'sec-fetch-site': site }));
    await expect(await request('cross-site')).toAnswer(403);
    await expect(await request('same-site')).toAnswer(403);
    await expect(await request('same-origin')).toAnswer(200);
  });
});

describe('the header', () => {
  it('is refused from any other sender, also where no credential is read', async () => {
    for (const path of ['/users/me', '/auth/oidc/start?email=ada@example.com'])
      await expect(await elsewhere.send('GET', path, as('ada@example.com'))).toAnswer(400);
    const spoofed = as('ada@example.com', { 'x-forwarded-for': '192.0.2.7' });
    await expect(await elsewhere.send('GET', '/users/me', spoofed)).toAnswer(400);
  });

  it('must hold one address', async () => {
    for (const value of ['', 'ada', 'ada@example.com, eve@example.com'])
      await expect(await me(value), value).toAnswer(400);
  });

  it('means nothing where it is not set', async () => {
    await expect(await without.send('GET', '/users/me', as('ada@example.com'))).toAnswer(401);
  });
});

describe('the settings of an operator', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a header and any proxy', { TRUSTED_USER_HEADER: HEADER, TRUST_PROXY: 'true' }, 'TRUSTED_USER_HEADER: needs'],
    [
      'a header and a number of proxies',
      { TRUSTED_USER_HEADER: HEADER, TRUST_PROXY: '1' },
      'TRUSTED_USER_HEADER: needs',
    ],
    ['a header and no proxy', { TRUSTED_USER_HEADER: HEADER }, 'TRUSTED_USER_HEADER: needs'],
    ['an issuer alone', { OIDC_ISSUER: ISSUER }, 'OIDC_ACCOUNT: is required with OIDC_ISSUER'],
    [
      'an issuer of any tenant',
      { OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
      'OIDC_ISSUER: the issuer',
    ],
  ])('are refused at the start: %s', (_, environment, fault) => {
    expect(() => loadConfig({ JWT_SECRET: 'x'.repeat(40), ...environment })).toThrow(fault);
  });
});
