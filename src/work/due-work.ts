// Finds the work that a worker takes next. Accounts take turns: however much one account has waiting, each other account waits
// for one round. Workers read this here, and claim the row afterwards.
import type { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';

export interface DueWork {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  /** An earlier run has worked on it, and ended before it was done. */
  readonly begun: boolean;
}

export interface Turn {
  /** Id of the account that had the last turn. */
  readonly after: string;
  /** Ids of accounts that have as much at work as they may. */
  readonly except: readonly string[];
  /** Takes one of the next so many rows at random: workers that look at the same moment then find different ones. */
  readonly among: number;
  /** Finds only what has been due for so long. */
  readonly dueForMs: number;
}

/**
 * What has been due for longest of the next account in the round. Null when nothing is due.
 * @param statement made by {@link nextDue}
 */
export async function findNextDue(
  dataSource: DataSource,
  statement: PreparedStatement,
  { after, except, among, dueForMs }: Turn,
): Promise<DueWork | null> {
  const skip = Math.floor(Math.random() * among);
  const [due] = await queryPrepared<DueWork>(dataSource, statement, [after, except, skip, dueForMs]);
  return due ?? null;
}

/**
 * First the accounts after the last one, then the round begins again. Limit 1 ends the search with the first row found.
 * @param table its rows are claimed as claim-statements.ts does it
 * @param begun SQL condition: an earlier run has worked on the row
 * @param where narrows the rows that may be taken; with it, an index on the account and `order` must fit
 * @param passesOver SQL condition on an account, given the SQL of its id: none of its rows may be taken now
 * @param order SQL: the columns that order the rows of an account
 * @returns a statement whose values are a {@link Turn}, with the rows to skip in place of `among`
 */
export function nextDue(
  table: string,
  begun: string,
  where: string,
  passesOver: (account: string) => string = () => 'false',
  order = 'run_after',
): string {
  const round = { table, begun, where, passesOver, order };
  const toTheEnd = roundFrom(round, 'account_id > $1');
  const fromTheStart = roundFrom(round, 'account_id <= $1');
  return `SELECT id, account_id AS "accountId", request_id AS "requestId", begun
          FROM (${toTheEnd} UNION ALL ${fromTheStart}) AS round LIMIT 1`;
}

/**
 * The index on the account and `order` holds the rows in the order of turns, so the first one that qualifies is the answer.
 * An account that is left out costs one more seek, to the first row of the account after it, however many rows it has waiting.
 */
function roundFrom({ table, begun, where: lane, passesOver, order }: Round, accounts: string): string {
  const isLeftOut = `(turn.account_id = ANY($2::uuid[]) OR ${passesOver('turn.account_id')})`;
  const first = (where: string, offset: string) =>
    `(SELECT id, account_id, request_id, ${begun} AS begun FROM ${table}
      WHERE status = 'processing' AND ${lane} AND ${where} AND run_after <= now() - $4 * interval '1 millisecond'
        AND (lease_until IS NULL OR lease_until < now() - $4 * interval '1 millisecond')
      ORDER BY account_id, ${order} LIMIT 1${offset})`;
  return `(WITH RECURSIVE turn AS (
             ${first(accounts, ' OFFSET $3')}
             UNION ALL
             SELECT beyond.* FROM turn, LATERAL ${first(`account_id > turn.account_id AND ${accounts}`, '')} AS beyond
             WHERE ${isLeftOut})
           SELECT * FROM turn WHERE NOT ${isLeftOut} LIMIT 1)`;
}

interface Round {
  readonly table: string;
  readonly begun: string;
  readonly where: string;
  readonly passesOver: (account: string) => string;
  readonly order: string;
}
