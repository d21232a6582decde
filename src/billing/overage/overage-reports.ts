// The outbox of overage reports to the payment provider. A report is written in the transaction of its ledger entry.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallTerms, UsagePeriod } from '../periods/usage-periods.js';

export interface BilledOverage {
  readonly entryId: string;
  readonly hundredths: number;
  readonly amountCents: number;
  readonly period: UsagePeriod;
  /** Terms of the call's acceptance: their customer pays for the overage, even if the subscription has ended since. */
  readonly terms: CallTerms;
}

@Injectable()
export class OverageReports {
  /** Writes nothing for a call that was accepted without a subscription at the provider, such as a call of test mode. */
  async record(tx: EntityManager, { entryId, hundredths, amountCents, period, terms }: BilledOverage): Promise<void> {
    if (terms.customerId === null || terms.subscriptionId === null) return;
    await tx.query(
      `INSERT INTO overage_report (entry_id, customer_id, subscription_id, hundredths, amount_cents, period_starts_at,
         period_ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [entryId, terms.customerId, terms.subscriptionId, hundredths, amountCents, period.startsAt, period.endsAt],
    );
  }
}
