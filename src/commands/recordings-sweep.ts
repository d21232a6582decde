// `npm run recordings:sweep`: prints which recordings no analysis owns. With `--confirm` it deletes them, however many they are; with
// `--adopt` it makes the recording store this database's.
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { openObjectStore } from '../adapters/storage/open-object-store.js';
import { OrphanRecordings } from '../pipeline/orphan-recordings.js';
import { loadConfig } from '../platform/config/config.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import { SignedLinks } from '../platform/http/access/signed-links.js';
import { sweepByHand } from './sweep-by-hand.js';
import { withDatabase } from './with-database.js';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { confirm: { type: 'boolean', default: false }, adopt: { type: 'boolean', default: false } },
  });
  const config = loadConfig();
  await withDatabase(
    config,
    (line) => process.stderr.write(`${line}\n`),
    async (url) => {
      await migrate(url);
      const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
      const orphans = new OrphanRecordings(dataSource, openObjectStore(config, new SignedLinks(config)));
      const print = (line: string): void => void process.stdout.write(`${line}\n`);
      const ok = await sweepByHand(orphans, values, print).finally(() => dataSource.destroy());
      process.exitCode = ok ? 0 : 1;
    },
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
