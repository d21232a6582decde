// POST /auth/register and changes of address where the operator has closed registration, or opened it to some domains.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';
import { contractFetch } from '../../support/clients/responses.js';
import { answerTo } from '../../support/matchers/answers.js';

const CLOSED = { detail: 'Registration is closed' };
const ELSEWHERE = { detail: 'Registration is open to other e-mail domains' };

describe('registration that is open to some domains', () => {
  let app: IdentityApp;
  beforeAll(async () => {
    app = await IdentityApp.start(undefined, {
      REGISTRATION: 'example.com, firm.example',
      RATE_LIMIT_AUTH: '1000',
    });
  });
  afterAll(() => app.stop());

  it('lets their addresses in, and refuses others without a trace', async () => {
    await expect(await app.register('anna@Firm.example')).toAnswer(201);
    await expect(await app.register('anna@elsewhere.example')).toAnswer(403, ELSEWHERE);
    const refused = await contractFetch(`${app.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'anna@sub.example.com', password: PASSWORD }),
    });
    await expect(answerTo('POST /auth/register', { status: refused.status, body: await refused.json() })).toAnswer(
      403,
      ELSEWHERE,
    );
    expect(await app.links('anna@elsewhere.example'), 'mails to a refused address').toEqual([]);
  });

  it('refuses before it says whether there is such an account', async () => {
    await expect(await app.register('anna@firm.example')).toAnswer(400);
    await expect(await app.register('bert@elsewhere.example', 'bert@elsewhere.example')).toAnswer(403, ELSEWHERE);
  });

  it('holds for a change of address', async () => {
    const { access } = await app.account('carl@example.com');
    const change = (email: string) =>
      app.send('PUT', '/users/me', { token: access, body: { email, current_password: PASSWORD } });
    await expect(await change('carl@elsewhere.example')).toAnswer(403, ELSEWHERE);
    expect(await app.links('carl@elsewhere.example'), 'mails to a refused address').toEqual([]);
    await expect(await change('carl@firm.example')).toAnswer(200);
  });
});

describe('registration that is closed', () => {
  it('refuses every address; who has an account goes on', async () => {
    const open = await IdentityApp.start();
    const { access } = await open.account('dora@example.com');
    const closed = await IdentityApp.start(open, { REGISTRATION: 'closed' });
    try {
      await expect(await closed.register('emil@example.com')).toAnswer(403, CLOSED);
      const change = (email: string) =>
        closed.send('PUT', '/users/me', { token: access, body: { email, current_password: PASSWORD } });
      await expect(await change('dora@elsewhere.example')).toAnswer(403, CLOSED);
      await expect(await change('dora.new@example.com')).toAnswer(200);
      await expect(
        await closed.send('POST', '/auth/login', { body: { email: 'dora@example.com', password: PASSWORD } }),
      ).toAnswer(200);
    } finally {
      await closed.stop();
      await open.stop();
    }
  });
});
