// The rows of Idempotency-Keys: who may run a request, and which attempt may still write. On real Postgres.
import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataSourceOptions } from '../../../../src/platform/database/data-source.js';
import {
  type Claim,
  IdempotencyClaimLost,
  IdempotencyKeys,
} from '../../../../src/platform/http/idempotency/idempotency-keys.js';
import { subjectsOfRequest } from '../../../../src/platform/http/idempotency/response-subjects.js';
import { type FreshDatabase, freshDatabase } from '../../../support/apps/backing.js';
import { eventually } from '../../../support/processes/eventually.js';

const KEPT = { status: 201, contentType: 'application/json', sealedBody: Buffer.from('sealed'), renders: null };
const ANSWER = { ...KEPT, subjects: [] };
const [BODY, OTHER_BODY] = [Buffer.from('a body'), Buffer.from('another body')];
const PUBLIC = { accountId: null, livemode: true };

let database: FreshDatabase;
let dataSource: DataSource;
let keys: IdempotencyKeys;
let id: Buffer;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  keys = new IdempotencyKeys(dataSource);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});
beforeEach(() => {
  id = randomBytes(32);
});

async function claim(fingerprint: Buffer | null = BODY): Promise<Claim> {
  const claimed = await keys.claim(id, PUBLIC, fingerprint);
  if (!claimed) throw new Error('A free key could not be claimed');
  return claimed;
}
const change = (set: string) => dataSource.query(`UPDATE idempotency_key SET ${set} WHERE id = $1`, [id]);
const read = async (columns: string) =>
  (await dataSource.query(`SELECT ${columns} FROM idempotency_key WHERE id = $1`, [id]))[0];
/** Whether the work leases the key for ten seconds, which begin between two looks at the clock of Postgres. */
async function leasing<Done>(work: () => Promise<Done>): Promise<{ done: Done; leased: boolean }> {
  const [{ before }] = await dataSource.query('SELECT now()::text AS before');
  const done = await work();
  const { leased } = await read(`lease_until - interval '10 s' BETWEEN '${before}' AND now() AS leased`);
  return { done, leased };
}
const abandon = () => change("lease_until = now() - interval '1 second'");
const record = (claimed: Claim) => dataSource.transaction((tx) => keys.recordCreated(tx, claimed, BODY));

