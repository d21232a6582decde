// What a request holds on to after the guard: its caller, confirmed in the transaction, and asked about again by streams.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiKeyStrategy } from '../../../src/accounts/auth/api-key.strategy.js';
import { JwtStrategy } from '../../../src/accounts/auth/jwt.strategy.js';
import type { Caller } from '../../../src/platform/http/access/caller.js';
import { IdentityApp } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(() => app?.stop());

let account: { id: string; access: string };
let key: { id: string; key: string };
beforeEach(async () => {
  account = await app.account(`${randomUUID()}@example.com`);
  key = await app.apiKey(account.access, { mode: 'test', scopes: ['billing:read'] });
});

const nowSeconds = () => Math.floor(Date.now() / 1000);
const byToken = (exp = nowSeconds() + 600): Promise<Caller | null> =>
  app.nest.get(JwtStrategy).validate({ sub: account.id, type: 'access', iat: 1, exp, jti: 'id', epoch: 0 });
const byKey = (): Promise<Caller | null> => app.nest.get(ApiKeyStrategy).validate(key.key);

const confirm = (caller: Caller | null) => app.database.transaction(async (tx) => caller?.confirm(tx));

const change = (assignment: string) =>
  app.database.query(`UPDATE account SET ${assignment} WHERE id = $1`, [account.id]);
const erase = () => app.database.query('DELETE FROM account WHERE id = $1', [account.id]);
const revoke = () => app.send('DELETE', `/api-keys/${key.id}`, { token: account.access });

const ends: [string, () => Promise<Caller | null>, () => Promise<unknown>][] = [
  ['a token, when the password changes', byToken, () => change('token_epoch = token_epoch + 1')],
  ['a token, when the account is erased', byToken, erase],
  ['a key, when it is revoked', byKey, revoke],
  ['a key, when the account is erased', byKey, erase],
];

describe.each(ends)('a caller by %s', (_, callerOf, end) => {
  it('is confirmed before, and refused with 401 after', async () => {
    const caller = await callerOf();
    expect(caller, 'the caller').toMatchObject({ accountId: account.id });
    await confirm(caller);
    await end();
    await expect(confirm(caller), 'the transaction of an ended credential').rejects.toMatchObject({ status: 401 });
  });

  it('keeps its streams before, and loses them after', async () => {
    const caller = await callerOf();
    expect(await caller?.isGood(), 'good before').toBe(true);
    await end();
    expect(await caller?.isGood(), 'good after').toBe(false);
  });
});

describe('a stream', () => {
  it.each([
    ['token', byToken],
    ['key', byKey],
  ])('by a %s ends when the address of the account is no longer verified', async (_, callerOf) => {
    const caller = await callerOf();
    await change('email_verified_at = NULL');
    expect(await caller?.isGood(), 'good after').toBe(false);
  });

  it('ends with its token, and not before', async () => {
    const exp = nowSeconds() + 600;
    const caller = await byToken(exp);
    const now = vi.spyOn(Date, 'now').mockReturnValue(exp * 1000 - 1);
    try {
      expect(await caller?.isGood(), 'good a millisecond before the expiry').toBe(true);
      now.mockReturnValue(exp * 1000);
      expect(await caller?.isGood(), 'good at the expiry').toBe(false);
    } finally {
      now.mockRestore();
    }
  });
});

it('refuses a key while the address of its account is not verified', async () => {
  await change('email_verified_at = NULL');
  await expect(byKey(), 'the key').rejects.toMatchObject({ status: 403 });
});
