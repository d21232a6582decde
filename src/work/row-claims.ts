// The claims of workers on the rows of one table. Each claim raises the fence number of its row, and every write names the fence:
// a worker that lost its lease (killed, frozen, cut off) and wakes up late changes nothing.
import type { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import type { Sql } from '../platform/database/sql.js';
import { type Claimed, ClaimLost, type HandBackReason, type ProviderFailures } from './claim.js';
import type { ClaimStatements } from './claim-statements.js';

export interface FailuresSoFar extends ProviderFailures {
  /** As Postgres writes it. Null when there was none. */
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

  /** The counts as Postgres has them now: a checkpoint may have reset those of the claim. @throws ClaimLost */
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
   * Rows that no worker holds and that have waited for this engine for so long, in vain: since they first failed, or since they
   * came in, or since the engine is paused. A row must be claimed before it is failed.
   */
  findOutOfPatience(engine: string, patienceMs: number, limit: number): Promise<{ id: string }[]> {
    return queryPrepared(this.dataSource, this.statements.outOfPatience, [engine, patienceMs, limit]);
  }

  /** Whether this claim has brought its work further: one that gave way before that would never end. */
  hasAdvanced(work: T): boolean {
    return this.advanced.has(work);
  }

  /** @param statement its first values are id and fence, and it returns a row @throws ClaimLost */
  protected async write(sql: Sql, work: T, statement: PreparedStatement, values: readonly unknown[]): Promise<void> {
    const written = await queryPrepared(sql, statement, [work.id, work.fence, ...values]);
    if (written.length === 0) throw new ClaimLost();
  }

  /** As `write`, for a checkpoint. */
  protected async writeHeadway(sql: Sql, work: T, statement: PreparedStatement, values: readonly unknown[]) {
    await this.write(sql, work, statement, values);
    this.advanced.add(work);
  }
}
