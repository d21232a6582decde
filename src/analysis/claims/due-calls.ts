// Finds the call that a worker takes next. Accounts take turns: however many calls one account has waiting, each other account
// waits for one round. Workers read this here and claim the call with analysis-claims.ts.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';

/** `fetch`: the recording must be downloaded first. `work`: the recording is stored. `sandbox`: a scenario, without a recording. */
export type Lane = 'fetch' | 'work' | 'sandbox';

export const LANES = ['fetch', 'work', 'sandbox'] as const satisfies readonly Lane[];

export interface DueCall {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  /** An earlier run has worked on it, and ended before it was done. */
  readonly begun: boolean;
}

export interface Turn {
  /** Id of the account that had the last turn. */
  readonly after: string;
  /** Ids of accounts that have as many calls at work as they may. */
  readonly except: readonly string[];
  /** Takes one of the next so many calls at random: workers that look at the same moment then find different ones. */
  readonly among: number;
  /** Finds only calls that have been due for so long. */
  readonly dueForMs: number;
}

@Injectable()
export class DueCalls {
  constructor(private readonly dataSource: DataSource) {}

  /** The call that has been due for longest of the next account in the round. Null when no call is due. */
  async next(lane: Lane, { after, except, among, dueForMs }: Turn): Promise<DueCall | null> {
    const skip = Math.floor(Math.random() * among);
    const [due] = await queryPrepared<DueRow>(this.dataSource, NEXT_DUE_CALL[lane], [after, except, skip, dueForMs]);
    return due ? toDue(due) : null;
  }

  /** Whether a call of this account with a stored recording waits for a worker, in any process. */
  async isWaiting(accountId: string): Promise<boolean> {
    return (await queryPrepared(this.dataSource, CALL_WAITS, [accountId])).length > 0;
  }
}

export interface DueRow {
  readonly id: string;
  readonly account_id: string;
  readonly request_id: string;
  readonly begun: boolean;
}

export const toDue = ({ id, account_id: accountId, request_id: requestId, begun }: DueRow): DueCall => ({
  id,
  accountId,
  requestId,
  begun,
});

/** SQL condition: an earlier run has worked on the call. */
const BEGUN = "stage NOT IN ('queued', 'fetching')";

/** Values: a {@link Turn}, with the calls to skip in place of `among`. */
export const NEXT_DUE_CALL: Readonly<Record<Lane, PreparedStatement>> = {
  fetch: { name: 'next-download', text: nextDue('analysis', BEGUN, 'storage_key IS NULL AND scenario IS NULL') },
  work: { name: 'next-call', text: nextDue('analysis', BEGUN, 'storage_key IS NOT NULL') },
  sandbox: { name: 'next-scenario', text: nextDue('analysis', BEGUN, 'scenario IS NOT NULL') },
};

/** SQL condition: a call of this account with a stored recording waits for a worker. @param account SQL of its id */
export const callWaits = (account: string) =>
  `EXISTS (SELECT FROM analysis AS call
           WHERE call.account_id = ${account} AND call.status = 'processing' AND call.storage_key IS NOT NULL
             AND call.run_after <= now() AND (call.lease_until IS NULL OR call.lease_until < now()))`;
const CALL_WAITS = { name: 'call-waits', text: `SELECT WHERE ${callWaits('$1')}` };

/**
 * First the accounts after the last one, then the round begins again. Limit 1 ends the search with the first row found.
 * @param table its rows are claimed like calls
 * @param begun SQL condition: an earlier run has worked on the row
 * @param where narrows the rows that may be taken; with it, an index on (account_id, run_after) must fit
 * @param passesOver SQL condition on an account, given the SQL of its id: none of its rows may be taken now
 * @returns a statement whose values are a {@link Turn}, with the rows to skip in place of `among`
 */
export function nextDue(
  table: 'analysis' | 'evaluation',
  begun: string,
  where: string,
  passesOver: (account: string) => string = () => 'false',
): string {
  const round = { table, begun, where, passesOver };
  const toTheEnd = roundFrom(round, 'account_id > $1');
  const fromTheStart = roundFrom(round, 'account_id <= $1');
  return `SELECT * FROM (${toTheEnd} UNION ALL ${fromTheStart}) AS round LIMIT 1`;
}

/**
 * The index on (account_id, run_after) holds the rows in the order of turns, so the first one that qualifies is the answer.
 * An account that is left out costs one more seek, to the first row of the account after it, however many rows it has waiting.
 */
function roundFrom({ table, begun, where: lane, passesOver }: Round, accounts: string): string {
  const isLeftOut = `(turn.account_id = ANY($2::uuid[]) OR ${passesOver('turn.account_id')})`;
  const first = (where: string, offset: string) =>
    `(SELECT id, account_id, request_id, ${begun} AS begun FROM ${table}
      WHERE status = 'processing' AND ${lane} AND ${where} AND run_after <= now() - $4 * interval '1 millisecond'
        AND (lease_until IS NULL OR lease_until < now() - $4 * interval '1 millisecond')
      ORDER BY account_id, run_after LIMIT 1${offset})`;
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
}
