// The outbox of overage reports to the payment provider. A report is written in the transaction of its ledger entry.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UsagePeriod } from './usage-periods.js';

export interface BilledOverage {
  readonly entryId: string;
  readonly hundredths: number;
  readonly period: UsagePeriod;
}

@Injectable()
export class OverageReports {
  /** Writes nothing for test mode, and nothing for an account that the provider does not charge. */
  async record(tx: EntityManager, { entryId, hundredths, period }: BilledOverage): Promise<void> {
    if (!period.livemode) return;
    await tx.query(
      `INSERT INTO overage_report (entry_id, customer_id, hundredths, period_ends_at)
       SELECT $1, provider_customer_id, $2, $3 FROM subscription
        WHERE account_id = $4 AND provider_customer_id IS NOT NULL AND provider_subscription_id IS NOT NULL`,
      [entryId, hundredths, period.endsAt, period.accountId],
    );
  }
}
