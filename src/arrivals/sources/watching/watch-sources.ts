// Polls the sources of all accounts, each when it is due, some at once in this process. A store that hangs or sends slowly holds
// its poll for minutes, so that no account has more than two, and the second only while half of them are free.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { PeriodicTask } from '../../../platform/operations/periodic-task.js';
import { BucketError } from '../../../ports/buckets.js';
import { ClaimLost } from '../../../work/claim.js';
import { ClaimLease } from '../../../work/claim-lease.js';
import { type ClaimedSource, SourceClaims } from '../source-claims.js';
import { LookAtSource } from './look-at-source.js';

const POLLS_AT_ONCE = 24;
const POLLS_OF_ACCOUNT = 2;
const TICK_MS = 2_000;

@Injectable()
export class WatchSources implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WatchSources.name);
  private readonly ticks: PeriodicTask;
  private readonly stopping = new AbortController();
  private readonly polls = new Map<Promise<void>, string>();

  constructor(
    private readonly claims: SourceClaims,
    private readonly lookAtSource: LookAtSource,
    private readonly config: Config,
  ) {
    this.ticks = new PeriodicTask(
      () => this.begin(),
      (error) => this.logger.warn({ err: error }, 'Failed to find the next source to poll; tried again in seconds'),
    );
  }

  onApplicationBootstrap(): void {
    this.ticks.start(Math.min(this.config.worker.sweepMs, TICK_MS));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The worker is stopping'));
    await this.ticks.stop();
    await Promise.all(this.polls.keys());
  }

  private async begin(): Promise<void> {
    while (this.polls.size < POLLS_AT_ONCE && !this.stopping.signal.aborted) {
      const source = await this.claims.claimNext(this.busyAccounts());
      if (source === null) return;
      const poll: Promise<void> = this.poll(source).finally(() => this.polls.delete(poll));
      this.polls.set(poll, source.accountId);
    }
  }

  private busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const accountId of this.polls.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    const limit = this.polls.size < POLLS_AT_ONCE / 2 ? POLLS_OF_ACCOUNT : 1;
    return [...counts].flatMap(([accountId, polls]) => (polls >= limit ? [accountId] : []));
  }

  /** Never rejects. */
  private async poll(source: ClaimedSource): Promise<void> {
    const lost = new AbortController();
    const lease = new ClaimLease(() => this.claims.renew(source), this.claims.leaseMs, lost);
    const context = { sourceId: source.id };
    try {
      const signal = AbortSignal.any([this.stopping.signal, lost.signal]);
      await this.claims.succeed(source, await this.lookAtSource.run(source, signal));
    } catch (error) {
      await this.endFailed(source, error).catch((err: unknown) =>
        this.logger.warn({ ...context, err }, 'Failed to record a failed poll of a source; its lease ends by itself'),
      );
    } finally {
      lease.stop();
    }
  }

  private async endFailed(source: ClaimedSource, error: unknown): Promise<void> {
    const context = { sourceId: source.id };
    if (error instanceof ClaimLost) return;
    if (this.stopping.signal.aborted) return this.claims.handBack(source);
    if (!(error instanceof BucketError)) {
      this.logger.error({ ...context, err: error }, 'Poll of a source failed by a fault of the service; tried again');
      return this.claims.fail(source, NOT_LOOKED_AT);
    }
    this.logger.warn({ ...context, reason: error.message }, 'Poll of a source failed; tried again with back-off');
    await this.claims.fail(source, error.message);
  }
}

const NOT_LOOKED_AT = 'The bucket could not be looked at';
