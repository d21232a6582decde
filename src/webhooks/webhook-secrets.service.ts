// The signing secret of each account: made when first needed, encrypted at rest, replaced by rotation.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Acting, recordAudit } from '../platform/audit/record-audit.js';
import { Batcher } from '../platform/concurrency/batcher.js';
import { Config } from '../platform/config/config.js';
import { lockAccountAgainstErasure } from '../platform/database/account-lock.js';
import { queryPrepared } from '../platform/database/prepared.js';
import { SecretCipher } from '../platform/database/secret-cipher.js';
import { queryRow, type Sql } from '../platform/database/sql.js';
import { unauthorized } from '../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-response.js';
import { newSigningSecret, OVERLAP_HOURS } from './signing-secret.js';

export interface WebhookSecret {
  /** `whsec_` and base64, as Standard Webhooks prescribes. */
  readonly secret: string;
  readonly createdAt: Date;
  /** Until when the previous secret also signs; null when there is none. */
  readonly previousUntil: Date | null;
}

interface SecretRow {
  readonly secret_encrypted: Buffer;
  readonly created_at: Date;
  readonly previous_encrypted: Buffer | null;
  readonly previous_until: Date | null;
}

const COLUMNS = `secret_encrypted, created_at,
  CASE WHEN previous_until > now() THEN previous_encrypted END AS previous_encrypted,
  CASE WHEN previous_until > now() THEN previous_until END AS previous_until`;

const READ_SIGNING = {
  name: 'webhook-secret-signing',
  text: `SELECT account_id, ${COLUMNS} FROM webhook_secret WHERE account_id = ANY($1::uuid[])`,
};

@Injectable()
export class WebhookSecrets {
  private readonly cipher: SecretCipher;
  private readonly signingReads = new Batcher((accountIds: readonly string[]) => this.readSigning(accountIds));

  constructor(
    private readonly dataSource: DataSource,
    config: Config,
  ) {
    this.cipher = new SecretCipher(config.secrets.encryption);
  }

  async get(accountId: string): Promise<WebhookSecret> {
    return this.decrypt(accountId, await this.getOrCreateRow(accountId));
  }

  /**
   * The replaced secret keeps signing for 24 hours. A second rotation within that time ends the oldest secret at once.
   * @throws ApiError 401 when the account was deleted
   */
  async rotate(
    caller: Acting,
    beforeCommit: BeforeCommit<WebhookSecret> = nothingBeforeCommit,
  ): Promise<WebhookSecret> {
    const { accountId } = caller;
    return this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountAgainstErasure(tx, accountId))) throw unauthorized();
      await this.getOrCreateRow(accountId, tx);
      const rotated = await queryRow<SecretRow>(
        tx,
        `UPDATE webhook_secret SET previous_encrypted = secret_encrypted, secret_encrypted = $2, created_at = now(),
           previous_until = now() + make_interval(hours => $3)
         WHERE account_id = $1 RETURNING ${COLUMNS}`,
        [accountId, this.encryptNewSecret(accountId), OVERLAP_HOURS],
      );
      const secret = this.decrypt(accountId, rotated ?? (await this.getOrCreateRow(accountId, tx)));
      await recordAudit(tx, caller, 'settings.changed', { type: 'settings', id: 'webhook_secret' });
      await beforeCommit(tx, secret);
      return secret;
    });
  }

  /** The secrets that sign now, the current one first. Concurrent deliveries share the query and the decryption. */
  async getForSigning(accountId: string): Promise<readonly string[]> {
    const shared = await this.signingReads.call(accountId);
    if (shared instanceof Error) throw shared;
    return shared ?? this.decryptAll(accountId, await this.getOrCreateRow(accountId));
  }

  /**
   * The same for several accounts. Never rejects: an error is a value here, and only of the account that it concerns.
   * @param accountIds each of them once
   */
  async getAllForSigning(accountIds: readonly string[]): Promise<Map<string, readonly string[] | Error>> {
    const read = new Map<string, readonly string[] | Error>();
    const readOne = async (accountId: string) => {
      read.set(accountId, await this.getForSigning(accountId).catch((error: Error) => error));
    };
    await Promise.all(accountIds.map(readOne));
    return read;
  }

  private async readSigning(accountIds: readonly string[]): Promise<(readonly string[] | Error | null)[]> {
    const found = await queryPrepared<SecretRow & { account_id: string }>(this.dataSource, READ_SIGNING, [
      [...new Set(accountIds)],
    ]);
    const byAccount = new Map(
      found.map((secret) => [secret.account_id, this.decryptOrError(secret.account_id, secret)]),
    );
    return accountIds.map((accountId) => byAccount.get(accountId) ?? null);
  }

  /** An error is a value here: it must not reject the other accounts that share the statement. */
  private decryptOrError(accountId: string, sealed: SecretRow): readonly string[] | Error {
    try {
      return this.decryptAll(accountId, sealed);
    } catch (error) {
      return new Error('Failed to decrypt the signing secret of an account', { cause: error });
    }
  }

  private decryptAll(accountId: string, { secret_encrypted, previous_encrypted }: SecretRow): readonly string[] {
    const sealed = previous_encrypted ? [secret_encrypted, previous_encrypted] : [secret_encrypted];
    return sealed.map((secret) => this.cipher.decrypt(secret, accountId));
  }

  private async getOrCreateRow(accountId: string, sql: Sql = this.dataSource): Promise<SecretRow> {
    const select = `SELECT ${COLUMNS} FROM webhook_secret WHERE account_id = $1`;
    const found = await queryRow<SecretRow>(sql, select, [accountId]);
    if (found) return found;
    await sql.query(
      'INSERT INTO webhook_secret (account_id, secret_encrypted) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING',
      [accountId, this.encryptNewSecret(accountId)],
    );
    const inserted = await queryRow<SecretRow>(sql, select, [accountId]);
    if (!inserted) throw new Error('The account was deleted');
    return inserted;
  }

  private encryptNewSecret(accountId: string): Buffer {
    return this.cipher.encrypt(newSigningSecret(), accountId);
  }

  private decrypt(accountId: string, { secret_encrypted, created_at, previous_until }: SecretRow): WebhookSecret {
    return {
      secret: this.cipher.decrypt(secret_encrypted, accountId),
      createdAt: created_at,
      previousUntil: previous_until,
    };
  }
}
