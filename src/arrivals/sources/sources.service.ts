// Sources of accounts: clients create, list, change, pause and delete them.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { type Acting, recordAudit } from '../../platform/audit/record-audit.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { type Changer, lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { invalid, unauthorized, type ValidationItem } from '../../platform/errors/api-error.js';
import { MESSAGES } from '../../platform/errors/validation-messages.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { Buckets } from '../../ports/buckets.js';
import { SOURCE_COLUMNS, type SourceFields, type SourceKind, type SourceRow } from './source.js';
import { SourceCredentials } from './source-credentials.js';
import { kindStays, MAX_SOURCES, notABucket, sourceNotFound, tooManySources } from './source-errors.js';
import { refuseOpenRole, roleOf, withExternalId } from './source-role.js';

interface NewSourceFields extends SourceFields {
  readonly credentials: NonNullable<SourceFields['credentials']>;
}

@Injectable()
export class Sources {
  constructor(
    private readonly dataSource: DataSource,
    private readonly door: OutboundDoor,
    private readonly credentials: SourceCredentials,
    private readonly buckets: Buckets,
  ) {}

  /**
   * @throws ApiError 400 when the account has too many sources, and for a role that any account could use; 401; 422 for an
   *   address that may not be used, for an external id, and without credentials
   */
  async create(
    caller: Caller,
    wanted: SourceFields,
    beforeCommit: BeforeCommit<SourceRow> = nothingBeforeCommit,
  ): Promise<SourceRow> {
    const { accountId, livemode } = caller;
    const fields = this.fieldsOfNew(caller, wanted);
    await refuseOpenRole(this.buckets, accountId, fields.credentials);
    const id = randomUUID();
    const sealed = this.credentials.seal(id, fields.credentials);
    return this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      await caller.confirm(tx);
      const counted = await queryRow<{ n: number }>(tx, COUNT_ALL, [accountId]);
      if (counted && counted.n >= MAX_SOURCES) throw tooManySources();
      const { name, kind, settings, defaults } = fields;
      const values = [id, accountId, livemode, kind, name, json(settings), json(defaults), sealed, settings.start];
      const source = await queryRow<SourceRow>(tx, INSERT, values);
      if (!source) throw new Error('INSERT returns its row');
      await recordAudit(tx, caller, 'source.created', { type: 'source', id });
      await beforeCommit(tx, source);
      return source;
    });
  }

  /**
   * Fields of a source that is not saved yet, with the external id of its role.
   * @throws ApiError 422 for an address that may not be used, for an external id, and without credentials
   */
  fieldsOfNew({ accountId, livemode }: Changer, wanted: SourceFields): NewSourceFields {
    const fields = withExternalId(wanted, accountId, null);
    this.checkAddresses(fields, livemode);
    const { credentials } = fields;
    if (credentials === null) throw credentialsMissing(fields.kind);
    return { ...fields, credentials };
  }

  /** Newest first. */
  async list(
    accountId: string,
    livemode: boolean,
    { skip, limit }: { readonly skip: number; readonly limit: number },
  ): Promise<{ sources: SourceRow[]; total: number }> {
    const counted = await queryRow<{ n: number }>(this.dataSource, `${COUNT_ALL} AND livemode = $2`, [
      accountId,
      livemode,
    ]);
    const sources = await queryRows<SourceRow>(this.dataSource, LIST, [accountId, livemode, skip, limit]);
    return { sources, total: counted?.n ?? 0 };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, id: string): Promise<SourceRow> {
    const found = await queryRow<SourceRow>(this.dataSource, GET, [id, accountId]);
    if (!found) throw sourceNotFound();
    return found;
  }

  /**
   * Replaces all fields; without new credentials the stored ones are kept. A failing source is polled at once. Another bucket,
   * prefix or endpoint is listed from its beginning as a new source would be, and objects waiting in the old place are not taken.
   * @throws ApiError 400 for another kind, and for a role that any account could use; 401; 403 for a live source and a test key;
   *   404; 422
   */
  async update(changer: Changer & Acting, id: string, wanted: SourceFields): Promise<SourceRow> {
    await refuseOpenRole(this.buckets, changer.accountId, wanted.credentials);
    return this.dataSource.transaction(async (tx) => {
      const { livemode, kind, settings, credentials_encrypted } = await lockSource(tx, changer, id);
      if (kind !== wanted.kind) throw kindStays();
      const before = roleOf(this.credentials.open<Record<string, unknown>>(id, credentials_encrypted));
      const isRole = before !== null && wanted.credentials === null;
      const fields = isRole
        ? { ...wanted, settings: { ...wanted.settings, external_id: before.external_id } }
        : withExternalId(wanted, changer.accountId, before?.external_id ?? null);
      // The mode of the source, not of the key, decides which addresses are allowed.
      this.checkAddresses(fields, livemode);
      const stays = (names: readonly string[]) =>
        names.every((name) => isDeepStrictEqual(settings[name], fields.settings[name]));
      // Stored credentials are valid only for the place for which they were given.
      if (fields.credentials === null && !stays(WHERE_CREDENTIALS_HOLD)) throw credentialsMissing(fields.kind);
      const sealed = fields.credentials && this.credentials.seal(id, fields.credentials);
      const { name, defaults } = fields;
      await tx.query(DROP_OTHERS, [id, !stays(STORE), fields.settings.prefix ?? '']);
      const values = [id, name, json(fields.settings), json(defaults), sealed, !stays(PLACE), fields.settings.start];
      const source = await queryRow<SourceRow>(tx, UPDATE, values);
      if (!source) throw sourceNotFound();
      await recordAudit(tx, changer, 'source.changed', { type: 'source', id });
      return source;
    });
  }

  /**
   * Deletes the source; waiting objects are not taken any more. Records of its objects are kept, so that no other source takes
   * them again.
   * @throws ApiError 401; 403 for a live source and a test key; 404
   */
  async delete(changer: Changer & Acting, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockSource(tx, changer, id);
      await tx.query(DELETE, [id]);
      await recordAudit(tx, changer, 'source.deleted', { type: 'source', id });
      await tx.query("DELETE FROM source_item WHERE source_id = $1 AND status = 'waiting'", [id]);
    });
  }

  /** @throws ApiError 401; 403 for a live source and a test key; 404 */
  pause(changer: Changer & Acting, id: string, beforeCommit: BeforeCommit<SourceRow>): Promise<SourceRow> {
    return this.change(changer, id, 'source.paused', { statement: PAUSE }, beforeCommit);
  }

  /** The source is polled at once. @throws ApiError 401; 403 for a live source and a test key; 404 */
  resume(changer: Changer & Acting, id: string, beforeCommit: BeforeCommit<SourceRow>): Promise<SourceRow> {
    return this.change(changer, id, 'source.resumed', { statement: RESUME }, beforeCommit);
  }

  /**
   * Lists the whole prefix once more, over as many polls as that takes, and retries refused objects. Taken objects are not taken
   * again.
   * @param from objects last written before this time are skipped; null for no limit
   * @throws ApiError 400 for a source without a bucket; 401; 403 for a live source and a test key; 404
   */
  rescan(
    changer: Changer & Acting,
    id: string,
    from: Date | null,
    beforeCommit: BeforeCommit<SourceRow>,
  ): Promise<SourceRow> {
    const change = { statement: RESCAN, values: [from?.toISOString() ?? null] };
    return this.change(changer, id, 'source.rescanned', change, beforeCommit, ({ kind }) => {
      if (kind !== 's3') throw notABucket();
    });
  }

  private async change(
    changer: Changer & Acting,
    id: string,
    action: AuditAction & `source.${string}`,
    { statement, values = [] }: { readonly statement: string; readonly values?: readonly unknown[] },
    beforeCommit: BeforeCommit<SourceRow>,
    check: (source: LockedSource) => void = () => undefined,
  ): Promise<SourceRow> {
    return this.dataSource.transaction(async (tx) => {
      check(await lockSource(tx, changer, id));
      const source = await queryRow<SourceRow>(tx, statement, [id, ...values]);
      if (!source) throw sourceNotFound();
      await recordAudit(tx, changer, action, { type: 'source', id });
      await beforeCommit(tx, source);
      return source;
    });
  }

  private checkAddresses({ settings, defaults }: SourceFields, livemode: boolean): void {
    const given: readonly (readonly [readonly string[], unknown])[] = [
      [['endpoint'], settings.endpoint],
      [['api_base'], settings.api_base],
      [['defaults', 'webhook_url'], defaults.webhook_url],
    ];
    const items = given.flatMap(([path, url]): ValidationItem[] => {
      const fault = typeof url === 'string' ? this.door.check(url, { livemode }) : null;
      return fault ? [{ type: fault.type, loc: ['body', ...path], msg: fault.msg }] : [];
    });
    if (items.length > 0) throw invalid(items);
  }
}

