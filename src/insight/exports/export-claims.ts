// Only writer of the status of an export in progress, and of the list of calls in its file.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { fullSentence, isAccountFull } from '../../platform/database/held-bytes.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ExportForExcel, StoredFormat } from '../../wire/export.response.js';
import type { ExportKind } from '../../wire/export-columns.js';
import { type Claimed, type WorkFailure, WorkRefused } from '../../work/claim.js';
import { claimStatements, HEADWAY, HELD } from '../../work/claim-statements.js';
import { RowClaims } from '../../work/row-claims.js';

/** Row at the moment of the claim. */
export interface ClaimedExport extends Claimed {
  readonly createdAt: Date;
  readonly of: ExportKind;
  readonly format: StoredFormat;
  /** Null for jsonl and zip. */
  readonly columns: readonly string[] | null;
  /** Whether a CSV begins with a byte order mark. */
  readonly bom: boolean;
  readonly excel: ExportForExcel | null;
  /** JSON text. */
  readonly filter: string;
  readonly webhookUrl: string | null;
}

/** Progress of a file. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  readonly asOf: Date;
}

/** Calls of a file that are neighbours in time. */
export interface HeldCalls {
  readonly part: number;
  readonly newest: Date;
  readonly oldest: Date;
  /** First {@link ID_BYTES} bytes of the id of each call. */
  readonly ids: Buffer;
}

export const ID_BYTES = 8;

/** A call in the file was deleted or redacted while the file was written. */
export class CallsGone extends Error {
  override readonly name = 'CallsGone';
}

@Injectable()
export class ExportClaims extends RowClaims<ClaimedExport> {
  constructor(
    dataSource: DataSource,
    private readonly config: Config,
  ) {
    super(dataSource, config.worker.leaseMs, STATEMENTS);
  }

  /** The file counts with what is written so far. @throws WorkRefused */
  async refuseWhenFull(sql: Sql, { accountId }: ClaimedExport): Promise<void> {
    if (await isAccountFull(sql, accountId, this.config)) throw new WorkRefused('too_large', fullSentence(this.config));
  }

  /**
   * Begins a file under the key, and replaces the file of an earlier run. Take the snapshot after this: calls deleted before are
   * not in it, and calls deleted later are noted.
   * @param isRestart a call of the file before was deleted
   * @returns number of restarts for that reason
   * @throws ClaimLost
   */
  begin(work: ClaimedExport, storageKey: string, isRestart: boolean): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      await this.write(tx, work, BEGIN, [storageKey, isRestart]);
      await lockDeletions(tx, work.accountId);
      await queryPrepared(tx, FORGET_GONE, [work.id]);
      await queryPrepared(tx, FORGET_PARTS, [work.id, null]);
      const [row] = await queryPrepared<{ begun_anew: number }>(tx, BEGUN_ANEW, [work.id]);
      return row?.begun_anew ?? 0;
    });
  }

  /** @throws ClaimLost */
  async recordHeadway(work: ClaimedExport, { rows, bytes, asOf }: WrittenFile): Promise<void> {
    await this.writeHeadway(this.dataSource, work, WRITTEN, [rows, bytes, asOf]);
  }

  /** Parts of a run that has lost its claim are harmless: at worst the file is discarded for a call that it does not contain. */
  async recordCalls({ id, fence }: ClaimedExport, { part, newest, oldest, ids }: HeldCalls): Promise<void> {
    await queryPrepared(this.dataSource, ADD_PART, [id, fence, part, newest, oldest, ids]);
  }

  /** Requires a lock on the account. @throws ClaimLost; CallsGone */
  async complete(tx: EntityManager, work: ClaimedExport, { rows, bytes, asOf }: WrittenFile): Promise<void> {
    await lockDeletions(tx, work.accountId);
    await this.write(tx, work, COMPLETE, [rows, bytes, asOf]);
    if ((await queryPrepared(tx, GONE, [work.id, work.fence])).length > 0) throw new CallsGone();
    await queryPrepared(tx, FORGET_GONE, [work.id]);
    await queryPrepared(tx, FORGET_PARTS, [work.id, work.fence]);
  }

  /** Requires a lock on the account. @throws ClaimLost */
  async fail(tx: EntityManager, work: ClaimedExport, { code, sentence }: WorkFailure): Promise<void> {
    await this.write(tx, work, FAIL, [sentence, code]);
    await queryPrepared(tx, FORGET_GONE, [work.id]);
    await queryPrepared(tx, FORGET_PARTS, [work.id, null]);
  }

  /** Expires files that have reached the maximum age. */
  async expire(): Promise<void> {
    await queryPrepared(this.dataSource, EXPIRE, []);
  }
}

