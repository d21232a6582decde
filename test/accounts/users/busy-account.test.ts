// The holder of an account gets its row though the account's own work refers to it without a pause.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErasureSweep } from '../../../src/accounts/users/erasure-sweep.js';
import { LOCK_ACCOUNT } from '../../../src/platform/database/account-lock.js';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

const NEW_PASSWORD = 'another long password';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(async () => {
  await app.stop();
});

/** Runs while transactions hold the account as work does: each begins before the one before it ends. */
async function whileAtWork<Result>(accountId: string, run: () => Promise<Result>): Promise<Result> {
  const runners = [app.database.createQueryRunner(), app.database.createQueryRunner()];
  let isOver = false;
  const begin = async (at: number) => {
    await runners[at]?.startTransaction();
    await runners[at]?.query(LOCK_ACCOUNT.text, [accountId]);
  };
  const work = async () => {
    await begin(0);
    for (let turn = 1; !isOver; turn += 1) {
      await begin(turn % 2);
      await runners[(turn + 1) % 2]?.commitTransaction();
    }
  };
  const working = work();
  try {
    return await run();
  } finally {
    isOver = true;
    await working;
    for (const runner of runners) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  }
}

describe('an account whose work never pauses', () => {
  it('has its fields, its password and its address changed', async () => {
    const { id, access, email } = await app.account('busy@example.com');
    await whileAtWork(id, async () => {
      const change = (token: string, body: unknown) => app.send('PUT', '/users/me', { token, body });
      await expect(await change(access, { phone_number: '+14155550100', metadata: { a: 1 } })).toAnswer(200);
      const moved = await change(access, { email: 'moved@example.com', current_password: PASSWORD });
      await expect(moved).toAnswer(200);
      const verified = await app.send('POST', '/auth/verify-email', {
        body: { token: await app.mailedToken('moved@example.com') },
      });
      expect(verified.body).toMatchObject({ email: 'moved@example.com' });
      await expect(await change(access, { password: NEW_PASSWORD, current_password: PASSWORD })).toAnswer(200);
      await app.send('POST', '/auth/password-reset', { body: { email: 'moved@example.com' } });
      const reset = await app.send('POST', '/auth/password-reset/confirm', {
        body: { token: await app.mailedToken('moved@example.com'), new_password: PASSWORD },
      });
      await expect(reset).toAnswer(200);
    });
    expect(email).toBe('busy@example.com');
    const again = await app.send('POST', '/auth/register', {
      body: { email: 'Moved@example.com', password: PASSWORD },
    });
    await expect(again).toAnswer(400);
  });

  it('is erased', async () => {
    const { id, access } = await app.account('leaves@example.com');
    const erased = await whileAtWork(id, () =>
      app.send('DELETE', '/users/me', { token: access, body: { current_password: PASSWORD } }),
    );
    await expect(erased).toAnswer(200, { id, object: 'user', deleted: true });
    expect(await app.database.query('SELECT id FROM account WHERE id = $1', [id])).toEqual([]);
  });
});

describe('an account that was closed by an erasure whose process was killed', () => {
  it('is closed to every credential, and erased by the sweep', async () => {
    const { id, access, refresh, email } = await app.account('closed@example.com');
    const { key } = await app.apiKey(access);
    await app.database.query("UPDATE account SET closed_at = now() - interval '2 minutes' WHERE id = $1", [id]);

    for (const token of [access, key]) await expect(await app.send('GET', '/users/me', { token })).toAnswer(401);
    await expect(await app.send('POST', '/auth/refresh', { body: { refresh_token: refresh } })).toAnswer(401);
    await expect(await app.send('POST', '/auth/login', { body: { email, password: PASSWORD } })).toAnswer(401);
    expect(await app.database.query(LOCK_ACCOUNT.text, [id]), 'work that begins now').toEqual([]);

    await app.nest.get(ErasureSweep).sweep();
    expect(await app.database.query('SELECT id FROM account WHERE id = $1', [id])).toEqual([]);
    expect((await app.account(email)).id).not.toBe(id);
  });
});
