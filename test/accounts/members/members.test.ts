// Members of an account over HTTP: invited, changed, disabled, deleted, and the account handed over.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

const SECOND = 'another horse battery staple';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(() => app.stop());
beforeEach(() => app.forgetAll());

const invite = (token: string, invitation: object) => app.send('POST', '/invitations', { body: invitation, token });

/** Invites and accepts. */
async function joined(token: string, email: string, role: string, more: object = {}) {
  await expect(await invite(token, { email, role, ...more })).toAnswer(201);
  const accepted = await app.send('POST', '/invitations/accept', {
    body: { token: await app.mailedToken(email), password: SECOND, name: 'Grace' },
  });
  await expect(accepted).toAnswer(200);
  const access: string = accepted.body.access_token;
  const { member } = (await app.send('GET', '/users/me', { token: access })).body;
  return { access, refresh: accepted.body.refresh_token as string, id: member.id as string, member };
}

describe('the first member', () => {
  it('is the owner, with the id of the account, and a name of its own', async () => {
    const owner = await app.account('ada@example.com');
    const me = await app.send('GET', '/users/me', { token: owner.access });
    expect(me.body).toMatchObject({
      id: owner.id,
      email: 'ada@example.com',
      member: { id: owner.id, role: 'owner', name: null, agent_id: null, teams: [], recordings_original: true },
      account: { id: owner.id, email: 'ada@example.com' },
    });
    const { body } = await app.send('GET', '/members', { token: owner.access });
    expect(body).toMatchObject({
      total: 1,
      skip: 0,
      limit: 20,
      items: [{ object: 'member', role: 'owner', status: 'active', identity: 'password', recordings_original: true }],
    });
    expect(body.items[0].last_login_at).toBeCloseTo(Date.now() / 1000, -2);
  });
});

describe('an invitation', () => {
  it('makes a member once, whose log-in is its own', async () => {
    const owner = await app.account('ada@example.com');
    const { access, id } = await joined(owner.access, 'grace@example.com', 'reviewer', { teams: ['a', 'b', 'a'] });
    const me = await app.send('GET', '/users/me', { token: access });
    expect(me.body).toMatchObject({
      id: owner.id,
      email: 'grace@example.com',
      email_verified: true,
      member: { id, role: 'reviewer', name: 'Grace', teams: ['a', 'b'] },
      account: { id: owner.id, email: 'ada@example.com' },
    });
    expect((await app.logIn('Grace@example.com', SECOND)).access).toBeTruthy();
    const again = { token: await app.mailedToken('grace@example.com'), password: SECOND };
    expect(await app.send('POST', '/invitations/accept', { body: again })).toMatchObject({
      status: 400,
      body: { detail: 'Invitation is invalid or has expired' },
    });
    expect(await invite(owner.access, { email: 'grace@example.com', role: 'admin' })).toMatchObject({
      status: 400,
      body: { detail: 'This e-mail already belongs to a member' },
    });
    expect(await app.register('grace@example.com')).toMatchObject({ status: 400 });
    const { body } = await app.send('GET', '/invitations', { token: owner.access });
    expect(body).toMatchObject({ total: 1, items: [{ object: 'invitation', status: 'accepted', role: 'reviewer' }] });
  });

  it('gives no role above the own, and ends when it is sent again or its maker may invite no more', async () => {
    const owner = await app.account('ada@example.com');
    const admin = await joined(owner.access, 'grace@example.com', 'admin');
    await expect(await invite(admin.access, { email: 'x@example.com', role: 'owner' })).toAnswer(422);
    const { body } = await invite(admin.access, { email: 'x@example.com', role: 'analyst' });
    const first = await app.mailedToken('x@example.com');
    await expect(await app.send('POST', `/invitations/${body.id}/resend`, { token: admin.access })).toAnswer(200);
    const second = await app.mailedToken('x@example.com');
    const accept = (token: string) => app.send('POST', '/invitations/accept', { body: { token, password: SECOND } });
    await expect(await accept(first)).toAnswer(400);
    await app.send('PUT', `/members/${admin.id}`, { token: owner.access, body: { role: 'analyst' } });
    await expect(await accept(second)).toAnswer(400);
    await app.send('PUT', `/members/${admin.id}`, { token: owner.access, body: { role: 'admin' } });
    await expect(await accept(second)).toAnswer(200);
  });
});

