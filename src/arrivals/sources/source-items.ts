// What became of each object and callback of a source.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { ItemStatus } from './sources.requests.js';
import { Sources } from './sources.service.js';

export interface ItemError {
  /** Path to the field that is wrong; empty where none is. */
  readonly loc: readonly string[];
  readonly msg: string;
}

export interface SourceItemRow {
  readonly object_key: string | null;
  readonly external_id: string | null;
  readonly analysis_id: string | null;
  readonly status: ItemStatus;
  readonly error: ItemError | null;
  readonly size_bytes: string | null;
  readonly created_at: Date;
}

export const ITEM_COLUMNS = 'object_key, external_id, analysis_id, status, error, size_bytes, created_at';

/**
 * Identity of an item: the same object is taken once in each mode, whatever source of the account finds it.
 * @param parts bucket, key and version of an object; or the kind of a callback and the id of its recording
 * @returns 32 bytes
 */
export function identityOf(livemode: boolean, parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([livemode, ...parts]))
    .digest();
}

interface WantedPage {
  readonly skip: number;
  readonly limit: number;
  readonly status: ItemStatus | null;
}

@Injectable()
export class SourceItems {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sources: Sources,
  ) {}

  /** Newest first. @throws ApiError 404 */
  async list(
    accountId: string,
    sourceId: string,
    { skip, limit, status }: WantedPage,
  ): Promise<{ items: SourceItemRow[]; total: number }> {
    await this.sources.get(accountId, sourceId);
    const where = `source_id = $1${status === null ? '' : ' AND status = $2'}`;
    const values = status === null ? [sourceId] : [sourceId, status];
    const counted = await queryRow<{ n: number }>(
      this.dataSource,
      `SELECT count(*)::int AS n FROM source_item WHERE ${where}`,
      values,
    );
    const items = await queryRows<SourceItemRow>(
      this.dataSource,
      `SELECT ${ITEM_COLUMNS} FROM source_item
       WHERE ${where} ORDER BY id DESC OFFSET ${skip} LIMIT ${limit}`,
      values,
    );
    return { items, total: counted?.n ?? 0 };
  }
}
