// Rows of resumable uploads. The row has the progress of an upload: bytes in the store beyond it do not count.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import type { GrowingObject, GrowthState } from '../ports/object-store.js';
import type { AudioFormat } from '../recordings/receiving/audio-format.js';
import { recordingKey } from '../recordings/receiving/recording-intake.js';
import { uploadNotFound } from './upload-errors.js';

/** Time after which an unused upload ends. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60_000;
/** Duration of a lock. A request renews it several times; a process that was killed blocks an upload for as long. */
export const LOCK_MS = 8_000;

/** Owner of uploads: a key of one mode does not see uploads of the other. */
export interface UploadOwner {
  readonly accountId: string;
  readonly livemode: boolean;
}

export interface NewUpload {
  readonly id: string;
  readonly owner: UploadOwner;
  readonly lengthBytes: number;
  readonly fileName: string;
  /** Header exactly as sent. */
  readonly metadata: string;
  /** Runs in the transaction that makes the upload. */
  readonly recordCreated: (tx: EntityManager) => Promise<void>;
}

export interface StoredUpload {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lengthBytes: number;
  readonly fileName: string;
  readonly metadata: string;
  /** Null until enough bytes are received to detect it. */
  readonly format: AudioFormat | null;
  /** First bytes, while the format is not known. */
  readonly head: Buffer;
  /** Progress of the upload in the store. */
  readonly growing: GrowingObject;
  /** Analysis that uses the upload. */
  readonly analysisId: string | null;
}

export interface LockedUpload extends StoredUpload {
  readonly token: string;
  /** The request that had the lock before never released it, and may still write. */
  readonly isTakenOver: boolean;
}

/** Another request has taken the lock: this one must not write any more. */
export class LockLost extends Error {
  override readonly name = 'LockLost';
}

interface UploadRow {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly length_bytes: string;
  readonly offset_bytes: string;
  readonly file_name: string;
  readonly metadata: string;
  readonly format: AudioFormat | null;
  readonly head: Buffer | null;
  readonly storage_key: string;
  readonly growth: string | null;
  readonly analysis_id: string | null;
}

@Injectable()
export class UploadRows {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param maxOpen limit of the account, for both modes together; 0 for no limit
   * @returns null when the account has reached it
   */
  async create(upload: NewUpload, maxOpen: number): Promise<StoredUpload | null> {
    const { id, owner, lengthBytes, fileName, metadata, recordCreated } = upload;
    const [row] = await this.dataSource.transaction(async (tx) => {
      // Creations of one account take turns, so that two of them never both take the last place.
      if (maxOpen > 0) await queryPrepared(tx, TAKE_TURNS, [owner.accountId]);
      const made = await queryPrepared<UploadRow>(tx, CREATE, [
        id,
        owner.accountId,
        owner.livemode,
        lengthBytes,
        fileName,
        metadata,
        recordingKey(id),
        UPLOAD_LIFETIME_MS,
        maxOpen,
      ]);
      if (made.length > 0) await recordCreated(tx);
      return made;
    });
    return row ? uploadOf(row) : null;
  }

  /** Null for an upload of another account or mode, and for one that has ended. */
  async find(id: string, { accountId, livemode }: UploadOwner): Promise<StoredUpload | null> {
    const [row] = await queryPrepared<UploadRow>(this.dataSource, FIND, [id, accountId, livemode]);
    return row ? uploadOf(row) : null;
  }

  /** @throws ApiError 404 */
  async get(id: string, owner: UploadOwner): Promise<StoredUpload> {
    const upload = await this.find(id, owner);
    if (upload === null) throw uploadNotFound();
    return upload;
  }

  /**
   * Null while another request has the lock; a holder that receives nothing then releases it.
   * @throws ApiError 404
   */
  async lock(id: string, owner: UploadOwner): Promise<LockedUpload | null> {
    const token = randomUUID();
    const [row] = await queryPrepared<UploadRow & { taken_over: boolean }>(this.dataSource, LOCK, [
      id,
      owner.accountId,
      owner.livemode,
      token,
      LOCK_MS,
    ]);
    if (row) return { ...uploadOf(row), token, isTakenOver: row.taken_over };
    await this.get(id, owner);
    await this.want(id);
    return null;
  }

  /** Asks the holder of the lock to release it if it receives nothing. */
  async want(id: string): Promise<void> {
    await queryPrepared(this.dataSource, WANT, [id]);
  }

  /** @returns whether another request wants it. @throws LockLost */
  async renew({ id, token }: LockedUpload): Promise<boolean> {
    const [row] = await queryPrepared<{ lock_wanted: boolean }>(this.dataSource, RENEW, [id, token, LOCK_MS]);
    if (!row) throw new LockLost();
    return row.lock_wanted;
  }

  async unlock({ id, token }: LockedUpload): Promise<void> {
    await queryPrepared(this.dataSource, UNLOCK, [id, token]);
  }

  /** Records the progress. @throws LockLost */
  async save(
    { id, token }: LockedUpload,
    grown: GrowingObject,
    { format, head }: Pick<StoredUpload, 'format' | 'head'>,
  ): Promise<void> {
    const { sizeBytes, state } = grown;
    const saved = await queryPrepared(this.dataSource, SAVE, [
      id,
      token,
      sizeBytes,
      state && JSON.stringify(state),
      [...(state?.keys ?? []), ...(state?.stale ?? [])],
      format,
      head.length > 0 ? head : null,
      LOCK_MS,
    ]);
    if (saved.length === 0) throw new LockLost();
  }

