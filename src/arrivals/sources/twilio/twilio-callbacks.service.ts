// Receives callbacks of Twilio: a signed one is stored in a row before it is answered. `take-callbacks.ts` makes calls of them.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { refuseWhenFull } from '../../../platform/database/held-bytes.js';
import { queryRow } from '../../../platform/database/sql.js';
import { unavailable } from '../../../platform/errors/api-error.js';
import { RateLimitWindows } from '../../../platform/http/rate-limit/rate-limit-windows.js';
import { isUuid } from '../../../platform/http/validation/fields.js';
import { SourceCredentials } from '../source-credentials.js';
import { CALL_DELETED, signatureInvalid } from '../source-errors.js';
import { ITEM_COLUMNS, identityOf, type SourceItemRow } from '../source-items.js';
import { isCompleted, isWhole, readCallback, type TwilioCredentials, type TwilioSettings } from '../twilio-callback.js';
import { type FormFields, isSigned, signedUrls } from '../twilio-signature.js';

export interface Callback {
  readonly sourceId: string;
  /** Path of the request, with its query. */
  readonly path: string;
  readonly query: FormFields;
  readonly fields: FormFields;
  /** The header `X-Twilio-Signature`. */
  readonly signature: string;
}

export interface KeptCallback {
  readonly id: string;
  readonly item: SourceItemRow;
  /** False for a recording that was announced before. */
  readonly isNew: boolean;
}

interface TwilioSource {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly settings: TwilioSettings;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly credentials_encrypted: Buffer;
}

/** Token to compute a signature for an unknown source, so that its answer takes as long. */
const NO_TOKEN = 'no such source';

/** Callbacks of one source. Twilio sends a refused one again. */
const WINDOW_MS = 1_000;
const MAX_A_WINDOW = 50;
const MAX_WAITING = 1_000;
/** A worker takes up the callbacks of an account in rounds, some seconds apart. */
const WAITING_RETRY_SECONDS = 10;

@Injectable()
export class TwilioCallbacks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SourceCredentials,
    private readonly config: Config,
    private readonly windows: RateLimitWindows,
  ) {}

  /**
   * @returns null for a recording that is not completed
   * @throws ApiError 400 where the account may hold no more; 403 for a bad signature and for an unknown source; 422 for a form
   *   without a recording; 503 for a source that is called too often, or has too many callbacks waiting
   */
  async keep(callback: Callback): Promise<KeptCallback | null> {
    const source = await this.confirm(callback);
    await this.limitRate(source.id);
    if (!isCompleted(callback.fields)) return null;
    const { recordingSid, submission } = readCallback(
      callback.fields,
      callback.query,
      source.settings,
      source.defaults,
    );
    const identity = identityOf(source.livemode, ['twilio', recordingSid]);
    const known = await queryRow<SourceItemRow & { id: string }>(this.dataSource, KNOWN, [source.id, identity]);
    if (known) return { id: known.id, item: known, isNew: false };
    await this.refuseWhenFull(source);
    const kept = await queryRow<SourceItemRow & { id: string }>(this.dataSource, KEEP, [
      source.id,
      source.account_id,
      identity,
      recordingSid,
      JSON.stringify(submission),
      JSON.stringify({ loc: [], msg: CALL_DELETED }),
    ]);
    if (kept) return { id: kept.id, item: kept, isNew: true };
    const sameTime = await queryRow<SourceItemRow & { id: string }>(this.dataSource, KNOWN, [source.id, identity]);
    // The source was deleted between the statements.
    if (!sameTime) throw signatureInvalid();
    return { id: sameTime.id, item: sameTime, isNew: false };
  }

  /** Counts signed requests alone, so that a stranger cannot use up what a source may send. @throws ApiError 503 */
  private async limitRate(sourceId: string): Promise<void> {
    const counted = await this.windows.increment(`callbacks:${sourceId}`, WINDOW_MS, MAX_A_WINDOW);
    if (counted.isBlocked) throw unavailable(counted.timeToBlockExpire);
  }

  /** @throws ApiError 400, 503 */
  private async refuseWhenFull({ id, account_id: accountId }: TwilioSource): Promise<void> {
    await refuseWhenFull(this.dataSource, accountId, this.config);
    const waiting = await queryRow<{ n: number }>(this.dataSource, COUNT_WAITING, [id, MAX_WAITING]);
    if (waiting && waiting.n >= MAX_WAITING) throw unavailable(WAITING_RETRY_SECONDS);
  }

  private async confirm({ sourceId, path, fields, signature }: Callback): Promise<TwilioSource> {
    const source = isUuid(sourceId) ? await queryRow<TwilioSource>(this.dataSource, SOURCE, [sourceId]) : null;
    const token = source
      ? this.credentials.open<TwilioCredentials>(source.id, source.credentials_encrypted).auth_token
      : NO_TOKEN;
    const signed = isSigned(signedUrls(this.config.http.publicUrl, path), fields, token, signature);
    if (!source || !signed || !isWhole(fields, source.settings)) throw signatureInvalid();
    return source;
  }
}

const SOURCE = `
  SELECT id, account_id, livemode, settings, defaults, credentials_encrypted FROM source
  WHERE id = $1 AND kind = 'twilio' AND deleted_at IS NULL`;
/**
 * Locks the source, so that it is not deleted meanwhile. A recording whose call was deleted is refused, whatever source announces
 * it.
 */
const KEEP = `
  WITH counted AS (
    SELECT id FROM source WHERE id = $1 AND deleted_at IS NULL FOR SHARE
  ), gone AS (
    SELECT 1 FROM source_item WHERE account_id = $2 AND identity = $3 AND status = 'refused' AND error->>'msg' = ($6::jsonb)->>'msg'
    LIMIT 1
  )
  INSERT INTO source_item (source_id, account_id, identity, external_id, submission, status, error, settled_at)
  SELECT $1, $2, $3,
    CASE WHEN EXISTS (SELECT FROM gone) THEN NULL ELSE $4 END,
    CASE WHEN EXISTS (SELECT FROM gone) THEN NULL ELSE $5::jsonb END,
    CASE WHEN EXISTS (SELECT FROM gone) THEN 'refused' ELSE 'waiting' END,
    CASE WHEN EXISTS (SELECT FROM gone) THEN $6::jsonb END,
    CASE WHEN EXISTS (SELECT FROM gone) THEN now() END
  FROM counted
  ON CONFLICT (source_id, identity) DO NOTHING
  RETURNING id, ${ITEM_COLUMNS}`;
const COUNT_WAITING = `SELECT count(*)::int AS n FROM (SELECT FROM source_item WHERE source_id = $1 AND status = 'waiting' LIMIT $2) AS waiting`;
const KNOWN = `SELECT id, ${ITEM_COLUMNS} FROM source_item WHERE source_id = $1 AND identity = $2`;