interface LockedSource {
  readonly livemode: boolean;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials_encrypted: Buffer;
}

/** @throws ApiError 401 when the account is gone; 403 for a live source and a test key; 404 */
async function lockSource(tx: EntityManager, changer: Changer, id: string): Promise<LockedSource> {
  const locked = await lockForChange<LockedSource & { deleted_at: Date | null }>(tx, changer, 'source', id, {
    columns: 'kind, settings, credentials_encrypted, deleted_at',
  });
  if (locked.deleted_at) throw sourceNotFound();
  return locked;
}

const credentialsMissing = (kind: SourceKind) =>
  invalid([
    { type: 'missing', loc: ['body', kind === 'twilio' ? 'auth_token' : 'credentials'], msg: MESSAGES.missing },
  ]);

const json = (value: unknown) => JSON.stringify(value);

const WHERE_CREDENTIALS_HOLD = ['bucket', 'endpoint', 'account_sid', 'api_base'];
const STORE = ['bucket', 'endpoint'];
const PLACE = [...STORE, 'prefix', 'start'];
/** Place of a new source: with `start: "all"` the whole prefix is listed once. */
const BACKFILL = `CASE WHEN START = 'all' THEN '{"backfill": {"after": "", "since": null}}'::jsonb ELSE '{}'::jsonb END`;
const SINCE = "CASE WHEN START = 'all' THEN NULL ELSE date_trunc('second', now()) END";
const of = (sql: string, parameter: string) => sql.replaceAll('START', `${parameter}::text`);