  /** Marks the upload as used, in the transaction that accepts the call. @throws LockLost */
  async use(tx: EntityManager, { id, token }: LockedUpload): Promise<void> {
    const used = await queryPrepared(tx, USE, [id, token]);
    if (used.length === 0) throw new LockLost();
  }

  /** Removes the upload; the next sweep deletes its bytes. @throws LockLost */
  async remove({ id, token }: LockedUpload): Promise<void> {
    const removed = await queryPrepared(this.dataSource, REMOVE, [id, token]);
    if (removed.length === 0) throw new LockLost();
  }

  /** Ends uploads that have expired, used or not. @returns number of ended uploads */
  async expire(): Promise<number> {
    return (await queryPrepared(this.dataSource, EXPIRE, [EXPIRED_TOGETHER])).length;
  }

  /** Bytes of ended uploads that the store still has. */
  async remains(): Promise<readonly { readonly id: string; readonly growing: GrowingObject }[]> {
    const rows = await queryPrepared<Pick<UploadRow, 'id' | 'storage_key' | 'growth'>>(this.dataSource, REMAINS, [
      EXPIRED_TOGETHER,
    ]);
    return rows.map((row) => ({ id: row.id, growing: growingOf(row, 0) }));
  }

  async forgetRemains(id: string): Promise<void> {
    await queryPrepared(this.dataSource, FORGET, [id]);
  }
}

const EXPIRED_TOGETHER = 1_000;

function uploadOf(row: UploadRow): StoredUpload {
  return {
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lengthBytes: Number(row.length_bytes),
    fileName: row.file_name,
    metadata: row.metadata,
    format: row.format,
    head: row.head ?? Buffer.alloc(0),
    growing: growingOf(row, Number(row.offset_bytes)),
    analysisId: row.analysis_id,
  };
}

function growingOf(
  { storage_key, growth }: Pick<UploadRow, 'storage_key' | 'growth'>,
  sizeBytes: number,
): GrowingObject {
  const state: GrowthState | null = growth === null ? null : JSON.parse(growth);
  return { key: storage_key, sizeBytes, state };
}

const COLUMNS = `id, created_at, expires_at, length_bytes, offset_bytes, file_name, metadata, format, head, storage_key, growth,
  analysis_id`;
const MINE = 'id = $1 AND account_id = $2 AND livemode = $3 AND expires_at > now()';
const HELD = 'id = $1 AND lock_token = $2';

const TAKE_TURNS: PreparedStatement = {
  name: 'upload-take-turns',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('uploads ' || $1::text, 0))`,
};
const CREATE: PreparedStatement = {
  name: 'upload-create',
  text: `INSERT INTO upload (id, account_id, livemode, length_bytes, file_name, metadata, storage_key, expires_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond'
          WHERE $9::int = 0 OR (SELECT count(*) FROM upload
                                 WHERE account_id = $2 AND analysis_id IS NULL AND expires_at > now()) < $9::int
         RETURNING ${COLUMNS}`,
};
const FIND: PreparedStatement = { name: 'upload-find', text: `SELECT ${COLUMNS} FROM upload WHERE ${MINE}` };
const LOCK: PreparedStatement = {
  name: 'upload-lock',
  text: `WITH held AS (
           SELECT id AS held_id, lock_token IS NOT NULL AS taken_over FROM upload
            WHERE ${MINE} AND (lock_token IS NULL OR locked_until < now()) FOR UPDATE)
         UPDATE upload SET lock_token = $4, locked_until = now() + $5 * interval '1 millisecond', lock_wanted = false
           FROM held WHERE id = held_id RETURNING ${COLUMNS}, taken_over`,
};
const WANT: PreparedStatement = {
  name: 'upload-want',
  text: 'UPDATE upload SET lock_wanted = true WHERE id = $1 AND lock_token IS NOT NULL AND NOT lock_wanted',
};
const RENEW: PreparedStatement = {
  name: 'upload-renew',
  text: `UPDATE upload SET locked_until = now() + $3 * interval '1 millisecond' WHERE ${HELD} RETURNING lock_wanted`,
};
const UNLOCK: PreparedStatement = {
  name: 'upload-unlock',
  text: `UPDATE upload SET lock_token = NULL, locked_until = NULL, lock_wanted = false WHERE ${HELD}`,
};
const SAVE: PreparedStatement = {
  name: 'upload-save',
  text: `UPDATE upload SET offset_bytes = $3, growth = $4, part_keys = $5, format = $6, head = $7,
           locked_until = now() + $8 * interval '1 millisecond'
          WHERE ${HELD} AND analysis_id IS NULL RETURNING id`,
};
const USE: PreparedStatement = {
  name: 'upload-use',
  text: `UPDATE upload SET analysis_id = id, part_keys = '{}', growth = NULL
          WHERE ${HELD} AND analysis_id IS NULL RETURNING id`,
};
const REMOVE: PreparedStatement = { name: 'upload-remove', text: `DELETE FROM upload WHERE ${HELD} RETURNING id` };
const EXPIRE: PreparedStatement = {
  name: 'upload-expire',
  text: `DELETE FROM upload WHERE id IN (
           SELECT id FROM upload WHERE expires_at <= now() AND (lock_token IS NULL OR locked_until < now())
            ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id`,
};
const REMAINS: PreparedStatement = {
  name: 'upload-remains',
  text: 'SELECT id, storage_key, growth FROM upload_remains ORDER BY id LIMIT $1',
};
const FORGET: PreparedStatement = { name: 'upload-forget-remains', text: 'DELETE FROM upload_remains WHERE id = $1' };
