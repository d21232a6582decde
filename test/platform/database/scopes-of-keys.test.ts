import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { FIRST_RELEASE, migrateAs } from '../../../bench/measure/earlier-migrations.mjs';
import { migrate } from '../../../src/platform/database/migrate.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

let database: FreshDatabase | null = null;
afterEach(async () => {
  await database?.drop();
  database = null;
});

/**
 * @param all the scopes that there were before
 * @param before name of the migration of 0.1.0 that the keys are older than; undefined for keys of 0.1.0
 */
async function expectToAdd(scopes: readonly string[], all: readonly string[], before?: string): Promise<void> {
  const keys = [
    { name: 'all', scopes: all, revoked: false },
    { name: 'all, in another order', scopes: [...all].reverse(), revoked: false },
    { name: 'all, revoked', scopes: all, revoked: true },
    ...all.map((left) => ({
      name: `without ${left}`,
      scopes: all.filter((other) => other !== left),
      revoked: false,
    })),
    { name: 'none', scopes: [], revoked: false },
  ];
  database = await freshDatabase({ migrated: false });
  const { directUrl: url } = database;
  await migrateAs(url, FIRST_RELEASE, before);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const account = randomUUID();
    await client.query(
      `INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'a@x.org', 'a@x.org', 'x')`,
      [account],
    );
    for (const { name, scopes: had, revoked } of keys)
      await client.query(
        `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, revoked_at)
          VALUES ($1, $2, $3, 'sk', $4, true, $5, CASE WHEN $6 THEN now() END)`,
        [randomUUID(), account, name, Buffer.from(name), had, revoked],
      );
    const scopesByName = async () => {
      const { rows } = await client.query<{ name: string; scopes: string[] }>('SELECT name, scopes FROM api_key');
      return Object.fromEntries(rows.map(({ name, scopes: has }) => [name, has]));
    };
    const earlier = await scopesByName();
    await migrateAs(url, FIRST_RELEASE);
    await migrate(url);
    expect(await scopesByName()).toEqual({
      ...earlier,
      all: [...all, ...scopes],
      'all, in another order': [...[...all].reverse(), ...scopes],
      'all, revoked': [...all, ...scopes],
    });
  } finally {
    await client.end();
  }
}

describe('a database of 0.1.0', () => {
  it('has given evaluations:write to the keys that may do everything, and to no narrowed one [scorecards 12]', async () => {
    const all = ['analysis:read', 'analysis:write', 'billing:read'];
    await expectToAdd(['evaluations:write', 'reviews:write'], all, 'EvaluationScope1790000033100');
  });

  it('gives reviews:write to the keys that may do everything, and to no narrowed one', async () => {
    await expectToAdd(['reviews:write'], ['analysis:read', 'analysis:write', 'billing:read', 'evaluations:write']);
  });
});
