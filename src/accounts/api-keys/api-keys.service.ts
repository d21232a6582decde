import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Key } from '../../access/principal.js';
import type { Role } from '../../access/roles.js';
import type { KeyScope } from '../../access/scopes.js';
import { type Acting, asMember, recordAudit } from '../../platform/audit/record-audit.js';
import { Batcher } from '../../platform/concurrency/batcher.js';
import { LOCK_ACCOUNT, lockAccountToCount } from '../../platform/database/account-lock.js';
import { queryPrepared, queryTogether } from '../../platform/database/prepared.js';
import { queryRow } from '../../platform/database/sql.js';
import { badRequest, notFound, unauthorized } from '../../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { currentProgram } from '../../platform/operations/request-context.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { apiKeyPrefix, hashApiKeySecret, isApiKeySecret, newApiKeySecret } from './api-key-secret.js';

export interface NewApiKey {
  readonly name: string;
  readonly livemode: boolean;
  readonly scopes: readonly KeyScope[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Whose keys: those that the member made, or of an admin all of the account. */
export interface KeysOf {
  readonly accountId: string;
  readonly makerId?: string;
}

/** Row of a new key, and its secret, which is returned only this once. */
export interface CreatedApiKey {
  readonly key: ApiKeyEntity;
  readonly secret: string;
}

/** A valid key of a request, with the state of its account. */
export interface PresentedApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly scopes: readonly KeyScope[];
  readonly accountVerified: boolean;
  readonly maker: Key['maker'];
  readonly entersReads: boolean;
}

interface StoredRow extends Omit<PresentedRow, 'maker'> {
  readonly makerId: string | null;
  readonly makerRole: Role;
  readonly makerTeams: readonly string[];
  readonly makerAgentId: string | null;
  readonly makerOriginals: boolean;
}

function withMaker({ makerId, makerRole, makerTeams, makerAgentId, makerOriginals, ...key }: StoredRow): PresentedRow {
  if (makerId === null) return { ...key, maker: null };
  const maker = { id: makerId, role: makerRole, teams: makerTeams, agentId: makerAgentId };
  return { ...key, maker: { ...maker, recordingsOriginal: makerOriginals } };
}

interface PresentedRow extends PresentedApiKey {
  readonly keyHash: Buffer;
  /** `last_used_at` is less than a minute old. */
  readonly isUseRecorded: boolean;
}

/** Maximum number of keys that are not revoked. As many revoked keys are kept too. */
const MAX_KEYS = 100;
export const tooManyKeys = () => badRequest(`An account can have ${MAX_KEYS} API keys: revoke one first`);

/** Deletes the oldest revoked keys. @throws ApiError 400 */
async function checkKeys(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(
    tx,
    'SELECT count(*)::int AS n FROM api_key WHERE account_id = $1 AND revoked_at IS NULL',
    [accountId],
  );
  if (counted && counted.n >= MAX_KEYS) throw tooManyKeys();
  await tx.query(
    `DELETE FROM api_key WHERE id IN (
       SELECT id FROM api_key WHERE account_id = $1 AND revoked_at IS NOT NULL ORDER BY revoked_at DESC, id OFFSET $2)`,
    [accountId, MAX_KEYS],
  );
}

/** $1: hashes of secrets. */
const FIND_PRESENTED = {
  name: 'api-key-presented',
  text: `SELECT k.key_hash AS "keyHash", k.id, k.account_id AS "accountId", k.livemode, k.scopes, a.email_verified_at IS NOT NULL AS "accountVerified",
      coalesce(k.last_used_at > now() - interval '1 minute', false) AS "isUseRecorded",
      coalesce(s.audit_reads, false) AS "entersReads",
      m.id AS "makerId", m.role AS "makerRole", m.teams AS "makerTeams", m.agent_id AS "makerAgentId",
      m.recordings_original AS "makerOriginals"
    FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN member m ON m.id = k.created_by
      LEFT JOIN retention_settings s ON s.account_id = a.id
    WHERE k.key_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL AND a.closed_at IS NULL
      AND (k.created_by IS NULL OR m.status = 'active')`,
};
const LOCK_KEY = {
  name: 'api-key-lock',
  text: 'SELECT 1 FROM api_key WHERE id = $1 AND revoked_at IS NULL FOR SHARE',
};

/** One statement rechecks the keys of all streams in a process. */
const MAX_RECHECKS = 5_000;

@Injectable()
export class ApiKeysService {
  private readonly log = new Logger(ApiKeysService.name);
  private readonly lookUps = new Batcher((secrets: readonly string[]) => this.findAll(secrets));
  private readonly rechecks = new Batcher((secrets: readonly string[]) => this.findAll(secrets), {
    maxItems: MAX_RECHECKS,
  });
  /** Ids of keys whose use this process is recording. */
  private readonly recording = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 400 when the account has too many keys; 401 when the account is gone */
  async create(
    { accountId, makerId }: Required<KeysOf>,
    wanted: NewApiKey,
    beforeCommit: BeforeCommit<CreatedApiKey> = nothingBeforeCommit,
  ): Promise<CreatedApiKey> {
    const secret = newApiKeySecret(wanted.livemode);
    const key = this.dataSource.manager.create(ApiKeyEntity, {
      id: randomUUID(),
      accountId,
      name: wanted.name,
      keyPrefix: apiKeyPrefix(secret),
      keyHash: hashApiKeySecret(secret),
      livemode: wanted.livemode,
      scopes: [...wanted.scopes],
      createdBy: makerId,
      metadata: JSON.stringify(wanted.metadata),
      createdAt: new Date(),
      lastUsedAt: null,
      lastUsedBy: null,
      revokedAt: null,
    });
    await this.dataSource.transaction(async (tx) => {
      // The account may have been erased since the request was authenticated.
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      await checkKeys(tx, accountId);
      await tx.insert(ApiKeyEntity, key);
      const details = { mode: wanted.livemode ? 'live' : 'test', scopes: key.scopes };
      await recordAudit(tx, asMember(accountId, makerId), 'api_key.created', { type: 'api_key', id: key.id }, details);
      await beforeCommit(tx, { key, secret });
    });
    return { key, secret };
  }