describe('a key', () => {
  it('is held by the first request, for the account and mode of its caller', async () => {
    const accountId = randomUUID();
    await dataSource.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'x')", [
      accountId,
      `${accountId}@example.com`,
    ]);
    const { done: claimed, leased } = await leasing(() => keys.claim(id, { accountId, livemode: false }, BODY));
    expect(leased, 'A process that dies holds the key for another time than ten seconds').toBe(true);
    await change("lease_until = now() + interval '1 hour'");
    expect(claimed).toMatchObject({ id, fence: 1, fingerprint: BODY, created: false });
    expect(claimed?.effectId, 'The id for other services is not 32 hexadecimal digits').toMatch(/^[0-9a-f]{32}$/);
    expect(await read('account_id, livemode, resource_id')).toEqual({
      account_id: accountId,
      livemode: false,
      resource_id: claimed?.resourceId,
    });
    expect(await keys.find(id)).toEqual({ fingerprint: BODY, answer: null, abandoned: false, livemode: false });
    expect(await keys.claim(id, PUBLIC, BODY), 'Two requests with one key run beside each other').toBeNull();
  });

  it('is taken over from a dead process with the same effect on other services, and another resource', async () => {
    const first = await claim();
    await abandon();
    expect(await keys.find(id)).toMatchObject({ abandoned: true });
    const { done: next, leased } = await leasing(() => keys.claim(id, { accountId: null, livemode: false }, BODY));
    expect(next).toMatchObject({ fence: 2, effectId: first.effectId, created: false });
    expect(next?.resourceId, 'An attempt that is late can overwrite what the next one stores').not.toBe(
      first.resourceId,
    );
    expect([leased, (await read('livemode')).livemode], 'the lease, and the mode').toEqual([true, false]);
  });

  it('is taken over with the resource that the dead process has created', async () => {
    const first = await claim(null);
    await record(first);
    await abandon();
    expect(await claim(null)).toMatchObject({ resourceId: first.resourceId, created: true, fingerprint: BODY });
  });

  it.each([
    ['answered', "status = 201, body = ''"],
    ['over', "expires_at = now() - interval '1 second'"],
  ])('is not taken over when it is %s', async (_, set) => {
    await claim();
    await abandon();
    await change(set);
    expect(await keys.claim(id, PUBLIC, BODY), 'A request runs again').toBeNull();
  });

  it.each<[string, Buffer | null, Buffer | null, boolean]>([
    ['with another body', BODY, OTHER_BODY, false],
    ['with a form that is not read yet', BODY, null, true],
    ['where the first body was not read to its end', null, BODY, true],
  ])('of a dead process %s', async (_, before, now, isTakenOver) => {
    await claim(before);
    await abandon();
    const fault = isTakenOver ? 'The key is lost to its client' : 'The key serves two different requests';
    expect((await keys.claim(id, PUBLIC, now)) !== null, fault).toBe(isTakenOver);
    expect((await keys.find(id))?.fingerprint).toEqual(BODY);
  });

  it('is unknown before its first request, and after 24 hours, whose row it forgets', async () => {
    expect(await keys.find(id)).toBeNull();
    await claim();
    expect(await read("expires_at BETWEEN now() + interval '23 h' AND now() + interval '24 h' AS day")).toEqual({
      day: true,
    });
    await change('expires_at = now()');
    expect(await keys.find(id)).toBeNull();
    expect(await read('id'), 'The next request with this key cannot claim it').toBeUndefined();
  });

  it('has the answer that was stored with it', async () => {
    expect(await keys.storeResponse(null, await claim(null), BODY, ANSWER), 'the answer is stored').toBe(true);
    expect(await keys.find(id)).toEqual({ fingerprint: BODY, answer: KEPT, abandoned: false, livemode: true });
    await change('content_type = NULL');
    expect((await keys.find(id))?.answer).toEqual({ ...KEPT, contentType: '' });
  });

  it('has no answer whose transaction was rolled back', async () => {
    const claimed = await claim();
    const rolledBack = dataSource.transaction(async (tx) => {
      await keys.storeResponse(tx, claimed, BODY, ANSWER);
      throw new Error('The disk is full');
    });
    await expect(rolledBack).rejects.toThrow('The disk is full');
    expect((await keys.find(id))?.answer, 'An answer to what has not happened').toBeNull();
  });

  it('is renewed for the next ten seconds', async () => {
    const claimed = await claim();
    await change("lease_until = now() + interval '1 second'");
    expect((await leasing(() => keys.renew(claimed))).leased, 'The request loses its key while it runs').toBe(true);
  });

  it('that is released is free, with another effect on other services', async () => {
    const first = await claim();
    await keys.release(first);
    expect(await keys.find(id)).toBeNull();
    const next = await claim(OTHER_BODY);
    expect(next.effectId, 'Another service takes the next attempt for the one that failed').not.toBe(first.effectId);
  });

  it('that is released with its resource created is free for what comes after that', async () => {
    const first = await claim();
    await record(first);
    await keys.release(first);
    expect(await keys.find(id)).toMatchObject({ abandoned: true });
    await keys.renew(first);
    expect(await claim(), 'A late renewal holds a released key').toMatchObject({
      created: true,
      resourceId: first.resourceId,
    });
  });
});

