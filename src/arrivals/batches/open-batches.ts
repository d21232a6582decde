// Refuses one batch too many before its body of four megabytes is read.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import type { ServiceRequest } from '../../platform/http/access/caller.js';
import type { BodyCheck } from '../../platform/http/body/body.guard.js';
import { Repetitions } from '../../platform/http/idempotency/repetitions.js';
import { MAX_OPEN_BATCHES, tooManyBatches } from './batch-errors.js';

@Injectable()
export class OpenBatches implements BodyCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repetitions: Repetitions,
  ) {}

  /** @throws ApiError 400; not for a repetition, whose batch may be one of the open ones */
  async check(request: ServiceRequest): Promise<void> {
    if (request.caller === undefined || (await this.repetitions.has(request))) return;
    await checkOpen(this.dataSource.manager, request.caller.accountId);
  }
}

/** @throws ApiError 400 */
export async function checkOpen(tx: EntityManager, accountId: string): Promise<void> {
  const open = await queryRow<{ n: number }>(
    tx,
    'SELECT count(*)::int AS n FROM batch WHERE account_id = $1 AND settled_at IS NULL',
    [accountId],
  );
  if (open && open.n >= MAX_OPEN_BATCHES) throw tooManyBatches();
}
