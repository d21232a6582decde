// `call-analysis migrate`: runs the pending migrations and exits.
import { loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { withDatabase } from './with-database.js';

export async function runMigrations(): Promise<number> {
  const log = (line: string) => process.stdout.write(`${line}\n`);
  await withDatabase(loadConfig(), log, async (url) => {
    const ran = await migrate(url);
    log(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
  });
  return 0;
}
