import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { refuseWhenFull } from '../../platform/database/held-bytes.js';
import { type ChangeLock, type Changer, lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { setWatch, WATCH, type WantedWatch, type WatchingCard } from '../watch/watched-calls.js';
import type { AppliesTo } from './applies-to.js';
import type { Gate } from './gates.js';
import { archivedUnchangeable, scorecardNotFound } from './scorecard-errors.js';
import { checkScorecards, checkStoredBytes, lockStorage } from './scorecard-storage.js';

/** Fields that a client sets. */
export interface ScorecardFields {
  readonly name: string;
  readonly description: string | null;
  readonly appliesTo: AppliesTo;
  readonly isDefault: boolean;
  /** 0: without end. Undefined: as it is. */
  readonly disputeWindowDays: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Undefined: as it is. */
  readonly targetAgreement: number | null | undefined;
  /** Undefined: as it is. */
  readonly gate: Gate | undefined;
  /** Null: none. Undefined: as it is. */
  readonly watch: WantedWatch | null | undefined;
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
  readonly dispute_window_days: number;
  readonly published_revision: number | null;
  readonly archived: boolean;
  readonly target_agreement: number | null;
  readonly gate: Gate;
  /** JSON text of a `WatchResponse`; null without a watch. */
  readonly watch: string | null;
}

const COLUMNS = `id, created_at, livemode, name, description, applies_to, metadata, is_default, dispute_window_days,
  published_revision, archived_at IS NOT NULL AS archived, target_agreement, gate, ${WATCH} AS watch`;

interface LockedScorecard {
  readonly livemode: boolean;
  readonly last_revision: number;
  readonly archived: boolean;
}

const LOCKED: ChangeLock = { columns: 'last_revision, archived_at IS NOT NULL AS archived' };

export interface PageRange {
  readonly skip: number;
  readonly limit: number;
}

@Injectable()
export class ScorecardsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /**
   * @throws ApiError 400 when the account has too many scorecards or too much storage; 401 when the account is gone; 404 and 422
   *   for calls that cannot be watched
   */
  async create(
    caller: Caller,
    fields: ScorecardFields,
    beforeCommit: BeforeCommit<ScorecardRow> = nothingBeforeCommit,
  ): Promise<ScorecardRow> {
    const { accountId, livemode } = caller;
    return this.dataSource.transaction(async (tx) => {
      await lockStorage(tx, accountId);
      await checkScorecards(tx, accountId);
      const id = randomUUID();
      await tx.query(
        `INSERT INTO scorecard (id, account_id, livemode, created_at, name, description, applies_to, metadata, is_default,
            dispute_window_days, target_agreement, gate)
          VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, coalesce($9, 14), $10, coalesce($11, 'off'))`,
        [id, accountId, livemode, ...valuesOf(fields)],
      );
      await this.watch(tx, caller, { id, livemode }, fields.watch);
      const created = await this.get(accountId, id, tx);
      await checkStoredBytes(tx, accountId);
      await beforeCommit(tx, created);
      return created;
    });
  }

  /** Newest first, without archived ones. */
  async list(accountId: string, { skip, limit }: PageRange): Promise<{ scorecards: ScorecardRow[]; total: number }> {
    const [scorecards, total] = await Promise.all([
      queryRows<ScorecardRow>(
        this.dataSource,
        `SELECT ${COLUMNS} FROM scorecard WHERE account_id = $1 AND archived_at IS NULL
          ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`,
        [accountId, skip, limit],
      ),
      this.count(this.dataSource.manager, accountId),
    ]);
    return { scorecards, total };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<ScorecardRow> {
    const statement = `SELECT ${COLUMNS} FROM scorecard WHERE id = $2 AND account_id = $1`;
    const found = await queryRow<ScorecardRow>(sql, statement, [accountId, id]);
    if (!found) throw scorecardNotFound();
    return found;
  }

  /**
   * Replaces all fields that the client sets, but for what says how answers are trusted: an omitted one of those stays.
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404; 400 for an archived scorecard and for too much storage;
   *   404 and 422 for calls that cannot be watched
   */
  async update(caller: Caller, id: string, fields: ScorecardFields): Promise<ScorecardRow> {
    return this.dataSource.transaction(async (tx) => {
      await lockStorage(tx, caller.accountId);
      const { livemode } = await this.lock(tx, caller, id);
      await this.watch(tx, caller, { id, livemode }, fields.watch);
      const updated = await queryRow<ScorecardRow>(
        tx,
        `UPDATE scorecard SET name = $2, description = $3, applies_to = $4, metadata = $5, is_default = $6,
            dispute_window_days = coalesce($7, dispute_window_days),
            target_agreement = CASE WHEN $10 THEN $8 ELSE target_agreement END, gate = coalesce($9, gate)
          WHERE id = $1 RETURNING ${COLUMNS}`,
        [id, ...valuesOf(fields), fields.targetAgreement !== undefined],
      );
      if (!updated) throw new Error('The locked scorecard is gone');
      await checkStoredBytes(tx, caller.accountId);
      return updated;
    });
  }

  /**
   * Archives a scorecard, which then makes no new evaluations. An archived one is unchanged.
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404
   */
  async archive(changer: Changer, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.lock(tx, changer, id, 'also archived');
      await tx.query('UPDATE scorecard SET archived_at = coalesce(archived_at, now()) WHERE id = $1', [id]);
    });
  }

  /**
   * Locks a scorecard until the transaction ends, to change it or its revisions.
   * @throws ApiError 401; 403 for a live scorecard and a test key; 404; 400 for an archived scorecard
   */
  async lock(tx: EntityManager, changer: Changer, id: string, which?: 'also archived'): Promise<LockedScorecard> {
    const found = await lockForChange<LockedScorecard>(tx, changer, 'scorecard', id, LOCKED);
    if (found.archived && which === undefined) throw archivedUnchangeable();
    return found;
  }

  private async watch(tx: EntityManager, caller: Caller, card: WatchingCard, wanted: ScorecardFields['watch']) {
    if (wanted === undefined) return;
    await setWatch(tx, caller, card, wanted);
    if (wanted !== null) await refuseWhenFull(tx, caller.accountId, this.config);
  }

  private async count(tx: EntityManager, accountId: string): Promise<number> {
    const statement = 'SELECT count(*)::int AS total FROM scorecard WHERE account_id = $1 AND archived_at IS NULL';
    return (await queryRow<{ total: number }>(tx, statement, [accountId]))?.total ?? 0;
  }
}

const valuesOf = (fields: ScorecardFields) => [
  fields.name,
  fields.description,
  JSON.stringify(fields.appliesTo),
  JSON.stringify(fields.metadata),
  fields.isDefault,
  fields.disputeWindowDays ?? null,
  fields.targetAgreement ?? null,
  fields.gate ?? null,
];
