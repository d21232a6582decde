// Finds the work that a worker takes next. Accounts take turns: however much one account has waiting, each other account waits
// for one round. Workers read this here, and claim the row afterwards.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';

/** Lost claim races in a row after which no further row is looked for: other workers claim what is due. */
export const MAX_LOST_RACES = 12;
/** Maximum number of candidates from which a look picks at random. Each lost claim race doubles their number. */
const MAX_AMONG = 64;

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

/** Finds the due work with the next turn; null when none is due. */
type Find = (turn: Turn) => Promise<DueWork | null>;

/** Rounds of one process. Each look begins after the account of the last turn. */
export class TurnRound<Claimed> {
  /** Account of the last turn. Starts at random, so that processes that start together begin with different accounts. */
  private lastAccount: string = randomUUID();

  /** @param claimDue null when another worker has claimed it first */
  constructor(private readonly claimDue: (due: DueWork) => Promise<Claimed | null>) {}

  /** Id of the account that had the last turn. */
  get after(): string {
    return this.lastAccount;
  }

  /**
   * @param except ids of accounts that are passed over
   * @param lostRaces claim races that were lost for this turn so far
   */
  async look(find: Find, except: readonly string[], lostRaces: number): Promise<DueWork | null> {
    const among = Math.min(MAX_AMONG, 2 ** lostRaces);
    const turn = { after: this.lastAccount, except, among, dueForMs: 0 };
    const due = await find(turn);
    // The random pick may be beyond the last candidate.
    return due === null && among > 1 ? find({ ...turn, among: 1 }) : due;
  }

  /** A turn of the account, unless another worker has claimed it first: null. */
  async claim(due: DueWork): Promise<Claimed | null> {
    const claimed = await this.claimDue(due);
    if (claimed !== null) this.lastAccount = due.accountId;
    return claimed;
  }

  /** @param choose finds what has the next turn, given what was lost to other workers so far @returns null when nothing is due */
  async claimNext(choose: (lost: readonly DueWork[]) => Promise<DueWork | null>): Promise<Claimed | null> {
    const lost: DueWork[] = [];
    while (lost.length < MAX_LOST_RACES) {
      const due = await choose(lost);
      if (!due) return null;
      const claimed = await this.claim(due);
      if (claimed !== null) return claimed;
      lost.push(due);
    }
    return null;
  }
}

/** Rules by which the rows of a table take turns. */
export interface RoundOptions {
  /** SQL condition: the row waits for a worker. Default: it is in progress. */
  readonly open?: string;
  /** SQL condition on an account, given the SQL of its id: none of its rows may be taken now. Default: none is passed over. */
  readonly passesOver?: (account: string) => string;
  /** SQL: the columns that order the rows of an account. */
  readonly order?: string;
}

/**
 * First the accounts after the last one, then the round begins again. Limit 1 ends the search with the first row found.
 * @param table its rows are claimed as claim-statements.ts or jobs/job-claims.ts does it
 * @param begun SQL condition: an earlier run has worked on the row
 * @param where narrows the rows that may be taken; with `open` and it, an index on the account and `order` must fit
 * @returns a statement whose values are a {@link Turn}, with the rows to skip in place of `among`
 */
export function nextDue(table: string, begun: string, where: string, options: RoundOptions = {}): string {
  const { open = "status = 'processing'", passesOver = () => 'false', order = 'run_after' } = options;
  const round = { table, begun, where, open, passesOver, order };
  const toTheEnd = roundFrom(round, 'account_id > $1');
  const fromTheStart = roundFrom(round, 'account_id <= $1');
  return `SELECT id, account_id AS "accountId", request_id AS "requestId", begun
          FROM (${toTheEnd} UNION ALL ${fromTheStart}) AS round LIMIT 1`;
}

/**
 * The index on the account and `order` holds the rows in the order of turns, so the first one that qualifies is the answer.
 * An account that is left out costs one more seek, to the first row of the account after it, however many rows it has waiting.
 */
function roundFrom({ table, begun, where: lane, open, passesOver, order }: Round, accounts: string): string {
  const isLeftOut = `(turn.account_id = ANY($2::uuid[]) OR ${passesOver('turn.account_id')})`;
  const first = (where: string, offset: string) =>
    `(SELECT id, account_id, request_id, ${begun} AS begun FROM ${table}
      WHERE ${open} AND ${lane} AND ${where} AND run_after <= now() - $4 * interval '1 millisecond'
        AND (lease_until IS NULL OR lease_until < now() - $4 * interval '1 millisecond')
      ORDER BY account_id, ${order} LIMIT 1${offset})`;
  return `(WITH RECURSIVE turn AS (
             ${first(accounts, ' OFFSET $3')}
             UNION ALL
             SELECT beyond.* FROM turn, LATERAL ${first(`account_id > turn.account_id AND ${accounts}`, '')} AS beyond
             WHERE ${isLeftOut})
           SELECT * FROM turn WHERE NOT ${isLeftOut} LIMIT 1)`;
}

interface Round extends Required<RoundOptions> {
  readonly table: string;
  readonly begun: string;
  readonly where: string;
}