describe('a member', () => {
  it('is let in by its role', async () => {
    const owner = await app.account('ada@example.com');
    const { access } = await joined(owner.access, 'grace@example.com', 'reviewer');
    expect(await app.send('GET', '/members', { token: access })).toMatchObject({
      status: 403,
      body: { detail: 'This action requires the role admin' },
    });
    expect(await app.send('POST', '/api-keys', { token: access, body: { name: 'x' } })).toMatchObject({
      status: 403,
      body: { detail: 'This action requires the role analyst' },
    });
    expect(await app.send('PUT', '/users/me', { token: access, body: { output_language: 'de' } })).toMatchObject({
      status: 403,
      body: { detail: 'This action requires the role admin' },
    });
    const changed = await app.send('PUT', '/users/me', { token: access, body: { phone_number: '+491234567' } });
    expect(changed.body).toMatchObject({ phone_number: '+491234567', email: 'grace@example.com' });
    expect((await app.send('GET', '/users/me', { token: owner.access })).body.phone_number).toBeNull();
    await expect(await app.send('DELETE', '/users/me', { token: access, body: { current_password: SECOND } })).toAnswer(
      403,
    );
  });

  it('changes its own password, which ends its own tokens alone', async () => {
    const owner = await app.account('ada@example.com');
    const { access } = await joined(owner.access, 'grace@example.com', 'admin');
    await app.send('POST', '/auth/password-reset', { body: { email: 'grace@example.com' } });
    const token = await app.mailedToken('grace@example.com');
    const confirmed = await app.send('POST', '/auth/password-reset/confirm', {
      body: { token, new_password: 'a third horse battery' },
    });
    await expect(confirmed).toAnswer(200);
    await expect(await app.send('GET', '/users/me', { token: access })).toAnswer(401);
    await expect(await app.send('GET', '/users/me', { token: owner.access })).toAnswer(200);
    expect((await app.logIn('ada@example.com')).access).toBeTruthy();
    expect((await app.logIn('grace@example.com', 'a third horse battery')).access).toBeTruthy();
  });

  it('that is disabled is refused at once, as are its keys, also once it is active again', async () => {
    const owner = await app.account('ada@example.com');
    const analyst = await joined(owner.access, 'grace@example.com', 'analyst');
    const key = await app.send('POST', '/api-keys', { token: analyst.access, body: { name: 'x' } });
    const withKey = { headers: { 'x-api-key': key.body.key } };
    expect((await app.send('GET', '/users/me', withKey)).body.member).toMatchObject({ id: analyst.id });
    const put = (body: object) => app.send('PUT', `/members/${analyst.id}`, { token: owner.access, body });
    expect((await put({ status: 'disabled' })).body).toMatchObject({ status: 'disabled' });
    await expect(await app.send('GET', '/users/me', { token: analyst.access })).toAnswer(401);
    await expect(await app.send('POST', '/auth/refresh', { body: { refresh_token: analyst.refresh } })).toAnswer(401);
    await expect(await app.send('GET', '/users/me', withKey)).toAnswer(401);
    await expect(
      await app.send('POST', '/auth/login', { body: { email: 'grace@example.com', password: SECOND } }),
    ).toAnswer(401);
    await put({ status: 'active' });
    await expect(await app.send('GET', '/users/me', { token: analyst.access })).toAnswer(401);
    await expect(await app.send('GET', '/users/me', withKey)).toAnswer(401);
    expect((await app.logIn('grace@example.com', SECOND)).access).toBeTruthy();
  });

  it('that is deleted leaves its keys to the account where it is asked', async () => {
    const owner = await app.account('ada@example.com');
    const analyst = await joined(owner.access, 'grace@example.com', 'analyst');
    const key = await app.send('POST', '/api-keys', { token: analyst.access, body: { name: 'x' } });
    const gone = await app.send('DELETE', `/members/${analyst.id}?keys=keep`, { token: owner.access });
    expect(gone.body).toEqual({ id: analyst.id, object: 'member', deleted: true });
    await expect(await app.send('GET', '/users/me', { token: analyst.access })).toAnswer(401);
    expect((await app.send('GET', '/users/me', { headers: { 'x-api-key': key.body.key } })).body).toMatchObject({
      member: null,
      email: 'ada@example.com',
    });
  });
});

