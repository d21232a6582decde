// POST /auth/token: the log-in by a form, as OAuth 2 has it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdentityApp, PASSWORD } from '../support/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
beforeEach(() => app.forgetAll());
afterAll(() => app?.stop());

describe('POST /auth/token', () => {
  const grant = (fields: Record<string, string> | string) =>
    app.send('POST', '/auth/token', { body: new URLSearchParams(fields) });
  const passwordOf = (username: string, password: string) => grant({ grant_type: 'password', username, password });

  it('takes the form of OAuth 2 and gives the tokens of a log-in', async () => {
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

  it('refuses as the log-in does', async () => {
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
