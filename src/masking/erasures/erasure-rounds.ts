// The rounds that carry erasures out. One worker does them for all; each erasure takes a step in turn.
import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { CarryOut, type Step } from './carry-out.js';
import { ERASURE_ROUND } from './deferred-erasures.js';
import { SettleErasure } from './settle-erasure.js';

const INTERVAL_MS = 60_000;
/** A request and a release begin a round; so late is it at most. */
const TICK_MS = 1_000;
const AT_ONCE = 20;
/** Wait for what others must end, such as the deletion of objects. */
const PAUSE_MS = 500;

@Injectable()
export class ErasureRounds implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ErasureRounds.name);
  private readonly shared: SharedRound;
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly carryOut: CarryOut,
    private readonly settling: SettleErasure,
  ) {
    this.shared = new SharedRound(dataSource, {
      name: ERASURE_ROUND,
      run: () => this.run(),
      onError: (error) => this.logger.warn({ err: error }, 'Round of erasures failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.shared.start(INTERVAL_MS, TICK_MS);
  }

  onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.shared.stop();
  }

  /** Ends once nothing is due. What waits is due all the time, so that a round does not end before it. */
  async run(): Promise<void> {
    while (!this.isStopping) {
      const due = await queryRows<DueErasure>(this.dataSource, DUE, [AT_ONCE]);
      if (due.length === 0) return;
      let waiting = 0;
      for (const { id, accountId } of due) {
        if (this.isStopping) return;
        if (await this.stepOf(id, accountId)) waiting += 1;
        await this.dataSource.query(LAST_IN_TURN, [id]);
      }
      if (waiting === due.length) await setTimeout(PAUSE_MS);
    }
  }

  /** @returns true while something else must end first */
  private async stepOf(id: string, accountId: string): Promise<boolean> {
    try {
      const step: Step = await this.carryOut.step(id, accountId);
      return step === 'waits' || (step === 'erased' && !(await this.settling.settle(id, accountId)));
    } catch (error) {
      this.logger.warn({ err: error, erasureId: id }, 'A step of an erasure failed; it is tried again');
      return true;
    }
  }
}

interface DueErasure {
  readonly id: string;
  readonly accountId: string;
}

const DUE = `
  SELECT id, account_id AS "accountId" FROM erasure WHERE status = 'processing' OR (status = 'failed' AND run_after <= now())
  ORDER BY run_after, id LIMIT $1`;
const LAST_IN_TURN = "UPDATE erasure SET run_after = now() WHERE id = $1 AND status = 'processing'";
