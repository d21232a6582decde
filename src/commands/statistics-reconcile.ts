// `call-analysis statistics:reconcile`: compares the sums of the statistics with a count from scratch, account by account, and
// prints what differs. With `--facts` it first writes what is counted of each call again, and with `--repair` it rebuilds the
// sums where they differ.
import { DataSource } from 'typeorm';
import {
  accountsWithSums,
  countUncounted,
  findDifferences,
  repairSums,
  type SumsDifference,
} from '../insight/statistics/sums/reconcile.js';
import { rewriteFacts } from '../insight/statistics/sums/rewrite-facts.js';
import { loadConfig } from '../platform/config/config.js';
import { operatorCommand } from '../platform/config/operator-command.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import { type Given, UsageError } from './command.js';
import { withDatabase } from './with-database.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function reconcileStatistics(given: Given): Promise<number> {
  const account = given.text('account');
  if (account !== null && !UUID.test(account))
    throw new UsageError(`--account is the id of an account, not ${account}`);
  const log = (line: string) => process.stderr.write(`${line}\n`);
  let agrees = false;
  await withDatabase(loadConfig(), log, async (url) => {
    await migrate(url);
    const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
    const choice = { account, repair: given.flag('repair'), facts: given.flag('facts') };
    const print = (line: string): void => void process.stdout.write(`${line}\n`);
    agrees = await reconcile(dataSource, choice, print).finally(() => dataSource.destroy());
  });
  return agrees ? 0 : 1;
}

interface Choice {
  /** Null: all. */
  readonly account: string | null;
  readonly repair: boolean;
  readonly facts: boolean;
}

async function reconcile(
  dataSource: DataSource,
  { account, repair, facts }: Choice,
  print: (line: string) => void,
): Promise<boolean> {
  if (facts) print(`Wrote the facts of ${await rewriteFacts(dataSource, account)} calls again.`);
  let differing = 0;
  for (const id of account === null ? await accountsWithSums(dataSource) : [account]) {
    const differences = await findDifferences(dataSource, id);
    for (const line of differences.flatMap(linesOf)) print(line);
    if (differences.length === 0) continue;
    differing += 1;
    if (!repair) continue;
    await repairSums(dataSource, id);
    print(`Rebuilt the sums of ${id}.`);
  }
  const uncounted = await countUncounted(dataSource);
  if (uncounted > 0) print(`Not counted yet: ${uncounted} calls that an earlier release completed. A worker does it.`);
  if (differing === 0) print('Everything agrees.');
  else if (!repair) print(`To rebuild the sums: ${operatorCommand('statistics:reconcile --repair')}`);
  return differing === 0;
}

const linesOf = ({ accountId, span, group, expected, found }: SumsDifference) => [
  `Account ${accountId}, ${span} ${group}`,
  `  expected ${expected ?? 'nothing'}`,
  `  found    ${found ?? 'nothing'}`,
];
