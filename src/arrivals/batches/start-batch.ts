// Starts a batch. Workers then read its manifest, and take its lines one by one.

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { boundsOf, SubmissionFields } from '../../pipeline/intake/submission-fields.js';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { refuseWhenFull } from '../../platform/database/held-bytes.js';
import { ApiError, invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { currentRequestId } from '../../platform/operations/request-context.js';
import { currentTraceParent } from '../../platform/operations/tracing.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { MANIFESTS_QUEUE } from '../../platform/queue/queue-names.js';
import type { BatchRow } from '../../wire/batch.response.js';
import { BatchResponse } from '../../wire/batch.response.js';
import { Doorbells } from '../../work/doorbells.js';
import type { CreateBatchRequest } from './batch.requests.js';
import { externalIdOf, IgnoredColumns, INSERT_LINES } from './batch-lines.js';
import { checkOpen } from './open-batches.js';

@Injectable()
export class StartBatch {
  private readonly slots = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly door: OutboundDoor,
    private readonly fields: SubmissionFields,
    private readonly doorbells: Doorbells,
    private readonly config: Config,
  ) {}

  /**
   * @throws ApiError 400 for one batch too many, and for more lines than the account may hold; 401; 422 for an address or
   *   defaults that may not be used
   */
  async start(
    caller: Caller,
    request: CreateBatchRequest,
    beforeCommit: BeforeCommit<BatchResponse>,
  ): Promise<BatchResponse> {
    const faults = [...this.addressFaults(caller, request), ...this.defaultFaults(caller, request)];
    if (faults.length > 0) throw invalid(faults);
    const row = newRow(caller, request);
    const started = BatchResponse.of(row);
    await this.slots.run(caller.accountId, () =>
      this.dataSource.transaction(async (tx) => {
        await lockAccountToCount(tx, caller.accountId);
        await caller.confirm(tx);
        await checkOpen(tx, caller.accountId);
        await insert(tx, caller, row, request);
        await refuseWhenFull(tx, caller.accountId, this.config);
        await beforeCommit(tx, started);
      }),
    );
    if (row.format !== null) void this.doorbells.ring(MANIFESTS_QUEUE);
    return started;
  }

  private addressFaults(caller: Caller, { manifest_url, webhook_url }: CreateBatchRequest): ValidationItem[] {
    return Object.entries({ manifest_url, webhook_url }).flatMap(([name, url]) => {
      const fault = url ? this.door.check(url, caller) : null;
      return fault ? [{ ...fault, loc: ['body', name] }] : [];
    });
  }

  /** They are checked with a line that has all else: a wrong one would have every line refused. */
  private defaultFaults(caller: Caller, { defaults }: CreateBatchRequest): ValidationItem[] {
    try {
      this.fields.readJson({ ...COMPLETE, ...(defaults ?? {}) }, boundsOf(caller));
      return [];
    } catch (error) {
      if (!(error instanceof ApiError) || typeof error.detail === 'string') throw error;
      return error.detail.map((item) => ({ ...item, loc: ['body', 'defaults', ...item.loc.slice(1)] }));
    }
  }
}

const COMPLETE = { agent_id: 'agent', contact_id: 'contact', audio_url: 'https://example.com/recording.wav' };

function newRow({ livemode }: Caller, { items, format, on_quota, webhook_url }: CreateBatchRequest): BatchRow {
  const total = items?.length ?? 0;
  const ignored = new IgnoredColumns();
  for (const item of items ?? []) if (isRecord(item)) ignored.add(Object.keys(item));
  return {
    id: randomUUID(),
    created_at: new Date(),
    livemode,
    status: items ? 'processing' : 'reading',
    format: items ? null : (format ?? null),
    ignored_columns: ignored.names,
    on_quota,
    webhook_url: webhook_url ?? null,
    total,
    queued: total,
    processing: 0,
    completed: 0,
    failed: 0,
    existing: 0,
    refused: 0,
    canceled: 0,
    settled_at: null,
    error_message: null,
  };
}

async function insert(tx: EntityManager, caller: Caller, row: BatchRow, request: CreateBatchRequest) {
  const { accountId, sight } = seenBy(caller);
  const requestId = currentRequestId() ?? randomUUID();
  const defaults = JSON.stringify(request.defaults ?? {});
  await tx.query(INSERT, [
    row.id,
    accountId,
    row.created_at,
    row.livemode,
    requestId,
    row.format,
    defaults,
    row.on_quota,
    row.webhook_url,
    row.ignored_columns,
    row.status,
    row.total,
    sight && JSON.stringify(sight),
  ]);
  if (request.manifest_url && row.format !== null) {
    const manifest = [
      row.id,
      accountId,
      row.livemode,
      requestId,
      currentTraceParent(),
      request.manifest_url,
      row.format,
    ];
    await tx.query(INSERT_MANIFEST, manifest);
  }
  const items = request.items ?? [];
  for (let from = 0; from < items.length; from += SLICE) {
    const some = items.slice(from, from + SLICE);
    await tx.query(INSERT_LINES, [
      row.id,
      some.map((_, index) => from + index + 1),
      some.map((item) => JSON.stringify(item)),
      some.map(externalIdOf),
      some.map(() => null),
    ]);
  }
}

/** Lines written in a turn of the event loop. */
const SLICE = 100;

const INSERT = `
  INSERT INTO batch (id, account_id, created_at, livemode, request_id, format, defaults, on_quota, webhook_url, ignored_columns,
    status, total, queued, sight)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)`;
const INSERT_MANIFEST = `
  INSERT INTO batch_manifest (id, account_id, livemode, request_id, trace_parent, url, format) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
