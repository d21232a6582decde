// Kept answers about a call whose words are masked. On real Postgres.
import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../../src/platform/database/data-source.js';
import {
  type Claim,
  forgetAnswersAbout,
  IdempotencyKeys,
} from '../../../../src/platform/http/idempotency/idempotency-keys.js';
import { type FreshDatabase, freshDatabase } from '../../../support/apps/backing.js';

const BODY = Buffer.from('a body');
const SEALED = { status: 201, contentType: 'application/json', sealedBody: Buffer.from('sealed') };
const ANSWER = { ...SEALED, renders: null, subjects: [] };

let database: FreshDatabase;
let dataSource: DataSource;
let keys: IdempotencyKeys;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  keys = new IdempotencyKeys(dataSource);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
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

  const mask = (accountId: string, analysisId: string) =>
    dataSource.transaction((tx) => forgetAnswersAbout(tx, accountId, analysisId));
  const shown = async ({ id: key }: Claim) => {
    const answer = (await keys.find(key))?.answer;
    return answer && [answer.sealedBody.toString(), answer.renders];
  };
  const MASKED: readonly (readonly [string, string | null, readonly [string, string | null]])[] = [
    ['that shows an object is rewritten', 'analysis/a', ['', 'analysis/a']],
    ['that shows none that can be read again is gone', null, ['', null]],
    ['without words of the call stays', '', ['sealed', '']],
  ];

  it.each(MASKED)('%s once its call is masked', async (_, renders, expected) => {
    const accountId = await account();
    const [masked, other] = [await analysis(accountId), await analysis(accountId)];
    const claims = await Promise.all([masked, other].map((id) => claimFor(accountId, [id])));
    for (const claimed of claims) await keys.storeResponse(null, claimed, BODY, { ...ANSWER, renders });
    await mask(accountId, masked);
    expect(await Promise.all(claims.map(shown))).toEqual([expected, ['sealed', renders]]);
    await mask(accountId, masked);
    expect(await shown(claims[0] as Claim), 'masked again').toEqual(expected);
  });

  it.each(MASKED)('%s where its call was masked while the request ran', async (_, renders, expected) => {
    const accountId = await account();
    const masked = await analysis(accountId);
    const claimed = await claimFor(accountId, [masked]);
    await mask(accountId, masked);
    await keys.storeResponse(null, claimed, BODY, { ...ANSWER, renders });
    expect(await shown(claimed)).toEqual(expected);
  });

  it('that would be rewritten is gone once its masked call is deleted', async () => {
    const accountId = await account();
    const masked = await analysis(accountId);
    const claimed = await claimFor(accountId, [masked]);
    await keys.storeResponse(null, claimed, BODY, { ...ANSWER, renders: `analysis/${masked}` });
    await mask(accountId, masked);
    await remove(masked);
    expect(await shown(claimed)).toEqual(['', null]);
  });

  it('of an earlier release is gone with the first call of its account that is masked', async () => {
    const accountId = await account();
    const [masked, stranger] = [await analysis(accountId), await account()];
    const claims = [await claimFor(accountId, []), await claimFor(stranger, [])];
    for (const claimed of claims) {
      await keys.storeResponse(null, claimed, BODY, ANSWER);
      await dataSource.query('UPDATE idempotency_key SET subjects = NULL WHERE id = $1', [claimed.id]);
    }
    await mask(accountId, masked);
    expect(await Promise.all(claims.map(bodyOf))).toEqual(['', 'sealed']);
  });
});
