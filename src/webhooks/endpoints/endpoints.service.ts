// The endpoints of accounts: made, listed, changed and deleted by their clients.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Acting, recordAudit } from '../../platform/audit/record-audit.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { type Changer, lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { badRequest, invalid, notFound, unauthorized } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { scorecardNotFound } from '../../scorecards/cards/scorecard-errors.js';
import { OVERLAP_HOURS } from '../signing-secret.js';
import type { WebhookSecret } from '../webhook-secrets.service.js';
import { ENDPOINT_COLUMNS, type EndpointFields, type EndpointRow } from './endpoint.js';
import { EndpointSecrets } from './endpoint-secrets.js';

const MAX_ENDPOINTS = 20;

export const tooManyEndpoints = () =>
  badRequest(`An account can have ${MAX_ENDPOINTS} webhook endpoints: delete one first`);
export const endpointNotFound = () => notFound('Webhook endpoint');

interface CreatedEndpoint {
  readonly endpoint: EndpointRow;
  readonly secret: string;
}

interface SecretRow {
  readonly secret_encrypted: Buffer;
  readonly secret_created_at: Date;
  readonly previous_until: Date | null;
}

@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly dataSource: DataSource,
    private readonly door: OutboundDoor,
    private readonly secrets: EndpointSecrets,
  ) {}

  /** @throws ApiError 400 for one too many; 401; 404 for an unknown scorecard; 422 for an address that may not be used */
  async create(
    caller: Caller,
    fields: EndpointFields,
    beforeCommit: BeforeCommit<CreatedEndpoint> = nothingBeforeCommit,
  ): Promise<CreatedEndpoint> {
    const { accountId, livemode } = caller;
    this.checkUrl(fields.url, livemode);
    const id = randomUUID();
    const { secret, sealed } = this.secrets.make(id);
    return this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      await caller.confirm(tx);
      const counted = await queryRow<{ n: number }>(tx, COUNT_ALL, [accountId]);
      if (counted && counted.n >= MAX_ENDPOINTS) throw tooManyEndpoints();
      await checkScorecard(tx, accountId, fields.filter.scorecardId);
      const endpoint = await queryRow<EndpointRow>(tx, INSERT, [id, ...valuesOf(fields), accountId, livemode, sealed]);
      if (!endpoint) throw new Error('INSERT returns its row');
      const created = { endpoint, secret };
      await recordAudit(tx, caller, 'endpoint.created', { type: 'webhook_endpoint', id });
      await beforeCommit(tx, created);
      return created;
    });
  }

  /** Newest first. */
  async list(
    accountId: string,
    livemode: boolean,
    { skip, limit }: { readonly skip: number; readonly limit: number },
  ): Promise<{ endpoints: EndpointRow[]; total: number }> {
    const counted = await queryRow<{ n: number }>(this.dataSource, COUNT, [accountId, livemode]);
    const endpoints = await queryRows<EndpointRow>(this.dataSource, LIST, [accountId, livemode, skip, limit]);
    return { endpoints, total: counted?.n ?? 0 };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, id: string): Promise<EndpointRow> {
    const found = await queryRow<EndpointRow>(this.dataSource, GET, [id, accountId]);
    if (!found) throw endpointNotFound();
    return found;
  }

  /**
   * Replaces all fields. A paused endpoint is tried at once: most are changed to put them right.
   * @throws ApiError 401; 403 for a live endpoint and a test key; 404; 422 for an address that may not be used
   */
  async update(changer: Changer & Acting, id: string, fields: EndpointFields): Promise<EndpointRow> {
    return this.dataSource.transaction(async (tx) => {
      const { livemode } = await lockEndpoint(tx, changer, id);
      // The mode of the endpoint decides which addresses are allowed, not that of the key.
      this.checkUrl(fields.url, livemode);
      await checkScorecard(tx, changer.accountId, fields.filter.scorecardId);
      const endpoint = await queryRow<EndpointRow>(tx, UPDATE, [id, ...valuesOf(fields)]);
      if (!endpoint) throw endpointNotFound();
      await recordAudit(tx, changer, 'endpoint.changed', { type: 'webhook_endpoint', id });
      return endpoint;
    });
  }

  /**
   * Holds at once for what waits: senders look at the endpoint before each attempt. `EndpointCare` deletes the deliveries.
   * @throws ApiError 401; 403 for a live endpoint and a test key; 404
   */
  async delete(changer: Changer & Acting, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockEndpoint(tx, changer, id);
      await tx.query('UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1', [id]);
      await recordAudit(tx, changer, 'endpoint.deleted', { type: 'webhook_endpoint', id });
    });
  }

  /** @throws ApiError 404 */
  async getSecret(accountId: string, id: string): Promise<WebhookSecret> {
    const found = await queryRow<SecretRow>(
      this.dataSource,
      `SELECT ${SECRET_COLUMNS} FROM webhook_endpoint WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`,
      [id, accountId],
    );
    if (!found) throw endpointNotFound();
    return this.secretOf(id, found);
  }

  /**
   * The replaced secret keeps signing for 24 hours. A second rotation within that time ends the oldest secret at once.
   * @throws ApiError 401; 403 for a live endpoint and a test key; 404
   */
  async rotate(
    changer: Changer & Acting,
    id: string,
    beforeCommit: BeforeCommit<WebhookSecret> = nothingBeforeCommit,
  ): Promise<WebhookSecret> {
    return this.dataSource.transaction(async (tx) => {
      await lockEndpoint(tx, changer, id);
      const rotated = await queryRow<SecretRow>(tx, ROTATE, [id, this.secrets.make(id).sealed, OVERLAP_HOURS]);
      if (!rotated) throw endpointNotFound();
      const secret = this.secretOf(id, rotated);
      await recordAudit(tx, changer, 'endpoint.secret_rotated', { type: 'webhook_endpoint', id });
      await beforeCommit(tx, secret);
      return secret;
    });
  }

  private secretOf(id: string, { secret_encrypted, secret_created_at, previous_until }: SecretRow): WebhookSecret {
    const secret = this.secrets.open(id, secret_encrypted);
    return { secret, createdAt: secret_created_at, previousUntil: previous_until };
  }

  private checkUrl(url: string, livemode: boolean): void {
    const fault = this.door.check(url, { livemode });
    if (fault) throw invalid([{ type: fault.type, loc: ['body', 'url'], msg: fault.msg }]);
  }
}

