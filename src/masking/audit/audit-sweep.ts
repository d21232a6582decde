// Chains the entries of the audit logs, within two seconds in any worker; each hour stores the heads and prunes what is old.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { chainAccount, pruneAccount, unchainedAccounts } from '../../platform/audit/audit-chain.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { queryRows } from '../../platform/database/sql.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ObjectStore } from '../../ports/object-store.js';
import { accountsToStore, storeHead } from './stored-heads.js';

const CHAIN_INTERVAL_MS = 1_000;
const HEADS_INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Days for which entries are kept. */
export const AUDIT_DAYS = 400;

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
    const before = new Date(now - AUDIT_DAYS * DAY_MS);
    for (const { id } of await queryRows<{ id: string }>(this.dataSource, OLD, [before])) {
      const pruned = await pruneAccount(this.dataSource, id, before, (last) =>
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

const OLD = `
  SELECT account_id AS id FROM audit_chain c WHERE EXISTS (
    SELECT FROM audit_entry e WHERE e.account_id = c.account_id AND e.at < $1 AND e.hash IS NOT NULL)`;
