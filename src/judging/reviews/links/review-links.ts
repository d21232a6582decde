// Links that open one call to a reviewer without an account. Anyone who may review creates, lists and revokes them.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LINK_ACTS, type LinkAct } from '../../../access/link-acts.js';
import { can } from '../../../access/rights.js';
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
  readonly analysis_id: string;
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
   *   not read what the link would open; 404
   */
  async create(
    caller: Caller,
    analysisId: string,
    wanted: NewReviewLink,
    beforeCommit: BeforeCommit<CreatedReviewLink> = nothingBeforeCommit,
  ): Promise<CreatedReviewLink> {
    if (!can(caller.principal, 'analysis:read')) throw scopeMissing('analysis:read');
    const token = randomBytes(32).toString('base64url');
    const url = `${this.config.http.publicUrl}/app/#review=${token}`;
    return this.dataSource.transaction(async (tx) => {
      // The link outlives the credential of its creator, which must be valid until the link exists.
      await caller.confirm(tx);
      const { livemode } = await lockForChange(tx, caller, 'analysis', analysisId);
      await makeRoom(tx, analysisId);
      const link = await queryRow<ReviewLinkRow>(tx, INSERT, [
        randomUUID(),
        caller.accountId,
        livemode,
        analysisId,
        wanted.reviewerId,
        LINK_ACTS.filter((act) => act === 'read' || wanted.may.includes(act)),
        hashLinkToken(token),
        caller.principal.kind,
        caller.principal.id,
        wanted.expiresInSeconds,
      ]);
      if (!link) throw new Error('INSERT returns its row');
      const created = { link, url };
      await beforeCommit(tx, created);
      return created;
    });
  }

  /** Newest first, including expired ones. @throws ApiError 404 */
  async list(
    accountId: string,
    analysisId: string,
    { skip, limit }: { readonly skip: number; readonly limit: number },
  ): Promise<{ links: ReviewLinkRow[]; total: number }> {
    const counted = await queryRow<{ total: number }>(this.dataSource, COUNT, [analysisId, accountId]);
    if (!counted) throw notFound('Analysis');
    const links = await queryRows<ReviewLinkRow>(this.dataSource, LIST, [analysisId, accountId, skip, limit]);
    return { links, total: counted.total };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, analysisId: string, id: string): Promise<ReviewLinkRow> {
    const found = await queryRow<ReviewLinkRow>(this.dataSource, GET, [id, analysisId, accountId]);
    if (!found) throw linkNotFound();
    return found;
  }

  /**
   * Takes effect at once: each request with the link reads its row.
   * @throws ApiError 401; 403 for a live analysis and a test key; 404 for a link that is not of the analysis or was revoked
   *   before
   */
  async revoke(caller: Caller, analysisId: string, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockForChange(tx, caller, 'analysis', analysisId, { strength: 'FOR KEY SHARE', sought: 'Review link' });
      if (!(await queryRow(tx, REVOKE, [id, analysisId]))) throw linkNotFound();
    });
  }
}

/** Deletes the oldest links that do not work any more. The caller has locked the analysis. @throws ApiError 400 */
async function makeRoom(tx: EntityManager, analysisId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(
    tx,
    'SELECT count(*)::int AS n FROM review_link WHERE analysis_id = $1 AND revoked_at IS NULL AND expires_at > now()',
    [analysisId],
  );
  if (counted && counted.n >= MAX_OPEN_LINKS) throw tooManyLinks();
  await tx.query(
    `DELETE FROM review_link WHERE id IN (
       SELECT id FROM review_link WHERE analysis_id = $1 AND (revoked_at IS NOT NULL OR expires_at <= now())
       ORDER BY created_at DESC, id OFFSET $2)`,
    [analysisId, MAX_OPEN_LINKS],
  );
}

const COLUMNS = 'id, created_at, livemode, analysis_id, reviewer_id, may, expires_at';
const INSERT = `
  INSERT INTO review_link (id, account_id, livemode, analysis_id, reviewer_id, may, token_hash, made_by_kind, made_by_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))
  RETURNING ${COLUMNS}`;
const GET = `SELECT ${COLUMNS} FROM review_link WHERE id = $1 AND analysis_id = $2 AND account_id = $3 AND revoked_at IS NULL`;
const COUNT = `
  SELECT (SELECT count(*)::int FROM review_link WHERE analysis_id = a.id AND revoked_at IS NULL) AS total
  FROM analysis a WHERE a.id = $1 AND a.account_id = $2`;
const LIST = `
  SELECT ${COLUMNS} FROM review_link WHERE analysis_id = $1 AND account_id = $2 AND revoked_at IS NULL
  ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT $4`;
const REVOKE =
  'UPDATE review_link SET revoked_at = now() WHERE id = $1 AND analysis_id = $2 AND revoked_at IS NULL RETURNING id';