/** @throws ApiError 401 when the account is gone; 403 for a live endpoint and a test key; 404 */
export async function lockEndpoint(
  tx: EntityManager,
  changer: Changer,
  id: string,
): Promise<{ readonly livemode: boolean }> {
  const locked = await lockForChange<{ deleted_at: Date | null }>(tx, changer, 'webhook_endpoint', id, {
    columns: 'deleted_at',
  });
  if (locked.deleted_at) throw endpointNotFound();
  return locked;
}

/** A wrong id would make an endpoint that nothing is ever sent to. */
async function checkScorecard(tx: EntityManager, accountId: string, scorecardId: string | null): Promise<void> {
  if (scorecardId === null) return;
  const found = await queryRow(tx, 'SELECT 1 FROM scorecard WHERE id = $1 AND account_id = $2', [
    scorecardId,
    accountId,
  ]);
  if (!found) throw scorecardNotFound();
}

const valuesOf = ({ url, description, events, payload, filter }: EndpointFields) => [
  url,
  description,
  events,
  payload,
  filter.agentId,
  filter.scorecardId,
  filter.metadata && JSON.stringify(filter.metadata),
];

const SECRET_COLUMNS = `secret_encrypted, secret_created_at,
  CASE WHEN previous_until > now() THEN previous_until END AS previous_until`;
const COUNT_ALL = 'SELECT count(*)::int AS n FROM webhook_endpoint WHERE account_id = $1 AND deleted_at IS NULL';
const COUNT = `${COUNT_ALL} AND livemode = $2`;
const GET = `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoint WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;
const LIST = `
  SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoint WHERE account_id = $1 AND livemode = $2 AND deleted_at IS NULL
  ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT $4`;
const INSERT = `
  INSERT INTO webhook_endpoint (id, url, description, events, payload, agent_id, scorecard_id, metadata, account_id, livemode,
    secret_encrypted)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${ENDPOINT_COLUMNS}`;
const UPDATE = `
  UPDATE webhook_endpoint SET url = $2, description = $3, events = $4, payload = $5, agent_id = $6, scorecard_id = $7,
    metadata = $8, next_probe_at = CASE WHEN paused_at IS NOT NULL THEN now() END
  WHERE id = $1 RETURNING ${ENDPOINT_COLUMNS}`;
const ROTATE = `
  UPDATE webhook_endpoint SET previous_encrypted = secret_encrypted, secret_encrypted = $2, secret_created_at = now(),
    previous_until = now() + make_interval(hours => $3)
  WHERE id = $1 RETURNING ${SECRET_COLUMNS}`;
