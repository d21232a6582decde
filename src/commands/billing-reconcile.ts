// `npm run billing:reconcile`: a table of what does not agree, and exit code 1 when there is anything in it.
import { DataSource } from 'typeorm';
import { NoPayments } from '../adapters/stripe/no.payments.js';
import { StripePayments } from '../adapters/stripe/stripe.payments.js';
import { differencesTable, reconcile } from '../billing/reconciliation.js';
import { startEmbedded } from '../embedded/embedded.js';
import { loadConfig } from '../platform/config/config.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';

async function main(): Promise<void> {
  const { dataDir, cacheDir, database, production, stripe, http } = loadConfig();
  const embedded = await startEmbedded({
    dataDir,
    cacheDir,
    needPostgres: database.url === null,
    needRedis: false,
    production,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    const url = database.url ?? embedded.databaseUrl;
    if (!url) throw new Error('There is no database to look at.');
    await migrate(url);
    const payments = stripe === null ? new NoPayments() : new StripePayments({ ...stripe, publicUrl: http.publicUrl });
    const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
    const differences = await reconcile(dataSource, payments).finally(() => dataSource.destroy());
    process.stdout.write(differences.length === 0 ? 'Everything agrees.\n' : `${differencesTable(differences)}\n`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await embedded.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
