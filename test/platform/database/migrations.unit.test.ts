import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/platform/database/data-source.js';

const FOLDER = 'src/platform/database/migrations';
/** The baseline makes the indexes of empty tables. */
const EXEMPT = '1790000056000-baseline.ts';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
const LARGE = ['analysis', 'analysis_payload', 'webhook_delivery', 'ledger_entry', 'payment_event'];

describe('the list of migrations', () => {
  it('holds them in the order of their numbers', () => {
    const numbers = MIGRATIONS.map(({ name }) => Number(name.slice(-13)));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers, 'migrations in the list, of those in the folder').toHaveLength(files.length);
  });

  it('makes every index on a large table concurrently', () => {
    const blocking = new RegExp(`CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)[^;]*? ON (${LARGE.join('|')})\\b`, 'i');
    const found = files.filter((name) => name !== EXEMPT && blocking.test(readFileSync(`${FOLDER}/${name}`, 'utf8')));
    expect(found).toEqual([]);
    expect(blocking.test('CREATE INDEX status_idx ON analysis (status)'), 'an index that blocks is found').toBe(true);
  });
});
