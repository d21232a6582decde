// The signing secrets of several accounts: who is read together, and whose fault concerns whom.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asMember } from '../../src/platform/audit/record-audit.js';
import { setUpWebhooks, type WebhookApp } from '../support/apps/webhook-app.js';

let service: WebhookApp;
setUpWebhooks({ sends: false }, (given) => {
  ({ service } = given);
});

describe('the secrets that sign', () => {
  it('are made for an account whose first notification it is, and are the ones that it reads later', async () => {
    const accountId = await service.account();
    const signing = await service.secrets.getForSigning(accountId);
    const { secret, previousUntil } = await service.secrets.get(accountId);
    expect(signing, 'what signs the first notification').toEqual([secret]);
    expect(previousUntil, 'until when an earlier secret signs').toBeNull();
  });

  it('are read for many accounts at once; a fault of one does not concern the others', async () => {
    const [whole, rotated, broken] = [await service.account(), await service.account(), await service.account()];
    const deleted = randomUUID();
    const { secret } = await service.secrets.get(whole);
    const before = await service.secrets.get(rotated);
    const after = await service.secrets.rotate(asMember(rotated, rotated));
    await service.secrets.get(broken);
    await service.sql.query(
      `UPDATE webhook_secret SET secret_encrypted = decode(repeat('00', 60), 'hex') WHERE account_id = $1`,
      [broken],
    );
    const read = await service.secrets.getAllForSigning([whole, rotated, broken, deleted]);
    expect(read.get(whole), 'of an account without a rotation').toEqual([secret]);
    expect(read.get(rotated), 'of an account within a day of a rotation').toEqual([after.secret, before.secret]);
    expect(read.get(broken), 'of an account whose secret cannot be decrypted').toMatchObject({
      message: 'Failed to decrypt the signing secret of an account',
      cause: expect.any(Error),
    });
    await expect(service.secrets.getForSigning(broken), 'the broken secret alone').rejects.toThrow('Failed to decrypt');
    expect(read.get(deleted), 'of an account that was deleted').toBeInstanceOf(Error);
  });
});

describe('a rotation', () => {
  it('ends the oldest of three secrets at once', async () => {
    const accountId = await service.account();
    const [, second, third] = [
      await service.secrets.get(accountId),
      await service.secrets.rotate(asMember(accountId, accountId)),
      await service.secrets.rotate(asMember(accountId, accountId)),
    ];
    expect(await service.secrets.getForSigning(accountId), 'what signs').toEqual([third.secret, second.secret]);
    expect(third.previousUntil, 'until when the second signs too').toBeInstanceOf(Date);
  });

  it('is not made when the answer to it cannot be stored', async () => {
    const accountId = await service.account();
    const before = await service.secrets.get(accountId);
    const answers: unknown[] = [];
    const rotating = service.secrets.rotate(asMember(accountId, accountId), async (_, secret) => {
      answers.push(secret);
      throw new Error('another attempt has taken over');
    });
    await expect(rotating, 'the rotation').rejects.toThrow('another attempt has taken over');
    expect(answers, 'the answer that would have been stored').toHaveLength(1);
    expect(await service.secrets.get(accountId), 'the secret').toEqual(before);
  });

  it('of an account that was deleted is refused as unauthorized', async () => {
    await expect(service.secrets.rotate(asMember(randomUUID(), randomUUID())), 'the rotation').rejects.toMatchObject({
      status: 401,
    });
  });
});
