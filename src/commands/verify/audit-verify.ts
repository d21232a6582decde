// `call-analysis audit:verify`: verifies the audit log of an account, or of all, and names the first broken entry of each.
import { DataSource } from 'typeorm';
import { openObjectStore } from '../../adapters/storage/open-object-store.js';
import { readStoredHead } from '../../masking/audit/stored-heads.js';
import { verifyChain } from '../../masking/audit/verify-chain.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { type Config, loadConfig } from '../../platform/config/config.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { migrate } from '../../platform/database/migrate.js';
import { queryRows } from '../../platform/database/sql.js';
import { SignedLinks } from '../../platform/http/access/signed-links.js';
import { isUuid } from '../../platform/http/validation/fields.js';
import { type Given, UsageError } from '../command.js';
import { withDatabase } from '../with-database.js';

export async function verifyAudit(given: Given): Promise<number> {
  const [account = null] = given.positionals;
  if (account !== null && !isUuid(account)) throw new UsageError(`ACCOUNT is the id of an account, not ${account}`);
  const config = loadConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  let isSound = false;
  await withDatabase(config, log, async (url) => {
    await migrate(url);
    const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
    isSound = await verify(dataSource, config, account).finally(() => dataSource.destroy());
  });
  return isSound ? 0 : 1;
}

/** @param account null: all */
async function verify(dataSource: DataSource, config: Config, account: string | null): Promise<boolean> {
  const store = await openObjectStore(config, new SignedLinks(config));
  const signatures = new Signatures(config);
  const accounts = account === null ? await queryRows<{ id: string }>(dataSource, ALL) : [{ id: account }];
  let broken = 0;
  for (const { id } of accounts) {
    const found = await verifyChain(dataSource, id, signatures, await readStoredHead(store, id));
    const counted = `${found.verified} entries verified, ${found.waiting} not chained yet`;
    if (found.broken) {
      const { sequence, id: entry, why } = found.broken;
      process.stdout.write(`Account ${id}: entry ${sequence}${entry ? ` (${entry})` : ''}: ${why}. ${counted}\n`);
      broken += 1;
    } else if (account !== null) process.stdout.write(`Account ${id}: ${counted}\n`);
  }
  process.stdout.write(broken === 0 ? 'Every entry is as it was chained.\n' : `Broken audit logs: ${broken}\n`);
  return broken === 0;
}

const ALL = `
  SELECT account_id AS id FROM audit_chain UNION SELECT account_id FROM audit_anchor
  UNION SELECT DISTINCT account_id FROM audit_entry ORDER BY id`;