const COUNT_ALL = 'SELECT count(*)::int AS n FROM source WHERE account_id = $1 AND deleted_at IS NULL';
const GET = `SELECT ${SOURCE_COLUMNS} FROM source WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;
const LIST = `
  SELECT ${SOURCE_COLUMNS} FROM source WHERE account_id = $1 AND livemode = $2 AND deleted_at IS NULL
  ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT $4`;
const INSERT = `
  INSERT INTO source (id, account_id, livemode, kind, name, settings, defaults, credentials_encrypted, since, place)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${of(SINCE, '$9')}, ${of(BACKFILL, '$9')}) RETURNING ${SOURCE_COLUMNS}`;
/** Makes the source due at once. The raised fence ends a running poll that uses the old fields. */
const AT_ONCE = 'fence = fence + 1, lease_until = NULL, run_after = now()';
const UPDATE = `
  UPDATE source SET name = $2, settings = $3, defaults = $4, credentials_encrypted = coalesce($5, credentials_encrypted),
    since = CASE WHEN $6 THEN ${of(SINCE, '$7')} ELSE since END,
    place = CASE WHEN $6 THEN ${of(BACKFILL, '$7')} ELSE place END,
    cursor = CASE WHEN $6 THEN NULL ELSE cursor END, old_keys = CASE WHEN $6 THEN NULL ELSE old_keys END, ${AT_ONCE}
  WHERE id = $1 RETURNING ${SOURCE_COLUMNS}`;
/** Drops items that wait in another store, or beyond the prefix. Keys of callbacks are null, and stay. */
const DROP_OTHERS = `
  WITH dropped AS (
    DELETE FROM source_item WHERE source_id = $1 AND status = 'waiting' AND object_key IS NOT NULL
      AND ($2 OR NOT starts_with(object_key, $3)) RETURNING id)
  UPDATE source SET seen = seen - (SELECT count(*) FROM dropped) WHERE id = $1`;
const DELETE = `
  UPDATE source SET deleted_at = now(), credentials_encrypted = NULL, settings = '{}', defaults = '{}', name = '', cursor = NULL,
    last_error = NULL, notice_at = NULL, place = '{}', old_keys = NULL, fence = fence + 1, lease_until = NULL
  WHERE id = $1`;
const PAUSE = `
  UPDATE source SET paused_at = coalesce(paused_at, now()), notice_at = NULL, fence = fence + 1, lease_until = NULL
  WHERE id = $1 RETURNING ${SOURCE_COLUMNS}`;
const RESUME = `
  UPDATE source SET paused_at = NULL, failures = 0, failing_since = NULL, last_error = NULL, told = false, ${AT_ONCE}
  WHERE id = $1 RETURNING ${SOURCE_COLUMNS}`;
/**
 * Lists the whole prefix once more. Where such a listing still goes on, what it wants stays wanted: the earlier of both moments,
 * or none. Refused items wait again, but for those of deleted calls, which have no key: naming or defaults may have been mended.
 */
const RESCAN = `
  WITH again AS (
    UPDATE source_item SET status = 'waiting', external_id = NULL, error = NULL, settled_at = NULL, failures = 0,
      run_after = now()
    WHERE id IN (
      SELECT max(i.id) FROM source_item i, source s
      WHERE s.id = $1 AND i.source_id = $1 AND i.status = 'refused' AND i.object_key IS NOT NULL
        AND starts_with(i.object_key, s.settings->>'prefix') AND ($2::text IS NULL OR i.modified_at >= $2::timestamptz)
        AND NOT EXISTS (
          SELECT FROM source_item w WHERE w.source_id = $1 AND w.object_key = i.object_key AND w.status = 'waiting')
      GROUP BY i.object_key)
    RETURNING id)
  UPDATE source SET refused = refused - (SELECT count(*) FROM again),
    place = place || jsonb_build_object('backfill', jsonb_build_object('after', '', 'since',
    CASE WHEN jsonb_typeof(place->'backfill') IS DISTINCT FROM 'object' THEN $2::text
      WHEN place->'backfill'->>'since' IS NOT NULL AND $2 IS NOT NULL THEN least(place->'backfill'->>'since', $2) END)),
    ${AT_ONCE}
  WHERE id = $1 RETURNING ${SOURCE_COLUMNS}`;