/** Waits for the transactions that delete or redact calls of the account, and keeps others out: see `may_be_exported`. */
async function lockDeletions(tx: EntityManager, accountId: string): Promise<void> {
  await queryPrepared(tx, LOCK_DELETIONS, [accountId]);
}

const STATEMENTS = claimStatements<ClaimedExport>({
  table: 'export',
  noun: 'export',
  columns: {
    createdAt: 'created_at',
    of: 'rows_of',
    format: 'format',
    columns: 'column_names',
    bom: 'bom',
    excel: 'excel',
    filter: 'filter',
    webhookUrl: 'webhook_url',
  },
  waitingSince: 'created_at',
  asksEngines: 'false',
});

const held = (name: string, set: string): PreparedStatement => ({
  name,
  text: `UPDATE export SET ${set} WHERE ${HELD} RETURNING id`,
});
const BEGIN = held(
  'begin-export',
  'storage_key = $3, begun_anew = begun_anew + $4::boolean::int, row_count = 0, size_bytes = 0, as_of = NULL',
);
const FILE = 'row_count = $3, size_bytes = $4, as_of = $5';
const WRITTEN = held('record-export-written', `${FILE}, ${HEADWAY}`);
/** Deletes the filter, since it may name a person. */
const SETTLED = "settled_at = now(), lease_until = NULL, filter = '{}'";
const COMPLETE = held(
  'complete-export',
  `status = 'completed', ${SETTLED}, ${FILE}, expires_at = now() + interval '7 days'`,
);
const FAIL = held(
  'fail-export',
  `status = 'failed', ${SETTLED}, error_message = $3, error_code = $4, storage_key = NULL, row_count = 0, size_bytes = 0`,
);

const LOCK_DELETIONS: PreparedStatement = {
  name: 'lock-deletions-of-exported',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('exports ' || $1::uuid, 0))`,
};
const BEGUN_ANEW: PreparedStatement = {
  name: 'export-restarted',
  text: 'SELECT begun_anew FROM export WHERE id = $1',
};
const FORGET_GONE: PreparedStatement = {
  name: 'forget-gone-calls',
  text: 'DELETE FROM export_gone_call WHERE export_id = $1',
};
const FORGET_PARTS: PreparedStatement = {
  name: 'forget-export-calls',
  text: 'DELETE FROM export_calls WHERE export_id = $1 AND fence IS DISTINCT FROM $2::int',
};
const ADD_PART: PreparedStatement = {
  name: 'add-export-calls',
  text: `INSERT INTO export_calls (export_id, fence, part, newest, oldest, ids)
         SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT FROM export WHERE id = $1)`,
};
const GONE: PreparedStatement = {
  name: 'gone-calls-of-export',
  text: `SELECT FROM export_gone_call g JOIN export_calls c ON c.export_id = g.export_id
         WHERE g.export_id = $1 AND c.fence = $2 AND g.created_at BETWEEN c.oldest AND c.newest
           AND position(substring(uuid_send(g.analysis_id) FOR ${ID_BYTES}) IN c.ids) > 0
         LIMIT 1`,
};
const EXPIRE: PreparedStatement = {
  name: 'expire-exports',
  text: `WITH expired AS (
           UPDATE export SET storage_key = NULL WHERE status = 'completed' AND storage_key IS NOT NULL AND expires_at <= now()
           RETURNING id)
         DELETE FROM export_calls USING expired WHERE export_id = expired.id`,
};
