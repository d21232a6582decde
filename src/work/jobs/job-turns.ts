// Turns of this process at one kind of jobs over many objects. Accounts take turns, as with calls: an account with ten open jobs
// has as many turns as one with a single job. Among the jobs of an account the one that has waited longest is next.
import type { DataSource } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared.js';
import { type DueWork, findNextDue, type Turn, TurnRound } from '../due-work.js';
import type { JobTurnStatements } from './job-claims.js';

export class JobTurns<Row extends object> {
  private readonly round = new TurnRound<Row>((due) => this.claim(due));

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: JobTurnStatements,
    private readonly leaseMs: number,
  ) {}

  /** Takes a lease on the job that has waited longest of the next account. Null when none is due. */
  claimNext(): Promise<Row | null> {
    const find = (turn: Turn) => findNextDue(this.dataSource, this.statements.next, turn);
    // An account whose jobs other workers hold is passed over.
    return this.round.claimNext((lost) =>
      this.round.look(
        find,
        lost.map(({ accountId }) => accountId),
        0,
      ),
    );
  }

  private async claim({ accountId }: DueWork): Promise<Row | null> {
    const [claimed] = await queryPrepared<Row>(this.dataSource, this.statements.claim, [accountId, this.leaseMs]);
    return claimed ?? null;
  }
}
