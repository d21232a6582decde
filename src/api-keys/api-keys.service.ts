import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { Batcher } from '../platform/concurrency/batcher.js';
import { lockAccountAgainstErasure } from '../platform/database/account-lock.js';
import { queryPrepared } from '../platform/database/prepared.js';
import { notFound, unauthorized } from '../platform/errors/api-error.js';
import type { Scope } from '../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-answer.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { apiKeyPrefix, hashApiKeySecret, isApiKeySecret, newApiKeySecret } from './api-key-secret.js';

export interface NewApiKey {
  readonly name: string;
  readonly livemode: boolean;
  readonly scopes: readonly Scope[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The row, and the secret, which is told once and never again. */
export interface CreatedApiKey {
  readonly key: ApiKeyEntity;
  readonly secret: string;
}

/** A key that was presented and is good, with what its account says. */
export interface PresentedApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly scopes: readonly Scope[];
  readonly accountVerified: boolean;
}

interface PresentedRow extends PresentedApiKey {
  readonly keyHash: Buffer;
  readonly useIsNoted: boolean;
}

/** Parameter: the hashes of the secrets. */
const FIND_PRESENTED = {
  name: 'api-key-presented',
  text: `SELECT k.key_hash AS "keyHash", k.id, k.account_id AS "accountId", k.livemode, k.scopes, a.email_verified_at IS NOT NULL AS "accountVerified",
      coalesce(k.last_used_at > now() - interval '1 minute', false) AS "useIsNoted"
    FROM api_key k JOIN account a ON a.id = k.account_id
    WHERE k.key_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL`,
};
const HOLD_KEY = {
  name: 'api-key-hold',
  text: 'SELECT 1 FROM api_key WHERE id = $1 AND revoked_at IS NULL FOR SHARE',
};

@Injectable()
export class ApiKeysService {
  private readonly log = new Logger(ApiKeysService.name);
  private readonly lookUps = new Batcher((hashes: readonly Buffer[]) => this.findAll(hashes));
  /** Keys whose use is being noted by this process. */
  private readonly noting = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 401 when the account is gone */
  async create(
    accountId: string,
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
      metadata: JSON.stringify(wanted.metadata),
      createdAt: new Date(),
      lastUsedAt: null,
      revokedAt: null,
    });
    await this.dataSource.transaction(async (tx) => {
      // The account may be erased at this moment; a key without it could not be stored.
      if (!(await lockAccountAgainstErasure(tx, accountId))) throw unauthorized();
      await tx.insert(ApiKeyEntity, key);
      await beforeCommit(tx, { key, secret });
    });
    return { key, secret };
  }

  /** Newest first, without revoked ones. */
  async list(
    accountId: string,
    page: { skip: number; limit: number },
  ): Promise<{ keys: ApiKeyEntity[]; total: number }> {
    const [keys, total] = await this.dataSource.manager.findAndCount(ApiKeyEntity, {
      where: { accountId, revokedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: page.skip,
      take: page.limit,
    });
    return { keys, total };
  }

  /**
   * Every process reads the row at every request, so this holds everywhere at once.
   * @throws ApiError 404 for an unknown key, another account's, and one revoked before
   */
  async revoke(accountId: string, id: string): Promise<void> {
    const { affected } = await this.dataSource.manager.update(
      ApiKeyEntity,
      { id, accountId, revokedAt: IsNull() },
      { revokedAt: new Date() },
    );
    if (!affected) throw notFound('API key');
  }

  /**
   * Null for what is no key of ours, was never issued, or is revoked. Read from the row on every request with a key;
   * requests that come together share the round trip.
   */
  async findPresented(secret: string): Promise<PresentedApiKey | null> {
    if (!isApiKeySecret(secret)) return null;
    const found = await this.lookUps.call(hashApiKeySecret(secret));
    if (found && !found.useIsNoted) this.noteUse(found.id);
    return found;
  }

  private async findAll(hashes: readonly Buffer[]): Promise<(PresentedRow | null)[]> {
    const wanted = hashes.map((hash) => hash.toString('base64'));
    const distinct = new Map(hashes.map((hash, index) => [wanted[index], hash]));
    const found = await queryPrepared<PresentedRow>(this.dataSource, FIND_PRESENTED, [[...distinct.values()]]);
    const byHash = new Map(found.map((key) => [key.keyHash.toString('base64'), key]));
    return wanted.map((hash) => byHash.get(hash) ?? null);
  }

  /** Until the transaction ends the key is not revoked. @throws ApiError 401 when it is, or its account is gone */
  async confirm(tx: EntityManager, { id, accountId }: Pick<PresentedApiKey, 'id' | 'accountId'>): Promise<void> {
    // The account first, as an erasure locks them.
    await lockAccountAgainstErasure(tx, accountId);
    const [key] = await queryPrepared(tx, HOLD_KEY, [id]);
    if (!key) throw unauthorized();
  }

  /** Beside the request, at most once a minute: no request waits for it, and a busy key is not a busy row. */
  private noteUse(id: string): void {
    if (this.noting.has(id)) return;
    this.noting.add(id);
    this.dataSource
      .query(
        `UPDATE api_key SET last_used_at = now()
          WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`,
        [id],
      )
      .catch((error: unknown) => this.log.warn('The use of an API key could not be noted', error))
      .finally(() => this.noting.delete(id));
  }
}
