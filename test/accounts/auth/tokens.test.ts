// POST /auth/token: the log-in by a form, as OAuth 2 has it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
beforeEach(() => app.forgetAll());
afterAll(() => app?.stop());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INVALID = { detail: 'Invalid authentication credentials' };

describe('POST /auth/login', () => {
  const logIn = (email: string, password: string) => app.send('POST', '/auth/login', { body: { email, password } });

  it('gives a pair of tokens', async () => {
    await app.account('pair@example.com');
    const answer = await logIn(' PAIR@example.com', PASSWORD);
    await expect(answer).toAnswer(200, {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 1800,
    });
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const access = claims(answer.body.access_token);
    const refresh = claims(answer.body.refresh_token);
    expect(access).toMatchObject({ sub: expect.stringMatching(UUID), type: 'access', jti: expect.any(String) });
    expect(access.exp - access.iat, 'seconds that the access token is good for').toBe(1800);
    expect(refresh).toMatchObject({ sub: access.sub, type: 'refresh', jti: expect.any(String) });
    expect(refresh.exp - refresh.iat, 'seconds that the refresh token is good for').toBe(7 * 86_400);
    expect(refresh.jti).not.toBe(access.jti);
  });

  it('answers alike for an unknown address and a wrong password', async () => {
    await app.account('known@example.com');
    const wrong = await logIn('known@example.com', 'not the password');
    const unknown = await logIn('stranger@example.com', 'not the password');
    await expect(wrong).toAnswer(401);
    expect(wrong.body).toEqual({ detail: 'Incorrect email or password' });
    await expect(unknown).toAnswer(wrong.status, wrong.body);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(unknown.headers)).toEqual(names(wrong.headers));
  });

  it('tells of a missing verification only after the right password [endpoints 6]', async () => {
    await app.register('early@example.com');
    const wrong = await logIn('early@example.com', 'not the password');
    await expect(wrong).toAnswer(401, { detail: 'Incorrect email or password' });
    const right = await logIn('early@example.com', PASSWORD);
    await expect(right).toAnswer(403, { detail: 'Email address is not verified' });
  });

  it('reads one password typed on two keyboards as one', async () => {
    await app.register('umlaut@example.com', 'größer als zuvor'.normalize('NFC'));
    const answer = await logIn('umlaut@example.com', 'größer als zuvor'.normalize('NFD'));
    expect(answer.body.detail).toBe('Email address is not verified');
  });

  it('serves a flood of log-ins or sheds it with 429, and answers nothing else', async () => {
    await app.account('flood@example.com');
    const answers = await Promise.all(Array.from({ length: 64 }, () => logIn('flood@example.com', PASSWORD)));
    const shed = answers.filter(({ status }) => status === 429);
    const served = answers.filter((answer) => !shed.includes(answer));
    await expect(served).toAnswerEach(200);
    for (const { headers } of shed) expect(headers.get('retry-after')).toBe('1');
    await expect(await logIn('flood@example.com', PASSWORD)).toAnswer(200);
  });
});

describe('POST /auth/token', () => {
  const grant = (fields: Record<string, string> | string) =>
    app.send('POST', '/auth/token', { body: new URLSearchParams(fields) });
  const passwordOf = (username: string, password: string) => grant({ grant_type: 'password', username, password });

  it('takes the form of OAuth 2 and gives the tokens of a log-in [settled 32]', async () => {
    const { id } = await app.account('oauth@example.com');
    const answer = await grant({
      grant_type: 'password',
      username: 'OAuth@example.com',
      password: PASSWORD,
      scope: '',
      client_id: '',
      client_secret: '',
    });
    await expect(answer).toAnswer(200, {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 1800,
    });
    expect([answer.headers.get('cache-control'), answer.headers.get('x-ignored-fields')]).toEqual(['no-store', null]);
    expect((await app.send('GET', '/users/me', { token: answer.body.access_token })).body.id).toBe(id);
  });

  it('refuses as the log-in does [settled 32]', async () => {
    await app.account('oauth-known@example.com');
    await app.register('oauth-early@example.com');
    const wrong = await passwordOf('oauth-known@example.com', 'not the password');
    const unknown = await passwordOf('oauth-stranger@example.com', 'not the password');
    await expect(wrong).toAnswer(401, { detail: 'Incorrect email or password' });
    await expect(unknown).toAnswer(wrong.status, wrong.body);
    const early = await passwordOf('oauth-early@example.com', PASSWORD);
    await expect(early).toAnswer(403, { detail: 'Email address is not verified' });
  });

  it('names every fault of the form', async () => {
    const answer = await grant('grant_type=client_credentials&username=a&username=b');
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toEqual([
      { type: 'enum', loc: ['body', 'grant_type'], msg: "Input should be 'password'", input: 'client_credentials' },
      { type: 'string_type', loc: ['body', 'username'], msg: 'Input should be a valid string' },
      { type: 'missing', loc: ['body', 'password'], msg: 'Field required' },
    ]);
  });

  it('takes no other type of body', async () => {
    const answer = await app.send('POST', '/auth/token', { body: { username: 'a', password: PASSWORD } });
    await expect(answer).toAnswer(422, {
      detail: [
        {
          type: 'content_type',
          loc: ['header', 'content-type'],
          msg: 'The Content-Type should be application/x-www-form-urlencoded',
        },
      ],
    });
  });
});

