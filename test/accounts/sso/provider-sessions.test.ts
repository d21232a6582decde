// Sessions by an identity provider: asked again, refused, away, and ended from there.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdentityApp } from '../../support/apps/identity-app.js';
import { CLIENT_SECRET, StandInIssuer } from '../../support/stubs/stand-in-issuer.js';
import { type Company, company, forgetPeople, GRACE, memberOf, SETTINGS, signIn } from './signing-in.js';

let app: IdentityApp;
let issuer: StandInIssuer;
let owner: Company;
beforeAll(async () => {
  [app, issuer] = await Promise.all([IdentityApp.start(), StandInIssuer.start()]);
  owner = await company(app, issuer.url);
});
afterAll(async () => {
  await app?.stop();
  await issuer?.stop();
});
beforeEach(async () => {
  issuer.forget();
  issuer.givesRefreshTokens = true;
  await forgetPeople(app);
});

const refresh = (refresh_token: string) => app.send('POST', '/auth/refresh', { body: { refresh_token } });
const me = (token: string) => app.send('GET', '/users/me', { token });
const asked = () => issuer.requests.filter((request) => request === 'POST /token').length;
/** As if the provider had been asked so long ago. */
const age = (minutes: number) =>
  app.database.query('UPDATE sign_in_session SET checked_at = now() - make_interval(mins => $1)', [minutes]);
const signedIn = async () => memberOf(app, await signIn(app, issuer, { ...GRACE, sid: 'session-1' }));
const logOut = async (claims: object) =>
  app.send('POST', '/auth/oidc/backchannel-logout', {
    body: new URLSearchParams({ logout_token: await issuer.logOutToken({ ...claims }) }),
  });

describe('a session', () => {
  it('gives no access token that is good for more than half an hour after the provider was asked', async () => {
    const grace = await signedIn();
    await age(10);
    const early = await refresh(grace.refresh_token);
    expect(early.body.expires_in, 'seconds that are left').toBeLessThanOrEqual(1_200);
    expect(asked(), 'requests for tokens').toBe(1);
    for (const times of [2, 3]) {
      await age(29);
      expect((await refresh(grace.refresh_token)).body.expires_in).toBe(1_800);
      expect(asked(), 'requests for tokens').toBe(times);
    }
  });

  it('is asked for by one request at a time, since a refresh token may work once', async () => {
    const grace = await signedIn();
    await age(29);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(grace.refresh_token)));
    await expect(answers).toAnswerEach(200);
    expect(asked(), 'requests for tokens').toBe(2);
  });

  it('that the provider refuses ends every token of the member', async () => {
    const grace = await signedIn();
    const again = await signedIn();
    await age(40);
    issuer.refusal = 'invalid_grant';
    await expect(await refresh(grace.refresh_token)).toAnswer(401);
    await expect(await me(again.access_token)).toAnswer(401);
    await expect(await refresh(again.refresh_token)).toAnswer(401);
  });

  it.each(['silent', 503, 'invalid_client'] as const)(
    'stays for four hours while the provider fails: %s',
    async (trouble) => {
      const grace = await signedIn();
      await app.database.query('UPDATE sign_in SET changed_at = now()');
      if (trouble === 'invalid_client') issuer.refusal = trouble;
      else issuer.trouble = trouble;
      await age(180);
      await expect(await refresh(grace.refresh_token)).toAnswer(200);
      await age(300);
      await expect(await refresh(grace.refresh_token)).toAnswer(401);
      issuer.forget();
      await expect(await refresh(grace.refresh_token)).toAnswer(200);
    },
  );

  it('of a provider without refresh tokens lasts as one by password', async () => {
    issuer.givesRefreshTokens = false;
    const grace = await signedIn();
    await age(600);
    expect((await refresh(grace.refresh_token)).body.expires_in).toBe(1_800);
  });

  it('ends with its log-out', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    await app.send('POST', '/auth/logout', { body: { refresh_token: first.refresh_token } });
    await expect(await refresh(first.refresh_token)).toAnswer(401);
    await expect(await refresh(second.refresh_token)).toAnswer(200);
  });
});

describe('a log-out of the provider', () => {
  it.each([{ sub: GRACE.sub }, { sid: 'session-1' }])(
    'ends every token at once, by %j, and works once',
    async (claims) => {
      const grace = await signedIn();
      const token = await issuer.logOutToken(claims);
      const send = () =>
        app.send('POST', '/auth/oidc/backchannel-logout', { body: new URLSearchParams({ logout_token: token }) });
      await expect(await send()).toAnswer(200);
      await expect(await me(grace.access_token)).toAnswer(401);
      await expect(await refresh(grace.refresh_token)).toAnswer(401);
      const again = await signedIn();
      await expect(await send()).toAnswer(400);
      await expect(await me(again.access_token)).toAnswer(200);
    },
  );

  it('of a person who is not here is answered as well', async () => {
    await expect(await logOut({ sub: 'nobody' })).toAnswer(200);
    await expect(await logOut({ sid: 'none' })).toAnswer(200);
  });

  it('while the provider is asked again leaves no token behind', async () => {
    const grace = await signedIn();
    await age(29);
    const [renewed] = await Promise.all([refresh(grace.refresh_token), logOut({ sub: GRACE.sub })]);
    if (renewed.status === 200) await expect(await me(renewed.body.access_token)).toAnswer(401);
    await expect(await refresh(grace.refresh_token)).toAnswer(401);
  });
});

it('no secret stands in a table or an answer', async () => {
  const grace = await signedIn();
  const rows = await app.database.query(
    `SELECT to_jsonb(s)::text AS text FROM sign_in s UNION ALL SELECT to_jsonb(s)::text FROM sign_in_session s
     UNION ALL SELECT to_jsonb(m)::text FROM member m UNION ALL SELECT to_jsonb(u)::text FROM sign_in_used u`,
  );
  const stored = rows.map(({ text }: { text: string }) => text).join('\n');
  const plain = [CLIENT_SECRET, grace.refresh_token, grace.access_token];
  const hex = (text: string) => Buffer.from(text).toString('hex');
  expect(plain.filter((secret) => stored.includes(secret) || stored.includes(hex(secret)))).toEqual([]);
  const answers = [
    await app.send('GET', '/settings/sso', { token: owner.access }),
    await app.send('PUT', '/settings/sso', { token: owner.access, body: { ...SETTINGS, issuer: issuer.url } }),
    await app.send('PUT', '/settings/sso', { token: owner.access, body: { ...SETTINGS, issuer: 'x' } }),
  ];
  expect(answers.filter(({ body }) => JSON.stringify(body).includes(CLIENT_SECRET))).toEqual([]);
});

it('ends with the settings', async () => {
  const grace = await signedIn();
  await expect(await app.send('DELETE', '/settings/sso', { token: owner.access })).toAnswer(200);
  await expect(await refresh(grace.refresh_token)).toAnswer(401);
});
