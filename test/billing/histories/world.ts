// The service's billing with a provider in memory: what a story needs of both, and their passing time.

import { AccountErasure } from '../../../src/accounts/users/account-erasure.js';
import { AccountsService } from '../../../src/accounts/users/accounts.service.js';
import { reconcile } from '../../../src/billing/reconciliation/reconciliation.js';
import type { Difference } from '../../../src/billing/reconciliation/reconciliation-difference.js';
import { PaymentEvents } from '../../../src/billing/subscriptions/payment-events.service.js';
import { SubscriptionsService } from '../../../src/billing/subscriptions/subscriptions.service.js';
import { AnalysisRecords } from '../../../src/calls/analysis-records.js';
import { AnalysisClaims, type ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import type { SentStretch } from '../../../src/calls/claims/sent-stretch.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { asMember } from '../../../src/platform/audit/record-audit.js';
import { queryRows } from '../../../src/platform/database/sql.js';
import { ObjectStore } from '../../../src/ports/object-store.js';
import { type BillingApp, billingApp } from '../../support/apps/billing-app.js';
import type { SignedEvent } from '../../support/stubs/stripe-stub.js';
import { MeteredPayments } from './metered-payments.js';

/** Small plans, so that a few calls reach every limit. */
const PLANS = { FREE_INCLUDED_MINUTES: '4', STARTER_INCLUDED_MINUTES: '8', GROWTH_INCLUDED_MINUTES: '14' };
/** Tables whose times pass with the account, and the column that names it. */
const DATED_TABLES = [
  { table: 'subscription', owner: 'account_id', key: 'id', order: 'id' },
  { table: 'usage_period', owner: 'account_id', key: 'id', order: 'starts_at' },
  { table: 'ledger_entry', owner: 'account_id', key: 'id', order: 'id' },
  { table: 'overage_report', owner: 'customer_id', key: 'entry_id', order: 'entry_id' },
];
const MAX_ROUNDS = 20;

export class World {
  readonly plans: SubscriptionsService;
  /** How often the stories came to what they are about. */
  readonly seen = { metered: 0, invoiced: 0, paidAndBilled: 0, paidAndOnRecord: 0 };
  private readonly events: PaymentEvents;
  private readonly times = new Map<string, string[]>();

  private readonly analyses: AnalysisRecords;
  private readonly claims: AnalysisClaims;
  private readonly erasure: AccountErasure;

  private constructor(
    readonly app: BillingApp,
    readonly payments: MeteredPayments,
  ) {
    const { dataSource, ledger } = app;
    // The calls of the stories have no recordings.
    const store: ObjectStore = Object.assign(Object.create(ObjectStore.prototype), {
      delete: async () => undefined,
      deleteMany: async () => [],
    });
    const recordings = new RecordingDeletions(dataSource, store);
    this.plans = app.service(SubscriptionsService);
    this.events = app.service(PaymentEvents);
    this.analyses = new AnalysisRecords(dataSource, ledger, recordings);
    this.claims = new AnalysisClaims(dataSource, app.config);
    this.erasure = new AccountErasure(dataSource, new AccountsService(), this.analyses, this.plans, recordings);
  }

  static async begin(): Promise<World> {
    const payments = new MeteredPayments();
    return new World(await billingApp(PLANS, payments), payments);
  }

  close(): Promise<void> {
    return this.app.close();
  }

  async deliver({ payload, signature }: SignedEvent): Promise<void> {
    await this.events.receive(Buffer.from(payload), signature);
    await this.events.processDue();
  }

  async sweep(): Promise<void> {
    await this.app.sweep.sweep();
  }

  /** A month passes for one account: its rows and its customers at the provider move a month into the past. */
  async letMonthPass(accountId: string): Promise<void> {
    const customers = this.payments.customerIdsOf(accountId);
    await this.app.dataSource.transaction(async (tx) => {
      for (const { table, owner, key, order } of DATED_TABLES) {
        const columns = await this.timesOf(table);
        const set = columns.map(
          (column) => `${column} = (${column} AT TIME ZONE 'UTC' - interval '1 month') AT TIME ZONE 'UTC'`,
        );
        const owners = owner === 'account_id' ? [accountId] : customers;
        // One row after another, the oldest first: two periods of an account must never overlap.
        const rows = await queryRows<{ key: string }>(
          tx,
          `SELECT ${key} AS key FROM ${table} WHERE ${owner}::text = ANY($1) ORDER BY ${order} FOR UPDATE`,
          [owners],
        );
        for (const row of rows) await tx.query(`UPDATE ${table} SET ${set.join(', ')} WHERE ${key} = $1`, [row.key]);
      }
    });
    this.payments.letMonthPass(accountId);
  }

  /** Sends every report of overage, also those that wait for their next attempt. */
  async sweepUntilReported(accountId: string): Promise<void> {
    const customers = this.payments.customerIdsOf(accountId);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await this.sweep();
      const waiting = await queryRows(
        this.app.dataSource,
        `UPDATE overage_report SET next_attempt_at = now() WHERE customer_id = ANY($1) AND accepted_at IS NULL RETURNING 1`,
        [customers],
      );
      if (waiting.length === 0) return;
    }
    throw new Error('Overage stayed unreported');
  }

  private async timesOf(table: string): Promise<string[]> {
    const known = this.times.get(table);
    if (known) return known;
    const found = await queryRows<{ name: string }>(
      this.app.dataSource,
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = $1 AND data_type = 'timestamp with time zone'`,
      [table],
    );
    const names = found.map(({ name }) => name);
    this.times.set(table, names);
    return names;
  }

  /** The daily comparison with the provider is due. */
  async letDayPass(accountId: string): Promise<void> {
    await this.app.dataSource.query('UPDATE subscription SET refresh_due_at = now() WHERE account_id = $1', [
      accountId,
    ]);
  }

  async delete(accountId: string, analysisId: string): Promise<void> {
    await this.analyses.delete({ ...asMember(accountId, accountId), livemode: true }, analysisId);
  }

  /** As `RetryCall` does it. */
  async retry(accountId: string, analysisId: string): Promise<void> {
    await this.app.dataSource.transaction(async (tx) => {
      const changer = { accountId, livemode: true };
      await this.analyses.lockForRetry(tx, changer, analysisId);
      const { livemode, durationMs } = await this.analyses.restart(tx, analysisId);
      await this.app.ledger.reserve(tx, { analysisId, accountId, livemode }, durationMs);
    });
  }

  /** @returns null where the plan has no room for the decoded length: nothing is recorded then */
  async measure(analysisId: string, durationMs: number): Promise<string | null> {
    return this.app.dataSource.transaction(async (tx) => {
      const refused = await this.app.ledger.correct(tx, analysisId, durationMs);
      if (refused === null)
        await tx.query('UPDATE analysis SET duration_ms = $2 WHERE id = $1', [analysisId, durationMs]);
      return refused;
    });
  }

  /** As a worker does that takes the call over from one that was killed. */
  async claim(analysisId: string): Promise<ClaimedCall> {
    await this.app.dataSource.query(
      "UPDATE analysis SET lease_until = now() - interval '1 second', run_after = now() WHERE id = $1",
      [analysisId],
    );
    const call = await this.claims.claim(analysisId);
    if (call === null) throw new Error('A call in progress can be claimed');
    return call;
  }

  /** Half of the pieces are announced by the checkpoint of the one before. */
  async send(call: ClaimedCall, stretch: SentStretch, isAnnounced: boolean): Promise<void> {
    const progress = { stage: 'transcribing', percent: 20 } as const;
    if (isAnnounced) await this.claims.recordCheckpoint(null, call, 'piece', 0, {}, progress, [stretch]);
    await this.claims.recordSent(call, [stretch]);
  }

  async withdraw(call: ClaimedCall, stretch: SentStretch): Promise<void> {
    await this.claims.withdrawSent(call, [stretch]);
  }

  /** What is on record of calls that are not billed, by analysis. */
  async onRecord(analysisIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await queryRows<{ id: string; ms: number }>(
      this.app.dataSource,
      `SELECT id, sent_ms(id, duration_ms)::int AS ms FROM analysis WHERE id = ANY($1::uuid[])
       UNION ALL SELECT analysis_id, sent_ms::int FROM deleted_call WHERE analysis_id = ANY($1::uuid[])`,
      [analysisIds],
    );
    return new Map(found.map(({ id, ms }) => [id, ms]));
  }

  async erase(accountId: string): Promise<void> {
    await this.erasure.erase(accountId);
  }

  reconcile(): Promise<Difference[]> {
    return reconcile(this.app.dataSource, this.payments);
  }
}
