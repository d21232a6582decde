// The only writer of a rescore's counts and status.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';

/** What becomes of one call of a rescore. `skipped`: it was judged by the same revision before, or is not there any more. */
export type RescoreCount = 'completed' | 'failed' | 'skipped';

/** The part of the row that the settling transaction needs to notify the client. */
export interface SettledRescore {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
}

@Injectable()
export class RescoreClaims {
  /**
   * Counts calls of a rescore, and completes it with its last one. Call it in the transaction that settles the evaluations, after
   * their rows: every writer takes the row of the rescore last, so that two never wait for one another.
   * @returns the rescore when this has completed it, else null
   */
  async count(tx: EntityManager, rescoreId: string, count: RescoreCount, calls = 1): Promise<SettledRescore | null> {
    const [counted] = await queryPrepared<CountedRow>(tx, COUNT[count], [rescoreId, calls]);
    return counted?.is_settled ? fromRow(counted) : null;
  }
}

interface CountedRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
  readonly is_settled: boolean;
}

function fromRow(row: CountedRow): SettledRescore {
  return {
    id: row.id,
    accountId: row.account_id,
    livemode: row.livemode,
    webhookUrl: row.webhook_url,
    webhookEvents: row.webhook_events,
  };
}

const COUNT: Readonly<Record<RescoreCount, PreparedStatement>> = {
  completed: counting('completed'),
  failed: counting('failed'),
  skipped: counting('skipped'),
};

/** While the filter is still read page by page, more calls may come, so the job is not complete however many it has counted. */
function counting(column: RescoreCount): PreparedStatement {
  const isLast =
    "before.status = 'processing' AND rescore.expanded AND rescore.completed + rescore.failed + rescore.skipped + $2 >= rescore.total";
  return {
    name: `count-rescore-${column}`,
    text: `WITH before AS (SELECT status FROM rescore WHERE id = $1 FOR UPDATE)
           UPDATE rescore
           SET ${column} = rescore.${column} + $2,
               status = CASE WHEN ${isLast} THEN 'completed' ELSE rescore.status END,
               settled_at = CASE WHEN ${isLast} THEN now() ELSE rescore.settled_at END
           FROM before
           WHERE rescore.id = $1
           RETURNING rescore.id, account_id, livemode, webhook_url, webhook_events,
             before.status = 'processing' AND rescore.status = 'completed' AS is_settled`,
  };
}
