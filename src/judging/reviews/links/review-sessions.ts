// Turns the token of a review link into an access token, and such an access token into a caller.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { scopeOfAct } from '../../../access/link-acts.js';
import { LOCK_ACCOUNT } from '../../../platform/database/account-lock.js';
import { queryPrepared, queryTogether } from '../../../platform/database/prepared.js';
import { queryRow } from '../../../platform/database/sql.js';
import { invalidLink, unauthorized } from '../../../platform/errors/api-error.js';
import type { Caller, LinkedObject } from '../../../platform/http/access/caller.js';
import { LINK_TOKEN_TYPE, LinkCallers } from '../../../platform/http/access/link-callers.js';
import { isUuid } from '../../../platform/http/validation/fields.js';
import { hashLinkToken, type ReviewLinkRow } from './review-links.js';

export const SESSION_LIFETIME_SECONDS = 30 * 60;
/** Pinned for signing and verifying. The audience and the key are not those of an account's tokens. */
export const SESSION_ALGORITHM = 'HS256';
export const SESSION_ISSUER = 'call-analysis';
export const SESSION_AUDIENCE = 'call-analysis-review-link';

/** All claims are required: the library itself would accept a token without an expiry. What the link allows is not among them. */
const claimsSchema = z.object({ sub: z.uuid(), iat: z.int(), exp: z.int(), jti: z.string().min(1) });

export interface ReviewSession {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly link: ReviewLinkRow;
}

interface OpenLink extends ReviewLinkRow {
  readonly account_id: string;
  /** True where its calibration session is closed. */
  readonly is_over: boolean;
  readonly enters_reads: boolean;
}

@Injectable()
export class ReviewSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jwt: JwtService,
    callers: LinkCallers,
  ) {
    callers.findWith((accessToken) => this.findCaller(accessToken));
  }

  /** @throws ApiError 403, the same for a token that never was and for one that does not open any more */
  async open(token: string): Promise<ReviewSession> {
    const link = await queryRow<OpenLink & { seconds_left: number }>(this.dataSource, FIND_BY_TOKEN, [
      hashLinkToken(token),
    ]);
    if (!link || link.is_over) throw invalidLink();
    const expiresInSeconds = Math.min(SESSION_LIFETIME_SECONDS, link.seconds_left);
    const accessToken = this.jwt.sign(
      {},
      {
        subject: link.id,
        jwtid: randomUUID(),
        expiresIn: expiresInSeconds,
        header: { alg: SESSION_ALGORITHM, typ: LINK_TOKEN_TYPE },
      },
    );
    return { accessToken, expiresInSeconds, link };
  }

  /** @throws ApiError 401 for an access token that is not ours or has expired; 403 for a link that does not open any more */
  private async findCaller(accessToken: string): Promise<Caller> {
    const claims = this.readToken(accessToken);
    if (!claims) throw unauthorized();
    const link = await this.findOpen(claims.sub);
    // Before the expiry: a holder whose link has ended need not try for another token.
    if (!link) throw invalidLink();
    const isExpired = () => Date.now() >= claims.exp * 1000;
    if (isExpired() || link.is_over) throw unauthorized('Token has expired');
    return {
      accountId: link.account_id,
      livemode: link.livemode,
      principal: { kind: 'link', id: link.id, scopes: link.may.map(scopeOfAct) },
      link: {
        analysisId: link.analysis_id,
        may: link.may,
        reviewerId: link.reviewer_id,
        covers: (object, id) => this.covers(link, object, id),
      },
      entersReads: link.enters_reads,
      confirm: (tx) => confirm(tx, link),
      isGood: async () => !isExpired() && (await this.findOpen(link.id)) !== null,
    };
  }

  private readToken(accessToken: string): z.infer<typeof claimsSchema> | null {
    try {
      const payload: unknown = this.jwt.verify<object>(accessToken, { ignoreExpiration: true });
      return claimsSchema.safeParse(payload).data ?? null;
    } catch {
      return null;
    }
  }

  /** At every request, never cached: a link that is ended opens nothing from then on. */
  private async findOpen(id: string): Promise<OpenLink | null> {
    const [found] = await queryPrepared<OpenLink>(this.dataSource, FIND_OPEN, [id]);
    return found ?? null;
  }

  private async covers(link: OpenLink, object: LinkedObject, id: string): Promise<boolean> {
    const lower = id.toLowerCase();
    if (object === 'analysis') return lower === link.analysis_id;
    if (object === 'calibration') return lower === link.calibration_id;
    if (!isUuid(lower) || link.analysis_id === null) return false;
    // An evaluation stays with its call for life.
    const found = await queryPrepared(this.dataSource, FIND_EVALUATION, [lower, link.analysis_id]);
    return found.length > 0;
  }
}

