import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../platform/database/account-lock.js';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { unauthorized } from '../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-answer.js';
import type { AppliesTo } from './applies-to.js';
import { archivedUnchangeable, scorecardNotFound, tooManyScorecards } from './scorecard-errors.js';

/** Archived ones do not count. */
const MAX_SCORECARDS = 50;

/** What a client chooses. */
export interface ScorecardFields {
  readonly name: string;
  readonly description: string | null;
  readonly appliesTo: AppliesTo;
  readonly isDefault: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ScorecardRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly name: string;
  readonly description: string | null;
  /** JSON text. */
  readonly applies_to: string;
  /** JSON text. */
  readonly metadata: string;
  readonly is_default: boolean;
  readonly published_revision: number | null;
  readonly archived: boolean;
}

const COLUMNS = `id, created_at, livemode, name, description, applies_to, metadata, is_default, published_revision,
  archived_at IS NOT NULL AS archived`;

export interface Owner {
  readonly accountId: string;
  readonly livemode: boolean;
}

export interface PageRange {
  readonly skip: number;
  readonly limit: number;
}

@Injectable()
export class ScorecardsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 400 for one too many, 401 when the account is gone */
  async create(
    { accountId, livemode }: Owner,
    fields: ScorecardFields,
    beforeCommit: BeforeCommit<ScorecardRow> = nothingBeforeCommit,
  ): Promise<ScorecardRow> {
    return this.dataSource.transaction(async (tx) => {
      // One after the other for an account, so that two requests cannot both be the fiftieth. Calls are not kept waiting:
      // they lock the account with a key share lock.
      const locked = await queryRow(tx, 'SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      if (!locked) throw unauthorized();
      if ((await this.count(tx, accountId)) >= MAX_SCORECARDS) throw tooManyScorecards();
      const [created] = await queryRows<ScorecardRow>(
        tx,
        `INSERT INTO scorecard (id, account_id, livemode, created_at, name, description, applies_to, metadata, is_default)
          VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
        [randomUUID(), accountId, livemode, ...valuesOf(fields)],
      );
      if (!created) throw new Error('INSERT returned no row');
      await beforeCommit(tx, created);
      return created;
    });
  }

  /** Newest first, without archived ones. */
  async list(accountId: string, { skip, limit }: PageRange): Promise<{ cards: ScorecardRow[]; total: number }> {
    const [cards, total] = await Promise.all([
      queryRows<ScorecardRow>(
        this.dataSource,
        `SELECT ${COLUMNS} FROM scorecard WHERE account_id = $1 AND archived_at IS NULL
          ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`,
        [accountId, skip, limit],
      ),
      this.count(this.dataSource.manager, accountId),
    ]);
    return { cards, total };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, id: string): Promise<ScorecardRow> {
    const statement = `SELECT ${COLUMNS} FROM scorecard WHERE id = $2 AND account_id = $1`;
    const found = await queryRow<ScorecardRow>(this.dataSource, statement, [accountId, id]);
    if (!found) throw scorecardNotFound();
    return found;
  }

  /**
   * Replaces all that the client chose.
   * @throws ApiError 404; 400 for an archived one
   */
  async update(accountId: string, id: string, fields: ScorecardFields): Promise<ScorecardRow> {
    const updated = await queryRow<ScorecardRow>(
      this.dataSource,
      `UPDATE scorecard SET name = $3, description = $4, applies_to = $5, metadata = $6, is_default = $7
        WHERE id = $2 AND account_id = $1 AND archived_at IS NULL RETURNING ${COLUMNS}`,
      [accountId, id, ...valuesOf(fields)],
    );
    if (updated) return updated;
    await this.get(accountId, id);
    throw archivedUnchangeable();
  }

  /** From now on it makes no new evaluations. An archived one stays as it is. @throws ApiError 404 */
  async archive(accountId: string, id: string): Promise<void> {
    const archived = await queryRow(
      this.dataSource,
      `UPDATE scorecard SET archived_at = coalesce(archived_at, now()) WHERE id = $2 AND account_id = $1 RETURNING id`,
      [accountId, id],
    );
    if (!archived) throw scorecardNotFound();
  }

  /**
   * Locks a scorecard for a change of its revisions, until the transaction ends.
   * @throws ApiError 404; 400 for an archived one; 401 when the account is gone
   */
  async lock(tx: EntityManager, accountId: string, id: string): Promise<{ readonly last_revision: number }> {
    if (!(await lockAccountAgainstErasure(tx, accountId))) throw unauthorized();
    const found = await queryRow<{ last_revision: number; archived: boolean }>(
      tx,
      `SELECT last_revision, archived_at IS NOT NULL AS archived FROM scorecard WHERE id = $2 AND account_id = $1 FOR NO KEY UPDATE`,
      [accountId, id],
    );
    if (!found) throw scorecardNotFound();
    if (found.archived) throw archivedUnchangeable();
    return found;
  }

  private async count(tx: EntityManager, accountId: string): Promise<number> {
    const statement = 'SELECT count(*)::int AS total FROM scorecard WHERE account_id = $1 AND archived_at IS NULL';
    return (await queryRow<{ total: number }>(tx, statement, [accountId]))?.total ?? 0;
  }
}

const valuesOf = ({ name, description, appliesTo, metadata, isDefault }: ScorecardFields) => [
  name,
  description,
  JSON.stringify(appliesTo),
  JSON.stringify(metadata),
  isDefault,
];