  /** Newest first, without revoked ones. */
  async list(
    { accountId, makerId }: KeysOf,
    page: { skip: number; limit: number },
  ): Promise<{ keys: ApiKeyEntity[]; total: number }> {
    const [keys, total] = await this.dataSource.manager.findAndCount(ApiKeyEntity, {
      where: { accountId, revokedAt: IsNull(), ...(makerId && { createdBy: makerId }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: page.skip,
      take: page.limit,
    });
    return { keys, total };
  }

  /**
   * Takes effect in every process at once, since each reads the row at every request.
   * @throws ApiError 404 for an unknown key, another account's or member's, and one revoked before
   */
  async revoke(by: Acting, { accountId, makerId }: KeysOf, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await recordAudit(tx, by, 'api_key.revoked', { type: 'api_key', id });
      const { affected } = await tx.update(
        ApiKeyEntity,
        { id, accountId, revokedAt: IsNull(), ...(makerId && { createdBy: makerId }) },
        { revokedAt: new Date() },
      );
      if (!affected) throw notFound('API key');
    });
  }

  /**
   * Null when the secret is not a key, was never issued, or is revoked. Read from the row at every request, never cached;
   * concurrent requests share the round trip.
   */
  async findPresented(secret: string): Promise<PresentedApiKey | null> {
    if (!isApiKeySecret(secret)) return null;
    const found = await this.lookUps.call(secret);
    if (found && !found.isUseRecorded) this.recordUse(found.id);
    return found;
  }

  /** Rechecks the key of a long request, such as a stream. Records no use, and delays no new request. */
  async findAgain(secret: string): Promise<PresentedApiKey | null> {
    return this.rechecks.call(secret);
  }

  /** A client sends many requests with one key, so each secret is hashed once. */
  private async findAll(secrets: readonly string[]): Promise<(PresentedRow | null)[]> {
    const hashes = new Map([...new Set(secrets)].map((secret) => [secret, hashApiKeySecret(secret)]));
    const found = await queryPrepared<StoredRow>(this.dataSource, FIND_PRESENTED, [[...hashes.values()]]);
    const byHash = new Map(found.map((key) => [key.keyHash.toString('base64'), withMaker(key)]));
    const bySecret = new Map(
      [...hashes].map(([secret, hash]) => [secret, byHash.get(hash.toString('base64')) ?? null]),
    );
    return secrets.map((secret) => bySecret.get(secret) ?? null);
  }

  /**
   * Locks the key, so that it cannot be revoked until the transaction ends.
   * @throws ApiError 401 when it is revoked or its account is erased
   */
  async confirm(tx: EntityManager, { id, accountId }: Pick<PresentedApiKey, 'id' | 'accountId'>): Promise<void> {
    // Locks the account first, in the same order as an erasure: two orders would deadlock.
    const [, keys] = await queryTogether(tx, [
      [LOCK_ACCOUNT, [accountId]],
      [LOCK_KEY, [id]],
    ]);
    if (!keys?.[0]) throw unauthorized();
  }

  /** Records the use at most once a minute, so that a busy key does not update its row all the time. No request waits for it. */
  private recordUse(id: string): void {
    if (this.recording.has(id)) return;
    this.recording.add(id);
    this.dataSource
      .query(
        `UPDATE api_key SET last_used_at = now(), last_used_by = $2
          WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`,
        [id, currentProgram()],
      )
      .catch((error: unknown) =>
        this.log.warn('Could not record the use of an API key; last_used_at stays older', error),
      )
      .finally(() => this.recording.delete(id));
  }
}
