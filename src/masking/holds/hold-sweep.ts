// Adds the calls that large filters found, and releases holds that are due. One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addFound } from '../../calls/holds/held-calls.js';
import { queryRow } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ReleaseHold } from './release-hold.js';

const SWEEP_INTERVAL_MS = 5_000;
/** Calls of a transaction. */
const PART = 5_000;

interface SearchingHold {
  readonly id: string;
  readonly accountId: string;
  readonly filter: string;
  /** Null before the first part. */
  readonly createdAt: string | null;
  readonly cursorId: string | null;
}

@Injectable()
export class HoldSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(HoldSweep.name);
  private readonly round: SharedRound;
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly releasing: ReleaseHold,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'holds',
      run: () => this.sweep(),
      onError: (error) => this.logger.warn({ err: error }, 'Sweep of holds failed; the next sweep tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(SWEEP_INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.round.stop();
  }

  async sweep(): Promise<void> {
    do {
      while ((await this.releasing.releaseDue()) > 0);
    } while (!this.isStopping && (await this.addPart()));
  }

  /** A worker that is killed leaves a whole part; the next one goes on after it. @returns false where no hold waits for a part */
  private addPart(): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const hold = await queryRow<SearchingHold>(tx, SEARCHING);
      if (!hold) return false;
      const { id, createdAt, cursorId } = hold;
      const after = createdAt === null || cursorId === null ? null : { createdAt, id: cursorId };
      const part = await addFound(tx, hold, { after, limit: PART });
      const isEnd = part === null || part.found < PART;
      await tx.query(RECORD, [id, part?.createdAt ?? createdAt, part?.id ?? cursorId, isEnd]);
      return true;
    });
  }
}

const SEARCHING = `
  SELECT id, account_id AS "accountId", filter, cursor_created_at::text AS "createdAt", cursor_id AS "cursorId" FROM hold
  WHERE status = 'active' AND NOT searched ORDER BY created_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;
/** Once all calls are added, their number is counted. */
const RECORD = `
  UPDATE hold SET cursor_created_at = $2, cursor_id = CASE WHEN $4 THEN NULL ELSE $3::uuid END, searched = $4,
    held = CASE WHEN $4 THEN NULL ELSE held END
  WHERE id = $1`;
