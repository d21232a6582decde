// Links that open one call, or one calibration session, to a reviewer without an account. Anyone who may review creates, lists
// and revokes them.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LINK_ACTS, type LinkAct } from '../../../access/link-acts.js';
import { can } from '../../../access/rights.js';
import { recordAudit } from '../../../platform/audit/record-audit.js';
import { Config } from '../../../platform/config/config.js';
import { lockForChange } from '../../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../../platform/database/sql.js';
import { badRequest, notFound, scopeMissing } from '../../../platform/errors/api-error.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../../platform/http/idempotency/store-response.js';

export interface ReviewLinkRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  /** One of these two. */
  readonly analysis_id: string | null;
  readonly calibration_id: string | null;
  readonly reviewer_id: string;
  readonly may: LinkAct[];
  readonly expires_at: Date;
}

export interface NewReviewLink {
  readonly reviewerId: string;
  readonly may: readonly LinkAct[];
  readonly expiresInSeconds: number;
}

/** Row of a new link, and its address, which is returned only this once. */
export interface CreatedReviewLink {
  readonly link: ReviewLinkRow;
  readonly url: string;
}

/** The object that a link opens. */
export interface LinkedTo {
  readonly table: 'analysis' | 'calibration';
  readonly id: string;
}
const COLUMN_OF = { analysis: 'analysis_id', calibration: 'calibration_id' } as const;
const NAME_OF = { analysis: 'Analysis', calibration: 'Calibration' } as const;

/** Open links of one call. As many that were ended or have expired are kept too, for who reads the logs. */
const MAX_OPEN_LINKS = 100;
export const tooManyLinks = () =>
  badRequest(`A call can have ${MAX_OPEN_LINKS} review links that work: delete one first`);
export const linkNotFound = () => notFound('Review link');

/** Hash of the token, which has 256 random bits: as with API keys, a plain SHA-256 cannot be reversed by guessing. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();

@Injectable()
export class ReviewLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /**
   * @throws ApiError 400 when the call has too many links; 401; 403 for a live analysis and a test key, and for a key that may
   *   not read what the link would open; 404; those of the check, which sees the object locked
   */
  async create(
    caller: Caller,
    to: LinkedTo,
    wanted: NewReviewLink,
    beforeCommit: BeforeCommit<CreatedReviewLink> = nothingBeforeCommit,
    check: (tx: EntityManager) => Promise<void> = async () => undefined,
  ): Promise<CreatedReviewLink> {
    if (!can(caller.principal, 'analysis:read')) throw scopeMissing('analysis:read');
    const token = randomBytes(32).toString('base64url');
    const url = `${this.config.http.publicUrl}/app/#review=${token}`;
    return this.dataSource.transaction(async (tx) => {
      // The link outlives the credential of its creator, which must be valid until the link exists.
      await caller.confirm(tx);
      const { livemode } = await lockForChange(tx, caller, to.table, to.id);
      await check(tx);
      await makeRoom(tx, to);
      const link = await queryRow<ReviewLinkRow>(tx, insertOf(to), [
        randomUUID(),
        caller.accountId,
        livemode,
        to.id,
        wanted.reviewerId,
        LINK_ACTS.filter((act) => (act === 'read' && to.table === 'analysis') || wanted.may.includes(act)),
        hashLinkToken(token),
        caller.principal.kind,
        caller.principal.id,
        wanted.expiresInSeconds,
      ]);
      if (!link) throw new Error('INSERT returns its row');
      const details = { ...ofObject(to), may: link.may, livemode: link.livemode };
      const names = { reviewer_id: wanted.reviewerId };
      await recordAudit(tx, caller, 'review_link.created', { type: 'review_link', id: link.id }, details, names);
      const created = { link, url };
      await beforeCommit(tx, created);
      return created;
    });
  }

  /** Newest first, including expired ones. @throws ApiError 404 */
  async list(
    accountId: string,
    to: LinkedTo,
    { skip, limit }: { readonly skip: number; readonly limit: number },
  ): Promise<{ links: ReviewLinkRow[]; total: number }> {
    const counted = await queryRow<{ total: number }>(this.dataSource, countOf(to), [to.id, accountId]);
    if (!counted) throw notFound(NAME_OF[to.table]);
    const links = await queryRows<ReviewLinkRow>(this.dataSource, listOf(to), [to.id, accountId, skip, limit]);
    return { links, total: counted.total };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, to: LinkedTo, id: string): Promise<ReviewLinkRow> {
    const found = await queryRow<ReviewLinkRow>(this.dataSource, getOf(to), [id, to.id, accountId]);
    if (!found) throw linkNotFound();
    return found;
  }

  /**
   * Takes effect at once: each request with the link reads its row.
   * @throws ApiError 401; 403 for a live analysis and a test key; 404 for a link that is not of the object or was revoked
   *   before
   */
  async revoke(caller: Caller, to: LinkedTo, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockForChange(tx, caller, to.table, to.id, { strength: 'FOR KEY SHARE', sought: 'Review link' });
      if (!(await queryRow(tx, revokeOf(to), [id, to.id]))) throw linkNotFound();
      await recordAudit(tx, caller, 'review_link.revoked', { type: 'review_link', id }, ofObject(to));
    });
  }
}

const ofObject = ({ table, id }: LinkedTo) => ({ [COLUMN_OF[table]]: id });

/** Deletes the oldest links that do not work any more. The caller has locked the object. @throws ApiError 400 */
async function makeRoom(tx: EntityManager, { table, id }: LinkedTo): Promise<void> {
  const column = COLUMN_OF[table];
  const counted = await queryRow<{ n: number }>(
    tx,
    `SELECT count(*)::int AS n FROM review_link WHERE ${column} = $1 AND revoked_at IS NULL AND expires_at > now()`,
    [id],
  );
  if (counted && counted.n >= MAX_OPEN_LINKS) throw tooManyLinks();
  await tx.query(
    `DELETE FROM review_link WHERE id IN (
       SELECT id FROM review_link WHERE ${column} = $1 AND (revoked_at IS NOT NULL OR expires_at <= now())
       ORDER BY created_at DESC, id OFFSET $2)`,
    [id, MAX_OPEN_LINKS],
  );
}

const COLUMNS = 'id, created_at, livemode, analysis_id, calibration_id, reviewer_id, may, expires_at';
const insertOf = ({ table }: LinkedTo) => `
  INSERT INTO review_link (id, account_id, livemode, ${COLUMN_OF[table]}, reviewer_id, may, token_hash, made_by_kind, made_by_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))
  RETURNING ${COLUMNS}`;
const getOf = ({ table }: LinkedTo) =>
  `SELECT ${COLUMNS} FROM review_link WHERE id = $1 AND ${COLUMN_OF[table]} = $2 AND account_id = $3 AND revoked_at IS NULL`;
const countOf = ({ table }: LinkedTo) => `
  SELECT (SELECT count(*)::int FROM review_link WHERE ${COLUMN_OF[table]} = a.id AND revoked_at IS NULL) AS total
  FROM ${table} a WHERE a.id = $1 AND a.account_id = $2`;
const listOf = ({ table }: LinkedTo) => `
  SELECT ${COLUMNS} FROM review_link WHERE ${COLUMN_OF[table]} = $1 AND account_id = $2 AND revoked_at IS NULL
  ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT $4`;
const revokeOf = ({ table }: LinkedTo) =>
  `UPDATE review_link SET revoked_at = now() WHERE id = $1 AND ${COLUMN_OF[table]} = $2 AND revoked_at IS NULL RETURNING id`;
