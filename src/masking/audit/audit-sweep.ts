// Chains the entries of the audit logs, within two seconds in any worker; each hour stores the heads and prunes what is old.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { chainAccount, pruneAccount, unchainedAccounts } from '../../platform/audit/audit-chain.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { queryRows } from '../../platform/database/sql.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ObjectStore } from '../../ports/object-store.js';
import { DEFAULT_AUDIT_DAYS } from '../retention/retention-parts.js';
import { accountsToStore, storeHead } from './stored-heads.js';

const CHAIN_INTERVAL_MS = 1_000;
const HEADS_INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

@Injectable()
export class AuditSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AuditSweep.name);
  private readonly chaining: PeriodicTask;
  private readonly heads: SharedRound;
  private isAway = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly signatures: Signatures,
  ) {
    this.chaining = new PeriodicTask(
      () => this.chain(),
      (error) => {
        // Told once, not each second that Postgres is away.
        if (!this.isAway)
          this.logger.warn({ err: error }, 'Could not look for audit entries to chain; the next sweep tries again');
        this.isAway = true;
      },
    );
    this.heads = new SharedRound(dataSource, {
      name: 'audit-heads',
      run: () => this.keep(Date.now()),
      onError: (error) => this.logger.warn({ err: error }, 'Round of audit logs failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.chaining.start(CHAIN_INTERVAL_MS);
    this.heads.start(HEADS_INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.chaining.stop(), this.heads.stop()]);
  }

  async chain(): Promise<void> {
    const accounts = await unchainedAccounts(this.dataSource);
    this.isAway = false;
    for (const accountId of accounts)
      await chainAccount(this.dataSource, accountId).catch((error: unknown) =>
        this.logger.warn({ err: error, accountId }, 'Could not chain audit entries; the next sweep tries again'),
      );
  }

  /** @param now milliseconds since 1970 */
  async keep(now: number): Promise<void> {
    for (const accountId of await accountsToStore(this.dataSource))
      if (!(await storeHead(this.dataSource, this.store, this.signatures, accountId)))
        this.logger.error(
          { accountId },
          'The audit log does not go on from its head in the object store; the head stays. See call-analysis audit:verify',
        );
    for (const { id, days } of await queryRows<OldLog>(this.dataSource, OLD, [new Date(now), DEFAULT_AUDIT_DAYS])) {
      const pruned = await pruneAccount(this.dataSource, id, new Date(now - days * DAY_MS), (last) =>
        this.signatures.sign({
          object: 'audit_anchor' as const,
          account_id: id,
          ...last,
          pruned_at: Math.floor(now / 1000),
        }),
      );
      if (pruned > 0) this.logger.log({ accountId: id, pruned }, 'Pruned an audit log');
    }
  }
}

interface OldLog {
  readonly id: string;
  /** The account keeps entries for so long. */
  readonly days: number;
}

const OLD = `
  SELECT c.account_id AS id, kept.days FROM audit_chain c LEFT JOIN retention_settings s ON s.account_id = c.account_id,
    LATERAL (SELECT coalesce(s.audit_days, $2::int) AS days) AS kept
  WHERE EXISTS (
    SELECT FROM audit_entry e
    WHERE e.account_id = c.account_id AND e.at < $1::timestamptz - kept.days * interval '1 day' AND e.hash IS NOT NULL)`;
