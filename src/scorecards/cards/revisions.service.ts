import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Changer } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import type { Via } from '../../wire/via.js';
import type { StoredForm } from '../form/read-form.js';
import {
  changedMeanwhile,
  revisionIsPublished,
  revisionNotFound,
  revisionUndeletable,
  scorecardNotFound,
} from './scorecard-errors.js';
import { checkRevisions, checkStoredBytes, lockStorage } from './scorecard-storage.js';
import { type PageRange, ScorecardsService } from './scorecards.service.js';

/** A form may have a million characters, so few are in memory at the same time. */
const MAX_BATCH_ROWS = 4;

export interface RevisionRow {
  readonly scorecard_id: string;
  /** Never given twice: that of a deleted draft is not used again. */
  readonly number: number;
  /** The mode of its scorecard. */
  readonly livemode: boolean;
  readonly created_at: Date;
  readonly status: 'draft' | 'published';
  /** JSON text of a `Form`. */
  readonly form: string;
  readonly content_hash: Buffer;
  /** Null unless it was published in spite of the gate. */
  readonly forced_at: Date | null;
  readonly forced_via: Via | null;
  readonly forced_by: string | null;
}

export interface PublicationTerms {
  /** Credential that publishes it in spite of the gate; null where it need not. */
  readonly force: { readonly via: Via; readonly by: string } | null;
  /** Hash of the form that was checked; null where none was. */
  readonly contentHash: Buffer | null;
}

const COLUMNS = `r.scorecard_id, r.number, r.created_at, r.status, r.form, r.content_hash, r.forced_at, r.forced_via, r.forced_by,
  (SELECT livemode FROM scorecard WHERE id = r.scorecard_id) AS livemode`;

