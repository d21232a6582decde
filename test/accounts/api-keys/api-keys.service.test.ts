// What requests with a key rely on after the guard: the key that is held until a transaction ends, and the one asked about again.
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newApiKeySecret } from '../../../src/accounts/api-keys/api-key-secret.js';
import { ApiKeysService, type PresentedApiKey } from '../../../src/accounts/api-keys/api-keys.service.js';
import { asMember } from '../../../src/platform/audit/record-audit.js';
import { IdentityApp } from '../../support/apps/identity-app.js';
import { eventually } from '../../support/processes/eventually.js';

const REFUSED = { status: 401 };

let app: IdentityApp;
let service: ApiKeysService;
beforeAll(async () => {
  app = await IdentityApp.start();
  service = app.nest.get(ApiKeysService);
});
afterAll(() => app?.stop());

let account: { id: string; access: string };
let secret: string;
let key: PresentedApiKey;
beforeEach(async () => {
  account = await app.account(`${randomUUID()}@example.com`);
  ({ key: secret } = await app.apiKey(account.access, { scopes: ['billing:read'] }));
  const found = await service.findPresented(secret);
  if (!found) throw new Error('A new key was not found');
  key = found;
});

const erase = () => app.database.query('DELETE FROM account WHERE id = $1', [account.id]);
const confirm = () => app.database.transaction((tx) => service.confirm(tx, key));

describe('a key that a transaction has confirmed', () => {
  it.each([
    ['revoked', () => app.database.query('SELECT 1 FROM api_key WHERE id = $1 FOR UPDATE NOWAIT', [key.id])],
    [
      'erased with its account',
      () => app.database.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE NOWAIT', [key.accountId]),
    ],
  ])('cannot be %s before the transaction ends', async (_, lock) => {
    const refusal = await app.database.transaction(async (tx) => {
      await service.confirm(tx, key);
      return lock().then(
        () => 'the row was free',
        (error: Error) => error.message,
      );
    });
    expect(refusal, 'what Postgres says to a writer').toMatch(/could not obtain lock on row/);
    await lock();
  });

  it('is refused when it was revoked since it was presented', async () => {
    await service.revoke(asMember(account.id, account.id), { accountId: account.id }, key.id);
    await expect(confirm(), 'a revoked key').rejects.toMatchObject(REFUSED);
  });

  it('is refused when its account was erased since it was presented', async () => {
    await erase();
    await expect(confirm(), 'the key of an erased account').rejects.toMatchObject(REFUSED);
  });
});

describe('a key asked about again', () => {
  it('is good as long as it is not revoked, and then is not', async () => {
    expect(await service.findAgain(secret), 'the key').toMatchObject({ id: key.id, scopes: ['billing:read'] });
    await service.revoke(asMember(account.id, account.id), { accountId: account.id }, key.id);
    expect(await service.findAgain(secret), 'the revoked key').toBeNull();
  });

  it('gives each of many that ask together the answer about its own key', async () => {
    const { key: other } = await app.apiKey(account.access, { mode: 'test' });
    const asked = [secret, newApiKeySecret(true), other, secret];
    const found = await Promise.all(asked.map((one) => service.findAgain(one)));
    expect(
      found.map((one) => one?.livemode),
      'the modes of what was found',
    ).toEqual([true, undefined, false, true]);
  });
});

describe('a new key', () => {
  it('is refused with 401 for an account that was erased during the request', async () => {
    await erase();
    const wanted = { name: 'late', livemode: true, scopes: [], metadata: {} };
    await expect(
      service.create({ accountId: account.id, makerId: account.id }, wanted),
      'a key without an account',
    ).rejects.toMatchObject(REFUSED);
  });

  it('comes with its secret again when the request is repeated under its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const ask = () => app.send('POST', '/api-keys/', { token: account.access, body: { name: 'once' }, headers });
    const first = await ask();
    await expect(first).toAnswer(201);
    await expect(await ask()).toAnswer(201, first.body);
  });
});

it('lists keys of one millisecond in the same order at each request, so that no page repeats or leaves one out', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await app.apiKey(account.access, { name });
  await app.database.query("UPDATE api_key SET created_at = '2026-01-01' WHERE account_id = $1", [account.id]);
  // Where Postgres knows that the table is small, it reads the rows in the order in which they are stored.
  await app.database.query('ANALYZE api_key');
  const pages = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((skip) => service.list({ accountId: account.id }, { skip, limit: 1 })),
  );
  const ids = pages.flatMap(({ keys }) => keys.map(({ id }) => id));
  expect(ids, 'the ids, page by page').toEqual([...new Set(ids)].sort().reverse());
  expect(ids, 'the listed keys').toHaveLength(6);
});

it('serves a request whose use cannot be recorded, and warns the operator', async () => {
  const { key: unused } = await app.apiKey(account.access);
  const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  await app.database.query('ALTER TABLE api_key ADD CONSTRAINT no_use CHECK (last_used_at IS NULL) NOT VALID');
  try {
    await expect(await app.send('GET', '/users/me', { token: unused })).toAnswer(200);
    await eventually(() => expect(warned.mock.calls.map(String).join(), 'the warnings').toContain('Could not record'));
  } finally {
    await app.database.query('ALTER TABLE api_key DROP CONSTRAINT no_use');
    warned.mockRestore();
  }
});
