import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/platform/database/data-source.js';

const FOLDER = 'src/platform/database/migrations';
/** The last one that made indexes on large tables in a transaction. */
const LAST_EXEMPT = 1790000018000;
const LARGE = ['analysis', 'analysis_payload', 'webhook_delivery', 'ledger_entry', 'payment_event'];

describe('the list of migrations', () => {
  it('holds them in the order of their numbers', () => {
    const numbers = MIGRATIONS.map(({ name }) => Number(name.slice(-13)));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers, 'migrations in the list, of those in the folder').toHaveLength(readdirSync(FOLDER).length);
  });

  it('makes every index on a large table concurrently', () => {
    const blocking = new RegExp(`CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)[^;]*? ON (${LARGE.join('|')})\\b`, 'i');
    // An operator undoes migrations by hand, while nothing runs.
    const done = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8').split('async down')[0] ?? '';
    const files = readdirSync(FOLDER).filter((name) => Number.parseInt(name, 10) > LAST_EXEMPT);
    expect(files.filter((name) => blocking.test(done(name)))).toEqual([]);
    expect(
      blocking.test(readFileSync(`${FOLDER}/1790000004000-status-index.ts`, 'utf8')),
      'an index that blocks is found',
    ).toBe(true);
  });
});