describe('the owner', () => {
  it('hands the account over, and can be deleted then', async () => {
    const owner = await app.account('ada@example.com');
    const admin = await joined(owner.access, 'grace@example.com', 'admin');
    expect(await app.send('DELETE', `/members/${owner.id}`, { token: admin.access })).toMatchObject({ status: 400 });
    const renamed = { token: admin.access, body: { name: 'X' } };
    expect(await app.send('PUT', `/members/${owner.id}`, renamed)).toMatchObject({ status: 403 });
    expect(
      await app.send('PUT', `/members/${owner.id}`, { token: owner.access, body: { role: 'admin' } }),
    ).toMatchObject({
      status: 400,
      body: { detail: 'An account needs an owner' },
    });
    expect(
      await app.send('PUT', `/members/${admin.id}`, { token: owner.access, body: { role: 'owner' } }),
    ).toMatchObject({
      status: 400,
      body: { detail: 'An account has one owner; transfer it' },
    });
    const path = `/members/${admin.id}/transfer`;
    await expect(
      await app.send('POST', path, { token: owner.access, body: { current_password: 'wrong horse' } }),
    ).toAnswer(403);
    const handed = await app.send('POST', path, { token: owner.access, body: { current_password: PASSWORD } });
    expect(handed.body).toMatchObject({ id: admin.id, role: 'owner' });
    expect((await app.send('GET', '/users/me', { token: owner.access })).body).toMatchObject({
      member: { role: 'admin' },
      account: { email: 'grace@example.com' },
    });
    await expect(await app.send('DELETE', `/members/${owner.id}`, { token: admin.access })).toAnswer(200);
    await expect(await app.send('GET', '/users/me', { token: owner.access })).toAnswer(401);
    await expect(
      await app.send('POST', '/auth/login', { body: { email: 'ada@example.com', password: PASSWORD } }),
    ).toAnswer(401);
    await expect(await app.register('ada@example.com')).toAnswer(201);
    expect((await app.logIn('grace@example.com', SECOND)).access).toBeTruthy();
  });
});

describe('a mail', () => {
  it('tells members of another role and of the end of their access, and of nothing else', async () => {
    const owner = await app.account('ada@example.com');
    const { id } = await joined(owner.access, 'grace@example.com', 'reviewer');
    const change = (body: object) => app.send('PUT', `/members/${id}`, { token: owner.access, body });
    await change({ role: 'analyst' });
    await change({ role: 'analyst', name: 'Grace H', teams: ['north'] });
    await change({ status: 'disabled' });
    await app.send('DELETE', `/members/${id}`, { token: owner.access });
    expect(await app.subjects('grace@example.com')).toEqual([
      'You are invited',
      'Your role was changed',
      'Your access has ended',
    ]);
  });

  it('tells a member who is deleted, and who gets the account handed over', async () => {
    const owner = await app.account('ada@example.com');
    const heir = await joined(owner.access, 'grace@example.com', 'admin');
    const leaver = await joined(owner.access, 'bob@example.com', 'analyst');
    await app.send('DELETE', `/members/${leaver.id}`, { token: owner.access });
    await app.send('POST', `/members/${heir.id}/transfer`, {
      token: owner.access,
      body: { current_password: PASSWORD },
    });
    expect((await app.subjects('bob@example.com')).at(-1)).toBe('Your access has ended');
    expect((await app.subjects('grace@example.com')).at(-1)).toBe('Your role was changed');
  });
});
