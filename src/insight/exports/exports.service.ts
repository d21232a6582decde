// Reads, cancels and ends exports. start-export.ts starts them.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { PrincipalName } from '../../access/principal.js';
import { can, roleMissing } from '../../access/rights.js';
import { rightOfRoute } from '../../access/route-rights.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { ExportResponse, type ExportRow, SELECT_EXPORTS } from '../../wire/export.response.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import type { ExportPageRequest } from './export.requests.js';
import { exportEnded, exportFinished, exportNotFound, noFile } from './export-errors.js';
import { ExportLinks } from './export-link.js';

@Injectable()
export class Exports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ExportLinks,
  ) {}

  /** @throws ApiError 404, also once a call of the file was deleted or redacted */
  async get(caller: Caller, id: string, sql: Sql = this.dataSource): Promise<ExportResponse> {
    const found = await queryRow<ExportRow>(
      sql,
      `${SELECT_EXPORTS} WHERE x.account_id = $1 AND x.id = $2 AND ${seenEvidence('$3')}`,
      [caller.accountId, id, evidenceSeenBy(caller)],
    );
    if (!found) throw exportNotFound();
    if (found.ended) throw exportEnded();
    return this.toResponse(found);
  }

  /** Newest first. One whose calls were deleted or redacted stands there without a link. */
  async list(caller: Caller, { skip, limit }: ExportPageRequest): Promise<{ items: ExportResponse[]; total: number }> {
    const { accountId, sight } = seenBy(caller);
    const seen = [accountId, seenTeams(sight), evidenceSeenBy(caller)];
    const condition = `x.account_id = $1 AND ${seenJob('$2', 'x.')} AND ${seenEvidence('$3')}`;
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM export x WHERE ${condition}`,
        seen,
      );
      const rows = await queryRows<ExportRow>(
        tx,
        `${SELECT_EXPORTS} WHERE ${condition} ORDER BY x.created_at DESC, x.id DESC LIMIT $4 OFFSET $5`,
        [...seen, limit, skip],
      );
      return { items: rows.map((row) => this.toResponse(row)), total: counted?.n ?? 0 };
    });
  }

  /**
   * Nothing is written any more, and what is written is deleted.
   * @throws ApiError 401; 403 for a live export and a test key; 404; 400 when it has ended
   */
  async cancel(caller: Caller, id: string, beforeCommit: BeforeCommit<ExportResponse>): Promise<ExportResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockExport(tx, caller, id);
      if ((await queryRow(tx, CANCEL, [id])) === null) throw exportFinished();
      await tx.query('DELETE FROM export_calls WHERE export_id = $1', [id]);
      const canceled = await this.get(caller, id, tx);
      await beforeCommit(tx, canceled);
      return canceled;
    });
  }

  /**
   * Ends the file and the links to it. An export in progress is canceled. May be repeated.
   * @throws ApiError 401; 403 for a live export and a test key; 404, also once a call of the file was deleted or redacted
   */
  async end(caller: Caller, id: string): Promise<ExportResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockExport(tx, caller, id);
      if ((await queryRow(tx, CANCEL, [id])) === null) await tx.query(END_FILE, [id]);
      await tx.query('DELETE FROM export_calls WHERE export_id = $1', [id]);
      return this.get(caller, id, tx);
    });
  }

  /**
   * The file behind a link that was accepted.
   * @throws ApiError 404 where there is none, or none any more
   */
  async findFile(id: string): Promise<ExportRow & { readonly storage_key: string }> {
    const found = await queryRow<ExportRow>(this.dataSource, `${SELECT_EXPORTS} WHERE x.id = $1`, [id]);
    if (!found) throw exportNotFound();
    if (found.ended) throw exportEnded();
    const { status, storage_key: storageKey } = found;
    if (status !== 'completed' || storageKey === null) throw noFile();
    return { ...found, storage_key: storageKey };
  }

  /** Enters that the holder of a link has read the file. */
  async enterReading(holder: PrincipalName, { id, livemode }: Pick<ExportRow, 'id' | 'livemode'>): Promise<void> {
    const found = await queryRow<{ accountId: string }>(
      this.dataSource,
      'SELECT account_id AS "accountId" FROM export WHERE id = $1',
      [id],
    );
    if (!found) throw exportNotFound();
    const by = { ...found, livemode, principal: holder };
    await recordAudit(this.dataSource, by, 'export.read', { type: 'export', id });
  }

  private toResponse(row: ExportRow): ExportResponse {
    return ExportResponse.of(row, this.links.urlOf(row));
  }
}

/** Archives of evidence that the caller sees: as the audit log, and with a test key those of test mode. */
function evidenceSeenBy({ livemode, principal }: Pick<Caller, 'livemode' | 'principal'>): 'none' | 'test' | 'all' {
  const governs = can(principal, 'data:govern') && roleMissing(principal, rightOfRoute('createEvidence')) === null;
  if (!governs) return 'none';
  return livemode ? 'all' : 'test';
}

/** SQL condition on `x`, a row of `export`. @param parameter that `evidenceSeenBy` gives */
const seenEvidence = (parameter: string) =>
  `(x.rows_of <> 'evidence' OR ${parameter}::text = 'all' OR (${parameter}::text = 'test' AND NOT x.livemode))`;

/** @throws ApiError 401; 403; 404 */
async function lockExport(tx: EntityManager, caller: Caller, id: string): Promise<void> {
  await lockForChange(tx, caller, 'export', id);
  const statement = `SELECT id FROM export x WHERE x.id = $1 AND ${seenEvidence('$2')}`;
  if (!(await queryRow(tx, statement, [id, evidenceSeenBy(caller)]))) throw exportNotFound();
}

const CANCEL = `
  UPDATE export SET status = 'canceled', settled_at = now(), fence = fence + 1, lease_until = NULL, filter = '{}',
    storage_key = NULL
  WHERE id = $1 AND status = 'processing' RETURNING id`;
/** A trigger has the file deleted. */
const END_FILE = `UPDATE export SET storage_key = NULL, expires_at = NULL WHERE id = $1`;
