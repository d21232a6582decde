// The schema that is documented is the one that the migrations make. `npm run schema` rewrites the page.
import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { freshDatabase } from '../support/apps/backing.js';
import { schemaPage } from './schema-page.js';

const PAGE = 'docs/schema.sql';

it('docs/schema.sql shows the tables, indexes, triggers and functions of the migrated database', async () => {
  const { url, drop } = await freshDatabase();
  const database = new pg.Pool({ connectionString: url });
  try {
    const page = await schemaPage(database);
    if (process.env.UPDATE_SCHEMA) writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  } finally {
    await database.end();
    await drop();
  }
});
