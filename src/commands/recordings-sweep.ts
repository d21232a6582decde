// `call-analysis recordings:sweep`: prints which recordings no analysis owns. With `--confirm` it deletes them, however many
// they are; with `--adopt` it makes the recording store this database's.
import { DataSource } from 'typeorm';
import { openObjectStore } from '../adapters/storage/open-object-store.js';
import { loadConfig } from '../platform/config/config.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import { SignedLinks } from '../platform/http/access/signed-links.js';
import { OrphanRecordings } from '../recordings/orphan-recordings.js';
import type { Given } from './command.js';
import { sweepByHand } from './sweep-by-hand.js';
import { withDatabase } from './with-database.js';

export async function sweepRecordings(given: Given): Promise<number> {
  const config = loadConfig();
  const choice = { confirm: given.flag('confirm'), adopt: given.flag('adopt') };
  let ok = false;
  await withDatabase(
    config,
    (line) => process.stderr.write(`${line}\n`),
    async (url) => {
      await migrate(url);
      const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
      const orphans = new OrphanRecordings(dataSource, await openObjectStore(config, new SignedLinks(config)));
      const print = (line: string): void => void process.stdout.write(`${line}\n`);
      ok = await sweepByHand(orphans, choice, print).finally(() => dataSource.destroy());
    },
  );
  return ok ? 0 : 1;
}