describe('an attempt whose key', () => {
  const answer = (claimed: Claim) => keys.storeResponse(null, claimed, OTHER_BODY, ANSWER);
  const lost: [string, () => Promise<unknown>, (claimed: Claim) => Claim][] = [
    ['another attempt has taken over', async () => [await abandon(), await claim()], (claimed) => claimed],
    [
      'was released and claimed again',
      () => Promise.resolve(),
      (claimed) => ({ ...claimed, resourceId: randomUUID() }),
    ],
    ['is answered', () => change("status = 200, body = 'b', content_type = 't'"), (claimed) => claimed],
  ];

  it.each(lost)('%s writes nothing', async (_, lose, asHeld) => {
    const late = asHeld(await claim());
    await lose();
    const before = await read('*');
    await expect(record(late), 'A resource was created twice').rejects.toBeInstanceOf(IdempotencyClaimLost);
    expect(await answer(late), 'Two answers were stored').toBe(false);
    await keys.renew(late);
    await keys.release(late);
    expect(await read('*'), 'An attempt that lost its key changed the row').toEqual(before);
  });

  it('was released after the resource was created cannot release it for the next one', async () => {
    const first = await claim();
    await record(first);
    await abandon();
    await claim();
    const before = await read('*');
    await keys.release(first);
    expect(await read('*'), 'The next attempt lost its key').toEqual(before);
  });
});

