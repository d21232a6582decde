import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterEach, describe, expect, it } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { EvaluationScope1790000033100 } from '../../../src/platform/database/migrations/1790000033100-evaluation-scope.js';
import { ReviewScope1790000051000 } from '../../../src/platform/database/migrations/1790000051000-review-scope.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

let database: FreshDatabase | null = null;
afterEach(async () => {
  await database?.drop();
  database = null;
});

/** @param all the scopes that there were before */
async function expectToAdd(
  scope: string,
  migration: (typeof MIGRATIONS)[number],
  all: readonly string[],
): Promise<void> {
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
  const migrations = MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration) + 1);
  const dataSource = await new DataSource({ ...dataSourceOptions(database.url, 2), migrations }).initialize();
  try {
    await dataSource.runMigrations();
    await dataSource.undoLastMigration();
    const [account] = await dataSource.query(
      `INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'a@x.org', 'a@x.org', 'x') RETURNING id`,
      [randomUUID()],
    );
    for (const { name, scopes, revoked } of keys)
      await dataSource.query(
        `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, revoked_at)
          VALUES ($1, $2, $3, 'sk', $4, true, $5, CASE WHEN $6 THEN now() END)`,
        [randomUUID(), account.id, name, Buffer.from(name), scopes, revoked],
      );
    const scopesByName = async () => {
      const rows: { name: string; scopes: string[] }[] = await dataSource.query('SELECT name, scopes FROM api_key');
      return Object.fromEntries(rows.map(({ name, scopes }) => [name, scopes]));
    };
    const before = await scopesByName();
    for (let times = 0; times < 2; times++) {
      await dataSource.runMigrations();
      expect(await scopesByName()).toEqual({
        ...before,
        all: [...all, scope],
        'all, in another order': [...[...all].reverse(), scope],
        'all, revoked': [...all, scope],
      });
      await dataSource.undoLastMigration();
      expect(await scopesByName()).toEqual(before);
    }
  } finally {
    await dataSource.destroy();
  }
}

describe('the migration of scopes', () => {
  it('gives evaluations:write to the keys that may do everything, and to no narrowed one [scorecards 12]', async () => {
    const all = ['analysis:read', 'analysis:write', 'billing:read'];
    await expectToAdd('evaluations:write', EvaluationScope1790000033100, all);
  });

  it('gives reviews:write to the keys that may do everything, and to no narrowed one', async () => {
    const all = ['analysis:read', 'analysis:write', 'billing:read', 'evaluations:write'];
    await expectToAdd('reviews:write', ReviewScope1790000051000, all);
  });
});
