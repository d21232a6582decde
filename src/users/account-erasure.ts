import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AnalysisRecords } from '../analysis/analysis-records.js';
import { SubscriptionsService } from '../billing/subscriptions.service.js';
import { withStatementTimeout } from '../platform/database/silent-connection-timeout.js';
import { ObjectStore } from '../ports/object-store.js';
import { AccountsService } from './accounts.service.js';

/** An account may hold a million analyses, each with rows in several tables. */
const ERASURE_TIMEOUT_MS = 10 * 60_000;

/** Erases an account with all that belongs to it. Its minutes stay in the ledger under a random id (bookkeeping). */
@Injectable()
export class AccountErasure {
  private readonly log = new Logger(AccountErasure.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly analyses: AnalysisRecords,
    private readonly subscriptions: SubscriptionsService,
    private readonly objects: ObjectStore,
  ) {}

  async erase(accountId: string): Promise<void> {
    const storageKeys = await this.dataSource.transaction(async (tx) => {
      // The lock keeps new analyses out: each takes a key share lock on its account.
      if (!(await this.accounts.lock(tx, accountId))) return [];
      return withStatementTimeout(tx, ERASURE_TIMEOUT_MS, () => this.eraseRows(tx, accountId));
    });
    await this.eraseRecordings(storageKeys);
  }

  private async eraseRows(tx: EntityManager, accountId: string): Promise<string[]> {
    // Before the ledger: a worker that settles a call locks its row, so its ledger entry is either written by now or never.
    const keys = await this.analyses.eraseAccount(tx, accountId);
    await this.subscriptions.close(tx, accountId);
    await this.anonymizeMinutes(tx, accountId);
    // Foreign keys delete API keys, tokens, deliveries, the webhook secret and the subscription.
    await tx.query('DELETE FROM account WHERE id = $1', [accountId]);
    return keys;
  }

  private async anonymizeMinutes(tx: EntityManager, accountId: string): Promise<void> {
    const anonymousId = randomUUID();
    await tx.query('UPDATE usage_period SET account_id = $2 WHERE account_id = $1', [accountId, anonymousId]);
    await tx.query('UPDATE ledger_entry SET account_id = $2 WHERE account_id = $1', [accountId, anonymousId]);
  }

  /** The sweep deletes later what cannot be deleted now, since such a recording has no row any more. */
  private async eraseRecordings(storageKeys: readonly string[]): Promise<void> {
    let failed = 0;
    for (const key of storageKeys)
      await this.objects.delete(key).catch(() => {
        failed += 1;
      });
    if (failed > 0)
      this.log.warn(`Could not delete ${failed} recordings of an erased account; the sweep will delete them`);
  }
}
