// A process of the release before members, beside one of this: it finds and changes the log-in of the account where it was, and
// its tokens and keys go on.
import { createHash, randomUUID } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccountTokens } from '../../../src/accounts/users/account-tokens.js';
import { Members } from '../../../src/accounts/users/members.js';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(() => app?.stop());

const one = async (sql: string, values: unknown[]) => (await app.database.query(sql, values))[0];

it('has its account made a member, the owner, when it registers one', async () => {
  const id = randomUUID();
  await app.database.query(
    "INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'old@example.com', 'old@example.com', '-')",
    [id],
  );
  expect(
    await one('SELECT id, account_id, role, email, recordings_original FROM member WHERE account_id = $1', [id]),
  ).toEqual({
    id,
    account_id: id,
    role: 'owner',
    email: 'old@example.com',
    recordings_original: true,
  });
});

it('changes a password that holds here, and the other way round', async () => {
  const owner = await app.account('ada@example.com');
  const other = await app.account('grace@example.com');
  await app.database.query(
    'UPDATE account SET password_hash = (SELECT password_hash FROM account WHERE id = $2), token_epoch = token_epoch + 1 WHERE id = $1',
    [owner.id, other.id],
  );
  await expect(await app.send('GET', '/users/me', { token: owner.access })).toAnswer(401);
  const { access } = await app.logIn('ada@example.com', PASSWORD);
  const body = { password: 'a third horse battery', current_password: PASSWORD };
  await expect(await app.send('PUT', '/users/me', { token: access, body })).toAnswer(200);
  expect(
    await one(
      'SELECT a.token_epoch = m.token_epoch AND a.password_hash = m.password_hash AS same FROM account a JOIN member m USING (id) WHERE id = $1',
      [owner.id],
    ),
  ).toEqual({ same: true });
});

it('issues tokens without a member, which are those of the first, also after a transfer', async () => {
  const owner = await app.account('lin@example.com');
  const claims = { type: 'access', epoch: 0 };
  const token = app.nest.get(JwtService).sign(claims, {
    subject: owner.id,
    audience: 'call-analysis-api',
    jwtid: randomUUID(),
    expiresIn: 60,
  });
  expect((await app.send('GET', '/users/me', { token })).body.member).toMatchObject({ id: owner.id, role: 'owner' });
  const next = await app.nest.get(Members).add(app.database.manager, {
    id: randomUUID(),
    accountId: owner.id,
    email: 'next@example.com',
    role: 'admin',
    teams: [],
    agentId: null,
    passwordHash: null,
    name: null,
  });
  const path = `/members/${next.id}/transfer`;
  await expect(await app.send('POST', path, { token, body: { current_password: PASSWORD } })).toAnswer(200);
  expect((await app.send('GET', '/users/me', { token })).body.member).toMatchObject({ id: owner.id, role: 'admin' });
});

it('finds no token of a mail to another member, which it would take for one of the account', async () => {
  const { id: accountId } = await app.account('kim@example.com');
  const members = app.nest.get(Members);
  const person = {
    id: randomUUID(),
    accountId,
    email: 'm@example.com',
    role: 'agent' as const,
    teams: [],
    agentId: 'a',
    passwordHash: null,
    name: null,
  };
  const member = await members.add(app.database.manager, person);
  const tokens = app.nest.get(AccountTokens);
  const token = await app.database.transaction((tx) => tokens.issue(tx, member, 'reset_password', member.email));
  const asBefore = createHash('sha256').update(token).digest();
  expect(await one('SELECT count(*)::int AS n FROM account_token WHERE token_hash = $1', [asBefore])).toEqual({ n: 0 });
  expect((await app.database.transaction((tx) => tokens.consume(tx, 'reset_password', token)))?.member.id).toBe(
    member.id,
  );
});
