// Workers' claims on the rows of one table. Each claim raises the fence number of its row, and every write checks the fence: a
// worker that lost its lease (killed, frozen, disconnected) and wakes up late changes nothing.
import type { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import type { Sql } from '../platform/database/sql.js';
import type { EngineTask } from '../ports/engine-trouble.js';
import { type Claimed, ClaimLost, type HandBackReason, type ProviderFailures } from './claim.js';
import type { ClaimStatements } from './claim-statements.js';

export interface FailuresSoFar extends ProviderFailures {
  /** Text from Postgres. Null when there was none. */
  readonly lastFailedAt: string | null;
}

export abstract class RowClaims<T extends Claimed> {
  /** Claims that have written a checkpoint. */
  private readonly advanced = new WeakSet<T>();

  constructor(
    protected readonly dataSource: DataSource,
    private readonly leaseMs: number,
    private readonly statements: ClaimStatements,
  ) {}

  /** Takes a lease on the row. Null if it is not due, or if another worker has a valid lease on it. */
  async claim(id: string): Promise<T | null> {
    const [claimed] = await queryPrepared<T>(this.dataSource, this.statements.claim, [id, this.leaseMs]);
    return claimed ?? null;
  }

  /** Heartbeat: extends the lease. @throws ClaimLost */
  async renew(work: T): Promise<void> {
    await this.write(this.dataSource, work, this.statements.renew, [this.leaseMs]);
  }

  /** Current counts in Postgres: a checkpoint may have reset those of the claim. @throws ClaimLost */
  async getFailures({ id, fence }: T): Promise<FailuresSoFar> {
    const [found] = await queryPrepared<FailuresSoFar>(this.dataSource, this.statements.failures, [id, fence]);
    if (!found) throw new ClaimLost();
    return found;
  }

  /** Releases the lease without counting a crash. The row is due again after the wait. Does nothing if the claim is lost. */
  async handBack({ id, fence }: T, waitMs: number, reason: HandBackReason): Promise<void> {
    await queryPrepared(this.dataSource, this.statements.handBack, [id, fence, Math.round(waitMs), reason]);
  }

  /**
   * Finds rows without a claim that have waited for this engine for `patienceMs`: since their first failure, since they were
   * accepted, or since the engine was paused. A row must be claimed before it is failed.
   * @param among null: the engine does its task alone
   */
  findOutOfPatience(
    engine: string,
    patienceMs: number,
    limit: number,
    among: { readonly task: EngineTask; readonly isDefault: boolean } | null = null,
  ): Promise<{ id: string }[]> {
    const { outOfPatience, outOfPatienceWith } = this.statements;
    const values = [engine, patienceMs, limit];
    return among === null
      ? queryPrepared(this.dataSource, outOfPatience, values)
      : queryPrepared(this.dataSource, outOfPatienceWith[among.task], [...values, among.isDefault]);
  }

  /** Whether this claim has made progress: work that gave way before that would never end. */
  hasAdvanced(work: T): boolean {
    return this.advanced.has(work);
  }

  /** @param statement takes id and fence as its first values, and returns a row @throws ClaimLost */
  protected async write(sql: Sql, work: T, statement: PreparedStatement, values: readonly unknown[]): Promise<void> {
    const written = await queryPrepared(sql, statement, [work.id, work.fence, ...values]);
    if (written.length === 0) throw new ClaimLost();
  }

  /** Writes a checkpoint with `write`. */
  protected async writeHeadway(sql: Sql, work: T, statement: PreparedStatement, values: readonly unknown[]) {
    await this.write(sql, work, statement, values);
    this.advanced.add(work);
  }
}