describe('the sweep of keys', () => {
  const store = (count: number, expiry: string) =>
    dataSource.query(
      `INSERT INTO idempotency_key (id, resource_id, lease_until, expires_at)
       SELECT uuid_send(gen_random_uuid()), gen_random_uuid(), now(), ${expiry} FROM generate_series(1, $1::int)`,
      [count],
    );
  const count = async () => Number((await dataSource.query('SELECT count(*) AS n FROM idempotency_key'))[0].n);
  beforeEach(() => dataSource.query('DELETE FROM idempotency_key'));

  it('deletes all that are over, however many, and no other', async () => {
    await store(10_001, 'now()');
    await store(3, "now() + interval '1 hour'");
    await keys.sweep();
    expect(await count(), 'Expired keys stay, or others go').toBe(3);
  });

  it('runs every ten minutes until the process stops, also after it has failed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let isAway = true;
      const swept = vi.fn(async () => []);
      using warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
      const away = { query: () => (isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : swept()) };
      const sweeping = new IdempotencyKeys(away as never);
      sweeping.onApplicationBootstrap();
      await vi.advanceTimersByTimeAsync(600_000);
      expect(warned, 'warnings to the operator').toHaveBeenCalledTimes(1);
      isAway = false;
      await vi.advanceTimersByTimeAsync(599_999);
      expect(swept).toHaveBeenCalledTimes(0);
      await vi.advanceTimersByTimeAsync(1);
      await eventually(() => expect(swept, 'The sweep does not come back').toHaveBeenCalledTimes(1));
      sweeping.onApplicationShutdown();
      await vi.advanceTimersByTimeAsync(600_000);
      expect(swept, 'The sweep outlives its process').toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a kept answer', () => {
  const account = async () => {
    const accountId = randomUUID();
    await dataSource.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'x')", [
      accountId,
      `${accountId}@example.com`,
    ]);
    return accountId;
  };
  const analysis = async (accountId: string) => {
    const analysisId = randomUUID();
    await dataSource.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
       VALUES ($1, $2, true, 'a', 'c', 'r', 'k')`,
      [analysisId, accountId],
    );
    return analysisId;
  };
  const remove = (analysisId: string) => dataSource.query('DELETE FROM analysis WHERE id = $1', [analysisId]);
  const claimFor = async (accountId: string, subjects: readonly string[]) => {
    const claimed = await keys.claim(randomBytes(32), { accountId, livemode: true }, BODY, subjects);
    if (!claimed) throw new Error('A free key could not be claimed');
    return claimed;
  };
  const bodyOf = async ({ id: key }: Claim) => (await keys.find(key))?.answer?.sealedBody.toString();

  it('is emptied with what it tells of, by whatever statement that is deleted, and others stay', async () => {
    const accountId = await account();
    const [gone, other] = [await analysis(accountId), await analysis(accountId)];
    const claims = await Promise.all([gone, gone, other].map((id) => claimFor(accountId, [id])));
    for (const claimed of claims) await keys.storeResponse(null, claimed, BODY, ANSWER);
    await remove(gone);
    expect(await Promise.all(claims.map(bodyOf))).toEqual(['', '', 'sealed']);
  });

  it('is empty from the start when what it tells of was deleted while the request ran', async () => {
    const accountId = await account();
    const gone = await analysis(accountId);
    const claimed = await claimFor(accountId, [gone]);
    await remove(gone);
    expect(await keys.storeResponse(null, claimed, BODY, ANSWER), 'the answer is stored').toBe(true);
    expect(await bodyOf(claimed)).toBe('');
    expect(await keys.claim(claimed.id, { accountId, livemode: true }, BODY), 'A request runs again').toBeNull();
  });

  it('of a resource that the request made is emptied with it, though the request does not name it', async () => {
    const accountId = await account();
    const claimed = await claimFor(accountId, []);
    await dataSource.transaction(async (tx) => {
      await keys.recordCreated(tx, claimed, BODY);
      await tx.query(
        `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
         VALUES ($1, $2, true, 'a', 'c', 'r', 'k')`,
        [claimed.resourceId, accountId],
      );
    });
    await remove(claimed.resourceId);
    await keys.storeResponse(null, claimed, BODY, ANSWER);
    expect(await bodyOf(claimed)).toBe('');
  });

  it('of an earlier release, which does not say what it tells of, is emptied with any analysis of its account', async () => {
    const accountId = await account();
    const [gone, stranger] = [await analysis(accountId), await account()];
    const claims = [await claimFor(accountId, []), await claimFor(stranger, [])];
    for (const claimed of claims) {
      await keys.storeResponse(null, claimed, BODY, ANSWER);
      await dataSource.query('UPDATE idempotency_key SET subjects = NULL WHERE id = $1', [claimed.id]);
    }
    await remove(gone);
    expect(await Promise.all(claims.map(bodyOf))).toEqual(['', 'sealed']);
  });

  it('is emptied, the oldest first, where the large ones of an account hold more than 64 MiB', async () => {
    const [accountId, stranger] = [await account(), await account()];
    const large = { ...ANSWER, sealedBody: Buffer.alloc(16 * 1024 * 1024, 'x') };
    const theirs = await claimFor(stranger, []);
    await keys.storeResponse(null, theirs, BODY, large);
    const [small, ...claims] = await Promise.all(Array.from({ length: 6 }, () => claimFor(accountId, [])));
    await keys.storeResponse(null, small as Claim, BODY, ANSWER);
    for (const [age, claimed] of claims.entries()) {
      await dataSource.query(`UPDATE idempotency_key SET expires_at = now() + $2 * interval '1 hour' WHERE id = $1`, [
        claimed.id,
        age + 1,
      ]);
      await keys.storeResponse(null, claimed, BODY, large);
    }
    const kept = await Promise.all(claims.map(async (claimed) => (await bodyOf(claimed)) !== ''));
    expect(kept).toEqual([false, true, true, true, true]);
    expect(await bodyOf(theirs), 'the answer of another account').not.toBe('');
    expect(await bodyOf(small as Claim)).toBe('sealed');
  });

  it.each([
    ['/api/v1/analysis/A/webhook', undefined, ['a']],
    ['/api/v1/scorecards/A/revisions/3/try', { analysis_ids: ['B', 'C'], other: 'D' }, ['a', 'a/3', 'b', 'c']],
    ['/api/v1/webhooks/test', { analysis_id: 'B' }, ['b']],
    ['/api/v1/webhooks/test', { analysis_id: 'no id' }, []],
    ['/api/v1/analysis', Buffer.from('{}'), []],
  ])('of %s with %j tells of %j', (path, body, subjects) => {
    const ids = { A: randomUUID().toUpperCase(), B: randomUUID().toUpperCase(), C: randomUUID() };
    const spelled = (text: string) =>
      text.replace(/\b[abc]\b/g, (letter) => ids[letter.toUpperCase() as 'A'].toLowerCase());
    const filled = JSON.parse(
      JSON.stringify({ path, body: body ?? null }).replace(/\b[ABC]\b/g, (letter) => ids[letter as 'A']),
    );
    expect(subjectsOfRequest({ ...filled, ...(Buffer.isBuffer(body) && { body }) })).toEqual(subjects.map(spelled));
  });
});
