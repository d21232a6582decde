import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AnalysisRecords } from '../analysis/analysis-records.js';
import { SubscriptionsService } from '../billing/subscriptions.service.js';
import { withStatementTimeout } from '../platform/database/silent-connection-timeout.js';
import { ObjectStore } from '../ports/object-store.js';
import { AccountsService } from './accounts.service.js';

/** An account may hold a million analyses, each with rows of its own. */
const ERASURE_MS = 10 * 60_000;

/** Everything of an account goes, but for its minutes, which stay without a name. */
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
      // The lock keeps out new analyses: each holds a key share on its account.
      if (!(await this.accounts.lock(tx, accountId))) return [];
      return withStatementTimeout(tx, ERASURE_MS, () => this.eraseRows(tx, accountId));
    });
    await this.eraseRecordings(storageKeys);
  }

  private async eraseRows(tx: EntityManager, accountId: string): Promise<string[]> {
    // Before the ledger: a call that is being settled holds its row, so its entry is written by then, or never.
    const keys = await this.analyses.eraseAccount(tx, accountId);
    await this.subscriptions.close(tx, accountId);
    await this.keepMinutesWithoutName(tx, accountId);
    // Keys, tokens, deliveries, the webhook secret and the subscription go with it.
    await tx.query('DELETE FROM account WHERE id = $1', [accountId]);
    return keys;
  }

  private async keepMinutesWithoutName(tx: EntityManager, accountId: string): Promise<void> {
    const nobody = randomUUID();
    await tx.query('UPDATE usage_period SET account_id = $2 WHERE account_id = $1', [accountId, nobody]);
    await tx.query('UPDATE ledger_entry SET account_id = $2 WHERE account_id = $1', [accountId, nobody]);
  }

  /** A recording that cannot be deleted now has no row any more, and is swept with the other orphans. */
  private async eraseRecordings(storageKeys: readonly string[]): Promise<void> {
    let failed = 0;
    for (const key of storageKeys)
      await this.objects.delete(key).catch(() => {
        failed += 1;
      });
    if (failed > 0) this.log.warn(`${failed} recordings of an erased account are left to the sweep`);
  }
}
