// What an account waits for, and how long its data is kept.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import { EnginePause } from '../../work/engines/engine-pause.js';
import type { EngineState } from '../../work/engines/engine-pause-store.js';

export const WAIT_REASONS = ['engine_paused', 'retry', 'busy', 'no_worker', 'queued'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Calls of an account that are counted, and calls of all accounts among which one that a worker holds is looked for. */
const MAX_COUNTED_CALLS = 10_000;
const MAX_SEARCHED_CALLS = 1_000;
/** Time for which a due call may be unclaimed while no worker holds any: longer than the sweep that wakes workers takes. */
const MAX_UNCLAIMED_SECONDS = 60;

interface Waiting {
  readonly inProgress: number;
  readonly waiting: number;
  /** Null while none waits. */
  readonly since: Date | null;
  readonly reason: WaitReason | null;
  readonly waitingBatches: number;
}

export interface StatusOfAccount {
  readonly calls: Waiting;
  /** Engines that nothing is sent to at present. */
  readonly paused: ReadonlyMap<EngineTask, EngineState>;
  /** Days after the end of the processing; 0 keeps. */
  readonly retention: Config['retention'];
}

interface Row {
  readonly in_progress: number;
  readonly waiting: number;
  readonly since: Date | null;
  /** Whether the call that waits longest failed and is retried later. */
  readonly is_retried: boolean | null;
  /** Time for which the call that waits longest has been due. */
  readonly due_seconds: number | null;
  readonly is_any_held: boolean;
  readonly waiting_batches: number;
}

@Injectable()
export class AccountStatus {
  constructor(
    private readonly dataSource: DataSource,
    private readonly engines: EnginePause,
    private readonly config: Config,
  ) {}

  async read(accountId: string): Promise<StatusOfAccount> {
    const [rows, paused] = await Promise.all([
      queryPrepared<Row>(this.dataSource, READ, [accountId, MAX_COUNTED_CALLS, MAX_SEARCHED_CALLS]),
      this.engines.pausedFor(accountId),
    ]);
    const [row] = rows;
    if (!row) throw new Error('An aggregate returns its row');
    const calls: Waiting = {
      inProgress: row.in_progress,
      waiting: row.waiting,
      since: row.since,
      reason: row.waiting === 0 ? null : reasonOf(row, paused.size > 0),
      waitingBatches: row.waiting_batches,
    };
    return { calls, paused, retention: this.config.retention };
  }
}

/** Reason of the call that has waited longest. */
function reasonOf({ is_retried, due_seconds, is_any_held }: Row, isPaused: boolean): WaitReason {
  if (isPaused) return 'engine_paused';
  if (is_retried) return 'retry';
  if (is_any_held) return 'busy';
  return (due_seconds ?? 0) > MAX_UNCLAIMED_SECONDS ? 'no_worker' : 'queued';
}

/** $1: account; $2 and $3: the limits above. */
const READ = {
  name: 'account-status',
  text: `
    WITH processing AS (
      SELECT coalesce(restarted_at, created_at) AS accepted_at, run_after, coalesce(lease_until > now(), false) AS held
      FROM analysis WHERE account_id = $1 AND status = 'processing' ORDER BY created_at LIMIT $2),
    oldest AS (SELECT * FROM processing WHERE NOT held ORDER BY accepted_at LIMIT 1)
    SELECT (SELECT count(*)::int FROM processing WHERE held) AS in_progress,
      (SELECT count(*)::int FROM processing WHERE NOT held) AS waiting,
      (SELECT accepted_at FROM oldest) AS since,
      (SELECT run_after > now() FROM oldest) AS is_retried,
      (SELECT extract(epoch FROM now() - run_after)::float8 FROM oldest) AS due_seconds,
      EXISTS (SELECT FROM (
        SELECT lease_until FROM analysis WHERE status = 'processing' ORDER BY run_after LIMIT $3) AS first
        WHERE lease_until > now()) AS is_any_held,
      (SELECT count(*)::int FROM batch
        WHERE account_id = $1 AND settled_at IS NULL AND status = 'waiting_for_quota') AS waiting_batches`,
};