/**
 * The account, then the analysis or the session, then the link: a deletion of the call locks in this order too, and another order
 * would deadlock with it.
 */
async function confirm(tx: EntityManager, { id, account_id, analysis_id, calibration_id }: OpenLink): Promise<void> {
  const [, , links] = await queryTogether(tx, [
    [LOCK_ACCOUNT, [account_id]],
    analysis_id === null ? [LOCK_CALIBRATION, [calibration_id]] : [LOCK_ANALYSIS, [analysis_id]],
    [LOCK_LINK, [id]],
  ]);
  if (!links?.[0]) throw invalidLink();
}

const COLUMNS = `id, account_id, created_at, livemode, analysis_id, calibration_id, reviewer_id, may, expires_at,
  EXISTS (SELECT 1 FROM calibration c WHERE c.id = calibration_id AND c.status <> 'open') AS is_over,
  coalesce((SELECT audit_reads FROM retention_settings s WHERE s.account_id = review_link.account_id), false) AS enters_reads`;
/** Null for the account's own keys: their links end by themselves alone. */
const MAKER = `CASE made_by_kind WHEN 'key' THEN (SELECT created_by FROM api_key WHERE id = made_by_id) ELSE made_by_id END`;
/** A link of a member ends where the member is gone or disabled, or does not see the call or the session any more. */
const BY_MAKER = `CASE WHEN ${MAKER} IS NULL THEN true ELSE EXISTS (
    SELECT 1 FROM member m WHERE m.id = ${MAKER} AND m.status = 'active' AND m.role <> 'agent'
      AND (m.teams = '{}' OR EXISTS (
        SELECT 1 FROM calibration c WHERE c.id = calibration_id AND c.sight->'teams' <@ to_jsonb(m.teams)) OR EXISTS (
        SELECT 1 FROM analysis_entry e, unnest(m.teams) AS team
        WHERE e.account_id = review_link.account_id AND e.id = analysis_id
          AND e.entry = analysis_entry_of('metadata', 'team', team)))) END`;
const IS_OPEN = `revoked_at IS NULL AND expires_at > now() AND ${BY_MAKER}`;
const FIND_BY_TOKEN = `
  SELECT ${COLUMNS}, ceil(extract(epoch FROM expires_at - now()))::int AS seconds_left
  FROM review_link WHERE token_hash = $1 AND ${IS_OPEN}`;
const FIND_OPEN = {
  name: 'review-link-open',
  text: `SELECT ${COLUMNS} FROM review_link WHERE id = $1 AND ${IS_OPEN}`,
};
const FIND_EVALUATION = {
  name: 'review-link-evaluation',
  text: 'SELECT 1 FROM evaluation WHERE id = $1 AND analysis_id = $2',
};
const LOCK_ANALYSIS = {
  name: 'review-link-lock-analysis',
  text: 'SELECT 1 FROM analysis WHERE id = $1 FOR KEY SHARE',
};
const LOCK_CALIBRATION = {
  name: 'review-link-lock-calibration',
  text: 'SELECT 1 FROM calibration WHERE id = $1 FOR KEY SHARE',
};
const LOCK_LINK = {
  name: 'review-link-lock',
  // On the clock of now: the transaction may have waited for the locks before.
  text: `SELECT 1 FROM review_link
    WHERE id = $1 AND revoked_at IS NULL AND expires_at > clock_timestamp() AND ${BY_MAKER} FOR SHARE`,
};
