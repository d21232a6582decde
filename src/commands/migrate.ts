// `npm run migrate`: brings the schema up to date and ends.

import { startEmbedded } from '../embedded/embedded.js';
import { loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';

async function main(): Promise<void> {
  const { dataDir, cacheDir, database, production } = loadConfig();
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const needPostgres = database.url === null;
  const embedded = await startEmbedded({ dataDir, cacheDir, needPostgres, needRedis: false, production, log });
  try {
    const url = database.url ?? embedded.databaseUrl;
    const ran = url ? await migrate(url) : [];
    log(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
  } finally {
    await embedded.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
