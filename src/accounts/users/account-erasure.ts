import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SubscriptionsService } from '../../billing/subscriptions/subscriptions.service.js';
import { anonymizeMinutes } from '../../billing/usage/minutes-ledger.js';
import { AnalysisRecords } from '../../calls/analysis-records.js';
import { refuseHeldAccount } from '../../calls/holds/held-calls.js';
import { journalErasure } from '../../calls/retention/erasure-journal.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { headKeyOf } from '../../platform/audit/audit-chain.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { withStatementTimeout } from '../../platform/database/silent-connection-timeout.js';
import { eraseKeptAnswers } from '../../platform/http/idempotency/idempotency-keys.js';
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
    private readonly recordings: RecordingDeletions,
  ) {}

  /**
   * Closes the account, and then erases it. Where the second step fails, the account stays closed, and `ErasureSweep` erases it.
   * @throws ApiError 400 for an account with active holds; where the account could not be closed
   */
  async erase(accountId: string): Promise<void> {
    if (!(await this.close(accountId))) return;
    await this.eraseClosed(accountId).catch((error: unknown) => {
      this.log.error({ err: error }, 'Could not erase a closed account; the sweep tries again');
    });
  }

  private close(accountId: string): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, accountId))) return false;
      await refuseHeldAccount(tx, accountId);
      return this.accounts.close(tx, accountId);
    });
  }

  async eraseClosed(accountId: string): Promise<void> {
    await this.dataSource.transaction((tx) =>
      withStatementTimeout(tx, ERASURE_TIMEOUT_MS, async () => {
        if (await this.accounts.lockClosed(tx, accountId)) await this.eraseRows(tx, accountId);
      }),
    );
    await this.recordings.run().catch((error: unknown) => {
      this.log.warn(
        { err: error },
        'Could not delete the recordings of an erased account now; the sweep will delete them',
      );
    });
  }

  private async eraseRows(tx: EntityManager, accountId: string): Promise<void> {
    // Before the analyses, each of which would look for the answers that tell of it.
    await eraseKeptAnswers(tx, accountId);
    // Before the ledger: a worker that settles a call locks its row, so its ledger entry is either written by now or never.
    await this.analyses.eraseAccount(tx, accountId);
    await this.subscriptions.close(tx, accountId);
    await anonymizeMinutes(tx, accountId);
    await this.recordings.noteIn(tx, headKeyOf(accountId));
    await journalErasure(tx, accountId, { kind: 'account', subjects: [accountId], scope: 'calls' });
    // Foreign keys delete API keys, tokens, deliveries, the webhook secret, the subscription and the audit log.
    await tx.query('DELETE FROM account WHERE id = $1', [accountId]);
  }
}
