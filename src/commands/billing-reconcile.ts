// `call-analysis billing:reconcile`: prints a table of what does not agree between analyses, ledger and payment provider, and
// exits with code 1 when there is a difference. What was paid for failed calls is no difference; it has a line of its own.
import { DataSource } from 'typeorm';
import { openPayments } from '../adapters/stripe/open-payments.js';
import { differencesTable, reconcile } from '../billing/reconciliation/reconciliation.js';
import { findUnbilled, unbilledLine } from '../billing/reconciliation/unbilled-requests.js';
import { loadConfig } from '../platform/config/config.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import { withDatabase } from './with-database.js';

export async function reconcileBilling(): Promise<number> {
  const config = loadConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  let agrees = false;
  await withDatabase(config, log, async (url) => {
    await migrate(url);
    const payments = await openPayments(config);
    const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
    const compare = async () => ({
      differences: await reconcile(dataSource, payments),
      unbilled: unbilledLine(await findUnbilled(dataSource)),
    });
    const { differences, unbilled } = await compare().finally(() => dataSource.destroy());
    agrees = differences.length === 0;
    process.stdout.write(agrees ? 'Everything agrees.\n' : `${differencesTable(differences)}\n`);
    if (unbilled !== null) process.stdout.write(`${unbilled}\n`);
  });
  return agrees ? 0 : 1;
}