@Injectable()
export class RevisionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: ScorecardsService,
  ) {}

  /**
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404 for the scorecard; 400 for an archived one, one
   *   revision too many, and too much storage
   */
  async create(
    changer: Changer,
    scorecardId: string,
    { text, contentHash }: StoredForm,
    beforeCommit: BeforeCommit<RevisionRow> = nothingBeforeCommit,
  ): Promise<RevisionRow> {
    return this.dataSource.transaction(async (tx) => {
      await lockStorage(tx, changer.accountId);
      const { last_revision } = await this.scorecards.lock(tx, changer, scorecardId);
      await checkRevisions(tx, scorecardId);
      const number = last_revision + 1;
      await tx.query('UPDATE scorecard SET last_revision = $2 WHERE id = $1', [scorecardId, number]);
      const created = await queryRow<RevisionRow>(
        tx,
        `INSERT INTO scorecard_revision AS r (scorecard_id, number, form, content_hash) VALUES ($1, $2, $3, $4)
          RETURNING ${COLUMNS}`,
        [scorecardId, number, text, contentHash],
      );
      await checkStoredBytes(tx, changer.accountId);
      return committed(tx, created, beforeCommit);
    });
  }

  /**
   * Newest first. The forms are read a few at a time, as the client takes them.
   * @throws ApiError 404 for the scorecard, before the first row
   */
  async list(
    accountId: string,
    scorecardId: string,
    { skip, limit }: PageRange,
  ): Promise<{ rows: AsyncIterable<RevisionRow>; total: number }> {
    const scorecard = await queryRow<{ total: number; numbers: number[] }>(
      this.dataSource,
      `SELECT (SELECT count(*)::int FROM scorecard_revision WHERE scorecard_id = s.id) AS total, ARRAY(SELECT number FROM scorecard_revision WHERE scorecard_id = s.id
          ORDER BY number DESC OFFSET $3 LIMIT $4) AS numbers
        FROM scorecard s WHERE s.id = $2 AND s.account_id = $1`,
      [accountId, scorecardId, skip, limit],
    );
    if (!scorecard) throw scorecardNotFound();
    return { rows: this.readBatches(accountId, scorecardId, scorecard.numbers), total: scorecard.total };
  }

  private async *readBatches(
    accountId: string,
    scorecardId: string,
    numbers: readonly number[],
  ): AsyncGenerator<RevisionRow, void, undefined> {
    for (let read = 0; read < numbers.length; read += MAX_BATCH_ROWS) {
      yield* await queryRows<RevisionRow>(
        this.dataSource,
        `SELECT ${COLUMNS} FROM scorecard s JOIN scorecard_revision r ON r.scorecard_id = s.id
          WHERE s.id = $2 AND s.account_id = $1 AND r.number = ANY($3) ORDER BY r.number DESC`,
        [accountId, scorecardId, numbers.slice(read, read + MAX_BATCH_ROWS)],
      );
    }
  }

  /** @throws ApiError 404 */
  async get(accountId: string, scorecardId: string, number: number, sql: Sql = this.dataSource): Promise<RevisionRow> {
    const found = await queryRow<RevisionRow & { number: number | null }>(
      sql,
      `SELECT ${COLUMNS} FROM scorecard s LEFT JOIN scorecard_revision r ON r.scorecard_id = s.id AND r.number = $3
        WHERE s.id = $2 AND s.account_id = $1`,
      [accountId, scorecardId, number],
    );
    if (!found) throw scorecardNotFound();
    if (found.number === null) throw revisionNotFound();
    return found;
  }

  /**
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404; 400 for an archived scorecard, a published
   *   revision, and too much storage
   */
  async update(changer: Changer, scorecardId: string, number: number, form: StoredForm): Promise<RevisionRow> {
    return this.dataSource.transaction(async (tx) => {
      await lockStorage(tx, changer.accountId);
      await this.scorecards.lock(tx, changer, scorecardId);
      const { status } = await this.get(changer.accountId, scorecardId, number, tx);
      if (status === 'published') throw revisionIsPublished(number);
      const updated = await queryRow<RevisionRow>(
        tx,
        `UPDATE scorecard_revision r SET form = $3, content_hash = $4 WHERE scorecard_id = $1 AND number = $2
          RETURNING ${COLUMNS}`,
        [scorecardId, number, form.text, form.contentHash],
      );
      await checkStoredBytes(tx, changer.accountId);
      return present(updated);
    });
  }

  /**
   * Deletes a draft, also one of an archived scorecard.
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404; 400 for a published revision
   */
  async delete(changer: Changer, scorecardId: string, number: number): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.scorecards.lock(tx, changer, scorecardId, 'also archived');
      const { status } = await this.get(changer.accountId, scorecardId, number, tx);
      if (status === 'published') throw revisionUndeletable(number);
      await tx.query('DELETE FROM scorecard_revision WHERE scorecard_id = $1 AND number = $2', [scorecardId, number]);
    });
  }

  /**
   * Makes it the revision that calls are judged by. Publishing it again changes nothing but that.
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404; 400 for an archived scorecard, and a draft that was
   *   changed since its form was checked
   */
  async publish(
    caller: Pick<Caller, 'accountId' | 'livemode' | 'confirm'>,
    scorecardId: string,
    number: number,
    { force, contentHash }: PublicationTerms,
    beforeCommit: BeforeCommit<RevisionRow>,
  ): Promise<RevisionRow> {
    return this.dataSource.transaction(async (tx) => {
      // The gate may have taken most of a minute.
      await caller.confirm(tx);
      await this.scorecards.lock(tx, caller, scorecardId);
      const published = await queryRow<RevisionRow>(
        tx,
        `UPDATE scorecard_revision r SET status = 'published',
            forced_at = CASE WHEN $3::text IS NULL THEN forced_at ELSE now() END,
            forced_via = coalesce($3, forced_via), forced_by = coalesce($4, forced_by)
          WHERE scorecard_id = $1 AND number = $2 RETURNING ${COLUMNS}`,
        [scorecardId, number, force?.via ?? null, force?.by ?? null],
      );
      if (!published) throw revisionNotFound();
      if (contentHash !== null && !contentHash.equals(published.content_hash)) throw changedMeanwhile();
      await tx.query('UPDATE scorecard SET published_revision = $2 WHERE id = $1', [scorecardId, number]);
      await beforeCommit(tx, published);
      return published;
    });
  }
}

async function committed(
  tx: EntityManager,
  row: RevisionRow | null,
  beforeCommit: BeforeCommit<RevisionRow>,
): Promise<RevisionRow> {
  const written = present(row);
  await beforeCommit(tx, written);
  return written;
}

function present(row: RevisionRow | null): RevisionRow {
  if (!row) throw new Error('The statement returned no row');
  return row;
}
