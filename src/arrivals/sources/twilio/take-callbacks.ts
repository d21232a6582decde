// Makes calls from stored callbacks. The API accepts each one after it has answered it. The worker's rounds accept those that had
// to wait: no minutes were left, the source was paused, or the process died.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SubmitUnattended } from '../../../pipeline/intake/submit-unattended.js';
import { queryRow, queryRows, type Sql } from '../../../platform/database/sql.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import type { ItemError } from '../source-items.js';

interface WaitingCallback {
  readonly id: string;
  readonly source_id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly submission: Readonly<Record<string, unknown>>;
}

interface DueCallback {
  readonly id: string;
  /** Account and mode whose minutes the call uses. */
  readonly payer: string;
}

/** Due callbacks of one round, by account in turn: one with many waits for the others. */
const MAX_A_ROUND = 500;
const MAX_A_ACCOUNT = 50;
const PAYMENT_REQUIRED = 402;
const UNAUTHORIZED = 401;

@Injectable()
export class TakeCallbacks {
  private readonly logger = new Logger(TakeCallbacks.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly submit: SubmitUnattended,
  ) {}

  /** Never throws: a failed callback is retried later. */
  async takeNow(itemId: string): Promise<void> {
    await this.take(itemId).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Could not take up a callback at once; a round does'),
    );
  }

  /** Accepts all due callbacks. @param signal stops it between two items */
  async takeDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      const due = await queryRows<DueCallback>(this.dataSource, DUE, [MAX_A_ACCOUNT, MAX_A_ROUND]);
      const short = new Set<string>();
      for (const { id, payer } of due) {
        if (signal.aborted) return;
        if (!short.has(payer) && (await this.take(id)) === 'no minutes') short.add(payer);
      }
      if (due.length === 0) return;
    }
  }

  private async take(itemId: string): Promise<'done' | 'no minutes'> {
    const item = await queryRow<WaitingCallback>(this.dataSource, WAITING, [itemId]);
    if (!item) return 'done';
    try {
      await this.accept(item);
      return 'done';
    } catch (error) {
      return error instanceof NoLongerWaiting ? 'done' : await this.putOff(item, error);
    }
  }

  private async accept({ id: itemId, account_id, livemode, submission: body }: WaitingCallback): Promise<void> {
    const owner = { accountId: account_id, livemode };
    const submission = this.submit.read(body, owner);
    const id = randomUUID();
    const acceptedWith = (tx: EntityManager) => settle(tx, { itemId, status: 'taken', analysisId: id });
    const call = { id, owner, requestId: randomUUID(), submission, recording: null, acceptedWith };
    const { analysisId, isNew } = await this.submit.accept(call);
    if (!isNew) await settle(this.dataSource, { itemId, status: 'existing', analysisId });
  }

  private async putOff({ id: itemId, account_id, livemode }: WaitingCallback, error: unknown) {
    if (error instanceof ApiError && error.status === PAYMENT_REQUIRED) {
      const reason = JSON.stringify(reasonOf(error));
      await this.dataSource.query(WAIT_FOR_MINUTES, [account_id, livemode, reason]);
      return 'no minutes';
    }
    if (error instanceof ApiError && error.status < 500 && error.status !== UNAUTHORIZED) {
      await settle(this.dataSource, { itemId, status: 'refused', error: reasonOf(error) });
    } else {
      this.logger.warn({ err: error }, 'Could not take up a callback; it is tried again');
      await this.dataSource.query(TRY_AGAIN, [itemId]);
    }
    return 'done';
  }
}

/** Another process has ended the item, or its source was deleted. Nothing else of the transaction is written. */
class NoLongerWaiting extends Error {
  override readonly name = 'NoLongerWaiting';
}

interface Outcome {
  readonly itemId: string;
  readonly status: 'taken' | 'existing' | 'refused';
  readonly analysisId?: string;
  readonly error?: ItemError;
}

/** @throws NoLongerWaiting */
async function settle(sql: Sql, { itemId, status, analysisId, error }: Outcome): Promise<void> {
  const reason = error ? JSON.stringify(error) : null;
  const settled = await queryRows(sql, SETTLE, [itemId, status, analysisId ?? null, reason]);
  if (settled.length === 0) throw new NoLongerWaiting();
}

function reasonOf({ detail }: ApiError): ItemError {
  if (typeof detail === 'string') return { loc: [], msg: detail };
  const [first] = detail;
  return { loc: first?.loc.slice(1) ?? [], msg: first?.msg ?? '' };
}

const IS_WAITING = `i.status = 'waiting' AND i.submission IS NOT NULL`;
const WAITING = `
  SELECT i.id, i.source_id, i.account_id, s.livemode, i.submission FROM source_item AS i JOIN source AS s ON s.id = i.source_id
  WHERE i.id = $1 AND ${IS_WAITING} AND s.paused_at IS NULL AND s.deleted_at IS NULL`;
const DUE = `
  SELECT id, payer FROM (
    SELECT i.id, i.account_id || ' ' || s.livemode AS payer, row_number() OVER (PARTITION BY i.account_id, s.livemode ORDER BY i.id) AS nth
    FROM source_item AS i JOIN source AS s ON s.id = i.source_id
    WHERE ${IS_WAITING} AND i.run_after <= now() AND s.paused_at IS NULL AND s.deleted_at IS NULL
  ) AS due WHERE nth <= $1 ORDER BY nth, id LIMIT $2`;
const SETTLE = `
  WITH settled AS (
    UPDATE source_item SET status = $2, analysis_id = $3, error = $4, settled_at = now(), submission = NULL
    WHERE id = $1 AND status = 'waiting' RETURNING source_id
  )
  UPDATE source SET seen = seen + 1, taken = taken + ($2 = 'taken')::int, existing = existing + ($2 = 'existing')::int,
    refused = refused + ($2 = 'refused')::int
  FROM settled WHERE source.id = settled.source_id RETURNING source.id`;
/** Postpones all due callbacks of an account and mode by a minute. One is then tried; while it lacks minutes, all wait again. */
const WAIT_FOR_MINUTES = `
  UPDATE source_item AS i SET run_after = now() + interval '1 minute', error = $3 FROM source AS s
  WHERE i.account_id = $1 AND ${IS_WAITING} AND i.run_after <= now() AND s.id = i.source_id AND s.livemode = $2`;
const TRY_AGAIN = `
  UPDATE source_item SET failures = least(failures + 1, 30),
    run_after = now() + least(interval '1 hour', interval '5 seconds' * 2 ^ least(failures, 12))
  WHERE id = $1 AND status = 'waiting'`;
