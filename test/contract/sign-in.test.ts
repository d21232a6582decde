// Every documented answer of sign-in, checked against the document. The start and the return of a browser are not in it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askNameServer, company, SETTINGS } from '../accounts/sso/signing-in.js';
import { IdentityApp, PASSWORD } from '../support/apps/identity-app.js';
import { contractFetch } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';
import { type NameServer, startNameServer } from '../support/stubs/name-server.js';
import { StandInIssuer } from '../support/stubs/stand-in-issuer.js';

let app: IdentityApp;
let issuer: StandInIssuer;
let names: NameServer;
let token: string;
beforeAll(async () => {
  [app, issuer, names] = await Promise.all([
    IdentityApp.start(undefined, { RATE_LIMIT_DEFAULT: '100000' }),
    StandInIssuer.start(),
    startNameServer(),
  ]);
  askNameServer(app, names.address);
  token = (await company(app, issuer.url, { domains: ['example.com', 'example.org'] })).access;
  await app.database.query("UPDATE sign_in_domain SET verified_at = NULL WHERE domain = 'example.com'");
});
afterAll(async () => {
  await app?.stop();
  await issuer?.stop();
  await names?.close();
});

async function send(method: string, path: string, body?: object | URLSearchParams) {
  const response = await contractFetch(`${app.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
  });
  return answerTo(`${method} ${path}`, {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()),
  });
}

it('answers as the document says', async () => {
  const record = (await send('GET', '/settings/sso')).body.domains[0].record;
  await expect(
    await send('PUT', '/settings/sso', { ...SETTINGS, issuer: issuer.url, domains: ['example.com', 'example.org'] }),
  ).toAnswer(200);
  await expect(await send('POST', '/settings/sso/test')).toAnswer(200);
  const verify = (domain: string) => send('POST', `/settings/sso/domains/${domain}/verify`);
  await expect(await verify('example.com')).toAnswer(400);
  await expect(await verify('example.net')).toAnswer(404);
  names.refused.add('example.com TXT');
  await expect(await verify('example.com')).toAnswer(503);
  names.refused.clear();
  names.names.set('example.com', { addresses: [], texts: [record] });
  await expect(await verify('example.com')).toAnswer(200);
});

it('refuses passwords as the document says', async () => {
  const domains = ['example.com', 'example.org'];
  const invite = (email: string) => send('POST', '/invitations', { email, role: 'reviewer' });
  const accept = async (email: string) =>
    send('POST', '/invitations/accept', { token: await app.mailedToken(email), password: PASSWORD });
  const joan = 'joan@example.org';
  await invite(joan);
  await expect(await accept(joan)).toAnswer(200);
  await send('POST', '/auth/password-reset', { email: joan });
  await send('PUT', '/settings/sso', { ...SETTINGS, issuer: issuer.url, domains, enforce: true });
  const reset = { token: await app.mailedToken(joan), new_password: 'another horse battery' };
  await expect(await send('POST', '/auth/password-reset/confirm', reset)).toAnswer(403);
  await expect(await send('POST', '/auth/login', { email: joan, password: PASSWORD })).toAnswer(403);
  await invite('mary@example.org');
  await expect(await accept('mary@example.org')).toAnswer(403);
});

it('takes in log-outs as the document says', async () => {
  const logOut = (logout_token: string) =>
    send('POST', '/auth/oidc/backchannel-logout', new URLSearchParams({ logout_token }));
  issuer.trouble = 503;
  await expect(await logOut(await issuer.logOutToken({ sub: 'x' }))).toAnswer(503);
  issuer.trouble = null;
  await expect(await logOut(await issuer.logOutToken({ sub: 'x' }))).toAnswer(200);
  await expect(await logOut('x')).toAnswer(400);
});

it('ends as the document says', async () => {
  await expect(await send('DELETE', '/settings/sso')).toAnswer(200);
  for (const [method, path] of [
    ['GET', '/settings/sso'],
    ['DELETE', '/settings/sso'],
    ['POST', '/settings/sso/test'],
    ['POST', '/settings/sso/domains/example.com/verify'],
  ] as const)
    await expect(await send(method, path)).toAnswer(404);
});