describe('POST /auth/refresh', () => {
  const refresh = (refresh_token: unknown) => app.send('POST', '/auth/refresh', { body: { refresh_token } });

  it('gives a new access token and no new refresh token', async () => {
    const { refresh: token } = await app.account('refresh@example.com');
    const answer = await refresh(token);
    await expect(answer).toAnswer(200, { access_token: expect.any(String), token_type: 'bearer', expires_in: 1800 });
    await expect(await app.send('GET', '/users/me', { token: answer.body.access_token })).toAnswer(200);
    await expect(await refresh(token)).toAnswer(200);
  });

  it('refuses an access token, nonsense, and the token of an account that is gone', async () => {
    const { access, refresh: token, id } = await app.account('gone@example.com');
    for (const each of [access, 'nonsense', `${token}x`]) {
      const answer = await refresh(each);
      await expect(answer).toAnswer(401, INVALID);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    await app.database.query('DELETE FROM account WHERE id = $1', [id]);
    expect((await refresh(token)).body).toEqual(INVALID);
  });

  it('needs the token', async () => {
    expect((await app.send('POST', '/auth/refresh', { body: {} })).body.detail).toEqual([
      { type: 'missing', loc: ['body', 'refresh_token'], msg: 'Field required' },
    ]);
    await expect(await refresh(7)).toAnswer(422);
  });
});

describe('POST /auth/logout', () => {
  const refresh = (refresh_token: unknown) => app.send('POST', '/auth/refresh', { body: { refresh_token } });
  const logOut = (refresh_token: unknown) => app.send('POST', '/auth/logout', { body: { refresh_token } });

  it('ends the refresh token, as often as it is asked, and no other', async () => {
    const { refresh: token, id } = await app.account('leaving@example.com');
    const { body } = await app.send('POST', '/auth/login', {
      body: { email: 'leaving@example.com', password: PASSWORD },
    });
    for (const _ of [1, 2]) {
      await expect(await logOut(token)).toAnswer(204);
      await expect(await refresh(token)).toAnswer(401, INVALID);
    }
    await expect(await refresh(body.refresh_token)).toAnswer(200);
    const kept = () => app.database.query('SELECT count(*)::int AS n FROM ended_token WHERE account_id = $1', [id]);
    expect(await kept(), 'ended tokens').toEqual([{ n: 1 }]);
    await app.database.query("UPDATE ended_token SET expires_at = now() - interval '1 s' WHERE account_id = $1", [id]);
    await expect(await logOut(body.refresh_token)).toAnswer(204);
    expect(await kept(), 'only what has not expired').toEqual([{ n: 1 }]);
  });

  it('answers alike for what is no refresh token of ours, and for one of an account that is gone', async () => {
    const { access, refresh: token, id } = await app.account('left@example.com');
    for (const each of [access, 'nonsense', `${token}x`]) await expect(await logOut(each)).toAnswer(204);
    await app.database.query('DELETE FROM account WHERE id = $1', [id]);
    await expect(await logOut(token)).toAnswer(204);
    await expect(await logOut(7)).toAnswer(422);
  });
});
