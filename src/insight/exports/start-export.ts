// Starts an export. A worker then writes its file.

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AnalysisFilterFields } from '../../calls/analysis.requests.js';
import { toStoredFilter } from '../../calls/listing/completed-calls.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { queryRow } from '../../platform/database/sql.js';
import { invalid } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { currentRequestId } from '../../platform/operations/request-context.js';
import { currentTraceParent } from '../../platform/operations/tracing.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { EXPORTS_QUEUE } from '../../platform/queue/queue-names.js';
import type { ExportRow } from '../../wire/export.response.js';
import { ExportResponse } from '../../wire/export.response.js';
import { columnsOf } from '../../wire/export-columns.js';
import { Doorbells } from '../../work/doorbells.js';
import type { CreateExportRequest } from './export.requests.js';
import { tooManyExports, tooManyExportsADay } from './export-errors.js';

const MAX_IN_PROGRESS = 5;
const MAX_A_DAY = 100;

@Injectable()
export class StartExport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly door: OutboundDoor,
    private readonly doorbells: Doorbells,
  ) {}

  /** @throws ApiError 400 for one export too many; 401; 422 for an address that may not be used */
  async start(
    caller: Caller,
    request: CreateExportRequest,
    beforeCommit: BeforeCommit<ExportResponse>,
  ): Promise<ExportResponse> {
    const fault = request.webhook_url ? this.door.check(request.webhook_url, caller) : null;
    if (fault) throw invalid([{ ...fault, loc: ['body', 'webhook_url'] }]);
    // Each credential exports what is of its own mode unless the filter names the other.
    const filter: AnalysisFilterFields = { ...request.filter, livemode: request.filter?.livemode ?? caller.livemode };
    return this.accept(
      caller,
      newRow(caller, request),
      toStoredFilter(filter, seenBy(caller)),
      request.bom,
      beforeCommit,
    );
  }

  /**
   * Its maker sees it, also one of some teams: the archive is of the account.
   * @throws ApiError 400 for one export too many; 401
   */
  async startEvidence(
    caller: Caller,
    period: { readonly from: Date; readonly to: Date },
    beforeCommit: BeforeCommit<ExportResponse>,
  ): Promise<ExportResponse> {
    const row = { ...newRow(caller, { of: 'analyses', format: 'jsonl' }), rows_of: 'evidence', format: 'zip' } as const;
    const { sight } = seenBy(caller);
    return this.accept(caller, row, JSON.stringify({ ...period, ...(sight && { sight }) }), false, beforeCommit);
  }

  /** @param filter JSON text */
  private async accept(
    caller: Caller,
    row: ExportRow,
    filter: string,
    bom: boolean,
    beforeCommit: BeforeCommit<ExportResponse>,
  ): Promise<ExportResponse> {
    const started = ExportResponse.of(row, null);
    await this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await checkCounts(tx, caller.accountId);
      await insert(tx, caller, row, filter, bom);
      const details = { of: row.rows_of, format: row.format };
      await recordAudit(tx, caller, 'export.created', { type: 'export', id: row.id }, details);
      await beforeCommit(tx, started);
    });
    void this.doorbells.ring(EXPORTS_QUEUE);
    return started;
  }
}

function newRow(
  { livemode }: Caller,
  { of, format, columns, excel, webhook_url }: Omit<CreateExportRequest, 'bom'>,
): ExportRow {
  return {
    id: randomUUID(),
    created_at: new Date(),
    livemode,
    status: 'processing',
    rows_of: of,
    format,
    column_names: format === 'jsonl' ? null : [...(columns ?? columnsOf(of))],
    excel: excel ? { locale: excel.locale, timezone: excel.timezone } : null,
    row_count: 0,
    size_bytes: 0,
    as_of: null,
    storage_key: null,
    ended: false,
    expires_at: null,
    settled_at: null,
    error_message: null,
    webhook_url: webhook_url ?? null,
  };
}

/** @throws ApiError 400 */
async function checkCounts(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ running: number; recent: number }>(
    tx,
    `SELECT count(*) FILTER (WHERE status = 'processing')::int AS running,
       count(*) FILTER (WHERE created_at > now() - interval '24 hours')::int AS recent
     FROM export WHERE account_id = $1`,
    [accountId],
  );
  if (counted && counted.running >= MAX_IN_PROGRESS) throw tooManyExports();
  if (counted && counted.recent >= MAX_A_DAY) throw tooManyExportsADay();
}

async function insert(tx: EntityManager, caller: Caller, row: ExportRow, filter: string, bom: boolean): Promise<void> {
  await tx.query(INSERT, [
    row.id,
    caller.accountId,
    row.created_at,
    row.livemode,
    row.rows_of,
    row.format,
    row.column_names,
    filter,
    row.webhook_url,
    currentRequestId() ?? randomUUID(),
    currentTraceParent(),
    bom,
    row.excel && JSON.stringify(row.excel),
  ]);
}

const INSERT = `
  INSERT INTO export (id, account_id, created_at, livemode, rows_of, format, column_names, filter, webhook_url, request_id,
    trace_parent, bom, excel, sight)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text, $9, $10, $11, $12, $13, $8::text::jsonb -> 'sight')`;
